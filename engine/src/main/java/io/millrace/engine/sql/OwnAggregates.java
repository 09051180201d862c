package io.millrace.engine.sql;

import io.millrace.engine.expr.RexPercentileFunction;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlCountAggFunction;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlOperandTypeInference;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/** Aggregates that Calcite lacks, or has with other types than ours. */
final class OwnAggregates {
  private static final SqlReturnTypeInference NULLABLE_DOUBLE =
      ReturnTypes.explicit(SqlTypeName.DOUBLE).andThen(SqlTypeTransforms.FORCE_NULLABLE);

  private static final SqlReturnTypeInference NULLABLE_FIRST =
      ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE);

  /** However short the texts are that are put together. */
  private static final SqlReturnTypeInference TEXT =
      binding -> RelTypes.of(ColumnType.of(CellType.VARCHAR));

  private static final SqlOperandTypeChecker TEXTS =
      OperandTypes.family(SqlTypeFamily.CHARACTER)
          .or(OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER));

  static final SqlAggFunction STRING_AGG = list("STRING_AGG");

  /** NULL over nothing, which a FILTER may leave of a group too. */
  static final SqlAggFunction ARRAY_AGG =
      new Own(
          "ARRAY_AGG",
          ReturnTypes.TO_ARRAY.andThen(SqlTypeTransforms.FORCE_NULLABLE),
          OperandTypes.ANY,
          null,
          Optionality.OPTIONAL);

  static final SqlAggFunction MODE =
      new Own("MODE", NULLABLE_FIRST, OperandTypes.ANY, null, Optionality.OPTIONAL);

  /** COUNT of a row: it counts whatever is in it. */
  static final SqlAggFunction COUNT_ROWS = new Count("COUNT_ROWS", OperandTypes.ONE_OR_MORE);

  static final List<SqlOperator> LIST = all();

  private OwnAggregates() {}

  private static List<SqlOperator> all() {
    List<SqlOperator> all =
        new ArrayList<>(
            List.of(
                STRING_AGG,
                ARRAY_AGG,
                list("LISTAGG"),
                MODE,
                new RexPercentileFunction("MEDIAN", true, new BigDecimal("0.5")),
                new Count("REGR_COUNT", OperandTypes.NUMERIC_NUMERIC)));
    // Calcite derives the types of these together with that of AVG: DECIMAL for exact numbers.
    for (String name :
        List.of("STDDEV", "STDDEV_POP", "STDDEV_SAMP", "VARIANCE", "VAR", "VAR_POP", "VAR_SAMP")) {
      all.add(new Own(name, NULLABLE_DOUBLE, OperandTypes.NUMERIC, null, Optionality.FORBIDDEN));
    }
    for (String name :
        List.of(
            "COVAR_POP",
            "COVAR_SAMP",
            "CORR",
            "REGR_AVGX",
            "REGR_AVGY",
            "REGR_SXX",
            "REGR_SYY",
            "REGR_SXY",
            "REGR_SLOPE",
            "REGR_INTERCEPT",
            "REGR_R2")) {
      all.add(
          new Own(
              name, NULLABLE_DOUBLE, OperandTypes.NUMERIC_NUMERIC, null, Optionality.FORBIDDEN));
    }
    // NULL also where all of the second argument is, so even if the first is NOT NULL.
    for (String name : List.of("ARG_MIN", "ARG_MAX", "MIN_BY", "MAX_BY")) {
      all.add(new Own(name, NULLABLE_FIRST, OperandTypes.ANY_ANY, null, Optionality.FORBIDDEN));
    }
    return List.copyOf(all);
  }

  /** The aggregate of ours that a call is of, or null. */
  static @Nullable SqlAggFunction of(SqlCall call) {
    if (call.getOperator() instanceof Own
        || call.getOperator() instanceof Count
        || call.getOperator() instanceof RexPercentileFunction) {
      return (SqlAggFunction) call.getOperator();
    }
    String name = call.getOperator().getName();
    return LIST.stream()
        .filter(own -> own.getName().equalsIgnoreCase(name))
        .map(SqlAggFunction.class::cast)
        .findFirst()
        .orElse(null);
  }

  private static SqlAggFunction list(String name) {
    return new Own(name, TEXT, TEXTS, InferTypes.VARCHAR_1024, Optionality.OPTIONAL);
  }

  private static final class Own extends SqlAggFunction {
    Own(
        String name,
        SqlReturnTypeInference type,
        SqlOperandTypeChecker operands,
        @Nullable SqlOperandTypeInference parameters,
        Optionality order) {
      super(
          name,
          null,
          SqlKind.OTHER_FUNCTION,
          type,
          parameters,
          operands,
          SqlFunctionCategory.NUMERIC,
          false,
          false,
          order);
    }

    /** Not looked up by name and operands, which would find Calcite's. */
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
      call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
      return validateOperands(validator, scope, call);
    }
  }

  /**
   * A function that is 0 over no rows. It is a kind of COUNT for Calcite, whose decorrelator gives
   * such a subquery its 0 back where there is nothing to join.
   */
  private static final class Count extends SqlCountAggFunction {
    Count(String name, SqlOperandTypeChecker operands) {
      super(name, operands);
    }

    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
      call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
      return validateOperands(validator, scope, call);
    }
  }
}
