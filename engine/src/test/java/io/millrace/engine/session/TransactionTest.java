package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.DatabaseException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransactionTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private SqlSession one;
  private SqlSession two;

  @BeforeEach
  void openTwoSessionsOnOneDatabase() {
    String name = "transactions" + NUMBER.incrementAndGet();
    one = SqlSession.memory(name);
    two = SqlSession.memory(name);
    one.run(
        """
        CREATE TABLE account (id INTEGER PRIMARY KEY, owner VARCHAR(10) UNIQUE, balance INTEGER);
        CREATE TABLE note (line VARCHAR(20));
        INSERT INTO account VALUES (1, 'ann', 100), (2, 'bob', 50);
        INSERT INTO note VALUES ('x'), ('x');
        """);
  }

  @AfterEach
  void shutDown() {
    one.run("SHUTDOWN");
    one.close();
    two.close();
  }

  @Test
  void aTransactionSeesItsOwnChangesAndOthersSeeThemAtCommit() {
    one.run("BEGIN; UPDATE account SET balance = 1 WHERE id = 1");

    assertThat(one.rows("SELECT balance FROM account WHERE id = 1")).containsExactly("1");
    assertThat(two.rows("SELECT balance FROM account WHERE id = 1")).containsExactly("100");

    one.run("COMMIT");
    assertThat(two.rows("SELECT balance FROM account WHERE id = 1")).containsExactly("1");
  }

  @Test
  void aSnapshotStandsStillWhileOthersCommit() {
    one.run("BEGIN");
    assertThat(one.rows("SELECT SUM(balance) FROM account")).containsExactly("150");

    two.run("UPDATE account SET balance = 0");

    assertThat(one.rows("SELECT SUM(balance) FROM account")).containsExactly("150");
    one.run("COMMIT");
    assertThat(one.rows("SELECT SUM(balance) FROM account")).containsExactly("0");
  }

  @Test
  void readCommittedSeesWhatWasCommittedBeforeEachStatement() {
    one.run("BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED");
    assertThat(one.rows("SELECT SUM(balance) FROM account")).containsExactly("150");

    two.run("UPDATE account SET balance = 0");

    assertThat(one.rows("SELECT SUM(balance) FROM account")).containsExactly("0");
    one.run("ROLLBACK");
  }

  @Test
  void theFirstCommitterOfARowWins() {
    one.run("BEGIN; UPDATE account SET balance = balance + 1 WHERE id = 1");
    two.run("BEGIN; UPDATE account SET balance = balance + 10 WHERE id = 1");
    two.run("COMMIT");

    assertThat(one.failure("COMMIT")).isEqualTo("40001");

    assertThat(one.rows("SELECT balance FROM account WHERE id = 1")).containsExactly("110");
  }

  @Test
  void transactionsOnDifferentRowsBothCommit() {
    one.run("BEGIN; UPDATE account SET balance = 1 WHERE id = 1");
    two.run("BEGIN; UPDATE account SET balance = 2 WHERE id = 2; COMMIT");
    one.run("COMMIT");

    assertThat(one.rows("SELECT id, balance FROM account")).containsExactly("1,1", "2,2");
  }

  @Test
  void aWriteWithoutNetChangeConflictsToo() {
    one.run("BEGIN; UPDATE account SET balance = 100 WHERE id = 1");
    two.run("UPDATE account SET balance = 7 WHERE id = 1");

    assertThat(one.failure("COMMIT")).isEqualTo("40001");
  }

  @Test
  void aRowReadForUpdateMustNotChange() {
    one.run("BEGIN");
    assertThat(one.rows("SELECT balance FROM account WHERE id = 1 FOR UPDATE"))
        .containsExactly("100");
    one.run("INSERT INTO note VALUES ('read 100')");
    two.run("UPDATE account SET balance = 7 WHERE id = 1");

    assertThat(one.failure("COMMIT")).isEqualTo("40001");
    assertThat(one.rows("SELECT * FROM note")).containsExactly("x", "x");
  }

  @Test
  void aRowReadForUpdateElsewhereMayChange() {
    one.run("BEGIN");
    one.rows("SELECT balance FROM account WHERE id = 2 FOR UPDATE");
    two.run("UPDATE account SET balance = 7 WHERE id = 1");

    assertThat(one.failure("COMMIT")).isEqualTo("none");
  }

  @Test
  void twoCopiesCannotBeDeletedTwice() {
    one.run("BEGIN; DELETE FROM note");
    two.run("DELETE FROM note");

    assertThat(one.failure("COMMIT")).isEqualTo("40001");
  }

  @Test
  void aUniqueKeyTakenMeanwhileIsAConflict() {
    one.run("BEGIN; INSERT INTO account VALUES (3, 'eve', 1)");
    two.run("INSERT INTO account VALUES (4, 'eve', 1)");

    assertThat(one.failure("COMMIT")).isEqualTo("40001");
    assertThat(one.failure("INSERT INTO account VALUES (3, 'eve', 1)")).isEqualTo("23505");
  }

  @Test
  void serializableRefusesWriteSkew() {
    one.run("BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    two.run("BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    one.rows("SELECT SUM(balance) FROM account");
    two.rows("SELECT SUM(balance) FROM account");
    one.run("UPDATE account SET balance = balance - 100 WHERE id = 1");
    two.run("UPDATE account SET balance = balance - 50 WHERE id = 2");
    one.run("COMMIT");

    assertThat(two.failure("COMMIT")).isEqualTo("40001");
  }

  @Test
  void rollingBackToASavepointTakesBackWhatCameAfter() {
    one.run("BEGIN; INSERT INTO note VALUES ('a'); SAVEPOINT s; INSERT INTO note VALUES ('b')");
    one.run("UPDATE account SET balance = 0; DELETE FROM note WHERE line = 'x'");

    one.run("ROLLBACK TO SAVEPOINT s; COMMIT");

    assertThat(one.rows("SELECT * FROM note")).containsExactly("a", "x", "x");
    assertThat(one.rows("SELECT SUM(balance) FROM account")).containsExactly("150");
    assertThat(one.failure("ROLLBACK TO SAVEPOINT s")).isEqualTo("3B001");
  }

  @Test
  void aFailedStatementLeavesTheTransactionAsItWas() {
    one.run("BEGIN; INSERT INTO note VALUES ('a')");

    assertThat(one.failure("INSERT INTO account VALUES (3, 'cat', 1), (1, 'dog', 1)"))
        .isEqualTo("23505");

    one.run("COMMIT");
    assertThat(one.rows("SELECT * FROM note")).containsExactly("a", "x", "x");
    assertThat(one.rows("SELECT COUNT(*) FROM account")).containsExactly("2");
  }

  @Test
  void keysMayShiftInOneStatement() {
    one.run("UPDATE account SET id = id + 1");

    assertThat(one.rows("SELECT id, owner FROM account")).containsExactly("2,ann", "3,bob");
  }

  @Test
  void insertingFromTheTableItselfEnds() {
    assertThat(one.run("INSERT INTO note SELECT line FROM note")).isEqualTo(2);
    assertThat(one.rows("SELECT COUNT(*) FROM note")).containsExactly("4");
  }

  @Test
  void severalNullsAreUnique() {
    one.run("INSERT INTO account VALUES (5, NULL, 1), (6, NULL, 1)");

    assertThat(one.rows("SELECT COUNT(*) FROM account")).containsExactly("4");
    assertThat(one.failure("INSERT INTO account VALUES (NULL, 'z', 1)")).isEqualTo("23502");
  }

  @Test
  void singleStatementsAreRunAgainUntilTheyWin() throws InterruptedException {
    int threads = 4;
    int increments = 50;
    AtomicInteger failures = new AtomicInteger();
    Thread[] workers = new Thread[threads];
    String name = one.session().databaseDescription().replace("mem:", "");
    for (int t = 0; t < threads; t++) {
      workers[t] =
          new Thread(
              () -> {
                try (SqlSession own = SqlSession.memory(name)) {
                  for (int i = 0; i < increments; i++) {
                    own.run("UPDATE account SET balance = balance + 1 WHERE id = 1");
                  }
                } catch (DatabaseException e) {
                  failures.incrementAndGet();
                }
              });
      workers[t].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }

    assertThat(failures).hasValue(0);
    assertThat(one.rows("SELECT balance FROM account WHERE id = 1"))
        .containsExactly(String.valueOf(100 + threads * increments));
  }

  @Test
  void aReadOnlyTransactionRefusesToWrite() {
    one.run("BEGIN TRANSACTION READ ONLY");

    assertThat(one.failure("DELETE FROM note")).isEqualTo("25006");
    one.run("ROLLBACK");
    one.session().setReadOnly(true);
    assertThat(one.failure("DELETE FROM note")).isEqualTo("25006");
    one.session().setReadOnly(false);
    assertThat(one.run("DELETE FROM note")).isEqualTo(2);
  }
}
