package io.millrace.engine.plan;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.RexAggregates;
import io.millrace.engine.expr.RexWindowAggregate;
import io.millrace.engine.operator.TopK;
import io.millrace.engine.operator.WindowCall;
import io.millrace.engine.operator.WindowCall.Kind;
import io.millrace.engine.operator.WindowFrame;
import io.millrace.engine.sql.CalciteErrors;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Window functions as calls of a window. Stateless. */
final class WindowCalls {
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
  static boolean hangsOnTies(RexOver over) {
    return switch (kind(over)) {
      case RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> false;
      case AGGREGATE -> WindowFrames.unit(over.getWindow()) == WindowFrame.Unit.ROWS;
      default -> true;
    };
  }

  /** A call that knows its columns, but not yet their types. */
  interface Prepared {
    /**
     * The call over rows of a type.
     *
     * @throws DatabaseException 0A000 or 42804 for what cannot be computed, with the function's
     *     place
     */
    WindowCall over(RowType input);
  }

  /**
   * The call over columns.
   *
   * @param columns the column with an expression, which it adds if there is none
   * @throws DatabaseException 22013, 22014, 22016 for offsets and numbers that make no sense, 0A000
   *     for what cannot be computed, with the function's place
   */
  Prepared prepare(RexOver over, ToIntFunction<Expr> columns) {
    return placed(
        over,
        () -> {
          if (kind(over) == Kind.AGGREGATE) {
            AggregateCall call = aggregate(over, columns);
            WindowFrame frame = frames.of(over.getWindow(), columns);
            return input -> placed(over, () -> aggregate(call, frame, input));
          }
          WindowCall call = call(over, columns);
          return input -> call;
        });
  }

  private static <T> T placed(RexOver over, Supplier<T> step) {
    try {
      return step.get();
    } catch (DatabaseException e) {
      SqlParserPos position = over.getParserPosition();
      throw position == null ? e : CalciteErrors.at(e, position);
    }
  }

  private WindowCall call(RexOver over, ToIntFunction<Expr> columns) {
    Kind kind = kind(over);
    ColumnType type = expressions.type(over.getType());
    return switch (kind) {
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> WindowCall.ranking(kind, type);
      case NTILE -> numbered(over, 0, columns, number -> WindowCall.ntile(number, type));
      case LAG -> {
        int argument = argument(over, columns);
        yield numbered(
            over, 1, columns, rows -> WindowCall.lag(argument, rows, over.ignoreNulls(), type));
      }
      case LEAD -> {
        int argument = argument(over, columns);
        yield numbered(
            over, 1, columns, rows -> WindowCall.lead(argument, rows, over.ignoreNulls(), type));
      }
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> {
        int argument = argument(over, columns);
        WindowFrame frame = frames.of(over.getWindow(), columns);
        LongFunction<WindowCall> value =
            number -> WindowCall.value(kind, argument, number, over.ignoreNulls(), frame, type);
        yield kind == Kind.NTH_VALUE ? numbered(over, 1, columns, value) : value.apply(0);
      }
      case AGGREGATE -> throw new AssertionError("an aggregate has arguments of its own");
    };
  }

  private int argument(RexOver over, ToIntFunction<Expr> columns) {
    return columns.applyAsInt(expressions.of(over.getOperands().get(0)));
  }

  /** The call with the number that an operand says, 1 without it, or with the operand's column. */
  private WindowCall numbered(
      RexOver over, int operand, ToIntFunction<Expr> columns, LongFunction<WindowCall> call) {
    if (operand >= over.getOperands().size()) {
      return call.apply(1);
    }
    Expr number = Exprs.fold(expressions.of(over.getOperands().get(operand)));
    if (!isInteger(number.type().type())) {
      throw Unsupported.error(
          "A number of type "
              + number.type().type().sqlName()
              + " in NTILE, LAG, LEAD or NTH_VALUE",
          "Use an integer.");
    }
    return number instanceof Literal literal && literal.value() instanceof Long constant
        ? call.apply(WindowCall.checked(kind(over), constant))
        : call.apply(1).withNumberIn(columns.applyAsInt(number));
  }

  private static boolean isInteger(CellType type) {
    return switch (type) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
      default -> false;
    };
  }

  /** The call over columns, its filter folded in. */
  private AggregateCall aggregate(RexOver over, ToIntFunction<Expr> columns) {
    SqlAggFunction function = over.getAggOperator();
    List<RexNode> operands = over.getOperands();
    List<AggregateArguments.Key> order = new ArrayList<>();
    Expr filter = null;
    if (function instanceof RexWindowAggregate written) {
      function = written.function();
      for (RelFieldCollation key : written.order()) {
        Expr value = expressions.of(operands.get(key.getFieldIndex()));
        order.add(new AggregateArguments.Key(value, key));
      }
      RexNode condition = written.filter(over);
      filter = condition == null ? null : expressions.of(condition);
      operands = written.arguments(over);
    }
    AggregateCall call =
        AggregateCall.create(
            function,
            over.isDistinct(),
            false,
            false,
            List.of(),
            List.of(),
            -1,
            null,
            RelCollations.EMPTY,
            over.getType(),
            null);
    List<Expr> arguments = operands.stream().map(expressions::of).toList();
    return new AggregateArguments(columns, filter).call(call, arguments, order);
  }

  private static WindowCall aggregate(AggregateCall call, WindowFrame frame, RowType input) {
    return WindowCall.aggregate(RexAggregates.of(call, input), frame);
  }
}
