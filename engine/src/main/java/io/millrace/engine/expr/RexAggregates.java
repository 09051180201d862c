package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.sql.SqlAggFunction;
import org.jspecify.annotations.Nullable;

/** Calcite's aggregate calls as ours. */
public final class RexAggregates {
  /** Where LISTAGG is called without a separator. */
  private static final String DEFAULT_SEPARATOR = ",";

  private static final Map<String, AggregateFunction> BY_NAME = byName();

  private RexAggregates() {}

  private static Map<String, AggregateFunction> byName() {
    Map<String, AggregateFunction> names = new HashMap<>();
    for (AggregateFunction function : AggregateFunction.values()) {
      names.put(function.name(), function);
    }
    names.put("$SUM0", AggregateFunction.SUM0);
    names.put("APPROX_COUNT_DISTINCT", AggregateFunction.COUNT);
    names.put("VAR", AggregateFunction.VAR_SAMP);
    names.put("VARIANCE", AggregateFunction.VAR_SAMP);
    names.put("STDDEV", AggregateFunction.STDDEV_SAMP);
    for (String name : List.of("EVERY", "LOGICAL_AND", "BOOLAND_AGG")) {
      names.put(name, AggregateFunction.BOOL_AND);
    }
    for (String name : List.of("SOME", "LOGICAL_OR", "BOOLOR_AGG")) {
      names.put(name, AggregateFunction.BOOL_OR);
    }
    names.put("COUNTIF", AggregateFunction.COUNT_IF);
    // Calcite takes it for a COUNT and leaves arguments out that are NOT NULL.
    names.put("REGR_COUNT", AggregateFunction.COUNT);
    names.put("MIN_BY", AggregateFunction.ARG_MIN);
    names.put("MAX_BY", AggregateFunction.ARG_MAX);
    names.put("LISTAGG", AggregateFunction.STRING_AGG);
    return names;
  }

  /**
   * The call over rows of {@code input}. FILTER must have become a CASE in its arguments.
   *
   * @param separator the separator of a list if it is constant; it is no argument then
   * @throws io.millrace.engine.error.DatabaseException 0A000 naming what can't be computed, 42804,
   *     42P10
   */
  public static AggregateCall of(
      org.apache.calcite.rel.core.AggregateCall call, RowType input, @Nullable String separator) {
    AggregateFunction function = function(call.getAggregation());
    if (function == null || !call.rexList.isEmpty()) {
      throw unsupported("Aggregate function " + call.getAggregation().getName());
    }
    if (call.distinctKeys != null) {
      throw unsupported(call.getAggregation().getName() + " WITHIN DISTINCT");
    }
    if (call.hasFilter()) {
      throw new AssertionError("FILTER must be folded into the argument of " + call);
    }
    boolean distinct =
        (call.isDistinct() || isApproximateCount(call.getAggregation()))
            && !function.ignoresDuplicates();
    List<Integer> arguments = call.getArgList();
    if (function == AggregateFunction.COUNT && !distinct) {
      arguments = arguments.stream().filter(column -> input.column(column).nullable()).toList();
    }
    AggregateCall made =
        new AggregateCall(
            function,
            arguments,
            distinct,
            order(call, function),
            parameter(call, function, separator),
            type(call, function, input));
    check(made, input);
    return made;
  }

  /** Elements have the very type of their column. */
  private static ColumnType type(
      org.apache.calcite.rel.core.AggregateCall call, AggregateFunction function, RowType input) {
    return function == AggregateFunction.ARRAY_AGG
        ? ColumnType.array(input.column(call.getArgList().get(0)))
        : RexTypes.of(call.getType());
  }

  /** The same without a constant separator. */
  public static AggregateCall of(org.apache.calcite.rel.core.AggregateCall call, RowType input) {
    return of(call, input, null);
  }

  /** Checks the arguments' types before anything runs. */
  private static void check(AggregateCall call, RowType input) {
    if (call.function().isLinear()) {
      call.newAccumulator(input);
      return;
    }
    call.function().checkOrdered(call.arguments().stream().map(input::column).toList());
    if (call.distinct()) {
      for (AggregateOrder order : call.order()) {
        if (!call.arguments().contains(order.column())) {
          throw Failures.distinctOrder(call.function());
        }
      }
    }
  }

  /** The order where it decides something. */
  private static List<AggregateOrder> order(
      org.apache.calcite.rel.core.AggregateCall call, AggregateFunction function) {
    List<AggregateOrder> order = new ArrayList<>();
    if (!function.isLinear() && !function.readsFirst()) {
      for (RelFieldCollation column : call.collation.getFieldCollations()) {
        boolean nullsFirst = column.nullDirection == RelFieldCollation.NullDirection.FIRST;
        order.add(
            new AggregateOrder(
                column.getFieldIndex(), column.direction.isDescending(), nullsFirst));
      }
    }
    return order;
  }

  private static @Nullable Object parameter(
      org.apache.calcite.rel.core.AggregateCall call,
      AggregateFunction function,
      @Nullable String separator) {
    if (call.getAggregation() instanceof RexPercentileFunction percentile) {
      return percentile.fraction();
    }
    if (function == AggregateFunction.STRING_AGG && call.getArgList().size() == 1) {
      return separator == null ? DEFAULT_SEPARATOR : separator;
    }
    return null;
  }

  /** Whether {@link #of} takes calls of it. */
  public static boolean isKnown(SqlAggFunction function) {
    return function(function) != null;
  }

  /** Whether an aggregate is written with this name, in whatever case. */
  public static boolean isName(String name) {
    return BY_NAME.containsKey(name.toUpperCase(Locale.ROOT));
  }

  /** Whether NULL is one of its values, so that FILTER needs an argument of its own. */
  public static boolean keepsNulls(SqlAggFunction function) {
    return function(function) == AggregateFunction.ARRAY_AGG;
  }

  /** Whether its second argument is a separator. */
  public static boolean isList(SqlAggFunction function) {
    return function(function) == AggregateFunction.STRING_AGG;
  }

  private static RuntimeException unsupported(String what) {
    return Failures.unsupported(what, "Use another aggregate, or aggregate outside.");
  }

  private static boolean isApproximateCount(SqlAggFunction function) {
    return function.getName().equals("APPROX_COUNT_DISTINCT");
  }

  /** By name, since Calcite's kind is often that of another function. */
  private static @Nullable AggregateFunction function(SqlAggFunction function) {
    if (function instanceof RexPercentileFunction percentile) {
      return percentile.function();
    }
    if (function instanceof RexWindowAggregate window) {
      return function(window.function());
    }
    AggregateFunction named = BY_NAME.get(function.getName().toUpperCase(Locale.ROOT));
    // Calcite's own percentiles have their fraction in a column.
    return named != null && named.readsSize() ? null : named;
  }
}
