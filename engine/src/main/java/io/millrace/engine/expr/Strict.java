package io.millrace.engine.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluations that are NULL as soon as an argument is. Arguments are evaluated from left to right,
 * none behind a NULL; where one of them is the constant NULL, none at all, so that none can fail.
 */
final class Strict {
  /** A function of three cells that are not null. */
  @FunctionalInterface
  interface Ternary {
    @Nullable Object apply(Object a, Object b, Object c);
  }

  /** A function of any number of cells that are not null. */
  @FunctionalInterface
  interface Variadic {
    @Nullable Object apply(Object[] arguments);
  }

  /** What is NULL for every row. */
  static final Evaluation NULL = frame -> null;

  private Strict() {}

  static Evaluation of(List<Expr> arguments, Unary function) {
    if (isNull(arguments)) {
      return NULL;
    }
    Expr first = arguments.get(0);
    return frame -> {
      Object a = first.evaluate(frame);
      return a == null ? null : function.apply(a);
    };
  }

  static Evaluation of(List<Expr> arguments, Binary function) {
    if (isNull(arguments)) {
      return NULL;
    }
    Expr first = arguments.get(0);
    Expr second = arguments.get(1);
    return frame -> {
      Object a = first.evaluate(frame);
      if (a == null) {
        return null;
      }
      Object b = second.evaluate(frame);
      return b == null ? null : function.apply(a, b);
    };
  }

  static Evaluation of(List<Expr> arguments, Ternary function) {
    if (isNull(arguments)) {
      return NULL;
    }
    Expr first = arguments.get(0);
    Expr second = arguments.get(1);
    Expr third = arguments.get(2);
    return frame -> {
      Object a = first.evaluate(frame);
      if (a == null) {
        return null;
      }
      Object b = second.evaluate(frame);
      if (b == null) {
        return null;
      }
      Object c = third.evaluate(frame);
      return c == null ? null : function.apply(a, b, c);
    };
  }

  static Evaluation ofAll(List<Expr> arguments, Variadic function) {
    if (isNull(arguments)) {
      return NULL;
    }
    Expr[] all = arguments.toArray(new Expr[0]);
    return frame -> {
      Object[] values = new Object[all.length];
      for (int i = 0; i < all.length; i++) {
        Object value = all[i].evaluate(frame);
        if (value == null) {
          return null;
        }
        values[i] = value;
      }
      return function.apply(values);
    };
  }

  private static boolean isNull(List<Expr> arguments) {
    return arguments.stream().anyMatch(Exprs::isNullConstant);
  }
}
