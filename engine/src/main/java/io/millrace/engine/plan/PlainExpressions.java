package io.millrace.engine.plan;

import io.millrace.engine.expr.Call;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Types;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Values computed from columns as the full planner has them: arithmetic of integers or of DOUBLEs,
 * ABS, CASE, COALESCE and NULLIF of integers, casts to integers. Others are not plain, and neither
 * is what the converter simplifies, such as {@code a + 0}.
 */
final class PlainExpressions {
  private final PlainScope scope;
  private final Function<SqlNode, Expr> conditions;
  private final boolean simplified;

  /**
   * @param conditions the condition that a node is
   * @param simplified whether the converter leaves out what makes no difference
   */
  PlainExpressions(PlainScope scope, Function<SqlNode, Expr> conditions, boolean simplified) {
    this.scope = scope;
    this.conditions = conditions;
    this.simplified = simplified;
  }

  /** An item of a select list: any column or aggregate, or a computed number. */
  Expr item(SqlNode node) {
    if (node instanceof SqlIdentifier) {
      return scope.column(node);
    }
    Expr item = computed(node);
    NotPlain.unless(isNumeric(item.type()) || item instanceof ColumnRef);
    return item;
  }

  /** A number. */
  Expr number(SqlNode node) {
    Expr number = computed(node);
    NotPlain.unless(isNumber(number.type()));
    return number;
  }

  /** A number, or a DECIMAL, which is not computed with. */
  private Expr exact(SqlNode node) {
    Expr number = computed(node);
    NotPlain.unless(isNumeric(number.type()));
    return number;
  }

  private static boolean isNumeric(ColumnType type) {
    return isNumber(type) || type.type() == CellType.DECIMAL;
  }

  static boolean isNumber(ColumnType type) {
    return type.type() == CellType.INTEGER
        || type.type() == CellType.BIGINT
        || type.type() == CellType.DOUBLE;
  }

  private Expr computed(SqlNode node) {
    if (node instanceof SqlIdentifier) {
      return scope.column(node);
    }
    if (node instanceof SqlLiteral) {
      return PlainLiterals.of(node);
    }
    NotPlain.unless(node instanceof SqlCall);
    SqlCall call = (SqlCall) node;
    return switch (call.getKind()) {
      case PLUS_PREFIX -> exact(call.operand(0));
      case MINUS_PREFIX -> negated(exact(call.operand(0)));
      case PLUS -> arithmetic("+", call);
      case MINUS -> arithmetic("-", call);
      case TIMES -> arithmetic("*", call);
      case DIVIDE -> arithmetic("/", call);
      case CAST -> cast(call);
      case CASE -> choice((SqlCase) call);
      case COALESCE -> coalesce(call);
      case NULLIF -> nullIf(call);
      case OTHER_FUNCTION, COUNT, SUM, AVG, MIN, MAX -> function(call);
      default -> throw new NotPlain();
    };
  }

  private Expr negated(Expr operand) {
    return simplified && operand instanceof Call call && call.function().name().equals("NEGATE")
        ? call.children().get(0)
        : call("NEGATE", operand.type(), List.of(operand));
  }

  private static Expr call(String name, ColumnType type, List<Expr> operands) {
    return Exprs.foldNode(Exprs.call(name, type, operands));
  }

  private Expr arithmetic(String name, SqlCall call) {
    NotPlain.unless(call.operandCount() == 2);
    Expr left = number(call.operand(0));
    Expr right = number(call.operand(1));
    NotPlain.unless(!isNeutral(left, name) && !isNeutral(right, name));
    return call(name, wider(left.type(), right.type()), List.of(left, right));
  }

  /** Whether the converter may leave an operand out. */
  private static boolean isNeutral(Expr operand, String name) {
    long neutral = name.equals("+") || name.equals("-") ? 0 : 1;
    return operand instanceof Literal literal
        && literal.value() instanceof Number number
        && number.longValue() == neutral;
  }

  /** The type of a choice among numbers, which must be of one type but for NULL. */
  private static ColumnType common(List<Expr> numbers) {
    ColumnType common = numbers.get(0).type();
    for (Expr number : numbers) {
      NotPlain.unless(number.type().type() == common.type());
    }
    return common.withNullable(numbers.stream().anyMatch(number -> number.type().nullable()));
  }

  /** The type of what is computed from two numbers: the wider of integers, or DOUBLE. */
  static ColumnType wider(ColumnType left, ColumnType right) {
    boolean rightIsWider = right.type() == CellType.DOUBLE || Types.isSameCell(left, right);
    ColumnType wider = rightIsWider ? right : left;
    return wider.withNullable(left.nullable() || right.nullable());
  }

