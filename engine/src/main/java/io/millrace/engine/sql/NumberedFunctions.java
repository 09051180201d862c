package io.millrace.engine.sql;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLeadLagAggFunction;
import org.apache.calcite.sql.fun.SqlNthValueAggFunction;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeInference;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.util.Optionality;

/** Window functions that take a number, with types for parameters, which Calcite's do not give. */
final class NumberedFunctions {
  private static final RelDataType NUMBER =
      RelTypes.of(ColumnType.of(CellType.INTEGER).withNullable(true));

  static final List<SqlOperator> LIST =
      List.of(new Away(SqlKind.LAG), new Away(SqlKind.LEAD), new NthValue(), new Ntile());

  /** The second is a number, the others are of the first one's type. */
  private static final SqlOperandTypeInference VALUE_AND_NUMBER =
      (call, returnType, types) -> {
        RelDataType value = call.getValidator().deriveType(call.getScope(), call.operand(0));
        Arrays.fill(types, call.getTypeFactory().createTypeWithNullability(value, true));
        if (types.length > 1) {
          types[1] = NUMBER;
        }
      };

  private NumberedFunctions() {}

  private static final class Away extends SqlLeadLagAggFunction {
    Away(SqlKind kind) {
      super(kind);
    }

    @Override
    public SqlOperandTypeInference getOperandTypeInference() {
      return VALUE_AND_NUMBER;
    }
  }

  private static final class NthValue extends SqlNthValueAggFunction {
    NthValue() {
      super(SqlKind.NTH_VALUE);
    }

    @Override
    public SqlOperandTypeInference getOperandTypeInference() {
      return VALUE_AND_NUMBER;
    }
  }

  /** Calcite's takes a constant only; NULL buckets give NULL. */
  private static final class Ntile extends SqlAggFunction {
    Ntile() {
      super(
          "NTILE",
          null,
          SqlKind.NTILE,
          ReturnTypes.INTEGER.andThen(SqlTypeTransforms.TO_NULLABLE),
          InferTypes.explicit(List.of(NUMBER)),
          OperandTypes.EXACT_NUMERIC,
          SqlFunctionCategory.NUMERIC,
          false,
          true,
          Optionality.FORBIDDEN);
    }

    @Override
    public boolean allowsFraming() {
      return false;
    }
  }
}
