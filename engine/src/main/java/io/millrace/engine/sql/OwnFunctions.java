package io.millrace.engine.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.util.SqlOperatorTables;

/** Functions that Calcite lacks, or has with other types than ours. */
final class OwnFunctions {
  static final SqlOperatorTable TABLE = SqlOperatorTables.of(all());

  private OwnFunctions() {}

  private static List<SqlOperator> all() {
    List<SqlOperator> all = new ArrayList<>(OwnAggregates.LIST);
    all.add(new Random());
    return all;
  }

  /** RANDOM(): a number from 0 to 1, another for each row. */
  private static final class Random extends SqlFunction {
    Random() {
      super(
          "RANDOM",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.DOUBLE,
          null,
          OperandTypes.NILADIC,
          SqlFunctionCategory.NUMERIC);
    }

    @Override
    public boolean isDeterministic() {
      return false;
    }
  }
}
