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

  private String rounded(String expression, int scale) {
    return this == POSTGRES ? "ROUND(" + expression + ", " + scale + ")" : expression;
  }
}
