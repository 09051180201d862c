package io.millrace.engine.expr;

import io.millrace.engine.error.DatabaseException;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowException;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes and inspects expressions. */
public final class Exprs {
  /** What constants are evaluated against; holds nothing and is never moved. */
  private static final EvaluationFrame CONSTANTS = EvaluationFrame.of(RowType.of());

  private Exprs() {}

  public static Expr column(int index, ColumnType type) {
    return new ColumnRef(index, type);
  }

  /**
   * A constant; its type becomes NOT NULL unless the value is null.
   *
   * @throws io.millrace.storage.row.RowException if the type can't hold the value
   */
  public static Literal literal(@Nullable Object value, ColumnType type) {
    return new Literal(value, type);
  }

  public static Literal literal(long value) {
    return literal(value, ColumnType.of(CellType.BIGINT));
  }

  public static Literal literal(boolean value) {
    return literal(value, ColumnType.of(CellType.BOOLEAN));
  }

  public static Literal literal(String value) {
    return literal(value, ColumnType.of(CellType.VARCHAR));
  }

  /** NULL of a type. */
  public static Literal nullOf(ColumnType type) {
    return literal(null, type.withNullable(true));
  }

  public static Expr parameter(int index, ColumnType type) {
    return new Parameter(index, type);
  }

  /** A call whose type follows from the arguments. */
  public static Expr call(String name, Expr... arguments) {
    return call(name, List.of(arguments));
  }

  /**
   * A call whose type follows from the arguments.
   *
   * @throws io.millrace.engine.error.DatabaseException if the arguments don't fit
   */
  public static Expr call(String name, List<Expr> arguments) {
    return call(name, Functions.get(name).type(arguments), arguments);
  }

  /**
   * A call of a declared type, to which the result is brought and against which it is checked. One
   * that is NULL for every row is that constant.
   */
  public static Expr call(String name, ColumnType type, List<Expr> arguments) {
    Call call = new Call(Functions.get(name), arguments, type);
    return call.isNull() ? nullOf(type) : call;
  }

  /** CAST. The operand itself where the types are the same, nullability aside. */
  public static Expr cast(Expr operand, ColumnType type) {
    return cast(operand, type, CastMode.EXPLICIT, null);
  }

  /** TRY_CAST: NULL where CAST would fail. */
  public static Expr tryCast(Expr operand, ColumnType type) {
    return cast(operand, type, CastMode.SAFE, null);
  }

  /** The value as a column is assigned it: what would lose more than blanks raises 22001. */
  public static Expr assign(Expr operand, ColumnType type, String column) {
    return cast(operand, type, CastMode.ASSIGNMENT, column);
  }

  private static Expr cast(Expr operand, ColumnType type, CastMode mode, @Nullable String column) {
    if (operand.type().withNullable(true).equals(type.withNullable(true))) {
      return operand;
    }
    if (operand instanceof Literal literal && literal.value() == null) {
      return nullOf(type);
    }
    Expr zoned = ZoneFunctions.cast(operand, type, mode, column);
    return zoned != null ? zoned : new Cast(operand, type, mode, column);
  }

  /** The operand with cells of another type: a CAST only where the cells differ. */
  public static Expr coerce(Expr operand, ColumnType type) {
    return Types.isSameCell(operand.type(), type) ? operand : cast(operand, type);
  }

  /**
   * A comparison. Casts that change no value are taken off, so that a column shows, and a text
   * constant loses its trailing blanks where the other side is CHAR. One with a NULL constant is
   * NULL: its other side is not evaluated, and so raises no error.
   *
   * @throws io.millrace.engine.error.DatabaseException 42804 if the types have no common one
   */
  public static Expr compare(ComparisonOperator operator, Expr left, Expr right) {
    Comparison comparison = new Comparison(operator, side(left, right), side(right, left));
    return isNullConstant(comparison.left()) || isNullConstant(comparison.right())
        ? nullOf(comparison.type())
        : comparison;
  }

  static boolean isNullConstant(Expr expr) {
    return expr instanceof Literal literal && literal.value() == null;
  }

  /** IS [NOT] DISTINCT FROM, prepared as {@link #compare} does. */
  public static Expr isDistinct(Expr left, Expr right, boolean negated) {
    return new IsDistinct(side(left, right), side(right, left), negated);
  }

