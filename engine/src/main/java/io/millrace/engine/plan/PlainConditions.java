package io.millrace.engine.plan;

import io.millrace.engine.expr.And;
import io.millrace.engine.expr.Call;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.IsNull;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Not;
import io.millrace.engine.expr.Or;
import io.millrace.engine.expr.Types;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Conditions over the columns of tables as the full planner has them: comparisons of a column with
 * a literal or parameter and of computed numbers, BETWEEN, IN, IS NULL, and AND, OR and NOT of
 * these. Others are not plain.
 */
final class PlainConditions {
  private static final ColumnType UNKNOWN = ColumnType.of(CellType.BOOLEAN);

  private final PlainScope scope;
  private final PlainCells cells;
  private final PlainExpressions expressions;

  /**
   * @param simplified whether the converter simplifies what is computed here, as in a select list
   */
  PlainConditions(PlainScope scope, PlainCells cells, boolean simplified) {
    this.scope = scope;
    this.cells = cells;
    this.expressions = new PlainExpressions(scope, this::of, simplified);
  }

  /** What an item of a select list comes to. */
  Expr item(SqlNode node) {
    return expressions.item(node);
  }

  /** The different parts of a conjunction. */
  List<Expr> parts(SqlNode node) {
    List<Expr> parts = conjuncts(of(node)).stream().map(Exprs::foldNode).toList();
    parts.forEach(part -> NotPlain.unless(!isKnown(part)));
    return different(parts);
  }

  /** Those that differ, and all constants. One that may say what another does is not plain. */
  private static List<Expr> different(List<Expr> parts) {
    Map<Integer, Expr> seen = new HashMap<>();
    List<Expr> different = new ArrayList<>();
    for (Expr part : parts) {
      Expr earlier = seen.putIfAbsent(hashOfAnyOrder(part), part);
      NotPlain.unless(earlier == null || earlier.equals(part));
      if (earlier == null || part instanceof Literal) {
        different.add(part);
      }
    }
    return different;
  }

  private static List<Expr> conjuncts(Expr condition) {
    return condition instanceof And ? condition.children() : List.of(condition);
  }

  /** Whether a test for NULL has the same answer for all rows. */
  private static boolean isKnown(Expr conjunct) {
    return conjunct instanceof Not not
        ? isKnown(not.operand())
        : conjunct instanceof IsNull test && !test.operand().type().nullable();
  }

  /** The same for what differs in the order of operands and the direction of comparisons. */
  static int hashOfAnyOrder(Expr expr) {
    if (expr.children().isEmpty()) {
      return expr.hashCode();
    }
    if (expr instanceof Comparison test) {
      int left = hashOfAnyOrder(test.left());
      int right = hashOfAnyOrder(test.right());
      return switch (test.operator()) {
        case LESS -> 7 * right + left + 1;
        case GREATER -> 7 * left + right + 1;
        case LESS_OR_EQUAL -> 7 * right + left + 2;
        case GREATER_OR_EQUAL -> 7 * left + right + 2;
        case EQUAL -> left + right + 3;
        case NOT_EQUAL -> left + right + 4;
      };
    }
    int hash = expr.getClass().hashCode() + (expr instanceof IsNull t && t.negated() ? 1 : 0);
    hash += expr instanceof Call call ? call.function().name().hashCode() : 0;
    for (Expr child : expr.children()) {
      hash += 31 * hashOfAnyOrder(child);
    }
    return hash;
  }

