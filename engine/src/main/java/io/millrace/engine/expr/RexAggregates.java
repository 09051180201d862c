package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.Locale;
import org.apache.calcite.sql.SqlAggFunction;
import org.jspecify.annotations.Nullable;

/** Calcite's aggregate calls as ours. */
public final class RexAggregates {
  private RexAggregates() {}

  /**
   * The call over rows of {@code input}. FILTER must have become a CASE in its argument.
   *
   * @throws io.millrace.engine.error.DatabaseException 0A000 naming what can't be computed
   */
  public static AggregateCall of(org.apache.calcite.rel.core.AggregateCall call, RowType input) {
    AggregateFunction function = function(call.getAggregation());
    if (function == null || call.distinctKeys != null || !call.rexList.isEmpty()) {
      throw unsupported("Aggregate function " + call.getAggregation().getName());
    }
    if (call.hasFilter()) {
      throw new AssertionError("FILTER must be folded into the argument of " + call);
    }
    if (call.getArgList().size() > 1) {
      throw unsupported(call.getAggregation().getName() + " of several columns");
    }
    ColumnType type = RexTypes.of(call.getType());
    boolean distinct =
        (call.isDistinct() || isApproximateCount(call.getAggregation()))
            && !function.ignoresDuplicates();
    int argument =
        call.getArgList().isEmpty() ? AggregateCall.NO_ARGUMENT : call.getArgList().get(0);
    if (function == AggregateFunction.COUNT && argument >= 0 && !distinct) {
      argument = input.column(argument).nullable() ? argument : AggregateCall.NO_ARGUMENT;
    }
    AggregateCall made = new AggregateCall(function, argument, distinct, type);
    // Checks the argument's type before anything runs.
    made.newAccumulator(input);
    return made;
  }

  private static RuntimeException unsupported(String what) {
    return Failures.unsupported(what, "Use another aggregate, or aggregate outside.");
  }

  private static boolean isApproximateCount(SqlAggFunction function) {
    return function.getName().equals("APPROX_COUNT_DISTINCT");
  }

  /** By name where Calcite's kind is that of another function. */
  private static @Nullable AggregateFunction function(SqlAggFunction function) {
    return switch (function.getName().toUpperCase(Locale.ROOT)) {
      case "EVERY", "BOOL_AND", "LOGICAL_AND", "BOOLAND_AGG" -> AggregateFunction.BOOL_AND;
      case "SOME", "BOOL_OR", "LOGICAL_OR", "BOOLOR_AGG" -> AggregateFunction.BOOL_OR;
      default ->
          switch (function.getKind()) {
            case COUNT -> AggregateFunction.COUNT;
            case SUM -> AggregateFunction.SUM;
            case SUM0 -> AggregateFunction.SUM0;
            case AVG -> AggregateFunction.AVG;
            case MIN -> AggregateFunction.MIN;
            case MAX -> AggregateFunction.MAX;
            case VAR_POP -> AggregateFunction.VAR_POP;
            case VAR_SAMP -> AggregateFunction.VAR_SAMP;
            case STDDEV_POP -> AggregateFunction.STDDEV_POP;
            case STDDEV_SAMP -> AggregateFunction.STDDEV_SAMP;
            case BIT_AND -> AggregateFunction.BIT_AND;
            case BIT_OR -> AggregateFunction.BIT_OR;
            case BIT_XOR -> AggregateFunction.BIT_XOR;
            case ANY_VALUE -> AggregateFunction.ANY_VALUE;
            case SINGLE_VALUE -> AggregateFunction.SINGLE_VALUE;
            default -> null;
          };
    };
  }
}