  private static Expr side(Expr side, Expr other) {
    Expr bare = withoutPlainCasts(side);
    Expr against = withoutPlainCasts(other);
    if (bare instanceof Literal literal
        && literal.value() instanceof String text
        && against.type().type() == CellType.CHAR) {
      return literal(TextFunctions.trimEnd(text), literal.type());
    }
    CellType zoned = CellType.TIMESTAMP_WITH_TIME_ZONE;
    boolean castNeeded = (bare.type().type() == zoned) != (against.type().type() == zoned);
    return castNeeded && against.type().type() == zoned ? cast(bare, against.type()) : bare;
  }

  /** The operand below casts that leave every cell as it is, and its order too. */
  static Expr withoutPlainCasts(Expr expr) {
    Expr bare = expr;
    while (bare instanceof Cast cast && Types.isSameCell(cast.operand().type(), cast.type())) {
      bare = cast.operand();
    }
    return bare;
  }

  /** AND; flattened. The empty one is TRUE. */
  public static Expr and(List<Expr> conditions) {
    List<Expr> flat = new ArrayList<>();
    for (Expr condition : conditions) {
      flat.addAll(condition instanceof And and ? and.children() : List.of(condition));
    }
    return flat.isEmpty() ? literal(true) : flat.size() == 1 ? flat.get(0) : new And(flat);
  }

  public static Expr and(Expr... conditions) {
    return and(List.of(conditions));
  }

  /** OR; flattened. The empty one is FALSE. */
  public static Expr or(List<Expr> conditions) {
    List<Expr> flat = new ArrayList<>();
    for (Expr condition : conditions) {
      flat.addAll(condition instanceof Or or ? or.children() : List.of(condition));
    }
    return flat.isEmpty() ? literal(false) : flat.size() == 1 ? flat.get(0) : new Or(flat);
  }

  public static Expr or(Expr... conditions) {
    return or(List.of(conditions));
  }

  public static Expr not(Expr condition) {
    return new Not(condition);
  }

  public static Expr isNull(Expr operand) {
    return new IsNull(operand, false);
  }

  public static Expr isNotNull(Expr operand) {
    return new IsNull(operand, true);
  }

  /** {@code condition IS TRUE}. */
  public static Expr isTrue(Expr condition) {
    return new IsTruth(condition, true, false);
  }

  /** CASE; results are brought to {@code type}. */
  public static Expr caseOf(
      List<Expr> conditions, List<Expr> results, Expr otherwise, ColumnType type) {
    List<Expr> typed = new ArrayList<>();
    for (Expr result : results) {
      typed.add(coerce(result, type));
    }
    return new Case(conditions, typed, coerce(otherwise, type), type);
  }

  /** COALESCE; operands are brought to {@code type}. */
  public static Expr coalesce(List<Expr> operands, ColumnType type) {
    List<Expr> typed = new ArrayList<>();
    for (Expr operand : operands) {
      typed.add(coerce(operand, type));
    }
    return new Coalesce(typed, type);
  }

  /** {@code operand IN (values)}; a sorted look-up if all values are constants. */
  public static Expr in(Expr operand, List<Expr> values) {
    return Searches.in(operand, values);
  }

  /** A test for ranges, ascending and without overlap, of cells of the operand's type. */
  public static Expr search(Expr operand, List<Search.Range> ranges, Search.NullAs nullAs) {
    return new Search(operand, ranges, nullAs);
  }

  /**
   * The expression with every part evaluated that depends on nothing and doesn't fail. A part that
   * isn't NULL becomes NOT NULL, so the type may lose its nullability.
   */
  public static Expr fold(Expr expr) {
    return rewrite(expr, Exprs::foldNode);
  }

  /** Folds a node whose children are folded. */
  public static Expr foldNode(Expr node) {
    if (node.children().isEmpty()
        || (node instanceof Call call && call.function().volatility() != Volatility.IMMUTABLE)) {
      return node;
    }
    for (Expr child : node.children()) {
      if (!(child instanceof Literal)) {
        return node;
      }
    }
    try {
      return literal(node.evaluate(CONSTANTS), node.type());
    } catch (DatabaseException | RowException e) {
      return node;
    }
  }

  /** The expression with each column {@code i} read from {@code target(i)} instead. */
  public static Expr mapColumns(Expr expr, IntUnaryOperator target) {
    return rewrite(
        expr,
        node ->
            node instanceof ColumnRef column
                ? new ColumnRef(target.applyAsInt(column.index()), column.type())
                : node);
  }

