package io.millrace.engine.operator;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import org.junit.jupiter.api.Test;

final class DistinctOperatorLawsTest {
  @Test
  void rowsWithNullsAndTextAreThereOnceOrNot() {
    RowType type = RowType.of(ColumnType.of(CellType.INTEGER), ColumnType.varchar(5));
    new OperatorLaws(new Distinct(type), type).check();
  }
}
