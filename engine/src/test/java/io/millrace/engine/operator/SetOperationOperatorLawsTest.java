package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Input;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SetOperationOperatorLawsTest {
  private static final RowType TYPE = RowType.of(ColumnType.of(CellType.INTEGER));

  private static void check(SetOperation.Kind kind) {
    new OperatorLaws(new SetOperation(kind, 2, TYPE), TYPE, TYPE).check();
    new OperatorLaws(new SetOperation(kind, 3, TYPE), TYPE, TYPE, TYPE).check();
    OperatorLaws.selfJoin(new SetOperation(kind, 2, TYPE), 2, TYPE).check();
  }

  @Test
  void intersect() {
    check(SetOperation.Kind.INTERSECT);
  }

  @Test
  void intersectAll() {
    check(SetOperation.Kind.INTERSECT_ALL);
  }

  @Test
  void except() {
    check(SetOperation.Kind.EXCEPT);
  }

  @Test
  void exceptAll() {
    check(SetOperation.Kind.EXCEPT_ALL);
  }

  @Test
  void theKindsDifferAsSqlSays() {
    assertWeights(SetOperation.Kind.INTERSECT, 1, 0);
    assertWeights(SetOperation.Kind.INTERSECT_ALL, 2, 0);
    assertWeights(SetOperation.Kind.EXCEPT, 0, 1);
    assertWeights(SetOperation.Kind.EXCEPT_ALL, 1, 2);
  }

  /** Row x is there 3 times and 2 times, row y twice and not at all. */
  private static void assertWeights(SetOperation.Kind kind, long ofX, long ofY) {
    byte[] x = TYPE.encode(1L);
    byte[] y = TYPE.encode(new @Nullable Object[] {null});
    ZSet left = ZSet.of(x, 3).plus(ZSet.of(y, 2));
    List<Input> inputs =
        List.of(
            new CircuitRun.ZSetInput(left, false, 2),
            new CircuitRun.ZSetInput(ZSet.of(x, 2), false, 1));

    ZSet result =
        CircuitRun.sum(new SetOperation(kind, 2, TYPE).evaluate(OperatorLaws.statement(), inputs));

    assertThat(result).isEqualTo(ZSet.of(x, ofX).plus(ZSet.of(y, ofY)));
  }
}
