package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.And;
import io.millrace.engine.expr.Call;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.IsDistinct;
import io.millrace.engine.expr.IsTruth;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Not;
import io.millrace.engine.expr.Or;
import io.millrace.engine.expr.Parameter;
import io.millrace.engine.expr.Types;
import io.millrace.engine.expr.Volatility;
import io.millrace.engine.plan.Predicates;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * What conjuncts, all of them TRUE for every row, say of a block's rows: which columns are equal,
 * in which ranges expressions lie, what is not NULL, and the predicates themselves.
 *
 * <p>Only columns of one type are held equal: then they have the same cell, and one may stand for
 * the other in any expression. One thread at a time.
 *
 * <p>Source: Goldstein and Larson, SIGMOD 2001, section 3: equivalence classes, range and residual
 * predicates.
 */
final class Facts {
  /** A disjunction with more parts is not taken apart. */
  private static final int MOST_CASES = 8;

  /** Longer lists of constants are not tried one by one. */
  private static final int MOST_POINTS = 64;

  private final Columns columns;
  private final List<Expr> conjuncts = new ArrayList<>();
  private final Map<Integer, Integer> parents = new HashMap<>();
  private final Map<String, Ranges> ranges = new HashMap<>();
  private final Set<String> digests = new HashSet<>();

  private final boolean takesCases;
  private boolean readsParameters;
  private boolean takesOr;

  /** The facts of these conjuncts over these columns. */
  Facts(Columns columns, List<Expr> given) {
    this(columns, given, true);
  }

  private Facts(Columns columns, List<Expr> given, boolean takesCases) {
    this.columns = columns;
    this.takesCases = takesCases;
    given.forEach(conjunct -> flatten(conjunct, conjuncts));
    conjuncts.forEach(this::equate);
    List<RangeTest> orNull = new ArrayList<>();
    for (Expr conjunct : conjuncts) {
      digests.add(digest(conjunct));
      readsParameters |= readsParameter(conjunct);
      takesOr |= conjunct instanceof Or;
      RangeTest test = RangeTest.of(conjunct, this::digest);
      if (test != null && test.orNull()) {
        orNull.add(test);
      } else {
        restrict(test);
      }
      if (conjunct instanceof Call call && call.function().name().equals("LIKE")) {
        restrict(RangeTest.ofLike(call, false));
      }
    }
    orNull.stream().filter(test -> isNotNull(test.operand())).forEach(this::restrict);
  }

  /** The parts of a conjunct, none of them an AND, all of which are TRUE where it is. */
  static List<Expr> parts(Expr conjunct) {
    List<Expr> parts = new ArrayList<>();
    flatten(conjunct, parts);
    return parts;
  }

  private static void flatten(Expr conjunct, List<Expr> parts) {
    if (conjunct instanceof And || isPlainTruth(conjunct)) {
      conjunct.children().forEach(child -> flatten(child, parts));
    } else if (isNeither(conjunct)) {
      neither(conjunct).forEach(child -> flatten(child, parts));
    } else {
      parts.add(conjunct);
    }
  }

  /** Whether it is {@code p IS TRUE}, which holds where p does. */
  private static boolean isPlainTruth(Expr conjunct) {
    return conjunct instanceof IsTruth test && test.truth() && !test.negated();
  }

  /** Whether it is {@code NOT (p OR q)}, which holds where all of its parts are FALSE. */
  private static boolean isNeither(Expr conjunct) {
    return conjunct instanceof Not not && not.children().get(0) instanceof Or;
  }

  private static List<Expr> neither(Expr conjunct) {
    return conjunct.children().get(0).children().stream().map(Exprs::not).toList();
  }

  /** The conjuncts, none of them an AND. */
  List<Expr> conjuncts() {
    return conjuncts;
  }

  private static boolean readsParameter(Expr expr) {
    return expr instanceof Parameter || expr.children().stream().anyMatch(Facts::readsParameter);
  }

  private void equate(Expr conjunct) {
    if (conjunct instanceof Comparison comparison
        && comparison.operator() == ComparisonOperator.EQUAL) {
      equate(comparison.left(), comparison.right());
    } else if (conjunct instanceof IsDistinct test && test.negated()) {
      equate(test.left(), test.right());
    }
  }

