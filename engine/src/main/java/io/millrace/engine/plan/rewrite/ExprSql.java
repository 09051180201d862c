package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.And;
import io.millrace.engine.expr.Call;
import io.millrace.engine.expr.Case;
import io.millrace.engine.expr.Cast;
import io.millrace.engine.expr.CastMode;
import io.millrace.engine.expr.Coalesce;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.IsDistinct;
import io.millrace.engine.expr.IsNull;
import io.millrace.engine.expr.IsTruth;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Not;
import io.millrace.engine.expr.Or;
import io.millrace.engine.expr.Parameter;
import io.millrace.engine.expr.Search;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes expressions as SQL that, planned again, is the same expression. What it cannot write so is
 * {@link Unwritable}.
 */
final class ExprSql {
  private static final int OR = 1;
  private static final int AND = 2;
  private static final int NOT = 3;
  private static final int COMPARISON = 4;
  private static final int SUM = 5;
  private static final int PRODUCT = 6;
  private static final int OPERAND = 7;

  /** Functions that are written as they are named, arguments in parentheses. */
  private static final Set<String> PLAIN =
      Set.of(
          "ABS",
          "SIGN",
          "MOD",
          "POWER",
          "SQRT",
          "EXP",
          "LN",
          "UPPER",
          "LOWER",
          "INITCAP",
          "REPLACE",
          "LAST_DAY",
          "NULLIF",
          "GREATEST",
          "LEAST",
          "CONCAT",
          "CHAR_LENGTH",
          "CARDINALITY");

  /** There is no SQL text for an expression, or none is known here. */
  static final class Unwritable extends Exception {
    private static final long serialVersionUID = 1L;

    Unwritable(String what) {
      super(what, null, false, false);
    }
  }

  private final IntFunction<String> columns;

  /**
   * @param columns the SQL of a column, by its number
   */
  ExprSql(IntFunction<String> columns) {
    this.columns = columns;
  }

  /** The expression's text, to stand alone or in a list. */
  String of(Expr expr) throws Unwritable {
    return write(expr, 0);
  }

  /** The conjunction of predicates. */
  String all(List<Expr> predicates) throws Unwritable {
    return join(predicates, " AND ", AND);
  }

  /** The text, in parentheses if it binds less tightly than what stands around it. */
  private String write(Expr expr, int around) throws Unwritable {
    int level = level(expr);
    String text = text(expr);
    return level < around ? "(" + text + ")" : text;
  }

  private static int level(Expr expr) {
    if (expr instanceof Call call && call.children().size() == 2) {
      return switch (call.function().name()) {
        case "+", "-", "||" -> SUM;
        case "*", "/" -> PRODUCT;
        case "LIKE" -> COMPARISON;
        default -> OPERAND;
      };
    }
    if (expr instanceof Or) {
      return OR;
    }
    if (expr instanceof And) {
      return AND;
    }
    if (expr instanceof Not) {
      return NOT;
    }
    if (expr instanceof Search search) {
      boolean isOne = search.ranges().size() == 1 || isList(search) || isListOfGaps(search);
      return isOne ? COMPARISON : OR;
    }
    boolean compares =
        expr instanceof Comparison
            || expr instanceof IsNull
            || expr instanceof IsTruth
            || expr instanceof IsDistinct;
    return compares ? COMPARISON : OPERAND;
  }

  private String text(Expr expr) throws Unwritable {
    if (expr instanceof ColumnRef column) {
      return columns.apply(column.index());
    }
    if (expr instanceof Literal) {
      return expr.toString();
    }
    if (expr instanceof Comparison comparison) {
      return write(comparison.left(), SUM)
          + (" " + symbol(comparison) + " ")
          + write(comparison.right(), SUM);
    }
    if (expr instanceof And) {
      return join(expr.children(), " AND ", NOT);
    }
    if (expr instanceof Or) {
      return join(expr.children(), " OR ", AND);
    }
    if (expr instanceof Not not) {
      return "NOT " + write(not.operand(), OPERAND);
    }
    if (expr instanceof Search search) {
      return search(search);
    }
    if (expr instanceof Case choice) {
      return choice(choice);
    }
    if (expr instanceof Coalesce) {
      return "COALESCE(" + join(expr.children(), ", ", 0) + ")";
    }
    if (expr instanceof Call call) {
      return call(call);
    }
    return test(expr);
  }

  private static String symbol(Comparison comparison) {
    return switch (comparison.operator()) {
      case EQUAL -> "=";
      case NOT_EQUAL -> "<>";
      case LESS -> "<";
      case LESS_OR_EQUAL -> "<=";
      case GREATER -> ">";
      case GREATER_OR_EQUAL -> ">=";
    };
  }