  private Expr of(SqlNode node) {
    NotPlain.unless(node instanceof SqlCall);
    SqlCall call = (SqlCall) node;
    return switch (call.getKind()) {
      case AND -> and(operands(call));
      case OR -> or(operands(call));
      case EQUALS -> comparison(ComparisonOperator.EQUAL, call);
      case NOT_EQUALS -> comparison(ComparisonOperator.NOT_EQUAL, call);
      case LESS_THAN -> comparison(ComparisonOperator.LESS, call);
      case LESS_THAN_OR_EQUAL -> comparison(ComparisonOperator.LESS_OR_EQUAL, call);
      case GREATER_THAN -> comparison(ComparisonOperator.GREATER, call);
      case GREATER_THAN_OR_EQUAL -> comparison(ComparisonOperator.GREATER_OR_EQUAL, call);
      case BETWEEN -> between(call);
      case IN -> in(call);
      case NOT_IN -> not(in(call));
      case NOT -> negated(call.operand(0));
      case IS_NULL -> isNull(call.operand(0), false);
      case IS_NOT_NULL -> isNull(call.operand(0), true);
      default -> throw new NotPlain();
    };
  }

  /** A conjunction in it becomes a part of it before constants are computed. */
  private static Expr and(List<Expr> operands) {
    return Exprs.and(operands.stream().map(o -> o instanceof And ? o : Exprs.foldNode(o)).toList());
  }

  private static Expr or(List<Expr> operands) {
    return Exprs.or(operands.stream().map(o -> o instanceof Or ? o : Exprs.foldNode(o)).toList());
  }

  /** {@code left = right}, which CASE and NULLIF ask. */
  static SqlNode equality(SqlNode left, SqlNode right) {
    return SqlStdOperatorTable.EQUALS.createCall(SqlParserPos.ZERO, left, right);
  }

  private static Expr not(Expr condition) {
    NotPlain.unless(!(condition instanceof Not));
    return Exprs.foldNode(Exprs.not(Exprs.foldNode(condition)));
  }

  /** NOT of a condition, which the converter moves down to where IN is. */
  private Expr negated(SqlNode node) {
    if (!hasIn(node)) {
      return not(of(node));
    }
    SqlCall call = (SqlCall) node;
    return switch (node.getKind()) {
      case IN -> not(in(call));
      case NOT_IN -> in(call);
      case NOT -> of(call.operand(0));
      case AND -> or(call.getOperandList().stream().map(this::negated).toList());
      case OR -> and(call.getOperandList().stream().map(this::negated).toList());
      default -> throw new NotPlain();
    };
  }

  private static boolean hasIn(SqlNode node) {
    return node.getKind() == SqlKind.IN
        || node.getKind() == SqlKind.NOT_IN
        || (node instanceof SqlCall call
            && call.getOperandList().stream().anyMatch(o -> o != null && hasIn(o)));
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
    if (left instanceof SqlIdentifier && isGiven(right)) {
      Expr column = scope.column(left);
      return Exprs.compare(operator, column, value(operator, right, column.type()));
    }
    if (right instanceof SqlIdentifier && isGiven(left)) {
      Expr column = scope.column(right);
      return Exprs.compare(operator, value(operator, left, column.type()), column);
    }
    List<@Nullable Expr> sides = unified(left, right);
    return compared(operator, sides.get(0), sides.get(1));
  }

  /** Whether a column beside it says which type it has. */
  private static boolean isGiven(SqlNode node) {
    return node instanceof SqlDynamicParam
        || (node instanceof SqlLiteral && !PlainLiterals.isNull(node))
        || PlainLiterals.isNegative(node);
  }

  /** Whether two numbers of one type are equal, or one and NULL. */
  private Expr equal(SqlNode left, SqlNode right) {
    List<@Nullable Expr> sides = unified(left, right);
    Expr first = sides.get(0);
    Expr second = sides.get(1);
    NotPlain.unless(
        first == null
            || second == null
            || expressions.number(left).type().type() == expressions.number(right).type().type());
    return compared(ComparisonOperator.EQUAL, first, second);
  }

  /** The numbers in the type that can hold all of them; NULL, which has none, is null. */
  private List<@Nullable Expr> unified(SqlNode... nodes) {
    List<@Nullable Expr> numbers = new ArrayList<>();
    ColumnType widest = ColumnType.of(CellType.INTEGER);
    for (SqlNode node : nodes) {
      Expr number = PlainLiterals.isNull(node) ? null : expressions.number(node);
      numbers.add(number);
      widest = number == null ? widest : PlainExpressions.wider(widest, number.type());
    }
    ColumnType common = widest;
    numbers.replaceAll(n -> n == null ? null : as(common, n));
    return numbers;
  }

