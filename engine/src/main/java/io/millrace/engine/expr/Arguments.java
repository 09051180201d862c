package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;

/** Brings arguments to what a function computes with. */
final class Arguments {
  private static final ColumnType TEXT = ColumnType.of(CellType.VARCHAR);
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);
  private static final ColumnType DOUBLE = ColumnType.of(CellType.DOUBLE);

  private Arguments() {}

  /** The argument as text, cast if it is something else. */
  static Expr text(Expr argument) {
    return Types.isText(argument.type().type()) ? argument : Exprs.cast(argument, TEXT);
  }

  static List<Expr> texts(List<Expr> arguments) {
    List<Expr> texts = new ArrayList<>();
    for (Expr argument : arguments) {
      texts.add(text(argument));
    }
    return texts;
  }

  /** The argument as a Long. */
  static Expr integer(Expr argument) {
    return Types.isInteger(argument.type().type()) ? argument : Exprs.cast(argument, BIGINT);
  }

  /** The argument as a Double. */
  static Expr approximate(Expr argument) {
    return Types.isApproximate(argument.type().type()) ? argument : Exprs.cast(argument, DOUBLE);
  }

  /** Text arguments of which those from {@code firstInteger} on are integers. */
  static List<Expr> textThenIntegers(List<Expr> arguments, int firstInteger) {
    List<Expr> typed = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      typed.add(i < firstInteger ? text(arguments.get(i)) : integer(arguments.get(i)));
    }
    return typed;
  }

  /** The constant text that must stand at a place, such as a unit of time. */
  static String constantText(List<Expr> arguments, int index) {
    if (arguments.get(index) instanceof Literal literal && literal.value() instanceof String text) {
      return text;
    }
    throw new AssertionError("argument " + index + " must be a constant, but was " + arguments);
  }
}
