package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A session that does nothing must not keep old data. Time is told to the sweep; the process's own
 * sweep tells the real one, which stands still beside it.
 */
@Timeout(120)
class SnapshotTimeoutTest {
  private final long start = System.nanoTime();

  @TempDir Path folder;
  private SqlSession db;

  @BeforeEach
  void open() {
    db = SqlSession.file(folder.resolve("db"));
    db.run("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)");
    assertThat(leases()).isZero();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private int leases() {
    return db.session().database().pipeline().statistics().leases();
  }

  private void sweepAtSecond(long second) {
    db.session().database().sweep(start + second * 1_000_000_000);
  }

  private RowStream query(String sql) {
    StatementResult result =
        db.session().execute(db.session().prepare(sql), List.of(), ExecutionOptions.NONE);
    return ((StatementResult.Rows) result).rows();
  }

  @Test
  void anIdleTransactionIsRolledBackAfterTenMinutesAndItsSnapshotReleased() {
    db.run("BEGIN; INSERT INTO t VALUES (4)");

    sweepAtSecond(0);
    sweepAtSecond(500);
    assertThat(leases()).isEqualTo(1);
    sweepAtSecond(601);

    assertThat(leases()).isZero();
    assertThat(db.session().inTransaction()).isTrue();
    assertThat(db.failure("SELECT * FROM t")).isEqualTo("25P03");
    assertThat(db.failure("INSERT INTO t VALUES (5)")).isEqualTo("25P03");
    assertThat(db.failure("SAVEPOINT a")).isEqualTo("25P03");
    db.run("ROLLBACK; INSERT INTO t VALUES (4)");
    assertThat(db.rows("SELECT COUNT(*) FROM t")).containsExactly("4");
  }

  @Test
  void theErrorSaysForHowLongAndWhatToDo() {
    db.run("SET snapshot_timeout = 5000; BEGIN; SELECT * FROM t");

    sweepAtSecond(0);
    sweepAtSecond(7);

    assertThatThrownBy(() -> db.run("SELECT 1"))
        .hasMessageMatching(".* rolled back after [67]\\d{3} ms .*ROLLBACK.*snapshot_timeout.*");
  }

  @Test
  void aCommitOfAnIdleTransactionFailsOnceAndLeavesNothing() {
    db.session().setAutoCommit(false);
    db.run("INSERT INTO t VALUES (4)");
    sweepAtSecond(0);
    sweepAtSecond(601);

    assertThatThrownBy(() -> db.session().commit()).hasMessageContaining("rolled back");

    db.run("INSERT INTO t VALUES (5)");
    db.session().commit();
    assertThat(db.rows("SELECT id FROM t")).containsExactly("1", "2", "3", "5");
    db.session().setAutoCommit(true);
  }

  @Test
  void aStatementBeginsTheTimeAnew() {
    db.run("BEGIN; SELECT * FROM t");
    sweepAtSecond(0);
    sweepAtSecond(500);
    db.run("SELECT * FROM t");
    sweepAtSecond(600);
    sweepAtSecond(1100);
    assertThat(leases()).isEqualTo(1);

    sweepAtSecond(1300);

    assertThat(leases()).isZero();
  }

  @Test
  void aResultThatNobodyReadsIsClosedAndOneThatIsReadIsNot() {
    RowStream rows = query("SELECT id FROM t");
    sweepAtSecond(0);
    sweepAtSecond(500);
    assertThat(rows.next()).isTrue();
    sweepAtSecond(600);
    sweepAtSecond(1100);
    assertThat(leases()).isEqualTo(1);
    assertThat(rows.next()).isTrue();

    sweepAtSecond(1200);
    sweepAtSecond(1900);

    assertThat(leases()).isZero();
    assertThatThrownBy(rows::next).hasMessageContaining("The result was closed");
    rows.close();
    assertThat(db.rows("SELECT COUNT(*) FROM t")).containsExactly("3");
  }

  @Test
  void theTimeCanBeSetAndZeroIsNever() {
    db.run("SET snapshot_timeout = 0; BEGIN; SELECT * FROM t");
    sweepAtSecond(0);
    sweepAtSecond(1_000_000);
    assertThat(leases()).isEqualTo(1);
    assertThat(db.failure("ROLLBACK; SET snapshot_timeout = -1")).isEqualTo("22023");
    assertThat(db.rows("SHOW snapshot_timeout")).containsExactly("0");

    try (SqlSession other =
        SqlSession.file(folder.resolve("db"), Map.of("snapshot_timeout", "100000"))) {
      other.run("BEGIN; SELECT * FROM t");
      sweepAtSecond(0);
      sweepAtSecond(101);
      assertThat(other.failure("SELECT 1")).isEqualTo("25P03");
    }
  }

  @Test
  void aStatementThatRunsIsNotIdle() {
    db.run("CREATE TABLE n (x INTEGER)");
    db.run(
        "INSERT INTO n SELECT a.id + 3 * b.id + 9 * c.id + 27 * d.id + 81 * e.id"
            + " FROM t a, t b, t c, t d, t e");
    db.run("BEGIN; SELECT * FROM t");
    AtomicReference<String> state = new AtomicReference<>("");
    try (Running running =
        Running.start(
            () ->
                state.set(
                    db.failure(
                        "SELECT COUNT(*) FROM n a, n b, n c, n d, n e WHERE a.x + b.x < c.x")))) {
      Running.await(() -> db.session().progress().isPresent());
      sweepAtSecond(0);
      sweepAtSecond(1_000_000);
      Running.await(
          () -> {
            db.session().cancel();
            return !running.isAlive();
          });
    }
    assertThat(state).hasValue("57014");
    assertThat(leases()).isEqualTo(1);
  }

  @Test
  void closingASessionReleasesResultsThatWereLeftOpen() {
    SqlSession other = SqlSession.file(folder.resolve("db"));
    StatementResult.Rows result =
        (StatementResult.Rows)
            other
                .session()
                .execute(
                    other.session().prepare("SELECT * FROM t"), List.of(), ExecutionOptions.NONE);
    assertThat(result.rows().next()).isTrue();
    assertThat(leases()).isEqualTo(1);

    other.close();

    assertThat(leases()).isZero();
  }

  @Test
  void theProcessSweepsByItself() {
    db.run("SET snapshot_timeout = 1; BEGIN; SELECT * FROM t");

    Running.await(() -> leases() == 0);

    assertThat(db.failure("SELECT 1")).isEqualTo("25P03");
  }
}