  private static Expr as(ColumnType type, Expr number) {
    return Exprs.foldNode(Exprs.cast(number, type.withNullable(number.type().nullable())));
  }

  private static Expr compared(
      ComparisonOperator operator, @Nullable Expr left, @Nullable Expr right) {
    if (left == null || right == null) {
      return Exprs.nullOf(UNKNOWN);
    }
    NotPlain.unless(!left.equals(right));
    return Exprs.foldNode(Exprs.compare(operator, left, right));
  }

  private Expr value(ComparisonOperator operator, SqlNode node, ColumnType column) {
    boolean equality =
        operator == ComparisonOperator.EQUAL || operator == ComparisonOperator.NOT_EQUAL;
    return equality ? cells.compared(node, column) : cells.ordered(node, column);
  }

  private Expr between(SqlCall call) {
    SqlBetweenOperator operator = (SqlBetweenOperator) call.getOperator();
    NotPlain.unless(operator.flag == SqlBetweenOperator.Flag.ASYMMETRIC);
    SqlNode value = call.operand(0);
    SqlNode lower = call.operand(1);
    SqlNode upper = call.operand(2);
    Expr between;
    if (value instanceof SqlIdentifier && isGiven(lower) && isGiven(upper)) {
      Expr column = scope.column(value);
      ColumnType type = column.type();
      between =
          Exprs.and(
              Exprs.compare(ComparisonOperator.GREATER_OR_EQUAL, column, cells.bound(lower, type)),
              Exprs.compare(ComparisonOperator.LESS_OR_EQUAL, column, cells.bound(upper, type)));
    } else {
      List<@Nullable Expr> numbers = unified(value, lower, upper);
      between =
          Exprs.and(
              compared(ComparisonOperator.GREATER_OR_EQUAL, numbers.get(0), numbers.get(1)),
              compared(ComparisonOperator.LESS_OR_EQUAL, numbers.get(0), numbers.get(2)));
    }
    return operator.isNegated() ? not(between) : between;
  }

  private Expr in(SqlCall call) {
    SqlNode value = call.operand(0);
    if (!(call.operand(1) instanceof SqlNodeList list)) {
      return scope.membership(scope.column(value), call.operand(1));
    }
    if (value instanceof SqlIdentifier && list.stream().allMatch(PlainConditions::isGiven)) {
      return listed(scope.column(value), list);
    }
    List<Expr> alternatives = new ArrayList<>();
    list.forEach(item -> alternatives.add(equal(value, item)));
    Set<Expr> once = new HashSet<>(different(alternatives));
    NotPlain.unless(once.size() == alternatives.size());
    return Exprs.or(alternatives);
  }

  private Expr listed(Expr column, SqlNodeList list) {
    List<Expr> alternatives = new ArrayList<>();
    for (Expr constant : cells.listed(list, column.type())) {
      alternatives.add(Exprs.compare(ComparisonOperator.EQUAL, column, constant));
    }
    if (Types.isText(column.type().type())) {
      // Texts that differ in blanks are equal as CHAR, but not to the converter.
      NotPlain.unless(list.stream().map(SqlNode::toString).distinct().count() == list.size());
      return Exprs.or(alternatives);
    }
    return Exprs.or(different(alternatives));
  }

  private Expr isNull(SqlNode node, boolean negated) {
    if (PlainLiterals.isNull(node)) {
      return Exprs.literal(!negated);
    }
    Expr operand = node instanceof SqlIdentifier ? scope.column(node) : expressions.number(node);
    return Exprs.foldNode(negated ? Exprs.isNotNull(operand) : Exprs.isNull(operand));
  }
}
