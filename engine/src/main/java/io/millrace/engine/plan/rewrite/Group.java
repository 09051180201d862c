package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.AggregateOrder;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The grouping on top of a block's join. Immutable.
 *
 * <p>Its columns are the keys and then the results of the calls; what stands above it counts them
 * so.
 *
 * @param keys over the columns of the leaves
 * @param scalar whether there is one group even over no rows; then there are no keys
 * @param having conjuncts over the group's columns
 */
record Group(List<Expr> keys, List<Call> calls, boolean scalar, List<Expr> having) {
  Group {
    keys = List.copyOf(keys);
    calls = List.copyOf(calls);
    having = List.copyOf(having);
  }

  /** A column of ORDER BY inside a call. */
  record Order(Expr key, boolean descending, boolean nullsFirst) {}

  /** An aggregate over expressions: {@link AggregateCall} before its arguments are columns. */
  record Call(
      AggregateFunction function,
      List<Expr> arguments,
      boolean distinct,
      List<Order> order,
      @Nullable Object parameter,
      ColumnType type) {
    Call {
      arguments = List.copyOf(arguments);
      order = List.copyOf(order);
    }

    /** The call whose columns are these expressions. */
    static Call of(AggregateCall call, List<Expr> columns) {
      List<Order> order = new ArrayList<>();
      for (AggregateOrder key : call.order()) {
        order.add(new Order(columns.get(key.column()), key.descending(), key.nullsFirst()));
      }
      return new Call(
          call.function(),
          call.arguments().stream().map(columns::get).toList(),
          call.distinct(),
          order,
          call.parameter(),
          call.type());
    }

    static Call of(AggregateFunction function, Expr argument, ColumnType type) {
      return new Call(function, List.of(argument), false, List.of(), null, type);
    }

    /** All expressions that it reads. */
    List<Expr> expressions() {
      List<Expr> all = new ArrayList<>(arguments);
      order.forEach(key -> all.add(key.key()));
      return all;
    }

    /** The same call over other expressions. */
    Call map(UnaryOperator<Expr> change) {
      List<Order> changed = new ArrayList<>();
      for (Order key : order) {
        changed.add(new Order(change.apply(key.key()), key.descending(), key.nullsFirst()));
      }
      return new Call(
          function, arguments.stream().map(change).toList(), distinct, changed, parameter, type);
    }

    /** Whether DISTINCT or equal rows make no difference to it. */
    boolean ignoresRepetition() {
      return distinct || function.ignoresDuplicates();
    }

    /** The canonical text, given that of an expression. */
    String digest(Function<Expr, String> text) {
      List<String> parts = new ArrayList<>(arguments.stream().map(text).toList());
      parts.add("distinct " + (distinct && !function.ignoresDuplicates()));
      order.forEach(key -> parts.add(text.apply(key.key()) + key.descending() + key.nullsFirst()));
      parts.add(parameter == null ? "" : parameter.getClass().getSimpleName() + parameter);
      return Digest.call(function + ":" + Digest.type(type), parts);
    }
  }

  /** A column of the group. */
  Expr column(int index) {
    return Exprs.column(
        index,
        index < keys.size() ? keys.get(index).type() : calls.get(index - keys.size()).type());
  }

  int width() {
    return keys.size() + calls.size();
  }
}
