package io.millrace.engine.operator;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AntiJoinOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final RowType LEFT = RowType.of(INTEGER, INTEGER, ColumnType.varchar(5).notNull());
  private static final RowType RIGHT = RowType.of(INTEGER, INTEGER.notNull());

  private static void check(RowType left, RowType right, JoinKey... keys) {
    new OperatorLaws(new AntiJoin(left, right, List.of(keys), null), left, right).check();
  }

  @Test
  void byAnEqualityOfNullableColumns() {
    check(LEFT, RIGHT, new JoinKey(0, 0, false));
  }

  @Test
  void byANullableAndANotNullColumn() {
    check(LEFT, RIGHT, new JoinKey(1, 1, false));
    check(RIGHT, LEFT, new JoinKey(1, 1, false));
  }

  @Test
  void byANullSafeEquality() {
    check(LEFT, RIGHT, new JoinKey(0, 0, true));
  }

  @Test
  void bySeveralKeysOfBothKinds() {
    check(LEFT, RIGHT, new JoinKey(0, 0, true), new JoinKey(1, 1, false));
    check(LEFT, RIGHT, new JoinKey(0, 0, false), new JoinKey(1, 0, false));
    check(LEFT, LEFT, new JoinKey(0, 1, false), new JoinKey(1, 0, false), new JoinKey(2, 2, false));
  }

  @Test
  void byNoKeyAtAll() {
    check(LEFT, RIGHT);
  }

  @Test
  void ofARelationWithItself() {
    OperatorLaws.selfJoin(
            new AntiJoin(LEFT, LEFT, List.of(new JoinKey(0, 1, false)), null), 2, LEFT)
        .check();
  }

  @Test
  void withAConditionThatCanBeUnknown() {
    Conditions on = new Conditions(LEFT.concat(RIGHT));
    List<JoinKey> keys = List.of(new JoinKey(0, 0, false));
    new OperatorLaws(new AntiJoin(LEFT, RIGHT, keys, on.less(1, 3)), LEFT, RIGHT).check();
    new OperatorLaws(new AntiJoin(LEFT, RIGHT, List.of(), on.less(1, 4)), LEFT, RIGHT).check();
    List<JoinKey> nullSafe = List.of(new JoinKey(1, 1, true));
    new OperatorLaws(new AntiJoin(LEFT, RIGHT, nullSafe, on.less(0, 3)), LEFT, RIGHT).check();
  }

  @Test
  void aConditionIsNotEvaluatedForAPairThatNoStateEverHeld() {
    OperatorLaws.failingConditionOnAPairThatNeverWas(
        (type, on) -> new AntiJoin(type, type, List.of(new JoinKey(0, 0, false)), on));
  }
}
