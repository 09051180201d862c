package io.millrace.engine.expr;

import io.millrace.engine.error.DatabaseException;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLambda;
import org.apache.calcite.rex.RexLambdaRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexNodeAndFieldIndex;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexPatternFieldRef;
import org.apache.calcite.rex.RexRangeRef;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexTableInputRef;
import org.apache.calcite.rex.RexVisitor;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * From Calcite's expressions to ours, with constant parts evaluated. An expression may be NOT NULL,
 * or longer text, where Calcite's type is nullable or limited: take the types of rows from {@link
 * Expr#type()}, or bring the expression to the row's type with {@link Exprs#coerce}.
 *
 * <p>One thread at a time.
 */
public final class RexExprBuilder implements RexVisitor<Expr> {
  private final @Nullable RowType input;
  private final RexCalls calls = new RexCalls(this);

  private RexExprBuilder(@Nullable RowType input) {
    this.input = input;
  }

  /**
   * The expression over rows of {@code input}, whose column types it takes instead of Calcite's.
   *
   * @throws DatabaseException 0A000 naming what can't be evaluated
   */
  public static Expr build(RexNode node, RowType input) {
    return node.accept(new RexExprBuilder(input));
  }

  /** As {@link #build(RexNode, RowType)}, with columns of the types that Calcite gives them. */
  public static Expr build(RexNode node) {
    return node.accept(new RexExprBuilder(null));
  }

  @Override
  public Expr visitInputRef(RexInputRef ref) {
    ColumnType type = input == null ? RexTypes.of(ref.getType()) : input.column(ref.getIndex());
    return Exprs.column(ref.getIndex(), type);
  }

  @Override
  public Expr visitLiteral(RexLiteral literal) {
    return RexLiterals.literal(literal);
  }

  @Override
  public Expr visitDynamicParam(RexDynamicParam parameter) {
    return Exprs.parameter(parameter.getIndex(), RexTypes.of(parameter.getType()));
  }

  @Override
  public Expr visitCall(RexCall call) {
    try {
      return Exprs.foldNode(calls.build(call));
    } catch (DatabaseException e) {
      throw at(e, call.getParserPosition());
    }
  }

  private static DatabaseException at(DatabaseException error, @Nullable SqlParserPos position) {
    return position == null || position.getLineNum() <= 0
        ? error
        : error.at(position.getLineNum(), position.getColumnNum());
  }

  @Override
  public Expr visitOver(RexOver over) {
    throw unsupported("A window function here", "Use it in the SELECT list or in QUALIFY.");
  }

  @Override
  public Expr visitSubQuery(RexSubQuery query) {
    throw unsupported("A subquery here", "Write it as a join.");
  }

  @Override
  public Expr visitCorrelVariable(RexCorrelVariable variable) {
    throw unsupported("A reference to an outer query here", "Write the subquery as a join.");
  }

  @Override
  public Expr visitFieldAccess(RexFieldAccess access) {
    RexNode of = access.getReferenceExpr();
    if (of instanceof RexCorrelVariable variable) {
      return visitCorrelVariable(variable);
    }
    Expr row = of.accept(this);
    if (row.type().type() != CellType.ROW) {
      throw unsupported("Access to a field of a value", "Use a ROW.");
    }
    return Exprs.call("FIELD", row, Exprs.literal(access.getField().getIndex()));
  }

  @Override
  public Expr visitLambda(RexLambda lambda) {
    throw unsupported("A lambda expression", "Write the expression itself.");
  }

  @Override
  public Expr visitLambdaRef(RexLambdaRef ref) {
    throw unsupported("A lambda expression", "Write the expression itself.");
  }

  @Override
  public Expr visitPatternFieldRef(RexPatternFieldRef ref) {
    throw unsupported("MATCH_RECOGNIZE", "Use window functions.");
  }

  @Override
  public Expr visitLocalRef(RexLocalRef ref) {
    throw new AssertionError("program not expanded: " + ref);
  }

  @Override
  public Expr visitRangeRef(RexRangeRef ref) {
    throw new AssertionError("range of columns in an expression: " + ref);
  }

  @Override
  public Expr visitTableInputRef(RexTableInputRef ref) {
    throw new AssertionError("column of a table in an expression: " + ref);
  }

  @Override
  public Expr visitNodeAndFieldIndex(RexNodeAndFieldIndex ref) {
    throw new AssertionError("node and field in an expression: " + ref);
  }

  private static DatabaseException unsupported(String construct, String advice) {
    return Failures.unsupported(construct, advice);
  }

  List<Expr> buildAll(List<RexNode> nodes) {
    return nodes.stream().map(node -> node.accept(this)).toList();
  }
}
