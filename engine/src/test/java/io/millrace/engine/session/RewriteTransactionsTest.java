package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries that views answer: in transactions, beside other sessions, and prepared. */
class RewriteTransactionsTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final String TOTAL = "SELECT SUM(balance) FROM account";
  private static final String OVER_TOTALS = "Rewritten over: totals";

  private SqlSession one;
  private SqlSession two;

  @BeforeEach
  void openTwoSessionsOnOneDatabase() {
    String name = "rewrites" + NUMBER.incrementAndGet();
    one = SqlSession.memory(name).rewriting();
    two = SqlSession.memory(name).rewriting();
    one.run(
        """
        CREATE TABLE account (id INTEGER PRIMARY KEY, owner VARCHAR(10), balance INTEGER);
        INSERT INTO account VALUES (1, 'ann', 100), (2, 'bob', 50), (3, 'ann', NULL);
        CREATE INCREMENTAL MATERIALIZED VIEW totals AS
          SELECT owner, SUM(balance) AS s, COUNT(*) AS n FROM account GROUP BY owner;
        SET rewrite = 'force';
        """);
    two.run("SET rewrite = 'force'");
  }

  @AfterEach
  void shutDown() {
    one.run("SHUTDOWN");
    one.close();
    two.close();
  }

  @Test
  void aTransactionReadsTheTablesThatItChangedAndTheViewOnceItIsDone() {
    one.run("BEGIN");
    assertThat(explained(one, TOTAL)).containsExactly(OVER_TOTALS);
    one.run("UPDATE account SET balance = 7 WHERE id = 3");

    assertThat(explained(one, TOTAL))
        .containsExactly(
            "Not rewritten", "  This transaction changed a table beneath a view that would serve.");
    assertThat(one.rows(TOTAL)).containsExactly("157");
    assertThat(explained(two, TOTAL)).containsExactly(OVER_TOTALS);
    assertThat(two.rows(TOTAL)).containsExactly("150");

    one.run("COMMIT");
    assertThat(explained(one, TOTAL)).containsExactly(OVER_TOTALS);
    assertThat(one.rows(TOTAL)).containsExactly("157");
    assertThat(two.rows(TOTAL)).containsExactly("157");
  }

  @Test
  void whatASavepointTakesBackIsNotSeen() {
    one.run("BEGIN; SAVEPOINT s; DELETE FROM account");
    assertThat(one.rows(TOTAL)).containsExactly("null");

    one.run("ROLLBACK TO SAVEPOINT s");

    assertThat(one.rows(TOTAL)).containsExactly("150");
    one.run("ROLLBACK");
    assertThat(explained(one, TOTAL)).containsExactly(OVER_TOTALS);
  }

  @Test
  void aChangeOfATableThatOnlyTheViewReadsCountsToo() {
    one.run(
        """
        CREATE TABLE entry (account INTEGER NOT NULL REFERENCES account (id), amount INTEGER);
        INSERT INTO entry VALUES (1, 5), (1, 6), (2, 7);
        CREATE INCREMENTAL MATERIALIZED VIEW entries AS
          SELECT e.amount, a.owner FROM entry e JOIN account a ON e.account = a.id;
        """);
    String query = "SELECT amount FROM entry";
    assertThat(explained(one, query)).containsExactly("Rewritten over: entries");

    one.run("BEGIN; UPDATE account SET owner = 'cleo' WHERE id = 1");

    assertThat(explained(one, query)).first().isEqualTo("Not rewritten");
    assertThat(one.rows(query)).containsExactly("5", "6", "7");
    one.run("ROLLBACK");
  }

  @Test
  void aSnapshotIsReadThroughTheViewAsItWas() {
    one.run("BEGIN");
    assertThat(one.rows(TOTAL)).containsExactly("150");
    two.run("UPDATE account SET balance = 0");

    assertThat(explained(one, TOTAL)).containsExactly(OVER_TOTALS);
    assertThat(one.rows(TOTAL)).containsExactly("150");
    one.run("COMMIT");
    assertThat(one.rows(TOTAL)).containsExactly("0");
  }

  @Test
  void readCommittedReadsFreshDataThroughTheView() {
    one.run("BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED");
    assertThat(one.rows(TOTAL)).containsExactly("150");
    two.run("UPDATE account SET balance = 0");

    assertThat(explained(one, TOTAL)).containsExactly(OVER_TOTALS);
    assertThat(one.rows(TOTAL)).containsExactly("0");
    one.run("COMMIT");
  }

  @Test
  void serializableRefusesWriteSkewThroughAView() {
    one.run("BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    two.run("BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    assertThat(explained(one, TOTAL)).containsExactly(OVER_TOTALS);
    one.rows(TOTAL);
    two.rows(TOTAL);
    one.run("UPDATE account SET balance = balance - 100 WHERE id = 1");
    two.run("UPDATE account SET balance = balance - 50 WHERE id = 2");
    one.run("COMMIT");

    assertThat(two.failure("COMMIT")).isEqualTo("40001");
  }

  @Test
  void serializableCountsTheTablesOfAViewThatWritesOnly() {
    two.run("CREATE TABLE log (total BIGINT)");
    one.run("BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    one.run("INSERT INTO log SELECT SUM(balance) FROM account");
    two.run("UPDATE account SET balance = 0 WHERE id = 1");

    assertThat(one.failure("COMMIT")).isEqualTo("40001");
    assertThat(one.rows("SELECT COUNT(*) FROM log")).containsExactly("0");
  }

  @Test
  void aPreparedQueryOutlivesItsView() {
    PreparedQuery total = one.session().prepare(TOTAL);
    assertThat(run(one, total)).containsExactly("150");

    two.run("DROP MATERIALIZED VIEW totals; UPDATE account SET balance = 1");

    assertThat(run(one, total)).containsExactly("3");
    assertThat(explained(one, TOTAL)).containsExactly("Not rewritten");
  }

  @Test
  void aSuspendedViewServesNobodyUntilItIsResumed() {
    PreparedQuery total = one.session().prepare(TOTAL);
    two.run("ALTER MATERIALIZED VIEW totals SUSPEND");
    assertThat(explained(one, TOTAL)).first().isEqualTo("Not rewritten");
    two.run("UPDATE account SET balance = 1");
    assertThat(run(one, total)).containsExactly("3");

    two.run("ALTER MATERIALIZED VIEW totals RESUME");

    assertThat(explained(one, TOTAL)).containsExactly(OVER_TOTALS);
    assertThat(run(one, total)).containsExactly("3");
  }

  @Test
  void aViewThatAnErrorSuspendsServesNobody() {
    one.run(
        """
        DROP MATERIALIZED VIEW totals;
        CREATE INCREMENTAL MATERIALIZED VIEW parts WITH (on_error = 'suspend') AS
          SELECT id, balance, 100 / balance AS part FROM account;
        """);
    PreparedQuery query = one.session().prepare("SELECT id FROM account WHERE balance > 60");
    assertThat(run(one, query)).containsExactly("1");
    two.run("INSERT INTO account VALUES (4, 'dan', 0), (5, 'dan', 70)");

    assertThat(run(one, query)).containsExactly("1", "5");
    assertThat(explained(one, query.sql())).first().isEqualTo("Not rewritten");
  }

  @Test
  void aViewMadeAfterTheSnapshotDoesNotServeIt() {
    String query = "SELECT id, owner FROM account WHERE balance = 50";
    one.run("BEGIN");
    assertThat(one.rows(query)).containsExactly("2,bob");
    two.run(
        """
        CREATE INCREMENTAL MATERIALIZED VIEW rows_of_50 AS
          SELECT id, owner FROM account WHERE balance = 50;
        UPDATE account SET balance = 50;
        """);

    assertThat(one.rows(query)).containsExactly("2,bob");
    one.run("COMMIT");
    assertThat(explained(one, query)).containsExactly("Rewritten over: rows_of_50");
    assertThat(one.rows(query)).hasSize(3);
  }

  @Test
  void theSettingDecidesAtEachExecutionOfAPreparedQuery() {
    PreparedQuery total = one.session().prepare(TOTAL);
    for (String mode : List.of("off", "force", "on", "off")) {
      one.run("SET rewrite = '" + mode + "'");
      two.run("UPDATE account SET balance = balance + 1 WHERE id = 1");

      assertThat(run(one, total)).isEqualTo(two.rows(TOTAL));
      if (mode.equals("off")) {
        assertThat(explained(one, TOTAL))
            .containsExactly("Not rewritten", "  The setting rewrite is off.");
      }
    }
  }

  @Test
  void theValuesOfParametersDecideWhetherAViewServes() {
    one.run(
        """
        DROP MATERIALIZED VIEW totals;
        CREATE INCREMENTAL MATERIALIZED VIEW rich AS
          SELECT id, balance FROM account WHERE balance > 60;
        """);
    PreparedQuery above = one.session().prepare("SELECT id FROM account WHERE balance > ?");
    PreparedQuery equal = one.session().prepare("SELECT id FROM account WHERE balance = ?");

    assertThat(run(one, above, 99)).containsExactly("1");
    assertThat(run(one, above, 60)).containsExactly("1");
    assertThat(run(one, above, 10)).containsExactly("1", "2");
    assertThat(run(one, above, (Object) null)).isEmpty();
    assertThat(run(one, equal, 100)).containsExactly("1");
    assertThat(run(one, equal, 50)).containsExactly("2");
    assertThat(run(one, equal, (Object) null)).isEmpty();
  }

  @Test
  void usesAreCountedWhereTheViewIsRead() {
    long before = uses();
    one.rows(TOTAL);
    one.run("BEGIN; DELETE FROM account WHERE id = 3");
    one.rows(TOTAL);
    one.run("ROLLBACK");

    assertThat(uses()).isEqualTo(before + 1);
  }

  private long uses() {
    return one.session()
        .database()
        .rewritings()
        .uses(one.catalog().maintainedViews().iterator().next());
  }

  /** What EXPLAIN says before the plan. */
  private static List<String> explained(SqlSession session, String query) {
    List<String> lines = new ArrayList<>();
    for (String line : session.ordered("EXPLAIN " + query)) {
      boolean about = line.startsWith("Rewritten") || line.startsWith("Not rewritten");
      if (!about && (lines.isEmpty() || !isReason(line))) {
        break;
      }
      lines.add(lines.isEmpty() ? line : "  " + line.strip());
    }
    return lines;
  }

  private static boolean isReason(String line) {
    String text = line.strip();
    return text.endsWith(".")
        && (text.startsWith("View ") || text.startsWith("This ") || text.startsWith("The "));
  }

  private static List<String> run(
      SqlSession session, PreparedQuery query, @Nullable Object... parameters) {
    StatementResult.Rows result =
        (StatementResult.Rows)
            session.session().execute(query, Arrays.asList(parameters), ExecutionOptions.NONE);
    List<String> rows = new ArrayList<>();
    try (RowStream stream = result.rows()) {
      while (stream.next()) {
        rows.add(String.valueOf(stream.value(0)));
      }
    }
    rows.sort(null);
    return rows;
  }

  @Test
  void aForeignKeyIsReliedOnAsLongAsItIsThere() {
    try (SqlSession db = SqlSession.memory().rewriting()) {
      db.run("CREATE TABLE parent (id INTEGER PRIMARY KEY, name VARCHAR(5))");
      db.run("CREATE TABLE child (id INTEGER, p INTEGER NOT NULL)");
      db.run("ALTER TABLE child ADD CONSTRAINT fk FOREIGN KEY (p) REFERENCES parent (id)");
      db.run("INSERT INTO parent VALUES (1, 'a')");
      db.run("INSERT INTO child VALUES (1, 1)");
      db.run(
          "CREATE INCREMENTAL MATERIALIZED VIEW joined AS"
              + " SELECT c.id, p.name FROM child c JOIN parent p ON c.p = p.id");
      db.run("SET rewrite = 'force'");
      assertThat(db.ordered("EXPLAIN SELECT id FROM child").get(0))
          .isEqualTo("Rewritten over: joined");

      db.run("ALTER TABLE child DROP CONSTRAINT fk");
      db.run("INSERT INTO child VALUES (2, 99)");

      assertThat(db.rows("SELECT id FROM child")).containsExactly("1", "2");

      db.run("DELETE FROM child WHERE id = 2");
      db.run("ALTER TABLE child ADD CONSTRAINT fk FOREIGN KEY (p) REFERENCES parent (id)");
      assertThat(db.ordered("EXPLAIN SELECT id FROM child").get(0))
          .isEqualTo("Rewritten over: joined");
    }
  }
}
