package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The incremental views of a test with their queries, to compare what they hold. */
final class KeptViews {
  /** One of each shape over the tables of {@link RandomHistory}; {@code onview} reads {@code t}. */
  static final Map<String, String> SHAPES = shapes();

  private final Map<String, String> queries = new LinkedHashMap<>();

  private static Map<String, String> shapes() {
    Map<String, String> shapes = new LinkedHashMap<>();
    shapes.put("joined", "SELECT a.id, a.g, b.w, b.t FROM a JOIN b ON a.g = b.g");
    shapes.put("grouped", "SELECT g, COUNT(*) AS n, SUM(v) AS s, MIN(v) AS lo FROM a GROUP BY g");
    shapes.put("total", "SELECT COUNT(*) AS n, SUM(w) AS s, MAX(t) AS hi FROM b");
    shapes.put("names", "SELECT DISTINCT g, t FROM b");
    shapes.put(
        "outerj", "SELECT a.id, b.w, c.x FROM a LEFT JOIN b ON a.g = b.g LEFT JOIN c ON b.w = c.k");
    shapes.put("fullj", "SELECT a.id, c.x FROM a FULL JOIN c ON a.v = c.k");
    shapes.put("steps", "SELECT x.g, x.w, y.w AS z FROM b x JOIN b y ON x.g = y.g AND x.w < y.w");
    shapes.put("lonely", "SELECT id FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.g = a.g)");
    shapes.put("inside", "SELECT id, v FROM a WHERE g IN (SELECT k FROM c)");
    shapes.put("either", "SELECT g FROM a UNION SELECT k FROM c");
    shapes.put("lessc", "SELECT g FROM b EXCEPT ALL SELECT k FROM c");
    shapes.put("best", "SELECT id, v FROM a ORDER BY v DESC, id LIMIT 3");
    shapes.put("sums", "SELECT k, SUM(d) AS sd, AVG(x) AS ax FROM c GROUP BY k");
    shapes.put(
        "listed",
        "SELECT g, STRING_AGG(t, '-' ORDER BY w DESC, t) AS l, MEDIAN(w) AS m, MODE(t) AS o,"
            + " CORR(w, g) AS r FROM b GROUP BY GROUPING SETS ((g), ())");
    shapes.put(
        "running",
        "SELECT id, g, SUM(v) OVER (PARTITION BY g ORDER BY id) AS s, LAG(v, 1, 0) OVER (PARTITION"
            + " BY g ORDER BY id) AS l FROM a");
    shapes.put("placed", "SELECT g, w, RANK() OVER (PARTITION BY g ORDER BY w) AS r FROM b");
    return shapes;
  }

  /** The query of a shape. */
  static String shape(String name) {
    return Objects.requireNonNull(SHAPES.get(name), name);
  }

  void create(SqlSession db, String name, String query) {
    db.one("CREATE INCREMENTAL MATERIALIZED VIEW " + name + " AS " + query);
    queries.put(name, query);
  }

  void drop(SqlSession db, String name) {
    db.one("DROP MATERIALIZED VIEW " + name);
    queries.remove(name);
  }

  boolean has(String name) {
    return queries.containsKey(name);
  }

  /** Holds each view to its query. */
  void check(SqlSession db, String when) {
    db.one("SET rewrite = 'off'");
    queries.forEach(
        (name, query) ->
            assertThat(db.rows("SELECT * FROM " + name))
                .as("view %s %s", name, when)
                .isEqualTo(db.rows(query)));
  }
}