  private void equate(Expr left, Expr right) {
    if (left instanceof ColumnRef a
        && right instanceof ColumnRef b
        && isSameType(a.type(), b.type())
        && !a.type().type().hasParts()) {
      int first = representative(a.index());
      int second = representative(b.index());
      if (first != second) {
        parents.put(Math.max(first, second), Math.min(first, second));
      }
    }
  }

  static boolean isSameType(ColumnType a, ColumnType b) {
    return a.withNullable(true).equals(b.withNullable(true));
  }

  private int representative(int column) {
    Integer parent = parents.get(column);
    return parent == null ? column : representative(parent);
  }

  /** Whether the two columns have the same cell in every row. */
  boolean areEqual(int a, int b) {
    return representative(a) == representative(b);
  }

  /** The columns known to be equal to this one, itself among them. */
  List<Integer> equals(int column) {
    int of = representative(column);
    List<Integer> members = new ArrayList<>();
    for (int other = 0; other < columns.size(); other++) {
      if (representative(other) == of) {
        members.add(other);
      }
    }
    return members;
  }

  /** The other columns known to be equal to this one. */
  List<ColumnRef> equalTo(ColumnRef column) {
    List<ColumnRef> others = new ArrayList<>();
    for (int member : equals(column.index())) {
      if (member != column.index() && columns.column(member) instanceof ColumnRef other) {
        others.add(other);
      }
    }
    return others;
  }

  /** The canonical text of an expression; equal columns have one text. */
  String digest(Expr expr) {
    return Digest.of(expr, column -> "#" + representative(column));
  }

  private void restrict(@Nullable RangeTest test) {
    if (test != null) {
      ranges.merge(digest(test.operand()), test.ranges(), Ranges::intersect);
    }
  }

  /** The one value that an expression has, as a cell of its type; null if none is known. */
  @Nullable Object constant(Expr expr) {
    Ranges known = ranges.get(digest(RangeTest.bare(expr)));
    Object value = known == null ? null : known.onlyValue();
    return value == null ? null : cell(value, expr.type());
  }

  /** Whether the predicate is TRUE for every row. */
  boolean imply(Expr predicate) {
    return implyDirectly(predicate) || (takesCases && implyByCases(predicate));
  }

  private boolean implyDirectly(Expr predicate) {
    if (predicate instanceof Literal literal) {
      return Boolean.TRUE.equals(literal.value());
    }
    if (predicate instanceof And || isPlainTruth(predicate)) {
      return predicate.children().stream().allMatch(this::imply);
    }
    if (isNeither(predicate)) {
      return neither(predicate).stream().allMatch(this::imply);
    }
    if (digests.contains(digest(predicate)) || impliesEquality(predicate)) {
      return true;
    }
    if (isNotFalse(predicate) && predicate.children().stream().allMatch(this::imply)) {
      return true;
    }
    RangeTest test = RangeTest.of(predicate, this::digest);
    if (test != null && impliesRange(test)) {
      return true;
    }
    if (predicate instanceof Or && predicate.children().stream().anyMatch(this::imply)) {
      return true;
    }
    return holdsForConstants(predicate);
  }

  /** Whether it is {@code p IS NOT FALSE}, which holds where p does, and elsewhere. */
  private static boolean isNotFalse(Expr predicate) {
    return predicate instanceof IsTruth test && !test.truth() && test.negated();
  }

  private boolean impliesEquality(Expr predicate) {
    if (predicate instanceof Comparison comparison
        && comparison.operator() == ComparisonOperator.EQUAL
        && comparison.left().type().type() != CellType.ROW) {
      return digest(comparison.left()).equals(digest(comparison.right()))
          && isSameType(comparison.left().type(), comparison.right().type())
          && isNotNull(comparison.left());
    }
    return predicate instanceof IsDistinct test
        && test.negated()
        && digest(test.left()).equals(digest(test.right()))
        && isSameType(test.left().type(), test.right().type());
  }

  private boolean impliesRange(RangeTest test) {
    Ranges known = ranges.get(digest(test.operand()));
    if (known != null && known.isWithin(test.ranges())) {
      return true;
    }
    if (test.orNull() && digests.contains(digest(Exprs.isNull(test.operand())))) {
      return true;
    }
    boolean everything = Ranges.all(test.operand().type()).isWithin(test.ranges());
    return everything && (test.orNull() || isNotNull(test.operand()));
  }

