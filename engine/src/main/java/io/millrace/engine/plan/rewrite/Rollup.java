package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.Call;
import io.millrace.engine.expr.Case;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Summaries;
import io.millrace.engine.expr.Types;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates from aggregates: what a call over all rows of several groups is, given what a view
 * keeps of each group.
 *
 * <p>Sums of counts, sums of sums, the least of the least, and so on; an average from the sum and
 * the count, a variance from the sums of the values and of their squares. Sums of REAL and DOUBLE
 * are exact and rounded once, so rounded sums of parts would not add up to them: these are taken
 * only where no two groups come together. A call over the groups' keys reads the keys, weighted by
 * the count where repetition matters.
 */
final class Rollup {
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);

  /** Of numbers with more digits than these, the sum of a trillion may not fit any type. */
  private static final int MOST_DIGITS = ColumnType.MAX_DECIMAL_PRECISION - 12;

  /**
   * A call in parts.
   *
   * @param parts calls over the view's columns
   * @param result the call's value from the values of the parts
   */
  record Rolled(List<Group.Call> parts, Function<List<Expr>, Expr> result) {
    static Rolled of(Group.Call part) {
      return new Rolled(List.of(part), results -> results.get(0));
    }
  }

  private final BlockMatch match;
  private final Expressible keys;

  /** What the view keeps of each group, by the call's canonical text. */
  private final Map<String, Expr> kept = new HashMap<>();

  /** Of which expressions the view sums squares, and the square as it is written there. */
  private final Map<String, Expr> squares = new HashMap<>();

  Rollup(BlockMatch match, Group viewGroup, Expressible keys) {
    this.match = match;
    this.keys = keys;
    Block view = match.candidate().block();
    for (int i = 0; i < view.outputs().size(); i++) {
      if (view.outputs().get(i) instanceof ColumnRef column
          && column.index() >= viewGroup.keys().size()) {
        Group.Call call = viewGroup.calls().get(column.index() - viewGroup.keys().size());
        Expr value = match.viewColumn(i);
        if (Facts.isSameType(value.type(), call.type())) {
          kept.put(digest(call.map(match::translated)), value);
        }
        if (match.countsRows(call)) {
          kept.put(digest(rowCount()), value);
        }
        noteSquare(call.map(match::translated));
      }
    }
  }

  /** Of the sum of a product of equal factors: the product, by the text of the factor. */
  private void noteSquare(Group.Call call) {
    if (call.function() == AggregateFunction.SUM
        && call.arguments().get(0) instanceof Call product
        && product.function().name().equals("*")) {
      Expr factor = product.children().get(0);
      String text = match.queryFacts().digest(factor);
      if (text.equals(match.queryFacts().digest(product.children().get(1)))
          && scale(product.type()) == 2 * scale(factor.type())
          && !Types.isApproximate(product.type().type())) {
        squares.put(text, product);
      }
    }
  }

  private static int scale(ColumnType type) {
    return type.type() == CellType.DECIMAL ? type.scale() : 0;
  }

  private String digest(Group.Call call) {
    return call.digest(match.queryFacts()::digest);
  }

  private static Group.Call rowCount() {
    return new Group.Call(AggregateFunction.COUNT, List.of(), false, List.of(), null, BIGINT);
  }

  /** The call's value in one group of the view. */
  Expr ofOneGroup(Group.Call call) throws Mismatch {
    Expr value = kept.get(digest(call));
    if (value != null) {
      return value;
    }
    Expr composed = composed(call, this::keptValue);
    if (composed == null) {
      throw new Mismatch("keeps no " + text(call));
    }
    return composed;
  }

  /** A part's value in one group. */
  private @Nullable Expr keptValue(AggregateFunction function, Expr argument) {
    ColumnType type = function == AggregateFunction.COUNT ? BIGINT : sumType(argument.type());
    return partOf(function, argument, type);
  }

  /** The call over several groups of the view. */
  Rolled ofSeveralGroups(Group.Call call) throws Mismatch {
    Rolled rolled = rolled(call);
    if (rolled == null) {
      throw new Mismatch("keeps nothing to compute " + text(call) + " from");
    }
    return rolled;
  }

  private @Nullable Rolled rolled(Group.Call call) {
    if (call.ignoresRepetition()
        && call.expressions().stream().allMatch(e -> keys.find(e) != null)) {
      return Rolled.of(call.map(this::requireKey));
    }
    if (call.distinct() || !call.order().isEmpty()) {
      return null;
    }
    return switch (call.function()) {
      case COUNT, COUNT_IF -> counted(call);
      case SUM, SUM0 -> summed(call);
      case MIN, MAX, ANY_VALUE, BOOL_AND, BOOL_OR, BIT_AND, BIT_OR, BIT_XOR -> same(call);
      case AVG, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> inParts(call);
      default -> null;
    };
  }

  private Expr requireKey(Expr expr) {
    Expr found = keys.find(expr);
    if (found == null) {
      throw new AssertionError("must be computed from keys: " + expr);
    }
    return found;
  }

  /** A call that is the same over the values of the parts as over those of the rows. */
  private @Nullable Rolled same(Group.Call call) {
    Expr value = kept.get(digest(call));
    return value == null ? null : Rolled.of(Group.Call.of(call.function(), value, call.type()));
  }

  private @Nullable Rolled counted(Group.Call call) {
    Expr value = kept.get(digest(call));
    if (value == null && call.arguments().size() <= 1) {
      value =
          call.function() == AggregateFunction.COUNT && !call.arguments().isEmpty()
              ? partOf(AggregateFunction.COUNT, call.arguments().get(0), BIGINT)
              : null;
    }
    if (value == null
        && call.arguments().stream().allMatch(a -> match.queryFacts().isNotNull(a))
        && call.function() == AggregateFunction.COUNT) {
      value = kept.get(digest(rowCount()));
    }
    return value == null
        ? null
        : Rolled.of(Group.Call.of(AggregateFunction.SUM0, value, call.type()));
  }

  private @Nullable Rolled summed(Group.Call call) {
    if (isApproximate(call)) {
      return null;
    }
    Expr argument = call.arguments().get(0);
    Expr value = kept.get(digest(call));
    if (value == null) {
      value = partOf(AggregateFunction.SUM, argument, sumType(argument.type()));
    }
    return value == null ? null : Rolled.of(Group.Call.of(call.function(), value, call.type()));
  }

  private static boolean isApproximate(Group.Call call) {
    return Types.isApproximate(call.arguments().get(0).type().type());
  }

  /** An average or variance from rolled sums. */
  private @Nullable Rolled inParts(Group.Call call) {
    if (isApproximate(call)) {
      return null;
    }
    List<Group.Call> parts = new ArrayList<>();
    List<Expr> places = new ArrayList<>();
    Expr result =
        composed(
            call,
            (function, argument) -> {
              ColumnType type =
                  function == AggregateFunction.COUNT ? BIGINT : sumType(argument.type());
              Expr value = hasRoom(argument.type()) ? partOf(function, argument, type) : null;
              if (value == null) {
                return null;
              }
              AggregateFunction over =
                  function == AggregateFunction.COUNT
                      ? AggregateFunction.SUM0
                      : AggregateFunction.SUM;
              ColumnType wide =
                  function == AggregateFunction.COUNT ? BIGINT : widest(argument.type());
              parts.add(Group.Call.of(over, value, wide));
              Expr place = Exprs.column(places.size(), wide);
              places.add(place);
              return place;
            });
    return result == null ? null : new Rolled(parts, results -> Exprs.substitute(result, results));
  }

  /** Gives the value of COUNT or SUM over an argument, or null. */
  private interface Parts {
    @Nullable Expr part(AggregateFunction function, Expr argument);
  }

  /** An average or variance as an expression over its parts, or null. */
  private @Nullable Expr composed(Group.Call call, Parts parts) {
    if (call.distinct() || call.arguments().size() != 1 || isApproximate(call)) {
      return null;
    }
    Expr argument = call.arguments().get(0);
    boolean variance =
        switch (call.function()) {
          case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> true;
          default -> false;
        };
    if (!variance && call.function() != AggregateFunction.AVG) {
      return null;
    }
    Expr sum = parts.part(AggregateFunction.SUM, argument);
    Expr count = sum == null ? null : parts.part(AggregateFunction.COUNT, argument);
    if (sum == null || count == null) {
      return null;
    }
    if (!variance) {
      return Summaries.average(sum, count, call.type());
    }
    Expr square = squares.get(match.queryFacts().digest(argument));
    Expr squares = square == null ? null : parts.part(AggregateFunction.SUM, square);
    return squares == null
        ? null
        : Summaries.variance(call.function(), count, sum, squares, call.type());
  }

  /** The value in one group of COUNT or SUM over an argument: kept, or made of keys and counts. */
  private @Nullable Expr partOf(AggregateFunction function, Expr argument, ColumnType type) {
    Expr value = kept.get(digest(Group.Call.of(function, argument, type)));
    if (value != null) {
      return value;
    }
    Expr rows = kept.get(digest(rowCount()));
    boolean counts = function == AggregateFunction.COUNT;
    if (counts && rows != null && match.queryFacts().isNotNull(argument)) {
      return rows;
    }
    Expr key = keys.find(argument);
    if (key != null && rows != null) {
      return counts ? where(Exprs.isNotNull(key), rows, Exprs.literal(0L)) : multiple(key, rows);
    }
    return ofCase(argument, inner -> partOf(function, inner, type), counts);
  }

  /** {@code f(CASE WHEN key THEN x END)} where the groups' keys decide the condition. */
  private @Nullable Expr ofCase(Expr argument, UnaryOperator<@Nullable Expr> part, boolean counts) {
    if (!(argument instanceof Case choice)
        || choice.conditions().size() != 1
        || !(choice.otherwise() instanceof Literal otherwise)
        || otherwise.value() != null) {
      return null;
    }
    Expr condition = keys.find(choice.conditions().get(0));
    Expr value = condition == null ? null : part.apply(choice.results().get(0));
    if (condition == null || value == null) {
      return null;
    }
    return where(condition, value, counts ? Exprs.literal(0L) : Exprs.nullOf(value.type()));
  }

  private static Expr where(Expr condition, Expr value, Expr otherwise) {
    ColumnType type =
        value.type().withNullable(value.type().nullable() || otherwise.type().nullable());
    return Exprs.caseOf(List.of(condition), List.of(value), otherwise, type);
  }

  /** A key times the number of its rows; null if that might not fit. */
  private static @Nullable Expr multiple(Expr key, Expr rows) {
    ColumnType type = key.type();
    boolean number = Types.isInteger(type.type()) || type.type() == CellType.DECIMAL;
    if (!number || !hasRoom(type)) {
      return null;
    }
    ColumnType wide = widest(type);
    Expr count = Exprs.cast(rows, ColumnType.decimal(19, 0).withNullable(rows.type().nullable()));
    return Exprs.call(
        "*",
        wide.withNullable(true),
        List.of(Exprs.cast(key, decimalOf(type).withNullable(type.nullable())), count));
  }

  /**
   * Whether sums of such values fit the widest type: an average is computed from a sum that nobody
   * asked for and must not fail where it would not.
   */
  private static boolean hasRoom(ColumnType type) {
    return type.type() != CellType.DECIMAL || type.precision() <= MOST_DIGITS;
  }

  private static ColumnType decimalOf(ColumnType type) {
    return type.type() == CellType.DECIMAL ? type : ColumnType.decimal(19, 0);
  }

  /** A type for any sum of such values. */
  private static ColumnType widest(ColumnType type) {
    int scale = type.type() == CellType.DECIMAL ? type.scale() : 0;
    return Types.isInterval(type.type())
        ? type.withNullable(true)
        : ColumnType.decimal(ColumnType.MAX_DECIMAL_PRECISION, scale).withNullable(true);
  }

  /** The type of SUM over an exact argument, as a query has it. */
  static ColumnType sumType(ColumnType argument) {
    return switch (argument.type()) {
      case TINYINT, SMALLINT, INTEGER -> BIGINT.withNullable(true);
      default -> widest(argument);
    };
  }

  private static String text(Group.Call call) {
    return call.function() + (call.distinct() ? " DISTINCT" : "");
  }
}
