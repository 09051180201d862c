package io.millrace.sqllogictest.run;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes fresh databases of one product. Thread-safe. */
public final class Databases {
  private static final AtomicInteger NEXT = new AtomicInteger();

  private final String url;
  private final String dialect;
  private final int timeoutSeconds;

  /**
   * @param dialect the product for which scripts are read, as {@code onlyif} names it
   */
  public Databases(String url, String dialect, int timeoutSeconds) {
    this.url = url;
    this.dialect = dialect;
    this.timeoutSeconds = timeoutSeconds;
    if (Product.of(url) == Product.OTHER && !url.contains("{db}")) {
      throw new IllegalArgumentException(
          "\"" + url + "\" needs {db} where the name of a fresh database goes");
    }
  }

  Database fresh() throws SQLException {
    return Database.open(url, "slt" + NEXT.incrementAndGet(), timeoutSeconds);
  }

  /** Whether scripts may run side by side. */
  public boolean areSeparate() {
    return !Product.of(url).isShared();
  }

  public String url() {
    return url;
  }

  String dialect() {
    return dialect;
  }

  /** Whether the rules for what the product does on purpose are about this one. */
  public boolean areOurs() {
    return Product.of(url) == Product.MILLRACE;
  }
}
