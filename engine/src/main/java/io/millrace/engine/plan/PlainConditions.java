package io.millrace.engine.plan;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.expr.And;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlBetweenOperator;

/**
 * Conditions over the columns of one relation as the full planner has them: comparisons of a column
 * with a literal or parameter, BETWEEN, IN lists of literals, IS NULL, and AND and OR of these.
 * Others are not plain.
 */
final class PlainConditions {
  private final Relation relation;
  private final PlainCells cells;

  PlainConditions(Relation relation, PlainCells cells) {
    this.relation = relation;
    this.cells = cells;
  }

  /** The parts of a conjunction. One that may say what another does, turned round, is not plain. */
  List<Expr> parts(SqlNode node) {
    List<Expr> parts = node.getKind() == SqlKind.AND ? operands((SqlCall) node) : List.of(of(node));
    List<Expr> conjuncts = new ArrayList<>();
    parts.forEach(p -> conjuncts.addAll(p instanceof And ? p.children() : List.of(p)));
    Set<Integer> seen = new HashSet<>();
    conjuncts.forEach(conjunct -> NotPlain.unless(seen.add(hashOfAnyOrder(conjunct))));
    return conjuncts;
  }

  /** The same for what differs in the order of operands and the direction of comparisons. */
  private static int hashOfAnyOrder(Expr expr) {
    if (expr.children().isEmpty()) {
      return expr.hashCode();
    }
    int hash = expr.getClass().hashCode();
    for (Expr child : expr.children()) {
      hash += 31 * hashOfAnyOrder(child);
    }
    return hash;
  }

  private Expr of(SqlNode node) {
    NotPlain.unless(node instanceof SqlCall);
    SqlCall call = (SqlCall) node;
    return switch (call.getKind()) {
      case AND -> Exprs.and(operands(call));
      case OR -> Exprs.or(operands(call));
      case EQUALS -> comparison(ComparisonOperator.EQUAL, call);
      case NOT_EQUALS -> comparison(ComparisonOperator.NOT_EQUAL, call);
      case LESS_THAN -> comparison(ComparisonOperator.LESS, call);
      case LESS_THAN_OR_EQUAL -> comparison(ComparisonOperator.LESS_OR_EQUAL, call);
      case GREATER_THAN -> comparison(ComparisonOperator.GREATER, call);
      case GREATER_THAN_OR_EQUAL -> comparison(ComparisonOperator.GREATER_OR_EQUAL, call);
      case BETWEEN -> between(call);
      case IN -> in(call);
      case IS_NULL -> Exprs.isNull(nullable(call.operand(0)));
      case IS_NOT_NULL -> Exprs.isNotNull(nullable(call.operand(0)));
      default -> throw new NotPlain();
    };
  }

  /** Of a chain of ANDs or ORs, which may be long and lean to the left, all operands in order. */
  private List<Expr> operands(SqlCall chain) {
    List<Expr> operands = new ArrayList<>();
    Deque<SqlNode> left = new ArrayDeque<>();
    left.push(chain);
    while (!left.isEmpty()) {
      SqlNode node = left.pop();
      if (node.getKind() == chain.getKind()) {
        left.push(((SqlCall) node).operand(1));
        left.push(((SqlCall) node).operand(0));
      } else {
        operands.add(of(node));
      }
    }
    return operands;
  }

  private Expr comparison(ComparisonOperator operator, SqlCall call) {
    SqlNode left = call.operand(0);
    SqlNode right = call.operand(1);
    if (left instanceof SqlIdentifier) {
      Expr column = column(left);
      return Exprs.compare(operator, column, value(operator, right, column.type()));
    }
    Expr column = column(right);
    return Exprs.compare(operator, value(operator, left, column.type()), column);
  }

  private Expr value(ComparisonOperator operator, SqlNode node, ColumnType column) {
    boolean equality =
        operator == ComparisonOperator.EQUAL || operator == ComparisonOperator.NOT_EQUAL;
    return equality ? cells.compared(node, column) : cells.ordered(node, column);
  }

  private Expr between(SqlCall call) {
    SqlBetweenOperator operator = (SqlBetweenOperator) call.getOperator();
    NotPlain.unless(!operator.isNegated() && operator.flag == SqlBetweenOperator.Flag.ASYMMETRIC);
    Expr column = column(call.operand(0));
    ColumnType type = column.type();
    return Exprs.and(
        Exprs.compare(
            ComparisonOperator.GREATER_OR_EQUAL, column, cells.bound(call.operand(1), type)),
        Exprs.compare(
            ComparisonOperator.LESS_OR_EQUAL, column, cells.bound(call.operand(2), type)));
  }

  private Expr in(SqlCall call) {
    NotPlain.unless(call.operand(1) instanceof SqlNodeList);
    Expr column = column(call.operand(0));
    List<Expr> alternatives = new ArrayList<>();
    for (Expr value : cells.listed(call.operand(1), column.type())) {
      alternatives.add(Exprs.compare(ComparisonOperator.EQUAL, column, value));
    }
    return Exprs.or(alternatives);
  }

  /** What a column that is never NULL is asked for is known. */
  private Expr nullable(SqlNode node) {
    Expr column = column(node);
    NotPlain.unless(column.type().nullable());
    return column;
  }

  private Expr column(SqlNode node) {
    int position = PlainStatements.column(node, relation);
    return Exprs.column(position, relation.columns().get(position).type());
  }
}
