package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UnnestOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final ColumnType TEXT = ColumnType.varchar(5);
  private static final ColumnType NUMBERS = ColumnType.array(INTEGER);
  private static final ColumnType PAIRS = ColumnType.array(ColumnType.row(List.of(INTEGER, TEXT)));
  private static final RowType TYPE = RowType.of(INTEGER, NUMBERS, PAIRS);
  private static final Expr A = Exprs.column(1, NUMBERS);
  private static final Expr P = Exprs.column(2, PAIRS);

  private static Expr elementIsLessThanColumn() {
    return Exprs.compare(
        ComparisonOperator.LESS, Exprs.column(1, INTEGER), Exprs.column(0, INTEGER));
  }

  @Test
  void oneArray() {
    check(new Unnest(TYPE, List.of(0), List.of(A), false, false, null));
  }

  @Test
  void elementsAloneLoseTheRowTheyAreOf() {
    check(new Unnest(TYPE, List.of(), List.of(A), false, false, null));
  }

  @Test
  void severalArraysWithOrdinality() {
    check(new Unnest(TYPE, List.of(0, 1), List.of(A, P), true, false, null));
  }

  @Test
  void outer() {
    check(new Unnest(TYPE, List.of(0), List.of(P, A), true, true, null));
  }

  @Test
  void outerOnACondition() {
    check(new Unnest(TYPE, List.of(0), List.of(A), true, true, elementIsLessThanColumn()));
  }

  @Test
  void arraysThatAreComputed() {
    Expr made = Exprs.call("ARRAY", Exprs.column(0, INTEGER), Exprs.call("ITEM", A, one()));
    check(new Unnest(TYPE, List.of(0), List.of(made), false, false, null));
  }

  private static Expr one() {
    return Exprs.literal(1L, INTEGER);
  }

  private static void check(Unnest unnest) {
    new OperatorLaws(unnest, TYPE).check();
  }

  @Test
  void shorterArraysAreFilledWithNullAndRowsBecomeTheirFields() {
    Unnest unnest = new Unnest(TYPE, List.of(0), List.of(A, P), true, false, null);
    List<Object> pairs = Arrays.asList(List.of(7L, "x"), null);

    ZSet result = run(unnest, TYPE.encode(5L, List.of(1L), pairs));

    RowType type = unnest.outputType();
    assertThat(type).isEqualTo(RowType.of(INTEGER, INTEGER, INTEGER, TEXT, INTEGER.notNull()));
    assertThat(result)
        .isEqualTo(
            ZSet.of(type.encode(5L, 1L, 7L, "x", 1L), 3)
                .plus(ZSet.of(type.encode(5L, null, null, null, 2L), 3)));
  }

  @Test
  void aRowWithoutElementsBecomesNothingButOneWithANullElementDoes() {
    Unnest unnest = new Unnest(TYPE, List.of(0), List.of(A), false, false, null);
    RowType type = unnest.outputType();

    assertThat(run(unnest, TYPE.encode(5L, null, null)).isEmpty()).isTrue();
    assertThat(run(unnest, TYPE.encode(5L, List.of(), null)).isEmpty()).isTrue();
    assertThat(run(unnest, TYPE.encode(5L, Arrays.asList((Object) null), null)))
        .isEqualTo(ZSet.of(type.encode(5L, null), 3));
  }

  @Test
  void anOuterRowStaysOnceIfNoElementPasses() {
    Unnest outer = new Unnest(TYPE, List.of(0), List.of(A), true, true, elementIsLessThanColumn());
    RowType type = outer.outputType();
    byte[] alone = type.encode(5L, null, null);

    assertThat(run(outer, TYPE.encode(5L, Arrays.asList(6L, 4L, null, 4L), null)))
        .isEqualTo(ZSet.of(type.encode(5L, 4L, 2L), 3).plus(ZSet.of(type.encode(5L, 4L, 4L), 3)));
    assertThat(run(outer, TYPE.encode(5L, Arrays.asList(6L, null), null)))
        .isEqualTo(ZSet.of(alone, 3));
    assertThat(run(outer, TYPE.encode(5L, List.of(), null))).isEqualTo(ZSet.of(alone, 3));
    assertThat(run(outer, TYPE.encode(5L, null, null))).isEqualTo(ZSet.of(alone, 3));
  }

  private static ZSet run(Unnest unnest, byte[] row) {
    return CircuitRun.sum(
        unnest.evaluate(
            OperatorLaws.statement(),
            List.of(new CircuitRun.ZSetInput(ZSet.of(row, 3), false, 2))));
  }
}
