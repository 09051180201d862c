package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of tables without a primary key, and of views, are found by their first columns. */
final class RowOrderTest {
  /** Pairs of a condition that bounds the first columns and one that says the same and does not. */
  private static final List<String[]> CONDITIONS =
      List.of(
          new String[] {"a = 3", "a + 0 = 3"},
          new String[] {"a > 2 AND a <= 5", "a + 0 > 2 AND a + 0 <= 5"},
          new String[] {"a = 3 AND b = 'x'", "a + 0 = 3 AND b || '' = 'x'"},
          new String[] {"a = 1 AND b >= 'x'", "a + 0 = 1 AND b || '' >= 'x'"},
          new String[] {"a IN (1, 4) AND c < 2", "a + 0 IN (1, 4) AND c < 2"},
          new String[] {"a IS NULL", "a + 0 IS NULL"},
          new String[] {"a < 2", "a + 0 < 2"},
          new String[] {"b = 'x'", "b || '' = 'x'"});

  private SqlSession db;

  @BeforeEach
  void fill() {
    db = SqlSession.memory();
    db.run("CREATE TABLE t (a INTEGER, b VARCHAR(5), c INTEGER NOT NULL)");
    db.run("CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT a, b, c FROM t WHERE c <> 3");
    db.run("SET rewrite = 'off'");
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      db.run("INSERT INTO t VALUES " + row(random));
    }
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static String row(Random random) {
    String a = random.nextInt(6) == 0 ? "NULL" : String.valueOf(random.nextInt(6));
    String b = random.nextInt(6) == 0 ? "NULL" : "'" + "wxyz".charAt(random.nextInt(4)) + "'";
    return "(" + a + ", " + b + ", " + random.nextInt(4) + ")";
  }

  private void check() {
    for (String relation : List.of("t", "v")) {
      for (String[] condition : CONDITIONS) {
        String select = "SELECT * FROM " + relation + " WHERE ";
        assertThat(db.rows(select + condition[0]))
            .as(select + condition[0])
            .isEqualTo(db.rows(select + condition[1]));
      }
    }
  }

  @Test
  void theSameRowsAreFound() {
    assertThat(db.rows("SELECT * FROM v WHERE a = 3")).isNotEqualTo(db.rows("SELECT * FROM v"));
    check();
  }

  @Test
  void theTransactionsOwnChangesAreAmongThem() {
    db.run("BEGIN");
    db.run("INSERT INTO t VALUES (3, 'x', 1), (3, 'x', 1), (NULL, 'x', 2), (9, NULL, 0)");
    db.run("DELETE FROM t WHERE a = 1 AND b = 'y'");
    db.run("UPDATE t SET c = 2 WHERE a = 4");

    check();

    db.run("COMMIT");
    check();
  }

  @Test
  void aSuspendedViewIsRecomputed() {
    db.run("ALTER MATERIALIZED VIEW v SUSPEND");
    check();
  }

  @Test
  void explainSaysSo() {
    assertThat(db.rows("EXPLAIN SELECT c FROM v WHERE a = 3 AND b > 'w'").toString())
        .contains("by the order of its columns (1 column and a range)");
    assertThat(db.rows("EXPLAIN SELECT c FROM t WHERE a = 3").toString())
        .contains("by the order of its columns (1 column)");
    assertThat(db.rows("EXPLAIN SELECT c FROM t WHERE b = 'x'").toString())
        .doesNotContain("order of its columns");
  }
}