  private String test(Expr expr) throws Unwritable {
    if (expr instanceof IsNull test) {
      return write(test.operand(), SUM) + (test.negated() ? " IS NOT NULL" : " IS NULL");
    }
    if (expr instanceof IsTruth test) {
      String truth = test.truth() ? "TRUE" : "FALSE";
      return write(test.operand(), SUM) + (test.negated() ? " IS NOT " : " IS ") + truth;
    }
    if (expr instanceof IsDistinct test) {
      String between = test.negated() ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ";
      return write(test.left(), SUM) + between + write(test.right(), SUM);
    }
    if (expr instanceof Cast cast && cast.mode() != CastMode.ASSIGNMENT) {
      String name = cast.mode() == CastMode.SAFE ? "TRY_CAST(" : "CAST(";
      return name + of(cast.operand()) + " AS " + cast.type().withNullable(true) + ")";
    }
    if (expr instanceof Parameter) {
      throw new Unwritable("a parameter");
    }
    throw new Unwritable(expr.toString());
  }

  private String call(Call call) throws Unwritable {
    String name = call.function().name();
    List<Expr> operands = call.children();
    if (operands.size() == 2 && level(call) != OPERAND) {
      int level = level(call) == COMPARISON ? SUM : level(call);
      return write(operands.get(0), level) + " " + name + " " + write(operands.get(1), level + 1);
    }
    if (name.equals("NEGATE")) {
      return "- " + write(operands.get(0), OPERAND);
    }
    if (name.equals("EXTRACT") && operands.get(0) instanceof Literal unit) {
      return "EXTRACT(" + unit.value() + " FROM " + of(operands.get(1)) + ")";
    }
    if (name.equals("SUBSTRING")) {
      return "SUBSTRING("
          + of(operands.get(0))
          + (" FROM " + of(operands.get(1)))
          + (operands.size() > 2 ? " FOR " + of(operands.get(2)) : "")
          + ")";
    }
    if (!PLAIN.contains(name)) {
      throw new Unwritable(name);
    }
    return name + "(" + join(operands, ", ", 0) + ")";
  }

  private String choice(Case choice) throws Unwritable {
    StringBuilder text = new StringBuilder("CASE");
    for (int i = 0; i < choice.conditions().size(); i++) {
      text.append(" WHEN ").append(of(choice.conditions().get(i)));
      text.append(" THEN ").append(of(choice.results().get(i)));
    }
    return text.append(" ELSE ").append(of(choice.otherwise())).append(" END").toString();
  }

  private static boolean isList(Search search) {
    return search.ranges().stream().allMatch(range -> isPoint(range));
  }

  /** Whether it is all values but some. */
  private static boolean isListOfGaps(Search search) {
    List<Search.Range> ranges = search.ranges();
    boolean gaps =
        ranges.size() > 1
            && ranges.get(0).lower() == null
            && ranges.get(ranges.size() - 1).upper() == null;
    for (int i = 1; gaps && i < ranges.size(); i++) {
      Search.Range left = ranges.get(i - 1);
      Search.Range right = ranges.get(i);
      gaps =
          Objects.equals(left.upper(), right.lower())
              && !left.upperIncluded()
              && !right.lowerIncluded();
    }
    return gaps;
  }

  private static boolean isPoint(Search.Range range) {
    return range.lower() != null && range.equals(Search.Range.point(range.lower()));
  }

  private String search(Search search) throws Unwritable {
    if (search.nullAs() != Search.NullAs.UNKNOWN || search.ranges().isEmpty()) {
      throw new Unwritable("a test for NULL among ranges");
    }
    String operand = write(search.operand(), SUM);
    if (isList(search)) {
      return operand
          + search.ranges().stream()
              .map(range -> bound(search, range.lower()))
              .collect(Collectors.joining(", ", " IN (", ")"));
    }
    if (isListOfGaps(search)) {
      List<Search.Range> gaps = search.ranges().subList(1, search.ranges().size());
      String values =
          gaps.stream()
              .map(range -> bound(search, range.lower()))
              .collect(Collectors.joining(", "));
      return gaps.size() == 1 ? operand + " <> " + values : operand + " NOT IN (" + values + ")";
    }
    List<String> parts = new ArrayList<>();
    for (Search.Range range : search.ranges()) {
      parts.add(range(search, operand, range));
    }
    return String.join(" OR ", parts);
  }

  private static String range(Search search, String operand, Search.Range range) throws Unwritable {
    Object lower = range.lower();
    Object upper = range.upper();
    if (lower == null && upper == null) {
      throw new Unwritable("a range without bounds");
    }
    if (isPoint(range)) {
      return operand + " = " + bound(search, lower);
    }
    String from = operand + (range.lowerIncluded() ? " >= " : " > ");
    String to = operand + (range.upperIncluded() ? " <= " : " < ");
    if (upper == null) {
      return from + bound(search, lower);
    }
    if (lower == null) {
      return to + bound(search, upper);
    }
    return from + bound(search, lower) + " AND " + to + bound(search, upper);
  }

  private static String bound(Search search, @Nullable Object value) {
    return Exprs.literal(value, search.operand().type()).toString();
  }

  private String join(List<Expr> parts, String separator, int around) throws Unwritable {
    List<String> texts = new ArrayList<>(parts.size());
    for (Expr part : parts) {
      texts.add(write(part, around));
    }
    return String.join(separator, texts);
  }
}
