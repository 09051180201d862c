package io.millrace.driver.generator;

import java.util.List;

/**
 * The type of a generated expression, with few values, so that rows meet and repeat.
 *
 * <p>DOUBLE values are multiples of 1/4, so that sums are exact in any order and in any database.
 */
enum Kind {
  INT("INTEGER", List.of("0", "1", "2", "3", "-1", "7")),
  BIG("BIGINT", List.of("0", "1", "2", "3", "5000000000")),
  DECIMAL("DECIMAL(10, 2)", List.of("0.00", "1.00", "1.50", "2.25", "-0.75", "12345.67")),
  DOUBLE("DOUBLE PRECISION", List.of("0", "1", "0.5", "2.25", "-0.75", "1024")),
  TEXT("VARCHAR(10)", List.of("'a'", "'b'", "'ab'", "''", "'B'", "'é_%'")),
  CHAR("CHAR(3)", List.of("'a'", "'b'", "'ab'", "'abc'")),
  BOOL("BOOLEAN", List.of("FALSE", "TRUE")),
  DATE("DATE", List.of("DATE '2024-02-28'", "DATE '2024-02-29'", "DATE '1999-12-31'")),
  TIMESTAMP(
      "TIMESTAMP",
      List.of(
          "TIMESTAMP '2024-02-29 00:00:00'",
          "TIMESTAMP '2024-02-29 12:30:00.5'",
          "TIMESTAMP '1999-12-31 23:59:59.999999'")),
  INTS(
      "INTEGER ARRAY",
      List.of(
          "ARRAY[1]",
          "ARRAY[1, 2]",
          "ARRAY[2, NULL]",
          "CAST(ARRAY[] AS INTEGER ARRAY)",
          "ARRAY[1, NULL, 3]")),
  /** What AVG and divisions give: decimals that are passed on but not calculated with. */
  QUOTIENT("DECIMAL(30, 6)", List.of("0", "0.5"));

  /** The kinds that columns and expressions have, the usual ones more than once. */
  static final List<Kind> ALL =
      List.of(
          INT, TEXT, DECIMAL, BIG, BOOL, DOUBLE, DATE, CHAR, TIMESTAMP, INT, TEXT, INT, DECIMAL,
          INTS, INT);

  private final String sql;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  private final List<String> values;

  Kind(String sql, List<String> values) {
    this.sql = sql;
    this.values = values;
  }

  /** The type as it is written in SQL. */
  String sql() {
    return sql;
  }

  boolean isNumber() {
    return this == INT || this == BIG || this == DECIMAL || this == DOUBLE;
  }

  boolean isText() {
    return this == TEXT || this == CHAR;
  }

  /** A value for INSERT, never NULL. */
  String value(Choices choices) {
    return choices.of(values);
  }

  /** The same value as an expression of this kind. */
  String literal(Choices choices) {
    String value = value(choices);
    return switch (this) {
      case BIG, DOUBLE, CHAR, QUOTIENT -> cast(value);
      case INT, DECIMAL -> value.startsWith("-") ? "(" + value + ")" : value;
      case TEXT, BOOL, DATE, TIMESTAMP, INTS -> value;
    };
  }

  String cast(String expression) {
    return "CAST(" + expression + " AS " + sql + ")";
  }

  String nullLiteral() {
    return cast("NULL");
  }
}