  private Expr cast(SqlCall call) {
    NotPlain.unless(call.operandCount() == 2 && call.operand(1) instanceof SqlDataTypeSpec);
    SqlDataTypeSpec declared = call.operand(1);
    NotPlain.unless(
        declared.getTypeNameSpec() instanceof SqlBasicTypeNameSpec
            && SqlTypeName.get(declared.getTypeName().getSimple()) == SqlTypeName.INTEGER);
    ColumnType type = ColumnType.of(CellType.INTEGER);
    if (PlainLiterals.isNull(call.operand(0))) {
      return Exprs.nullOf(type);
    }
    Expr operand = number(call.operand(0));
    // Two conditions that differ in a CAST that changes nothing are two to the converter.
    NotPlain.unless(
        simplified || operand instanceof Literal || operand.type().type() != CellType.INTEGER);
    return Exprs.foldNode(Exprs.cast(operand, type.withNullable(operand.type().nullable())));
  }

  private Expr choice(SqlCase choice) {
    List<Expr> tests = new ArrayList<>();
    for (SqlNode when : choice.getWhenOperands()) {
      tests.add(
          choice.getValueOperand() == null
              ? test(when)
              : test(PlainConditions.equality(choice.getValueOperand(), when)));
    }
    List<Expr> results = numbers(choice.getThenOperands());
    SqlNode last = choice.getElseOperand();
    if (last != null && !PlainLiterals.isNull(last)) {
      results.add(number(last));
      ColumnType type = common(results);
      int end = results.size() - 1;
      return choice(tests, results.subList(0, end), results.get(end), type);
    }
    ColumnType type = common(results).withNullable(true);
    return choice(tests, results, Exprs.nullOf(type), type);
  }

  private static Expr choice(
      List<Expr> tests, List<Expr> results, Expr otherwise, ColumnType type) {
    Expr next = otherwise;
    for (int i = results.size() - 1; i >= 0; i--) {
      NotPlain.unless(!results.get(i).equals(next));
      next = results.get(i);
    }
    return Exprs.foldNode(Exprs.caseOf(tests, results, otherwise, type));
  }

  /** A test that the converter leaves as it is: no side may say what the other does. */
  private Expr test(SqlNode condition) {
    Expr test = conditions.apply(condition);
    NotPlain.unless(
        test instanceof Comparison comparison
            && PlainConditions.hashOfAnyOrder(comparison.left())
                != PlainConditions.hashOfAnyOrder(comparison.right()));
    return test;
  }

  private List<Expr> numbers(Iterable<SqlNode> nodes) {
    List<Expr> numbers = new ArrayList<>();
    nodes.forEach(node -> numbers.add(number(node)));
    return numbers;
  }

  /** As a CASE that asks each but the last for NULL, or the first if none can be. */
  private Expr coalesce(SqlCall call) {
    NotPlain.unless(call.operandCount() > 1 && call.getFunctionQuantifier() == null);
    List<Expr> operands = numbers(call.getOperandList());
    ColumnType common = common(operands);
    if (simplified && !common.nullable()) {
      return operands.get(0);
    }
    int end = operands.size() - 1;
    List<Expr> tests = new ArrayList<>();
    for (Expr operand : operands.subList(0, end)) {
      NotPlain.unless(operand instanceof ColumnRef && operand.type().nullable());
      tests.add(Exprs.isNotNull(operand));
    }
    Expr last = operands.get(end);
    ColumnType type = common.withNullable(last.type().nullable());
    return choice(tests, operands.subList(0, end), last, type);
  }

  private Expr nullIf(SqlCall call) {
    NotPlain.unless(call.operandCount() == 2 && call.getFunctionQuantifier() == null);
    Expr value = number(call.operand(0));
    Expr test = test(PlainConditions.equality(call.operand(0), call.operand(1)));
    ColumnType type = value.type().withNullable(true);
    return choice(List.of(test), List.of(Exprs.nullOf(type)), value, type);
  }

  private Expr function(SqlCall call) {
    NotPlain.unless(
        !(call.getOperator() instanceof SqlFunction function)
            || function.getSqlIdentifier() == null
            || function.getSqlIdentifier().isSimple());
    return switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
      case "ABS" -> absolute(call);
      case "COALESCE" -> coalesce(call);
      case "NULLIF" -> nullIf(call);
      default -> scope.aggregate(call);
    };
  }

  private Expr absolute(SqlCall call) {
    NotPlain.unless(call.operandCount() == 1 && call.getFunctionQuantifier() == null);
    Expr operand = number(call.operand(0));
    return call("ABS", operand.type(), List.of(operand));
  }
}
