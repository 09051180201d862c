package io.millrace.sqllogictest.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must be known of a database product to give each script a fresh database. In URLs {@code
 * {db}} stands for a name that no other script has.
 */
enum Product {
  MILLRACE("jdbc:millrace:", "jdbc:millrace:mem:", "jdbc:millrace:mem:{db}", "", "SHUTDOWN"),
  H2("jdbc:h2:", "jdbc:h2:mem:", "jdbc:h2:mem:{db};DB_CLOSE_DELAY=-1", "", "SHUTDOWN"),
  HSQLDB(
      "jdbc:hsqldb:",
      "jdbc:hsqldb:mem:",
      "jdbc:hsqldb:mem:{db};sql.syntax_pgs=true",
      "",
      "SHUTDOWN"),
  SQLITE("jdbc:sqlite:", "jdbc:sqlite:", "jdbc:sqlite::memory:", "", ""),
  DUCKDB("jdbc:duckdb:", "jdbc:duckdb:", "jdbc:duckdb:", "SET threads = 1", ""),
  /** One server database, emptied before each script: scripts cannot run side by side. */
  POSTGRESQL(
      "jdbc:postgresql:", "", "", "DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public", ""),
  OTHER("jdbc:", "", "", "", "");

  private static final Pattern DROP_VIEW =
      Pattern.compile("\\s*DROP\\s+VIEW\\s+(\\w+)\\s*", Pattern.CASE_INSENSITIVE);

  private final String prefix;
  private final String shortUrl;
  private final String freshUrl;
  private final String opening;
  private final String closing;

  Product(String prefix, String shortUrl, String freshUrl, String opening, String closing) {
    this.prefix = prefix;
    this.shortUrl = shortUrl;
    this.freshUrl = freshUrl;
    this.opening = opening;
    this.closing = closing;
  }

  static Product of(String url) {
    for (Product product : values()) {
      if (url.startsWith(product.prefix)) {
        return product;
      }
    }
    throw new IllegalArgumentException("\"" + url + "\" is no JDBC URL");
  }

  /** The URL of a database of this name. A URL without a name gets one where the product has it. */
  String url(String url, String database) {
    String named = url.equals(shortUrl) && !freshUrl.isEmpty() ? freshUrl : url;
    return named.replace("{db}", database);
  }

  /** What makes a database fresh, or is set in it; "" for nothing. */
  String opening() {
    return opening;
  }

  /** What ends a database in memory; "" for nothing. */
  String closing() {
    return closing;
  }

  /**
   * A statement of a script as this product wants it. The scripts were made with SQLite, which
   * drops a view whether or not others read it, and lets these stand; the standard refuses that. So
   * a view is dropped with those that read it, and one that went so is no error.
   */
  String adapted(String sql) {
    if (this == SQLITE || this == DUCKDB) {
      return sql;
    }
    Matcher drop = DROP_VIEW.matcher(sql);
    return drop.matches() ? "DROP VIEW IF EXISTS " + drop.group(1) + " CASCADE" : sql;
  }

  boolean isShared() {
    return this == POSTGRESQL;
  }
}
