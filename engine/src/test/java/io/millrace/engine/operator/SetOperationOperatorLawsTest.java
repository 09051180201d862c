package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Input;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SetOperationOperatorLawsTest {
  private static final RowType TYPE = RowType.of(ColumnType.of(CellType.INTEGER));

  /** NULL is equal to itself. */
  private static final byte[] ROW = TYPE.nulls();

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

  /** A row is there 0 to 3 times in each of three inputs, in all ways. */
  @ParameterizedTest
  @EnumSource
  void copiesAreKeptAsIfRowsWereTakenOutOneByOne(SetOperation.Kind kind) {
    SetOperation operation = new SetOperation(kind, 3, TYPE);
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < 4; b++) {
        for (int c = 0; c < 4; c++) {
          List<Input> inputs = List.of(copies(a), copies(b), copies(c));

          ZSet result = CircuitRun.sum(operation.evaluate(OperatorLaws.statement(), inputs));

          int expected = oneByOne(kind, oneByOne(kind, a, b), c);
          assertThat(result).as("%d, %d, %d", a, b, c).isEqualTo(ZSet.of(ROW, expected));
        }
      }
    }
  }

  private static Input copies(int count) {
    return new CircuitRun.ZSetInput(ZSet.of(ROW, count), false, 1);
  }

  /** How many of {@code left} copies are kept, each finding or not finding one of the right. */
  private static int oneByOne(SetOperation.Kind kind, int left, int right) {
    boolean all = kind == SetOperation.Kind.INTERSECT_ALL || kind == SetOperation.Kind.EXCEPT_ALL;
    boolean kept = kind == SetOperation.Kind.INTERSECT || kind == SetOperation.Kind.INTERSECT_ALL;
    int partners = right;
    int count = 0;
    for (int copy = 0; copy < left; copy++) {
      boolean found = partners > 0;
      count += found == kept && (all || count == 0) ? 1 : 0;
      partners -= all && found ? 1 : 0;
    }
    return count;
  }
}
