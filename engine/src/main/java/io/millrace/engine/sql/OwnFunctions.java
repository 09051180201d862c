package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.util.Optionality;

/** Functions that Calcite lacks, or has with other types than ours. */
final class OwnFunctions {
  static final SqlOperatorTable TABLE =
      SqlOperatorTables.of(
          List.of(
              new Random(),
              new Deviation("STDDEV", SqlKind.STDDEV_SAMP),
              new Deviation("STDDEV_POP", SqlKind.STDDEV_POP),
              new Deviation("STDDEV_SAMP", SqlKind.STDDEV_SAMP),
              new Deviation("VARIANCE", SqlKind.VAR_SAMP),
              new Deviation("VAR_POP", SqlKind.VAR_POP),
              new Deviation("VAR_SAMP", SqlKind.VAR_SAMP)));

  private OwnFunctions() {}

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

  /**
   * Variances and deviations yield DOUBLE. Calcite derives their types together with that of AVG,
   * which is DECIMAL for exact numbers.
   */
  private static final class Deviation extends SqlAggFunction {
    private static final SqlReturnTypeInference NULLABLE_DOUBLE =
        ReturnTypes.explicit(SqlTypeName.DOUBLE).andThen(SqlTypeTransforms.FORCE_NULLABLE);

    Deviation(String name, SqlKind kind) {
      super(
          name,
          null,
          kind,
          NULLABLE_DOUBLE,
          null,
          OperandTypes.NUMERIC,
          SqlFunctionCategory.NUMERIC,
          false,
          false,
          Optionality.FORBIDDEN);
    }
  }
}
