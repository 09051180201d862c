package io.millrace.driver.tpch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The 22 queries of TPC-H with the parameters of its validation run. ORDER BY stands only where a
 * limit needs it: a view keeps no order.
 */
final class TpchQueries {
  /** By name, {@code q01} to {@code q22}, in order. */
  static final Map<String, String> ALL = all();

  private TpchQueries() {}

  private static Map<String, String> all() {
    Map<String, String> queries = new LinkedHashMap<>();
    for (int i = 1; i <= 22; i++) {
      String name = String.format(Locale.ROOT, "q%02d", i);
      queries.put(name, resource(name));
    }
    return queries;
  }

  /** The text of a file beside this class. */
  static String resource(String name) {
    try (InputStream in = TpchQueries.class.getResourceAsStream(name + ".sql")) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + name + ".sql");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
