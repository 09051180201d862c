package io.millrace.driver.generator;

/** Where the text of one query differs between databases, each difference with its reason. */
enum Dialect {
  MILLRACE,
  POSTGRES;

  /**
   * AVG of exact numbers. PostgreSQL keeps 16 significant digits and more; ours keep max(6, s + 4)
   * after the point, which is {@code scale}, both rounded half up.
   */
  String average(String call, int scale) {
    return rounded(call, scale);
  }

  /** Division of decimals: the same difference. */
  String quotient(String dividend, String divisor, int scale) {
    return rounded("(" + dividend + " / " + divisor + ")", scale);
  }

  /** Two arrays one after the other. PostgreSQL takes a NULL array for an empty one here. */
  String concatenation(String first, String second) {
    String both = "(" + first + " || " + second + ")";
    return this == POSTGRES
        ? "CASE WHEN " + first + " IS NOT NULL AND " + second + " IS NOT NULL THEN " + both + " END"
        : both;
  }

  /** A DOUBLE as the offset of a frame: PostgreSQL takes no DECIMAL, ours needs a literal. */
  String offset(String number) {
    return this == POSTGRES ? "CAST(" + number + " AS DOUBLE PRECISION)" : number;
  }

  private String rounded(String expression, int scale) {
    return this == POSTGRES ? "ROUND(" + expression + ", " + scale + ")" : expression;
  }
}
