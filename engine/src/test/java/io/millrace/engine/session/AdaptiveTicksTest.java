package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Ways;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which way a tick goes, as the system tables tell, and that it never shows in the rows. */
class AdaptiveTicksTest {
  private static final String TABLES =
      """
      CREATE TABLE d (n INTEGER);
      INSERT INTO d VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
      CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER);
      CREATE TABLE u (g INTEGER, w INTEGER);
      """;

  private static final String THOUSAND =
      " SELECT a.n + 10 * b.n + 100 * c.n, (a.n + 10 * b.n + 100 * c.n) / 2"
          + " FROM d AS a, d AS b, d AS c";

  private final SqlSession db = SqlSession.memory();

  @BeforeEach
  void create() {
    db.run(TABLES);
    db.one("SET rewrite = 'off'");
  }

  @AfterEach
  void close() {
    db.close();
  }

  private List<String> ways(String view, String operator) {
    return db.rows(
        "SELECT ticks, ticks_probed, ticks_scanned FROM system.operators WHERE view_name = '"
            + view
            + "' AND name = '"
            + operator
            + "'");
  }

  private String refilled(String view) {
    return db.rows("SELECT ticks_refilled FROM system.views WHERE view_name = '" + view + "'")
        .get(0);
  }

  private void view(String name, String query) {
    db.one("CREATE INCREMENTAL MATERIALIZED VIEW " + name + " AS " + query);
  }

  private void check(String view, String query) {
    assertThat(db.rows("SELECT * FROM " + view)).isEqualTo(db.rows(query));
  }

  @Test
  void aJoinScansForManyRowsAndProbesForFew() {
    String query = "SELECT t.id, u.w FROM t JOIN u ON t.g = u.g";
    db.run("INSERT INTO u" + THOUSAND);
    view("v", query);

    db.run("INSERT INTO t VALUES (5000, 7), (5001, 8)");
    assertThat(ways("v", "Join")).containsExactly("1,1,0");
    db.run("INSERT INTO t" + THOUSAND);
    assertThat(ways("v", "Join")).containsExactly("2,1,1");
    db.run("UPDATE t SET g = g + 1");

    assertThat(ways("v", "Join")).containsExactly("3,1,2");
    check("v", query);
  }

  @Test
  void outerSemiAndAntiJoinsScanToo() {
    db.run("INSERT INTO u" + THOUSAND);
    view("l", "SELECT t.id, u.w FROM t LEFT JOIN u ON t.g = u.g");
    view("s", "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.g = t.g)");
    view("n", "SELECT id FROM t WHERE g NOT IN (SELECT w FROM u)");

    db.run("INSERT INTO t" + THOUSAND);

    assertThat(
            db.rows(
                "SELECT view_name, SUM(ticks_scanned) FROM system.operators GROUP BY view_name"
                    + " HAVING SUM(ticks_scanned) > 0"))
        .containsExactly("l,1", "n,1", "s,1");
  }

  @Test
  void aPrimaryKeyAndAnIndexAreScannedInTheirOrder() {
    String byKey = "SELECT u.w, t.g FROM u JOIN t ON u.w = t.id";
    String byIndex = "SELECT t.id, u.w FROM t JOIN u ON t.id = u.g";
    db.run("CREATE INDEX ug ON u (g, w)");
    db.run("INSERT INTO t" + THOUSAND);
    db.run("INSERT INTO u VALUES (NULL, 1), (NULL, NULL), (3, 5)");
    view("k", byKey);
    view("i", byIndex);
    assertThat(db.rows("SELECT DISTINCT served_by FROM system.traces WHERE served_by IS NOT NULL"))
        .containsExactly("t", "u");

    db.run("INSERT INTO u" + THOUSAND);
    db.run("DELETE FROM t WHERE id < 900");

    assertThat(ways("k", "Join")).containsExactly("2,0,2");
    assertThat(ways("i", "Join")).containsExactly("2,0,2");
    check("k", byKey);
    check("i", byIndex);
  }

  @Test
  void aTableThatIsEmptiedRefillsItsViews() {
    String sums = "SELECT g, COUNT(*) AS n, MAX(id) AS m FROM t GROUP BY g";
    String top = "SELECT g, n, m FROM sums ORDER BY m DESC LIMIT 3";
    view("sums", sums);
    view("top", top);
    db.run("INSERT INTO t" + THOUSAND);
    assertThat(refilled("sums")).isEqualTo("0");

    db.run("DELETE FROM t WHERE id > 4");

    assertThat(refilled("sums")).isEqualTo("0");
    db.run("INSERT INTO t SELECT id + 5, g FROM (" + THOUSAND + ") AS s (id, g)");
    db.run("DELETE FROM t WHERE id <> 2");
    assertThat(refilled("sums")).isEqualTo("1");
    assertThat(
            db.rows(
                "SELECT ticks, last_rows_in, last_rows_out FROM system.views"
                    + " WHERE view_name = 'sums'"))
        .containsExactly("4,1004,501");
    check("sums", sums);
    check("top", top);
    db.run("INSERT INTO t VALUES (3, 1), (9, 4)");
    check("sums", sums);
    check("top", top);
  }

  @Test
  void aViewThatSharesWhatItKeepsIsOnlyTicked() {
    try (SqlSession forced = SqlSession.memory(Ways.REFILL)) {
      forced.run(TABLES);
      String sums =
          "CREATE INCREMENTAL MATERIALIZED VIEW a AS SELECT g, SUM(w) AS s FROM u GROUP BY g";
      forced.run(sums);
      forced.run("INSERT INTO u VALUES (1, 1)");
      forced.run(sums.replace("VIEW a", "VIEW b") + " HAVING SUM(w) > 1");

      forced.run("INSERT INTO u VALUES (1, 5), (2, 0)");

      assertThat(forced.rows("SELECT view_name, ticks, ticks_refilled FROM system.views"))
          .containsExactly("a,2,1", "b,1,0");
      assertThat(forced.rows("SELECT * FROM a")).containsExactly("1,6", "2,0");
      assertThat(forced.rows("SELECT * FROM b")).containsExactly("1,6");
    }
  }

  @Test
  void aRefillThatFailsRefusesTheCommit() {
    try (SqlSession forced = SqlSession.memory(Ways.REFILL)) {
      forced.run(TABLES);
      forced.run("CREATE INCREMENTAL MATERIALIZED VIEW q AS SELECT 10 / w AS q FROM u");
      forced.run("INSERT INTO u VALUES (1, 2)");

      assertThat(forced.failure("INSERT INTO u VALUES (1, 5), (1, 0)")).isEqualTo("22012");

      assertThat(forced.rows("SELECT * FROM u")).containsExactly("1,2");
      assertThat(forced.rows("SELECT * FROM q")).containsExactly("5");
      assertThat(forced.rows("SELECT ticks, ticks_refilled FROM system.views"))
          .containsExactly("1,1");
      assertThat(forced.rows("SELECT last_error FROM system.views").get(0)).contains("\"q\"");
    }
  }
}
