package io.millrace.engine.operator;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class OuterJoinOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final RowType LEFT = RowType.of(INTEGER, INTEGER, ColumnType.varchar(5).notNull());
  private static final RowType RIGHT = RowType.of(INTEGER, INTEGER.notNull());

  private static void check(OuterJoin.Kind kind, RowType left, RowType right, JoinKey... keys) {
    new OperatorLaws(new OuterJoin(kind, left, right, List.of(keys), null), left, right).check();
  }

  @ParameterizedTest
  @EnumSource
  void byAnEqualityOfNullableColumns(OuterJoin.Kind kind) {
    check(kind, LEFT, RIGHT, new JoinKey(0, 0, false));
  }

  @ParameterizedTest
  @EnumSource
  void bySeveralKeysOfBothKinds(OuterJoin.Kind kind) {
    check(kind, LEFT, RIGHT, new JoinKey(0, 0, true), new JoinKey(1, 1, false));
  }

  @ParameterizedTest
  @EnumSource
  void byNoKeyAtAll(OuterJoin.Kind kind) {
    check(kind, RIGHT, RIGHT);
  }

  @ParameterizedTest
  @EnumSource
  void ofARelationWithItself(OuterJoin.Kind kind) {
    OperatorLaws.selfJoin(
            new OuterJoin(kind, LEFT, LEFT, List.of(new JoinKey(0, 1, false)), null), 2, LEFT)
        .check();
  }

  @ParameterizedTest
  @EnumSource
  void withAConditionThatCanBeUnknown(OuterJoin.Kind kind) {
    Conditions on = new Conditions(LEFT.concat(RIGHT));
    List<JoinKey> keys = List.of(new JoinKey(0, 0, false));
    new OperatorLaws(new OuterJoin(kind, LEFT, RIGHT, keys, on.less(1, 3)), LEFT, RIGHT).check();
    new OperatorLaws(new OuterJoin(kind, LEFT, RIGHT, List.of(), on.less(1, 4)), LEFT, RIGHT)
        .check();
  }

  @ParameterizedTest
  @EnumSource
  void aConditionIsNotEvaluatedForAPairThatNoStateEverHeld(OuterJoin.Kind kind) {
    OperatorLaws.failingConditionOnAPairThatNeverWas(
        (type, on) -> new OuterJoin(kind, type, type, List.of(new JoinKey(0, 0, false)), on));
  }
}
