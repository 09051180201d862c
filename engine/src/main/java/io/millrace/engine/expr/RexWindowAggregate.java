package io.millrace.engine.expr;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.ExplicitOperatorBinding;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over a window with ORDER BY inside or FILTER, which Calcite has no place for there:
 * its operands are the arguments, then what orders them, then the condition. Immutable.
 */
public final class RexWindowAggregate extends SqlAggFunction {
  private final SqlAggFunction function;
  private final int arguments;
  private final List<RelFieldCollation> order;
  private final boolean filtered;

  /**
   * The aggregate.
   *
   * @param arguments how many it takes
   * @param order a direction for each operand that orders; the fields are those operands
   * @param filtered whether the last operand is a condition
   */
  public RexWindowAggregate(
      SqlAggFunction function, int arguments, List<RelFieldCollation> order, boolean filtered) {
    super(
        function.getName(),
        null,
        SqlKind.OTHER_FUNCTION,
        binding ->
            function.inferReturnType(
                new ExplicitOperatorBinding(
                    binding, binding.collectOperandTypes().subList(0, arguments))),
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.SYSTEM,
        false,
        false,
        Optionality.FORBIDDEN);
    this.function = function;
    this.arguments = arguments;
    this.order = List.copyOf(order);
    this.filtered = filtered;
  }

  /** The aggregate that is computed. */
  public SqlAggFunction function() {
    return function;
  }

  /** The operands that it takes. */
  public List<RexNode> arguments(RexOver over) {
    return over.getOperands().subList(0, arguments);
  }

  /** The directions of the operands that order its values. */
  public List<RelFieldCollation> order() {
    return order;
  }

  /** The condition, or null. */
  public @Nullable RexNode filter(RexOver over) {
    return filtered ? over.getOperands().get(over.getOperands().size() - 1) : null;
  }

  /** Not looked up by name and operands; the arguments must be those of the function. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    List<SqlNode> operands = call.getOperandList();
    operands.forEach(operand -> validator.deriveType(scope, operand));
    SqlCall plain =
        function.createCall(
            call.getFunctionQuantifier(), call.getParserPosition(), operands.subList(0, arguments));
    return function.deriveType(validator, scope, plain);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RexWindowAggregate that
        && function.equals(that.function)
        && arguments == that.arguments
        && order.equals(that.order)
        && filtered == that.filtered;
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, arguments, order, filtered);
  }

  /** With all that tells two of them apart in the plan's text. */
  @Override
  public String toString() {
    return function + "[" + arguments + ", " + order + ", " + filtered + "]";
  }
}