  /** The expression with each column replaced by an expression over other columns. */
  public static Expr substitute(Expr expr, List<Expr> columns) {
    return rewrite(
        expr, node -> node instanceof ColumnRef column ? columns.get(column.index()) : node);
  }

  /** Replaces nodes from the leaves up; {@code change} sees each node with its new children. */
  public static Expr rewrite(Expr expr, UnaryOperator<Expr> change) {
    List<Expr> children = expr.children();
    if (children.isEmpty()) {
      return change.apply(expr);
    }
    List<Expr> changed = new ArrayList<>(children.size());
    boolean same = true;
    for (Expr child : children) {
      Expr newChild = rewrite(child, change);
      same &= newChild == child;
      changed.add(newChild);
    }
    return change.apply(same ? expr : expr.withChildren(changed));
  }

  /** The columns read, ascending. */
  public static Set<Integer> columns(Expr expr) {
    Set<Integer> columns = new TreeSet<>();
    collectColumns(expr, columns);
    return columns;
  }

  private static void collectColumns(Expr expr, Set<Integer> columns) {
    if (expr instanceof ColumnRef column) {
      columns.add(column.index());
    }
    for (Expr child : expr.children()) {
      collectColumns(child, columns);
    }
  }

  /** Whether nothing of a row, a parameter or the statement decides the value. */
  public static boolean isConstant(Expr expr) {
    if (expr instanceof ColumnRef || expr instanceof Parameter) {
      return false;
    }
    if (expr instanceof Call call && call.function().volatility() != Volatility.IMMUTABLE) {
      return false;
    }
    return expr.children().stream().allMatch(Exprs::isConstant);
  }

  /**
   * Whether evaluation may raise an error for some row; such a predicate must stay in its place.
   */
  public static boolean canFail(Expr expr) {
    if (expr instanceof Call call && !call.function().isTotal()) {
      return true;
    }
    if (expr instanceof Cast cast
        && cast.mode() != CastMode.SAFE
        && !Casts.neverFails(cast.operand().type(), cast.type(), cast.mode())) {
      return true;
    }
    if (expr instanceof Cast cast && cast.mode() == CastMode.SAFE) {
      return canFail(cast.operand());
    }
    return expr.children().stream().anyMatch(Exprs::canFail);
  }

  /** The first function that a view must not call, since its value changes by itself. */
  public static Optional<String> firstVolatile(Expr expr) {
    if (expr instanceof Call call) {
      Volatility volatility = call.function().volatility();
      if (volatility == Volatility.STATEMENT || volatility == Volatility.VOLATILE) {
        return Optional.of(call.function().name());
      }
    }
    for (Expr child : expr.children()) {
      Optional<String> found = firstVolatile(child);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** The expression with session settings replaced by their values, as a view keeps them. */
  public static Expr freezeSettings(Expr expr, StatementValues statement) {
    EvaluationFrame frame = new EvaluationFrame(RowType.of(), List.of(), statement);
    return rewrite(
        expr,
        node ->
            node instanceof Call call && call.function().volatility() == Volatility.SETTING
                ? literal(call.evaluate(frame), call.type())
                : node);
  }

  /**
   * The expression with parameters and what is fixed for the statement replaced by their values,
   * and constant parts evaluated: what bounds an index scan.
   */
  public static Expr bind(Expr expr, EvaluationFrame frame) {
    return rewrite(expr, node -> foldNode(bindNode(node, frame)));
  }

  private static Expr bindNode(Expr node, EvaluationFrame frame) {
    boolean fixed =
        node instanceof Call call
            && call.children().isEmpty()
            && call.function().volatility() != Volatility.VOLATILE;
    return fixed || node instanceof Parameter ? literal(node.evaluate(frame), node.type()) : node;
  }

  static boolean anyNullable(List<Expr> expressions) {
    for (int i = 0; i < expressions.size(); i++) {
      if (expressions.get(i).type().nullable()) {
        return true;
      }
    }
    return false;
  }

  @SafeVarargs
  static List<Expr> concat(List<Expr>... lists) {
    List<Expr> all = new ArrayList<>();
    for (List<Expr> list : lists) {
      all.addAll(list);
    }
    return all;
  }
}
