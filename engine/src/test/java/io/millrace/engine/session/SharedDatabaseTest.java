package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.DatabaseException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one session does to the definitions, or the database, that another one uses. */
@Timeout(120)
class SharedDatabaseTest {
  private static final String TABLES =
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER);
      CREATE TABLE u (x INTEGER);
      CREATE TABLE d (n INTEGER);
      INSERT INTO d VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9);
      INSERT INTO t SELECT a.n + 10 * b.n + 100 * c.n + 1000 * e.n, b.n FROM d a, d b, d c, d e;
      """;

  @TempDir Path folder;

  private SqlSession open() {
    return SqlSession.file(folder.resolve("db"));
  }

  private static StatementResult.Rows start(SqlSession db, String query) {
    return (StatementResult.Rows)
        db.session().execute(db.session().prepare(query), List.of(), ExecutionOptions.NONE);
  }

  private static int count(RowStream rows) {
    int count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }

  @Test
  void definitionsChangeUnderAnOpenTransaction() {
    for (String isolation : List.of("READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE")) {
      for (String ddl :
          List.of(
              "DROP TABLE t",
              "DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER)",
              "DROP TABLE t; CREATE TABLE t (other VARCHAR(3))",
              "CREATE INDEX t_v ON t (v)",
              "CREATE UNIQUE INDEX t_vi ON t (v, id)",
              "CREATE INCREMENTAL MATERIALIZED VIEW tv AS SELECT v, COUNT(*) AS n FROM t GROUP BY v",
              "CREATE TABLE unrelated (x INTEGER)",
              "DROP TABLE u")) {
        try (SqlSession one = SqlSession.memory("shared");
            SqlSession two = SqlSession.memory("shared")) {
          one.run(TABLES);
          one.run("BEGIN TRANSACTION ISOLATION LEVEL " + isolation);
          one.run("INSERT INTO u VALUES (1)");
          one.run("UPDATE t SET v = 77 WHERE id = 5");
          two.run(ddl);
          for (String statement :
              List.of(
                  "SELECT COUNT(*) FROM t WHERE v = 77",
                  "SELECT MAX(x) FROM u",
                  "UPDATE t SET v = 78 WHERE id = 6",
                  "DELETE FROM t WHERE id = 9",
                  "INSERT INTO u VALUES (2)")) {
            assertThat(one.failure(statement))
                .as("%s after %s at %s", statement, ddl, isolation)
                .isIn("none", "40001", "42P01", "42703");
          }
          String commit = one.failure("COMMIT");
          assertThat(commit).as("COMMIT after %s at %s", ddl, isolation).isIn("none", "40001");
          assertThat(two.failure("SELECT * FROM t")).isIn("none", "42P01");
          if (ddl.startsWith("CREATE INC")) {
            assertThat(two.rows("VERIFY MATERIALIZED VIEW tv")).isEmpty();
          }
          if (ddl.startsWith("CREATE TABLE")) {
            assertThat(commit).isEqualTo("none");
          }
          one.run("SHUTDOWN");
        }
      }
    }
  }

  @Test
  void readCommittedLosesNoUpdateOfAnother() {
    try (SqlSession one = SqlSession.memory("lost");
        SqlSession two = SqlSession.memory("lost")) {
      one.run("CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER); INSERT INTO t VALUES (1, 0)");
      one.run("CREATE TABLE w (x INTEGER); INSERT INTO w VALUES (1)");
      one.run("CREATE INCREMENTAL MATERIALIZED VIEW s AS SELECT SUM(v) AS s FROM t");
      for (String write : List.of("UPDATE t SET v = v + 1 WHERE id = 1", "DELETE FROM w")) {
        one.run("BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED; " + write);
        two.run(write);
        assertThat(one.failure("SELECT v FROM t")).isEqualTo("40001");
        assertThat(one.failure("COMMIT")).isEqualTo("40001");
        one.run("BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED; INSERT INTO w VALUES (1)");
        two.run("INSERT INTO t VALUES (2, 5)");
        assertThat(one.rows("SELECT COUNT(*) FROM t")).containsExactly("2");
        two.run("DELETE FROM t WHERE id = 2");
        one.run("COMMIT");
        assertThat(one.rows("VERIFY MATERIALIZED VIEW s")).isEmpty();
      }
      one.run("BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED; DELETE FROM w");
      two.run("DELETE FROM w");
      assertThat(one.failure("ROLLBACK")).isEqualTo("none");
      one.run("SHUTDOWN");
    }
  }

  @Test
  void aDroppedTableIsReadToItsEnd() {
    try (SqlSession one = open();
        SqlSession two = open()) {
      one.run(TABLES);
      for (String begin : List.of("", "BEGIN; INSERT INTO u VALUES (1)", "BEGIN")) {
        one.run(begin);
        StatementResult.Rows result = start(one, "SELECT id, v FROM t");
        RowStream rows = result.rows();
        assertThat(rows.next()).isTrue();
        two.run("DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER); CHECKPOINT");
        two.run(
            "INSERT INTO t SELECT a.n + 10 * b.n + 100 * c.n + 1000 * e.n, b.n FROM d a, d b, d c, d e");
        two.run("CHECKPOINT");
        assertThat(count(rows)).isEqualTo(9_999);
        rows.close();
        one.run("ROLLBACK");
      }
    }
  }

  @Test
  void aResultOutlivesItsTransaction() {
    try (SqlSession one = open();
        SqlSession two = open()) {
      one.run(TABLES + "BEGIN");
      RowStream rows = start(one, "SELECT id, v FROM t").rows();
      assertThat(rows.next()).isTrue();
      one.run("COMMIT");
      for (int i = 0; i < 4; i++) {
        two.run("UPDATE t SET v = v + 1; CHECKPOINT");
      }
      assertThat(count(rows)).isEqualTo(9_999);
    }
  }

  @Test
  void statementsAreReplannedWhileTablesComeAndGo() {
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger successes = new AtomicInteger();
    try (SqlSession one = SqlSession.memory("replanned");
        SqlSession two = SqlSession.memory("replanned")) {
      one.run("CREATE TABLE r (id INTEGER, v INTEGER)");
      try (Running worker =
          Running.start(
              () -> {
                while (!done.get()) {
                  for (String statement :
                      List.of(
                          "INSERT INTO r (id, v) VALUES (1, 2)",
                          "SELECT id, v FROM r",
                          "UPDATE r SET v = v + 1",
                          "BEGIN",
                          "INSERT INTO r (id, v) VALUES (3, 4)",
                          "COMMIT",
                          "BEGIN",
                          "DELETE FROM r WHERE v > 3",
                          "COMMIT",
                          "TRUNCATE TABLE r")) {
                    String state = two.failure(statement);
                    assertThat(state).as(statement).isIn("none", "40001", "42P01");
                    if (state.equals("none")) {
                      successes.incrementAndGet();
                    }
                  }
                }
              })) {
        try {
          for (int i = 0; i < 60; i++) {
            one.run("DROP TABLE r; CREATE TABLE r (extra VARCHAR(3), id INTEGER, v INTEGER)");
            one.run("CREATE INDEX r_v ON r (v)");
            one.run(
                "CREATE INCREMENTAL MATERIALIZED VIEW rv AS"
                    + " SELECT v, COUNT(*) AS n FROM r GROUP BY v");
            assertThat(one.rows("VERIFY MATERIALIZED VIEW rv")).isEmpty();
            one.run("DROP MATERIALIZED VIEW rv");
          }
        } finally {
          done.set(true);
        }
        worker.end();
      }
      assertThat(successes.get()).isPositive();
      one.run("SHUTDOWN");
    }
  }

  @Test
  void shutdownEndsOtherSessionsWithAnError() {
    SqlSession one = open();
    SqlSession two = open();
    SqlSession three = open();
    one.run(TABLES);
    RowStream rows = start(two, "SELECT id FROM t").rows();
    assertThat(rows.next()).isTrue();
    three.run("BEGIN; INSERT INTO u VALUES (1)");
    one.run("SHUTDOWN");
    assertThat(two.failure("SELECT COUNT(*) FROM t")).isEqualTo("08003");
    assertThat(two.failure("INSERT INTO u VALUES (1)")).isEqualTo("08003");
    assertThat(two.failure("CREATE TABLE z (x INTEGER)")).isEqualTo("08003");
    assertThat(two.failure("CHECKPOINT")).isEqualTo("08003");
    assertThat(three.failure("COMMIT")).isEqualTo("08003");
    assertThat(one.failure("SELECT COUNT(*) FROM t")).isEqualTo("08003");
    assertThat(two.session().isValid()).isFalse();
    try {
      count(rows);
    } catch (DatabaseException e) {
      assertThat(e.sqlState()).isEqualTo("08003");
    }
    rows.close();
    try (SqlSession again = open()) {
      assertThat(again.rows("SELECT COUNT(*) FROM t")).containsExactly("10000");
      assertThat(again.rows("SELECT COUNT(*) FROM u")).containsExactly("0");
      one.close();
      two.close();
      three.close();
      again.run("INSERT INTO u VALUES (1)");
      assertThat(again.rows("SELECT COUNT(*) FROM u")).containsExactly("1");
    }
  }

  @Test
  void shutdownWhileOthersWorkHangsNobody() {
    for (int round = 0; round < 3; round++) {
      SqlSession one = open();
      one.run(
          "DROP TABLE IF EXISTS t CASCADE; DROP TABLE IF EXISTS u; DROP TABLE IF EXISTS d;"
              + TABLES);
      one.run(
          "CREATE INCREMENTAL MATERIALIZED VIEW tv AS SELECT v, COUNT(*) AS n FROM t GROUP BY v");
      AtomicInteger acknowledged = new AtomicInteger();
      AtomicInteger reads = new AtomicInteger();
      AtomicInteger scans = new AtomicInteger();
      AtomicInteger definitions = new AtomicInteger();
      Running writer =
          Running.start(() -> workUntilClosed("INSERT INTO u VALUES (1)", acknowledged));
      Running reader = Running.start(() -> workUntilClosed("SELECT v, n FROM tv", reads));
      Running scanner = Running.start(() -> workUntilClosed("SELECT SUM(v) FROM t", scans));
      Running definer =
          Running.start(
              () ->
                  workUntilClosed(
                      "CREATE OR REPLACE VIEW p AS SELECT v FROM t; CREATE INCREMENTAL MATERIALIZED"
                          + " VIEW tw AS SELECT v, SUM(id) AS s FROM t GROUP BY v;"
                          + " DROP MATERIALIZED VIEW tw",
                      definitions));
      // Each must have connected: a session that is opened after SHUTDOWN opens the folder again.
      Running.await(
          () ->
              acknowledged.get() > 5
                  && reads.get() > 0
                  && scans.get() > 0
                  && definitions.get() > 0);
      one.run("SHUTDOWN");
      for (Running running : List.of(writer, reader, scanner, definer)) {
        running.end();
      }
      one.close();
      try (SqlSession again = open()) {
        int rows = Integer.parseInt(again.rows("SELECT COUNT(*) FROM u").get(0));
        assertThat(rows).isBetween(acknowledged.get(), acknowledged.get() + 1);
        assertThat(again.rows("VERIFY MATERIALIZED VIEW tv")).isEmpty();
        again.run("DROP VIEW IF EXISTS p; DROP MATERIALIZED VIEW IF EXISTS tw");
      }
    }
  }

  private void workUntilClosed(String script, AtomicInteger successes) {
    try (SqlSession own = open()) {
      while (true) {
        own.run(script);
        successes.incrementAndGet();
      }
    } catch (DatabaseException e) {
      assertThat(e.sqlState()).as("%s: %s", script, e.getMessage()).isEqualTo("08003");
    }
  }

  @Test
  void aCommitThatADefinitionOvertakesFailsAndIsNotRunAgain() {
    try (SqlSession db = SqlSession.memory("overtaken");
        SqlSession other = SqlSession.memory("overtaken")) {
      db.run("CREATE TABLE t (x INTEGER); BEGIN; INSERT INTO t VALUES (1)");
      other.run("CREATE INDEX tx ON t (x)");

      assertThat(db.failure("COMMIT")).isEqualTo("40001");

      assertThat(db.rows("SELECT * FROM t")).isEmpty();
      db.run("SHUTDOWN");
    }
  }
}
