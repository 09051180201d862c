package io.millrace.engine.operator;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import org.junit.jupiter.api.Test;

final class UnionOperatorLawsTest {
  private static final RowType TYPE =
      RowType.of(ColumnType.of(CellType.INTEGER), ColumnType.varchar(5));

  @Test
  void threeInputsAddUp() {
    new OperatorLaws(new Union(TYPE), TYPE, TYPE, TYPE).check();
  }

  @Test
  void theSameRelationCountsTwice() {
    OperatorLaws.selfJoin(new Union(TYPE), 2, TYPE).check();
  }
}
