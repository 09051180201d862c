package io.millrace.engine.expr;

/** The six comparisons. The code is part of stored formats and never changes. */
public enum ComparisonOperator {
  EQUAL(1, "="),
  NOT_EQUAL(2, "<>"),
  LESS(3, "<"),
  LESS_OR_EQUAL(4, "<="),
  GREATER(5, ">"),
  GREATER_OR_EQUAL(6, ">=");

  private static final ComparisonOperator[] BY_CODE = values();

  private final int code;
  private final String symbol;

  ComparisonOperator(int code, String symbol) {
    this.code = code;
    this.symbol = symbol;
  }

  /** Whether {@code a OP b} holds, given the sign of comparing a with b. */
  boolean holds(int order) {
    return switch (this) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  /** The operator with its sides exchanged: {@code a < b} is {@code b > a}. */
  public ComparisonOperator reversed() {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> this;
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
    };
  }

  /** The operator that holds exactly where this one doesn't, for values that are not NULL. */
  public ComparisonOperator negated() {
    return switch (this) {
      case EQUAL -> NOT_EQUAL;
      case NOT_EQUAL -> EQUAL;
      case LESS -> GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> GREATER;
      case GREATER -> LESS_OR_EQUAL;
      case GREATER_OR_EQUAL -> LESS;
    };
  }

  int code() {
    return code;
  }

  static ComparisonOperator ofCode(int code) {
    return BY_CODE[code - 1];
  }

  /** As in SQL. */
  @Override
  public String toString() {
    return symbol;
  }
}
