package io.millrace.engine.sql;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * A function that text cannot call, around an expression of which Calcite has to be told something
 * that it has no place for. Planning takes it off again.
 */
public final class Marker extends SqlFunction {
  /** On the offsets of a frame in GROUPS. */
  public static final Marker GROUPS = new Marker("GROUPS", ReturnTypes.ARG0);

  /** On the offsets of a frame in ROWS that are no plain numbers. */
  public static final Marker ROWS = new Marker("ROWS", ReturnTypes.ARG0);

  /** On the number of rows of FETCH … WITH TIES. */
  public static final Marker WITH_TIES = new Marker("WITH TIES", ReturnTypes.ARG0);

  /** On what may be NULL although Calcite thinks it can't. */
  public static final Marker NULLABLE = new Marker("NULLABLE", ReturnTypes.ARG0_FORCE_NULLABLE);

  /** On the first argument of a window function that passes NULLs over. */
  public static final Marker IGNORE_NULLS = new Marker("IGNORE NULLS", ReturnTypes.ARG0);

  /** On a column of an enclosing query, where Calcite asks of columns that they be grouped. */
  public static final Marker OUTER = new Marker("OUTER", ReturnTypes.ARG0);

  private Marker(String name, SqlReturnTypeInference type) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        type,
        InferTypes.RETURN_TYPE,
        OperandTypes.ANY,
        SqlFunctionCategory.SYSTEM);
  }

  /** The expression with the mark. */
  public SqlNode on(SqlNode node) {
    return createCall(node.getParserPosition(), node);
  }

  /** Whether an expression has the mark. */
  public boolean isOn(@Nullable RexNode node) {
    return node instanceof RexCall call && call.getOperator().equals(this);
  }

  /** Whether an expression has the mark. */
  boolean isOn(@Nullable SqlNode node) {
    return node instanceof SqlCall call && call.getOperator().equals(this);
  }

  /** The expression without the mark, if it has it. */
  public RexNode off(RexNode node) {
    return isOn(node) ? ((RexCall) node).getOperands().get(0) : node;
  }

  /** Visitors of expressions, the check for columns that are not grouped among them, stop here. */
  @Override
  public <R> void acceptCall(
      SqlVisitor<R> visitor,
      SqlCall call,
      boolean onlyExpressions,
      SqlBasicVisitor.ArgHandler<R> handler) {
    if (!(equals(OUTER) && onlyExpressions)) {
      super.acceptCall(visitor, call, onlyExpressions, handler);
    }
  }

  /** Is in no table of functions to be looked up in. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataType type = validator.deriveType(scope, call.operand(0));
    return equals(NULLABLE)
        ? validator.getTypeFactory().createTypeWithNullability(type, true)
        : type;
  }
}