  /**
   * Whether a column's values may be among these, for all that is known, perhaps for some values of
   * parameters alone; false if rows surely have others.
   *
   * @param column a column, or -1 for one that nothing is said about
   */
  boolean mayLieWithin(int column, Ranges values) {
    if (readsParameters || takesOr) {
      return true;
    }
    Ranges known = column < 0 ? null : ranges.get("#" + representative(column));
    return (known == null ? Ranges.all(values) : known).isWithin(values);
  }

  /** Whether anything may be known of a column's values; see {@link #mayLieWithin}. */
  boolean mayBeBounded(int column) {
    return readsParameters
        || takesOr
        || (column >= 0 && ranges.containsKey("#" + representative(column)));
  }

  /** Whether the expression is surely not NULL. */
  boolean isNotNull(Expr given) {
    Expr expr = RangeTest.bare(given);
    if (!expr.type().nullable() || ranges.containsKey(digest(expr))) {
      return true;
    }
    if (!(expr instanceof ColumnRef column)) {
      return false;
    }
    for (int member : equals(column.index())) {
      ImmutableBitSet field = ImmutableBitSet.of(member);
      if (!columns.type(member).nullable()
          || conjuncts.stream().anyMatch(c -> Predicates.rejectsNulls(c, field))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the predicate holds for each value that its only column can have. */
  private boolean holdsForConstants(Expr predicate) {
    Set<Integer> read = Exprs.columns(predicate);
    if (read.isEmpty() || !isDecidedByColumns(predicate)) {
      return false;
    }
    int varying = -1;
    List<Object> points = List.of(true);
    for (int column : read) {
      Ranges known = ranges.get("#" + representative(column));
      List<Object> values = known == null ? null : known.points();
      if (values == null || values.size() > MOST_POINTS) {
        return false;
      }
      if (values.size() != 1) {
        if (varying >= 0) {
          return false;
        }
        varying = column;
        points = values;
      }
    }
    int chosen = varying;
    return points.stream().allMatch(point -> holds(predicate, chosen, point));
  }

  private static boolean isDecidedByColumns(Expr expr) {
    if (expr instanceof Parameter
        || (expr instanceof Call call && call.function().volatility() != Volatility.IMMUTABLE)) {
      return false;
    }
    return expr.children().stream().allMatch(Facts::isDecidedByColumns);
  }

  private boolean holds(Expr predicate, int varying, Object point) {
    boolean[] impossible = new boolean[1];
    Expr bound =
        Columns.replace(
            predicate,
            c -> {
              Object cell = c.index() == varying ? cell(point, c.type()) : constant(c);
              impossible[0] |= cell == null;
              return Exprs.literal(cell, c.type());
            });
    return impossible[0]
        || (Exprs.fold(bound) instanceof Literal literal && Boolean.TRUE.equals(literal.value()));
  }

  /** A bound as a cell of the type; null if the type has no such value. */
  private static @Nullable Object cell(Object bound, ColumnType type) {
    boolean integer = Types.isInteger(type.type());
    if (!integer && type.type() != CellType.DECIMAL) {
      return bound;
    }
    BigDecimal number =
        bound instanceof Long value ? BigDecimal.valueOf(value) : (BigDecimal) bound;
    int scale = integer ? 0 : type.scale();
    if (number.stripTrailingZeros().scale() > scale) {
      return null;
    }
    BigDecimal scaled = number.setScale(scale);
    if (!integer) {
      return scaled;
    }
    return scaled.unscaledValue().bitLength() < Long.SIZE ? (Object) scaled.longValueExact() : null;
  }

  /** Whether the predicate follows from each part of some disjunction that holds. */
  private boolean implyByCases(Expr predicate) {
    for (Expr conjunct : conjuncts) {
      if (conjunct instanceof Or && conjunct.children().size() <= MOST_CASES) {
        List<Expr> others = new ArrayList<>(conjuncts);
        others.remove(conjunct);
        if (conjunct.children().stream().allMatch(part -> with(others, part).imply(predicate))) {
          return true;
        }
      }
    }
    return false;
  }

  /** These facts and more conjuncts that are TRUE. */
  Facts with(List<Expr> more) {
    List<Expr> all = new ArrayList<>(conjuncts);
    all.addAll(more);
    return new Facts(columns, all);
  }

  private Facts with(List<Expr> others, Expr part) {
    List<Expr> all = new ArrayList<>(others);
    all.add(part);
    return new Facts(columns, all, false);
  }
}
