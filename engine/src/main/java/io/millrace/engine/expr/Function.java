package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.List;

/**
 * A scalar function: one entry of the table {@link Functions}, complete in itself. Its name is part
 * of stored formats: a function whose results change gets a new name.
 */
public final class Function {
  /** The type of the result, given the arguments. */
  interface Typing {
    ColumnType type(List<Expr> arguments);
  }

  /** Makes the evaluation for given arguments and result type, checking their types. */
  interface Binder {
    Evaluation bind(List<Expr> arguments, ColumnType type);
  }

  static final int ANY_NUMBER = Integer.MAX_VALUE;

  private final String name;
  private final int fewest;
  private final int most;
  private final Volatility volatility;
  private final boolean total;
  private final Typing typing;
  private final Binder binder;

  private Function(
      String name,
      int fewest,
      int most,
      Volatility volatility,
      boolean total,
      Typing typing,
      Binder binder) {
    this.name = name;
    this.fewest = fewest;
    this.most = most;
    this.volatility = volatility;
    this.total = total;
    this.typing = typing;
    this.binder = binder;
  }

  /** An immutable function that may fail. */
  static Function of(String name, int fewest, int most, Typing typing, Binder binder) {
    return new Function(name, fewest, most, Volatility.IMMUTABLE, false, typing, binder);
  }

  static Function of(String name, int arguments, Typing typing, Binder binder) {
    return of(name, arguments, arguments, typing, binder);
  }

  /** This function, known never to fail. */
  Function neverFails() {
    return new Function(name, fewest, most, volatility, true, typing, binder);
  }

  Function volatility(Volatility newVolatility) {
    return new Function(name, fewest, most, newVolatility, total, typing, binder);
  }

  /** The stable name; an operator's is its symbol. */
  public String name() {
    return name;
  }

  public Volatility volatility() {
    return volatility;
  }

  /** Whether no arguments make it fail. */
  boolean isTotal() {
    return total;
  }

  ColumnType type(List<Expr> arguments) {
    checkCount(arguments);
    return typing.type(arguments);
  }

  Evaluation bind(List<Expr> arguments, ColumnType type) {
    checkCount(arguments);
    return binder.bind(arguments, type);
  }

  private void checkCount(List<Expr> arguments) {
    if (arguments.size() < fewest || arguments.size() > most) {
      String count = fewest == most ? "" + fewest : fewest + " or more";
      throw Failures.invalidArgument(
          arguments.size() + " arguments", "argument list for " + name, "It takes " + count + ".");
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
