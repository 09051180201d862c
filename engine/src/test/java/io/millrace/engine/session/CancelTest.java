package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever runs long ends soon when it is asked to, with 57014, and leaves nothing. */
@Timeout(120)
class CancelTest {
  private static final long SOON_MILLIS = 3_000;

  private SqlSession db;

  @BeforeEach
  void fillTables() {
    db = SqlSession.memory();
    db.run(
        """
        CREATE TABLE d (n INTEGER);
        CREATE TABLE t (n INTEGER);
        CREATE TABLE k (n INTEGER PRIMARY KEY);
        CREATE TABLE e (n INTEGER);
        CREATE TABLE m (n BIGINT);
        INSERT INTO d VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9);
        INSERT INTO t SELECT a.n + 10 * b.n + 100 * c.n FROM d a, d b, d c;
        INSERT INTO t SELECT n + 1000 FROM t;
        INSERT INTO k SELECT n FROM t;
        CREATE INCREMENTAL MATERIALIZED VIEW crossed AS
          SELECT COUNT(*) AS n, SUM(x.n * e.n) AS s FROM e, t x, t y WHERE x.n + y.n + e.n > 7;
        """);
  }

  @AfterEach
  void close() {
    db.close();
  }

  private void endsWhenCanceled(String statement) {
    AtomicReference<String> state = new AtomicReference<>("");
    long start = System.nanoTime();
    try (Running running = Running.start(() -> state.set(db.failure(statement)))) {
      long wait = start + 300_000_000;
      Running.await(() -> System.nanoTime() > wait);
      assertThat(running.isAlive()).as("%s must run long", statement).isTrue();
      long asking = System.nanoTime();
      // Again and again, since a statement that is still being planned does not run yet.
      Running.await(
          () -> {
            db.session().cancel();
            return !running.isAlive();
          });
      assertThat((System.nanoTime() - asking) / 1_000_000).isLessThan(SOON_MILLIS);
    }
    assertThat(state).hasValue("57014");
  }

  private void endsWhenTimeIsUp(String statement) {
    db.one("SET query_timeout = 300");
    long start = System.nanoTime();
    assertThat(db.failure(statement)).isEqualTo("57014");
    assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(SOON_MILLIS);
    db.one("SET query_timeout = 0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM t a, t b, t c WHERE a.n < b.n + c.n",
        "SELECT a.n, SUM(b.n) FROM t a, t b, t c GROUP BY a.n ORDER BY 2",
        "SELECT DISTINCT a.n + b.n * c.n FROM t a, t b, t c",
        "SELECT COUNT(*) FROM t a LEFT JOIN t b ON a.n < b.n LEFT JOIN t c ON b.n <> c.n",
        "SELECT COUNT(*) FROM t a WHERE NOT EXISTS"
            + " (SELECT 1 FROM t b, t c WHERE a.n + b.n + c.n = -1)",
        "SELECT COUNT(*) FROM t a, t b, t c WHERE a.n + b.n + c.n < 0",
        "SELECT n FROM t EXCEPT SELECT a.n + b.n + c.n FROM t a, t b, t c",
        "SELECT a.n FROM t a, t b, t c ORDER BY a.n + b.n - c.n, b.n LIMIT 5",
        "SELECT MAX(a.n) FROM t a WHERE a.n IN (SELECT b.n + c.n + x.n FROM t b, t c, t x)",
        "INSERT INTO m SELECT a.n + b.n FROM t a, t b, t c",
        "INSERT INTO m SELECT a.n FROM t a, t b, d c WHERE a.n + b.n + c.n >= 0",
        "DELETE FROM t WHERE (SELECT COUNT(*) FROM t b, t c WHERE b.n + c.n > t.n) < 0",
        "UPDATE t SET n = (SELECT MAX(b.n) FROM t b, t c WHERE b.n + c.n > t.n)",
        "INSERT INTO e SELECT n FROM t",
        "SELECT * FROM crossed",
      })
  void aLongStatementEndsSoonAndLeavesNothing(String statement) {
    if (statement.endsWith("crossed")) {
      // The view is worked out over the transaction's own rows.
      db.run("BEGIN; INSERT INTO e SELECT n FROM t");
    }
    int counted = Integer.parseInt(db.rows("SELECT COUNT(*) FROM e").get(0));
    endsWhenCanceled(statement);
    endsWhenTimeIsUp(statement);
    assertThat(db.rows("SELECT COUNT(*) FROM m")).containsExactly("0");
    assertThat(db.rows("SELECT COUNT(*) FROM e")).containsExactly(String.valueOf(counted));
    assertThat(db.rows("SELECT COUNT(*), SUM(n) FROM t")).containsExactly("2000,1999000");
    db.run("INSERT INTO m VALUES (1)");
    assertThat(db.rows("SELECT n FROM m")).containsExactly("1");
  }

  @Test
  void aLongCommitEndsSoonAndIsRolledBackWhole() {
    for (int way = 0; way < 2; way++) {
      db.run("BEGIN; INSERT INTO m VALUES (7); INSERT INTO e SELECT n FROM t");
      if (way == 0) {
        endsWhenCanceled("COMMIT");
      } else {
        db.one("SET query_timeout = 300");
        assertThat(db.failure("COMMIT")).isEqualTo("57014");
        db.one("SET query_timeout = 0");
      }
      assertThat(db.rows("SELECT * FROM m")).isEmpty();
      assertThat(db.rows("SELECT COUNT(*) FROM e")).containsExactly("0");
      assertThat(db.rows("SELECT n FROM crossed")).containsExactly("0");
      assertThat(db.failure("ROLLBACK TO SAVEPOINT x")).isIn("25P01", "3B001");
    }
    db.run("DROP MATERIALIZED VIEW crossed; BEGIN; INSERT INTO e VALUES (1); COMMIT");
    assertThat(db.rows("SELECT * FROM e")).containsExactly("1");
  }

  @Test
  void aStatementCanceledInATransactionLeavesTheTransactionOpen() {
    db.run("BEGIN; INSERT INTO m VALUES (7)");
    endsWhenTimeIsUp("INSERT INTO m SELECT a.n + b.n FROM t a, t b, t c");
    db.run("INSERT INTO m VALUES (8); COMMIT");
    assertThat(db.rows("SELECT * FROM m")).containsExactly("7", "8");
  }

  @Test
  void aStatementThatHasEndedIsNotCanceledAfterwards() {
    db.session().cancel();
    assertThat(db.rows("SELECT COUNT(*) FROM t")).containsExactly("2000");
    db.session().cancel();
    assertThat(db.run("INSERT INTO m VALUES (1)")).isEqualTo(1);
  }

  @Test
  void aFailedSelectForUpdateLeavesNoTransactionOpen() {
    assertThat(db.failure("SELECT 1 / (n - n) FROM k WHERE n < 3 FOR UPDATE")).isEqualTo("22012");
    endsWhenTimeIsUp(
        "SELECT n FROM k WHERE (SELECT COUNT(*) FROM t b, t c WHERE b.n + c.n > k.n) < 0 FOR UPDATE");
    assertThat(db.failure("BEGIN")).isEqualTo("none");
    db.run("ROLLBACK");
  }
}
