package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.circuit.Progress;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.plan.Statement;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SUSPEND, RESUME, and views that are suspended since they cannot follow a commit. */
@Timeout(120)
class ViewLifeTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final String TABLES =
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER, v INTEGER);
      INSERT INTO t VALUES (1, 1, 10), (2, 1, 20), (3, 2, 5), (4, NULL, 7);
      """;
  private static final String DIVIDING =
      "CREATE INCREMENTAL MATERIALIZED VIEW q WITH (on_error = 'suspend') AS"
          + " SELECT g, 100 / v AS q FROM t";
  private static final String OVER_Q = " AS SELECT g, COUNT(*) AS n, SUM(q) AS s FROM q GROUP BY g";

  private final KeptViews views = new KeptViews();

  private void create(SqlSession db) {
    db.run(TABLES);
    views.create(db, "sums", "SELECT g, SUM(v) AS s, COUNT(*) AS n FROM t GROUP BY g");
    views.create(db, "counts", "SELECT n, COUNT(*) AS c FROM sums GROUP BY n");
    views.create(db, "pairs", "SELECT x.id, y.v FROM t x JOIN t y ON x.g = y.g");
  }

  private static String status(SqlSession db, String view) {
    String first = db.ordered("EXPLAIN CIRCUIT " + view).get(0);
    return first.startsWith("Suspended: ") ? first.substring(11) : "";
  }

  @Test
  void aSuspendedViewReadsAsItsQueryAndIsKeptAgainOnceResumed() {
    try (SqlSession db = SqlSession.memory()) {
      create(db);
      assertThat(db.failure("ALTER MATERIALIZED VIEW sums SUSPEND")).isEqualTo("2BP01");
      assertThat(status(db, "sums")).isEmpty();

      db.run("ALTER MATERIALIZED VIEW sums SUSPEND CASCADE");

      assertThat(status(db, "sums")).isEqualTo("by ALTER MATERIALIZED VIEW");
      assertThat(status(db, "counts")).isEqualTo("with view \"sums\", which it reads");
      assertThat(status(db, "pairs")).isEmpty();
      assertThat(db.ordered("EXPLAIN SELECT * FROM sums").toString()).contains("recomputed");
      views.check(db, "suspended");
      db.run("UPDATE t SET v = v + 1, g = 2 WHERE id < 3; INSERT INTO t VALUES (5, 5, 5)");
      views.check(db, "suspended and changed");
      db.run("BEGIN; DELETE FROM t WHERE id = 5");
      views.check(db, "suspended, in a transaction with changes");
      db.run("ROLLBACK");

      assertThat(db.failure("ALTER MATERIALIZED VIEW counts RESUME")).isEqualTo("55000");
      db.run("ALTER MATERIALIZED VIEW sums RESUME; ALTER MATERIALIZED VIEW sums RESUME");
      db.run("UPDATE t SET v = v + 1 WHERE id = 3");
      db.run("ALTER MATERIALIZED VIEW counts RESUME; UPDATE t SET g = 1 WHERE id = 5");
      views.check(db, "resumed");
      assertThat(db.rows("VERIFY MATERIALIZED VIEW sums")).isEmpty();
      assertThat(db.rows("VERIFY MATERIALIZED VIEW counts")).isEmpty();
      assertThat(db.ordered("EXPLAIN SELECT * FROM sums").toString()).doesNotContain("recomputed");
      assertThat(db.failure("ALTER MATERIALIZED VIEW t RESUME")).isEqualTo("42809");
      assertThat(db.failure("ALTER MATERIALIZED VIEW nope SUSPEND")).isEqualTo("42P01");
    }
  }

  @Test
  void whatWasSuspendedIsSoAfterACrashAndAnOrderlyEnd(@TempDir Path folder) {
    Path copy;
    try (SqlSession db = SqlSession.file(folder.resolve("db"))) {
      create(db);
      db.run("CHECKPOINT; ALTER MATERIALIZED VIEW sums SUSPEND CASCADE; UPDATE t SET v = v + 1");
      db.run("ALTER MATERIALIZED VIEW sums RESUME; DELETE FROM t WHERE id = 1");
      db.run("ALTER MATERIALIZED VIEW pairs SUSPEND; INSERT INTO t VALUES (6, 2, 6)");
      copy = CrashCopy.of(folder.resolve("db"), folder.resolve("copy"));
    }
    for (Path each : List.of(copy, folder.resolve("db"), copy)) {
      try (SqlSession db = SqlSession.file(each)) {
        assertThat(status(db, "sums")).isEmpty();
        assertThat(status(db, "counts")).isNotEmpty();
        assertThat(status(db, "pairs")).isNotEmpty();
        views.check(db, "opened again");
        db.run("UPDATE t SET g = 2 WHERE id = 3");
        assertThat(db.rows("VERIFY MATERIALIZED VIEW sums")).isEmpty();
      }
    }
  }

  @Test
  void aViewThatCannotFollowIsSuspendedInTheSameCommit(@TempDir Path folder) {
    Path copy;
    try (SqlSession db = SqlSession.file(folder.resolve("db"))) {
      create(db);
      db.run(DIVIDING);
      db.run("CREATE INCREMENTAL MATERIALIZED VIEW qs WITH (on_error = 'suspend')" + OVER_Q);
      db.run("UPDATE t SET v = v + 1");
      db.session().takeWarnings();

      db.run("INSERT INTO t VALUES (7, 1, 0)");

      assertThat(db.session().takeWarnings())
          .hasSize(2)
          .anyMatch(warning -> warning.contains("\"q\"") && warning.contains("Division by zero"))
          .anyMatch(warning -> warning.contains("\"qs\"") && warning.contains("view \"q\""));
      copy = CrashCopy.of(folder.resolve("db"), folder.resolve("copy"));
      suspendedQ(db);
      db.run("UPDATE t SET v = v - 1 WHERE id < 3");
      views.check(db, "after more commits");
    }
    try (SqlSession db = SqlSession.file(copy)) {
      suspendedQ(db);
      assertThat(db.failure("ALTER MATERIALIZED VIEW q RESUME")).isEqualTo("22012");
      suspendedQ(db);
      db.run("UPDATE t SET v = 1 WHERE id = 7; ALTER MATERIALIZED VIEW q RESUME");
      db.run("ALTER MATERIALIZED VIEW qs RESUME; UPDATE t SET v = 2 WHERE id = 7");
      assertThat(db.rows("VERIFY MATERIALIZED VIEW q")).isEmpty();
      assertThat(db.rows("VERIFY MATERIALIZED VIEW qs")).isEmpty();
      assertThat(db.rows("SELECT COUNT(*) FROM q")).containsExactly("5");
    }
  }

  @Test
  void aSuspensionIsReplayedEvenIfTheLogHealsItsCause(@TempDir Path folder) {
    try (SqlSession db = SqlSession.file(folder.resolve("db"))) {
      create(db);
      db.run(DIVIDING);
      db.run("CHECKPOINT; UPDATE t SET v = 0 WHERE id = 1; UPDATE t SET v = 5 WHERE id = 1");
      Path copy = CrashCopy.of(folder.resolve("db"), folder.resolve("copy"));

      try (SqlSession recovered = SqlSession.file(copy)) {
        assertThat(status(recovered, "q")).contains("Division by zero");
        recovered.run("UPDATE t SET v = 0 WHERE id = 2; UPDATE t SET v = 6 WHERE id = 2");
        assertThat(recovered.session().takeWarnings()).isEmpty();
        recovered.run("ALTER MATERIALIZED VIEW q RESUME");
        assertThat(recovered.rows("VERIFY MATERIALIZED VIEW q")).isEmpty();
        views.check(recovered, "after recovery");
      }
    }
  }

  private void suspendedQ(SqlSession db) {
    assertThat(status(db, "q")).contains("Division by zero");
    assertThat(status(db, "qs")).isEqualTo("with view \"q\", which it reads");
    assertThat(db.failure("SELECT * FROM q")).isEqualTo("22012");
    assertThat(db.rows("SELECT v FROM t WHERE id = 7")).containsExactly("0");
    views.check(db, "while q is suspended");
  }

  @Test
  void everyWayToCommitWarns() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(TABLES + DIVIDING);
      db.run("BEGIN; UPDATE t SET v = 0 WHERE id = 1; COMMIT");
      assertThat(db.session().takeWarnings()).hasSize(1);
      db.run("UPDATE t SET v = 1 WHERE id = 1; ALTER MATERIALIZED VIEW q RESUME");
      TableDelta delta = new TableDelta("t", List.of(TableDelta.row(1, 9, 9, 0)));
      db.session().apply(db.session().version(), List.of(delta));
      assertThat(db.session().takeWarnings()).hasSize(1);
      db.run("UPDATE t SET v = 1 WHERE id = 9");
      assertThat(db.session().takeWarnings()).isEmpty();
    }
  }

  @Test
  void aViewThatMustNotBeSuspendedRefusesTheCommit() {
    try (SqlSession db = SqlSession.memory()) {
      create(db);
      db.run(DIVIDING);
      db.run("CREATE INCREMENTAL MATERIALIZED VIEW strict WITH (on_error = refuse)" + OVER_Q);
      long version = db.session().version();

      assertThatThrownBy(() -> db.run("UPDATE t SET v = 0 WHERE id = 1"))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo("22012"))
          .hasMessageContaining("\"strict\"");

      assertThat(db.session().version()).isEqualTo(version);
      assertThat(status(db, "q")).isEmpty();
      views.check(db, "after a refused commit");
      db.run("ALTER MATERIALIZED VIEW strict SUSPEND; UPDATE t SET v = 0 WHERE id = 1");
      assertThat(status(db, "q")).contains("Division by zero");
      views.check(db, "once nothing strict reads it");
    }
  }

  @Test
  void optionsAreAClosedList() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(TABLES);
      assertThatThrownBy(() -> withOptions(db, "on_eror = 'suspend'"))
          .hasMessageContaining("on_eror")
          .hasMessageContaining("Known are: on_error, rewrite.")
          .hasMessageContaining("line 1");
      assertThatThrownBy(() -> withOptions(db, "on_error = 'explode'"))
          .hasMessageContaining("'refuse' or 'suspend'");
      assertThatThrownBy(() -> withOptions(db, "rewrite = 'perhaps'"))
          .hasMessageContaining("true or false");
      assertThatThrownBy(() -> withOptions(db, "on_error = suspend, on_error = refuse"))
          .hasMessageContaining("once");
      assertThat(db.failure("SELECT * FROM o")).isEqualTo("42P01");
    }
  }

  private static void withOptions(SqlSession db, String options) {
    db.one("CREATE INCREMENTAL MATERIALIZED VIEW o WITH (" + options + ") AS SELECT v FROM t");
  }

  @Test
  void aViewIsResumedWhileOthersCommit() {
    String name = "life" + NUMBER.incrementAndGet();
    try (SqlSession db = SqlSession.memory(name);
        SqlSession other = SqlSession.memory(name)) {
      create(db);
      db.run("CREATE TABLE d (n INTEGER); INSERT INTO d VALUES (0),(1),(2),(3),(4),(5),(6),(7)");
      db.run(
          "INSERT INTO t SELECT 100 + a.n + 8 * b.n + 64 * c.n + 512 * e.n, a.n + 8 * b.n + 64 * c.n, c.n"
              + " FROM d a, d b, d c, d e");
      db.run("ALTER MATERIALIZED VIEW pairs SUSPEND; ALTER MATERIALIZED VIEW sums SUSPEND CASCADE");
      AtomicBoolean done = new AtomicBoolean();
      AtomicInteger commits = new AtomicInteger();
      try (Running writer =
          Running.start(
              () -> {
                while (!done.get()) {
                  int id = commits.incrementAndGet();
                  other.one(
                      "UPDATE t SET g = ?, v = v + 1 WHERE id = ?", id % 512, 100 + id % 4096);
                  other.one("DELETE FROM t WHERE id = ?", 100 + (id * 7) % 4096);
                  other.one("INSERT INTO t VALUES (?, ?, ?)", 10_000 + id, id % 99, id);
                }
              })) {
        try {
          Running.await(() -> commits.get() > 2);
          for (String view : List.of("pairs", "sums", "counts")) {
            db.one("ALTER MATERIALIZED VIEW " + view + " RESUME");
          }
          int then = commits.get();
          Running.await(() -> commits.get() > then + 2);
        } finally {
          done.set(true);
        }
        writer.end();
      }
      views.check(db, "resumed beside " + commits + " rounds");
      for (String view : List.of("pairs", "sums", "counts")) {
        assertThat(status(db, view)).isEmpty();
      }
      db.run("SHUTDOWN");
    }
  }

  @Test
  void aDefinitionThatASuspensionOvertakesStartsAnew() {
    DatabaseLocation location =
        new DatabaseLocation(DatabaseLocation.Kind.MEMORY, "life" + NUMBER.incrementAndGet());
    SessionOptions options = new SessionOptions(Map.of());
    Database database = Database.open(location, options);
    try (Session session = new Session(database, options)) {
      for (String statement : session.split(TABLES + DIVIDING)) {
        execute(session, statement);
      }
      AtomicBoolean overtaken = new AtomicBoolean();
      Runnable overtake =
          () -> {
            if (overtaken.compareAndSet(false, true)) {
              execute(session, "UPDATE t SET v = 0 WHERE id = 1");
            }
          };
      String sql = "CREATE INCREMENTAL MATERIALIZED VIEW w AS SELECT g FROM q";

      assertThatThrownBy(
              () ->
                  database
                      .pipeline()
                      .alter(
                          catalog ->
                              ViewDdl.createView(
                                  catalog,
                                  (Statement.CreateView)
                                      database.plan(sql, "public", PlanningMode.USUAL, catalog),
                                  "public"),
                          overtake,
                          new Progress()))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo("40001"));

      assertThat(overtaken).isTrue();
      assertThatThrownBy(() -> execute(session, sql))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo("55000"));
      execute(session, "UPDATE t SET v = 3 WHERE id = 1");
      execute(session, "ALTER MATERIALIZED VIEW q RESUME");
      execute(session, sql);
      execute(session, "UPDATE t SET g = 8 WHERE id = 1");
    } finally {
      database.close();
    }
  }

  private static void execute(Session session, String sql) {
    session.execute(session.prepare(sql), List.of(), ExecutionOptions.NONE);
  }

  @Test
  void aSerializableTransactionReliesOnWhatASuspendedViewReads() {
    String name = "life" + NUMBER.incrementAndGet();
    try (SqlSession db = SqlSession.memory(name);
        SqlSession other = SqlSession.memory(name)) {
      create(db);
      db.run("CREATE TABLE log (n INTEGER); ALTER MATERIALIZED VIEW sums SUSPEND CASCADE");
      db.run("SET isolation = 'SERIALIZABLE'; BEGIN");
      db.rows("SELECT * FROM counts");
      db.run("INSERT INTO log VALUES (1)");
      other.run("UPDATE t SET v = v + 1");
      assertThat(db.failure("COMMIT")).isEqualTo("40001");

      db.run("ALTER MATERIALIZED VIEW sums RESUME; BEGIN");
      db.rows("SELECT * FROM sums");
      db.run("INSERT INTO log VALUES (1)");
      other.run("ALTER MATERIALIZED VIEW sums SUSPEND; UPDATE t SET v = v + 1");
      assertThat(db.failure("COMMIT")).isEqualTo("40001");
      db.run("SHUTDOWN");
    }
  }

  @Test
  void noViewReadsItself() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(TABLES);
      db.run("CREATE VIEW p AS SELECT g, v FROM t; CREATE VIEW r AS SELECT g FROM p");
      assertThat(db.failure("CREATE OR REPLACE VIEW p AS SELECT g, g AS v FROM r"))
          .isEqualTo("2BP01");
      assertThat(db.failure("CREATE OR REPLACE VIEW r AS SELECT g FROM r")).isEqualTo("42P16");
      db.run("DROP VIEW r");
      assertThat(db.failure("CREATE OR REPLACE VIEW p AS SELECT x.v FROM t x, p"))
          .isEqualTo("42P16");
      assertThat(db.rows("SELECT COUNT(*) FROM p")).containsExactly("4");
    }
  }
}
