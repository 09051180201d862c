package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.RexAggregates;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.jspecify.annotations.Nullable;

/**
 * Puts what an aggregate call reads among the columns that an operator sees. FILTER becomes a CASE
 * in the arguments, whose NULL does not count. One call, one thread.
 */
final class AggregateArguments {
  private final ToIntFunction<Expr> columns;
  private final @Nullable Expr filter;

  /**
   * @param columns the column with an expression, which it adds if there is none
   */
  AggregateArguments(ToIntFunction<Expr> columns, @Nullable Expr filter) {
    this.columns = columns;
    this.filter = filter;
  }

  /**
   * A key of an order.
   *
   * @param value over what the arguments are over
   */
  record Key(Expr value, RelFieldCollation direction) {}

  /** The call, without a filter, over the columns. */
  AggregateCall call(AggregateCall call, List<Expr> arguments, List<Key> order) {
    List<Integer> read = new ArrayList<>();
    boolean rows = call.getAggregation().getName().equals("COUNT_ROWS");
    if (rows || (filter != null && arguments.isEmpty())) {
      read.add(column(filtered(Exprs.literal(true))));
    }
    arguments.forEach(argument -> read.add(column(filtered(argument))));
    if (filter != null && RexAggregates.keepsNulls(call.getAggregation())) {
      read.add(column(filtered(Exprs.literal(true))));
    }
    List<RelFieldCollation> keys = new ArrayList<>();
    for (Key key : order) {
      // Ordered by an argument, it is that argument: one column does for both.
      Expr value = arguments.contains(key.value()) ? filtered(key.value()) : key.value();
      keys.add(key.direction().withFieldIndex(column(value)));
    }
    return call.withFilter(-1).withArgList(read).withCollation(RelCollations.of(keys));
  }

  private int column(Expr expression) {
    return columns.applyAsInt(expression);
  }

  /** The argument, NULL where the filter is not TRUE; a CHAR as VARCHAR, to keep its blanks. */
  private Expr filtered(Expr argument) {
    if (filter == null) {
      return argument;
    }
    ColumnType type = argument.type();
    ColumnType kept = type.type() == CellType.CHAR ? ColumnType.varchar(type.precision()) : type;
    return Exprs.caseOf(
        List.of(filter), List.of(argument), Exprs.nullOf(kept), kept.withNullable(true));
  }
}
