package io.millrace.engine.plan;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.RexAggregates;
import io.millrace.engine.operator.TopK;
import io.millrace.engine.operator.WindowCall;
import io.millrace.engine.operator.WindowCall.Kind;
import io.millrace.engine.operator.WindowFrame;
import io.millrace.engine.sql.CalciteErrors;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Window functions as calls of a window. Stateless. */
final class WindowCalls {
  /** Farther than any row. */
  private static final long FAR = 1L << 62;

  private final Expressions expressions;
  private final WindowFrames frames;

  WindowCalls(Expressions expressions) {
    this.expressions = expressions;
    this.frames = new WindowFrames(expressions);
  }

  private static Kind kind(RexOver over) {
    return switch (over.getAggOperator().getKind()) {
      case ROW_NUMBER -> Kind.ROW_NUMBER;
      case RANK -> Kind.RANK;
      case DENSE_RANK -> Kind.DENSE_RANK;
      case PERCENT_RANK -> Kind.PERCENT_RANK;
      case CUME_DIST -> Kind.CUME_DIST;
      case NTILE -> Kind.NTILE;
      case LAG -> Kind.LAG;
      case LEAD -> Kind.LEAD;
      case FIRST_VALUE -> Kind.FIRST_VALUE;
      case LAST_VALUE -> Kind.LAST_VALUE;
      case NTH_VALUE -> Kind.NTH_VALUE;
      default -> Kind.AGGREGATE;
    };
  }

  /** What a bound on the function's result counts, or null if it is no rank. */
  static TopK.@Nullable Counting counting(RexOver over) {
    return switch (kind(over)) {
      case ROW_NUMBER -> TopK.Counting.ROWS;
      case RANK -> TopK.Counting.ROWS_WITH_TIES;
      case DENSE_RANK -> TopK.Counting.GROUPS;
      default -> null;
    };
  }

  /** Whether the order of peers makes a difference. */
  boolean hangsOnTies(RexOver over) {
    return switch (kind(over)) {
      case RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> false;
      case AGGREGATE -> placed(over, () -> frame(over).unit() == WindowFrame.Unit.ROWS);
      default -> true;
    };
  }

  /** The operands that are evaluated for each row. */
  static List<RexNode> arguments(RexOver over) {
    return switch (kind(over)) {
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE -> List.of();
      case LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE -> over.getOperands().subList(0, 1);
      case AGGREGATE -> over.getOperands();
    };
  }

  /**
   * The call over rows of a type.
   *
   * @param arguments the columns of its {@link #arguments}
   * @throws DatabaseException 22013, 22014, 22016 for offsets and numbers that make no sense, 0A000
   *     for what cannot be computed, with the function's place
   */
  WindowCall of(RexOver over, List<Integer> arguments, RowType input) {
    return placed(over, () -> call(over, arguments, input));
  }

  private static <T> T placed(RexOver over, Supplier<T> step) {
    try {
      return step.get();
    } catch (DatabaseException e) {
      SqlParserPos position = over.getParserPosition();
      throw position == null ? e : CalciteErrors.at(e, position);
    }
  }

  private WindowFrame frame(RexOver over) {
    return frames.of(over.getWindow());
  }

  private WindowCall call(RexOver over, List<Integer> arguments, RowType input) {
    Kind kind = kind(over);
    ColumnType type = expressions.type(over.getType());
    return switch (kind) {
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> WindowCall.ranking(kind, type);
      case NTILE -> WindowCall.ntile(buckets(over), type);
      case LAG, LEAD -> away(kind, over, arguments.get(0), type);
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
          WindowCall.value(
              kind,
              arguments.get(0),
              kind == Kind.NTH_VALUE ? place(over) : 0,
              over.ignoreNulls(),
              frame(over),
              type);
      case AGGREGATE -> aggregate(over, arguments, input);
    };
  }

  private WindowCall aggregate(RexOver over, List<Integer> arguments, RowType input) {
    AggregateCall call =
        AggregateCall.create(
            over.getAggOperator(),
            over.isDistinct(),
            false,
            false,
            List.of(),
            arguments,
            -1,
            null,
            RelCollations.EMPTY,
            over.getType(),
            null);
    io.millrace.engine.expr.AggregateCall made = RexAggregates.of(call, input);
    // Refuses what only an ordered trace computes.
    made.newAccumulator(input);
    if (made.distinct() && made.arguments().size() != 1) {
      throw Unsupported.error(
          made.function() + " of several distinct values over a window",
          "Aggregate in a subquery, and join.");
    }
    return WindowCall.aggregate(made, frame(over));
  }

  private WindowCall away(Kind kind, RexOver over, int argument, ColumnType type) {
    long rows = over.getOperands().size() > 1 ? number(over) : 1;
    long near = Math.max(-FAR, Math.min(rows, FAR));
    return kind == Kind.LAG
        ? WindowCall.lag(argument, near, over.ignoreNulls(), type)
        : WindowCall.lead(argument, near, over.ignoreNulls(), type);
  }

  private long buckets(RexOver over) {
    long buckets = integer(over.getOperands().get(0));
    if (buckets <= 0) {
      throw ErrorCode.INVALID_NTILE.exception(buckets);
    }
    return buckets;
  }

  private long place(RexOver over) {
    long place = number(over);
    if (place <= 0) {
      throw ErrorCode.INVALID_NTH_VALUE.exception(place);
    }
    return place;
  }

  /** The second operand. */
  private long number(RexOver over) {
    return integer(over.getOperands().get(1));
  }

  private long integer(RexNode constant) {
    if (WindowFrames.value(expressions.of(constant)) instanceof Long number) {
      return number;
    }
    throw Unsupported.error(
        "NULL or another number than an integer in NTILE, LAG, LEAD or NTH_VALUE",
        "Use an integer.");
  }
}
