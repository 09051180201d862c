package io.millrace.engine.operator;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JoinOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final ColumnType TEXT = ColumnType.varchar(10);
  private static final RowType A = RowType.of(INTEGER, TEXT.notNull());
  private static final RowType B = RowType.of(INTEGER.notNull(), ColumnType.varchar(5));
  private static final RowType EDGE = RowType.of(INTEGER, INTEGER);

  private static Join.Equality equal(int left, int leftColumn, int right, int rightColumn) {
    return new Join.Equality(left, leftColumn, right, rightColumn, false);
  }

  private static Join.Equality same(int left, int leftColumn, int right, int rightColumn) {
    return new Join.Equality(left, leftColumn, right, rightColumn, true);
  }

  @Test
  void aNullableAndANotNullKeyMeet() {
    new OperatorLaws(new Join(List.of(A, B), List.of(equal(0, 0, 1, 0)), 3, 0, 1), A, B).check();
  }

  @Test
  void nullSafeKeysMeetInNull() {
    new OperatorLaws(
            new Join(List.of(EDGE, EDGE), List.of(same(0, 0, 1, 1)), 0, 1, 2, 3), EDGE, EDGE)
        .check();
  }

  @Test
  void severalKeysOfBothKinds() {
    Join join =
        new Join(List.of(A, B), List.of(same(1, 1, 0, 1), equal(0, 0, 1, 0)), 0, 1, 2, 3, 0);
    new OperatorLaws(join, A, B).check();
  }

  @Test
  void aProductHasNoKey() {
    new OperatorLaws(new Join(List.of(EDGE, B), List.of(), 0, 3), EDGE, B).check();
  }

  @Test
  void aSelfJoinChangesOnBothSides() {
    OperatorLaws.selfJoin(
            new Join(List.of(EDGE, EDGE), List.of(equal(0, 1, 1, 0)), 0, 1, 3), 2, EDGE)
        .check();
  }

  @Test
  void triangles() {
    List<Join.Equality> closed = List.of(equal(0, 1, 1, 0), equal(1, 1, 2, 0), equal(2, 1, 0, 0));
    OperatorLaws.selfJoin(new Join(List.of(EDGE, EDGE, EDGE), closed, 0, 2, 4), 3, EDGE).check();
  }

  @Test
  void threeInputsInAStarWithOneKeyTwice() {
    List<Join.Equality> star =
        List.of(equal(0, 0, 1, 0), equal(0, 1, 2, 0), same(1, 1, 2, 0), equal(1, 0, 0, 1));
    new OperatorLaws(new Join(List.of(EDGE, EDGE, EDGE), star, 5, 0), EDGE, EDGE, EDGE).check();
  }

  @Test
  void fourInputsOfWhichTwoAreConnectedToNothing() {
    new OperatorLaws(
            new Join(List.of(EDGE, B, EDGE, A), List.of(equal(0, 0, 2, 1)), 1, 3, 7),
            EDGE,
            B,
            EDGE,
            A)
        .check();
  }
}
