package io.millrace.driver.rewrite;

import java.util.List;

/**
 * A foreign key that is dropped beside the views that lean on it, with a row that it forbade. The
 * statements of {@code before} take it away, those of {@code after} put it back.
 */
record Loosening(List<String> before, List<String> after) {
  static final List<Loosening> ALL =
      List.of(
          of(
              "fact",
              "FOREIGN KEY (d) REFERENCES dim (id)",
              "SELECT 1000, 99, id, NULL, 1, 2.50, 3, NULL, NULL FROM dim LIMIT 1",
              "id = 1000"),
          of(
              "fact",
              "FOREIGN KEY (m) REFERENCES dim (id)",
              "VALUES (1000, NULL, 99, 'a', 1, NULL, 3, TRUE, NULL)",
              "id = 1000"),
          of(
              "item",
              "FOREIGN KEY (f) REFERENCES fact (id)",
              "VALUES (99, NULL, NULL, 1, 2.50, NULL)",
              "f = 99"),
          of(
              "item",
              "FOREIGN KEY (sa, sb) REFERENCES slot (a, b)",
              "SELECT id, 99, 99, 1, NULL, NULL FROM fact LIMIT 1",
              "sa = 99"));

  private static Loosening of(String table, String key, String orphan, String isOrphan) {
    String name = PairTables.nameOf(key);
    return new Loosening(
        List.of(
            "ALTER TABLE " + table + " DROP CONSTRAINT " + name,
            "INSERT INTO " + table + " " + orphan),
        List.of(
            "DELETE FROM " + table + " WHERE " + isOrphan,
            "ALTER TABLE " + table + " ADD CONSTRAINT " + name + " " + key));
  }
}
