package io.millrace.driver.rewrite;

import java.util.List;

/** A kind of values, with six of them, ascending. */
enum Domain {
  NUMBER("0", "1", "2", "3", "4", "5"),
  DECIMAL("0.50", "1.00", "1.25", "2.00", "2.75", "3.00"),
  TEXT("'a'", "'ab'", "'abc'", "'b'", "'ba'", "'c'"),
  DAY(
      "DATE '2023-12-31'",
      "DATE '2024-01-01'",
      "DATE '2024-01-31'",
      "DATE '2024-02-29'",
      "DATE '2024-03-01'",
      "DATE '2025-06-15'"),
  TRUTH("FALSE", "FALSE", "FALSE", "TRUE", "TRUE", "TRUE");

  static final int VALUES = 6;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> literals;

  Domain(String... literals) {
    this.literals = List.of(literals);
  }

  String literal(int position) {
    return literals.get(position);
  }

  boolean isNumeric() {
    return this == NUMBER || this == DECIMAL;
  }
}
