package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FilterOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final RowType TYPE = RowType.of(INTEGER, INTEGER, ColumnType.varchar(5));
  private static final Conditions ON = new Conditions(TYPE);

  @Test
  void aComparisonOfNullableColumns() {
    new OperatorLaws(new Filter(TYPE, ON.less(0, 1)), TYPE).check();
    new OperatorLaws(new Filter(TYPE, Exprs.not(ON.less(0, 1))), TYPE).check();
    new OperatorLaws(new Filter(TYPE, Exprs.isNull(ON.column(0))), TYPE).check();
  }

  @Test
  void onlyTrueKeepsARow() {
    ZSet kept = ZSet.of(TYPE.encode(1L, 2L, "x"), 2);
    ZSet rows =
        kept.plus(ZSet.of(TYPE.encode(2L, 1L, "x"), 1))
            .plus(ZSet.of(TYPE.encode(null, 1L, "x"), 1));

    ZSet result =
        CircuitRun.sum(
            new Filter(TYPE, ON.less(0, 1))
                .evaluate(
                    OperatorLaws.statement(), List.of(new CircuitRun.ZSetInput(rows, false, 3))));

    assertThat(result).isEqualTo(kept);
  }

  @Test
  void aPairThatNoStateEverHeldCannotFail() {
    RowType one = RowType.of(INTEGER, INTEGER.notNull());
    Join join = new Join(List.of(one, one), List.of(new Join.Equality(0, 0, 1, 0, false)), 1, 3);
    CircuitBuilder builder = new CircuitBuilder();
    int left = builder.add(new Scan(0, List.of(0, 1), one));
    int right = builder.add(new Scan(1, List.of(0, 1), one));
    Filter filter =
        new Filter(join.outputType(), new Conditions(join.outputType()).positiveQuotient(0, 1));
    CircuitRun run =
        new CircuitRun(
            builder.build(builder.add(filter, builder.add(join, left, right)), ServedKeys.NONE),
            List.of(
                new CircuitRun.Relation(0, one, List.of(0, 1)),
                new CircuitRun.Relation(1, one, List.of(0, 1))));
    ZSet zero = ZSet.of(one.encode(1L, 0L), 1);
    run.tick(Map.of(1, zero));

    ZSet delta = run.tick(Map.of(0, ZSet.of(one.encode(1L, 5L), 1), 1, zero.negate()));

    assertThat(delta.isEmpty()).isTrue();
  }
}
