package io.millrace.engine.expr;

import java.math.BigDecimal;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * A percentile of its one operand, with the fraction as part of the function: so no rewriting of a
 * plan can separate the two, or make it vary from row to row. The direction, if one was written, is
 * that of WITHIN GROUP. Immutable.
 */
public final class RexPercentileFunction extends SqlAggFunction {
  /** DOUBLE, but an interval lies between intervals. */
  private static final SqlReturnTypeInference BETWEEN =
      binding ->
          SqlTypeUtil.isInterval(binding.getOperandType(0))
              ? binding.getOperandType(0)
              : binding.getTypeFactory().createSqlType(SqlTypeName.DOUBLE);

  private static final SqlOperandTypeChecker MEASURES =
      OperandTypes.NUMERIC.or(OperandTypes.family(SqlTypeFamily.DATETIME_INTERVAL));

  private final AggregateFunction function;
  private final BigDecimal fraction;

  /**
   * The function under a name.
   *
   * @param fraction from 0 to 1
   */
  public RexPercentileFunction(String name, boolean between, BigDecimal fraction) {
    super(
        name,
        null,
        SqlKind.OTHER_FUNCTION,
        (between ? BETWEEN : ReturnTypes.ARG0).andThen(SqlTypeTransforms.FORCE_NULLABLE),
        null,
        between ? MEASURES : OperandTypes.ANY,
        SqlFunctionCategory.SYSTEM,
        false,
        false,
        Optionality.OPTIONAL);
    this.function = between ? AggregateFunction.PERCENTILE_CONT : AggregateFunction.PERCENTILE_DISC;
    this.fraction = fraction;
  }

  AggregateFunction function() {
    return function;
  }

  BigDecimal fraction() {
    return fraction;
  }

  /** Not looked up by name and operands, which would find Calcite's. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
    return validateOperands(validator, scope, call);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RexPercentileFunction that
        && super.equals(other)
        && function == that.function
        && fraction.equals(that.fraction);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), function, fraction);
  }

  /** With the fraction, for the plan's text that tells calls apart. */
  @Override
  public String toString() {
    return getName() + "[" + fraction + "]";
  }
}
