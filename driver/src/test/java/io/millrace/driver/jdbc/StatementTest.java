package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.failure;
import static io.millrace.driver.jdbc.Databases.open;
import static io.millrace.driver.jdbc.Databases.rows;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.reflect.Method;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatementTest {
  /** More than anybody waits for: 400^4 rows to count. */
  private static final String ENDLESS =
      "SELECT COUNT(*) FROM n a, n b, n c, n d WHERE a.id + b.id + c.id <> d.id";

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void create() throws SQLException {
    connection = open();
    statement = connection.createStatement();
    run(
        connection,
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name VARCHAR(20))",
        "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private List<String> ids() throws SQLException {
    return rows(connection, "SELECT id FROM t ORDER BY id");
  }

  private void fillNumbers() throws SQLException {
    StringBuilder values = new StringBuilder("INSERT INTO n VALUES (1)");
    for (int i = 2; i <= 400; i++) {
      values.append(", (").append(i).append(')');
    }
    run(connection, "CREATE TABLE n (id INTEGER PRIMARY KEY)", values.toString());
  }

  @Test
  void executeQueryRefusesAChangeBeforeItHappens() throws SQLException {
    failure(
        SQLSyntaxErrorException.class,
        "42809",
        () -> statement.executeQuery("INSERT INTO t VALUES (4, 'd')"));

    assertThat(ids()).containsExactly("1", "2", "3");
  }

  @Test
  void executeUpdateRefusesAQuery() {
    failure(
        SQLSyntaxErrorException.class, "42809", () -> statement.executeUpdate("SELECT id FROM t"));
    failure(
        SQLSyntaxErrorException.class,
        "42601",
        () -> statement.executeUpdate("DELETE FROM t; DELETE FROM t"));
  }

  @Test
  void updateCountsAreThoseOfTheStatement() throws SQLException {
    assertThat(statement.executeUpdate("CREATE TABLE u (id INTEGER PRIMARY KEY)")).isZero();
    assertThat(statement.executeUpdate("INSERT INTO u SELECT id FROM t")).isEqualTo(3);
    assertThat(statement.executeLargeUpdate("DELETE FROM u WHERE id > 1")).isEqualTo(2);
    assertThat(statement.getUpdateCount()).isEqualTo(2);
    assertThat(statement.getResultSet()).isNull();
  }

  @Test
  void moreResultsEndInMinusOne() throws SQLException {
    assertThat(statement.execute("SELECT id FROM t")).isTrue();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    assertThat(statement.getResultSet()).isNotNull();

    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    assertThat(statement.getResultSet()).isNull();
  }

  @Test
  void aTextOfSeveralStatementsRunsThemAll() throws SQLException {
    boolean hasRows =
        statement.execute(
            "SELECT id FROM t WHERE id = 1; INSERT INTO t VALUES (4, 'x;y');"
                + " SELECT name FROM t WHERE id = 4;");

    assertThat(hasRows).isTrue();
    assertThat(rows(statement.getResultSet())).containsExactly("1");
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(1);
    assertThat(statement.getMoreResults()).isTrue();
    assertThat(rows(statement.getResultSet())).containsExactly("x;y");
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
  }

  @Test
  void theCurrentResultCanBeKept() throws SQLException {
    statement.execute("SELECT id FROM t WHERE id = 1; SELECT id FROM t WHERE id = 2");
    ResultSet first = statement.getResultSet();

    assertThat(statement.getMoreResults(Statement.KEEP_CURRENT_RESULT)).isTrue();
    assertThat(rows(first)).containsExactly("1");
    assertThat(statement.getMoreResults(Statement.CLOSE_ALL_RESULTS)).isFalse();
    assertThat(first.isClosed()).isTrue();
  }

  @Test
  void executingAgainClosesTheOldResult() throws SQLException {
    ResultSet first = statement.executeQuery("SELECT id FROM t");
    ResultSet second = statement.executeQuery("SELECT id FROM t");

    assertThat(first.isClosed()).isTrue();
    assertThat(second.next()).isTrue();
  }

  @Test
  void closeOnCompletionClosesWithTheLastResult() throws SQLException {
    statement.closeOnCompletion();
    ResultSet result = statement.executeQuery("SELECT id FROM t");
    assertThat(statement.isCloseOnCompletion()).isTrue();
    assertThat(statement.isClosed()).isFalse();

    result.close();

    assertThat(statement.isClosed()).isTrue();
  }

  @Test
  void maxRowsLimitsResults() throws SQLException {
    statement.setMaxRows(2);
    assertThat(statement.getMaxRows()).isEqualTo(2);
    assertThat(rows(statement.executeQuery("SELECT id FROM t"))).hasSize(2);
    statement.setLargeMaxRows(0);
    assertThat(rows(statement.executeQuery("SELECT id FROM t"))).hasSize(3);
    failure(SQLException.class, "22023", () -> statement.setMaxRows(-1));
  }

  @Test
  void aQueryBeyondItsTimeoutIsEndedAndTheConnectionGoesOn() throws SQLException {
    fillNumbers();
    statement.setQueryTimeout(1);
    long start = System.nanoTime();

    failure(SQLTimeoutException.class, "57014", () -> rows(statement.executeQuery(ENDLESS)));

    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(3));
    assertThat(ids()).hasSize(3);
  }

  @Test
  void cancelFromAnotherThreadEndsAQueryAndIsNoTimeout() throws Exception {
    fillNumbers();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      CountDownLatch begun = new CountDownLatch(1);
      Future<SQLException> failure =
          other.submit(
              () -> {
                begun.countDown();
                return catchThrowableOfType(
                    SQLException.class, () -> rows(statement.executeQuery(ENDLESS)));
              });
      begun.await();
      // Asked for until it is heard: the first may come before the statement has begun.
      while (!failure.isDone()) {
        statement.cancel();
        Thread.onSpinWait();
      }

      assertThat(failure.get().getSQLState()).isEqualTo("57014");
      assertThat((Throwable) failure.get()).isNotInstanceOf(SQLTimeoutException.class);
      assertThat(ids()).hasSize(3);
    } finally {
      other.shutdownNow();
    }
  }

  /** No row for hours, though the query has begun to give rows. */
  private static final String SILENT =
      "SELECT a.id FROM n a, n b, n c, n d WHERE a.id + b.id + c.id + d.id < 0";

  @Test
  void aTimeoutAlsoEndsTheReadingOfRows() throws SQLException {
    fillNumbers();
    statement.setQueryTimeout(1);
    long start = System.nanoTime();

    failure(SQLTimeoutException.class, "57014", () -> rows(statement.executeQuery(SILENT)));

    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(3));
  }

  @Test
  void cancelAlsoEndsTheReadingOfRows() throws Exception {
    fillNumbers();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<SQLException> failure =
          other.submit(
              () ->
                  catchThrowableOfType(
                      SQLException.class, () -> rows(statement.executeQuery(SILENT))));
      TimeUnit.MILLISECONDS.sleep(300);
      statement.cancel();

      assertThat(failure.get(5, TimeUnit.SECONDS).getSQLState()).isEqualTo("57014");
      assertThat(ids()).hasSize(3);
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void aResultOutlivesTheCommitOfItsTransaction() throws SQLException {
    connection.setAutoCommit(false);
    try (ResultSet result = statement.executeQuery("SELECT id FROM t ORDER BY id")) {
      assertThat(result.next()).isTrue();
      run(connection, "DELETE FROM t WHERE id = 3");
      connection.commit();
      run(connection, "DELETE FROM t WHERE id = 2");
      connection.rollback();

      assertThat(rows(result)).containsExactly("2", "3");
    }
    assertThat(ids()).containsExactly("1", "2");
  }

  @Test
  void cancellingOneStatementLeavesAnotherAlone() throws SQLException {
    try (Statement other = connection.createStatement()) {
      ResultSet result = statement.executeQuery("SELECT id FROM t ORDER BY id");
      other.cancel();

      assertThat(rows(result)).hasSize(3);
    }
  }

  @Test
  void closingTheConnectionEndsWhatRuns() throws Exception {
    fillNumbers();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      CountDownLatch begun = new CountDownLatch(1);
      Future<SQLException> failure =
          other.submit(
              () -> {
                begun.countDown();
                return catchThrowableOfType(
                    SQLException.class, () -> rows(statement.executeQuery(ENDLESS)));
              });
      begun.await();
      TimeUnit.MILLISECONDS.sleep(100);
      connection.close();

      assertThat((Throwable) failure.get(5, TimeUnit.SECONDS)).isNotNull();
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void aBatchStopsAtTheFirstFailure() throws SQLException {
    connection.setAutoCommit(false);
    statement.addBatch("INSERT INTO t VALUES (4, 'd')");
    statement.addBatch("INSERT INTO t VALUES (1, 'again')");
    statement.addBatch("INSERT INTO t VALUES (5, 'e')");

    BatchUpdateException failure =
        catchThrowableOfType(BatchUpdateException.class, statement::executeBatch);

    assertThat(failure.getUpdateCounts()).containsExactly(1);
    assertThat(failure.getSQLState()).isEqualTo("23505");
    assertThat((Throwable) failure)
        .hasCauseInstanceOf(SQLIntegrityConstraintViolationException.class);
    assertThat(ids()).containsExactly("1", "2", "3", "4");
    assertThat(statement.executeBatch()).isEmpty();
  }

  @Test
  void aQueryInABatchIsRefused() throws SQLException {
    statement.addBatch("SELECT id FROM t");

    assertThat(catchThrowable(statement::executeBatch))
        .isInstanceOf(BatchUpdateException.class)
        .hasMessageContaining("returns rows");
  }

  @Test
  void everyFormWithGeneratedKeysWorks() throws SQLException {
    assertThat(
            statement.executeUpdate(
                "INSERT INTO t VALUES (4, 'd')", Statement.RETURN_GENERATED_KEYS))
        .isEqualTo(1);
    try (ResultSet keys = statement.getGeneratedKeys()) {
      assertThat(keys.next()).isFalse();
    }
    assertThat(statement.executeUpdate("INSERT INTO t VALUES (5, 'd')", new int[] {1})).isOne();
    assertThat(statement.execute("INSERT INTO t VALUES (6, 'd')", new String[] {"id"})).isFalse();
    assertThat(statement.executeLargeUpdate("INSERT INTO t VALUES (7, 'd')", 2)).isOne();
    failure(SQLException.class, "22023", () -> statement.execute("DELETE FROM t", 17));
    assertThat(ids()).hasSize(7);
  }

  @Test
  void escapesAreReadUnlessSwitchedOff() throws SQLException {
    assertThat(rows(statement.executeQuery("SELECT id FROM t WHERE name LIKE 'a%' {escape '!'}")))
        .containsExactly("1");
    statement.setEscapeProcessing(false);
    failure(
        SQLSyntaxErrorException.class,
        "42601",
        () -> statement.executeQuery("SELECT id FROM t WHERE name LIKE 'a%' {escape '!'}"));
  }

  @Test
  void settingsAreCheckedAndKept() throws SQLException {
    statement.setFetchSize(17);
    assertThat(statement.getFetchSize()).isEqualTo(17);
    statement.setFetchDirection(ResultSet.FETCH_REVERSE);
    assertThat(statement.getFetchDirection()).isEqualTo(ResultSet.FETCH_REVERSE);
    statement.setPoolable(true);
    assertThat(statement.isPoolable()).isTrue();
    statement.setMaxFieldSize(10);
    statement.setCursorName("c");
    assertThat((Throwable) statement.getWarnings()).isNull();
    statement.clearWarnings();
    assertThat(statement.getConnection()).isSameAs(connection);
    failure(SQLException.class, "22023", () -> statement.setFetchSize(-1));
    failure(SQLException.class, "22023", () -> statement.setFetchDirection(7));
    failure(SQLException.class, "22023", () -> statement.setQueryTimeout(-1));
  }

  @Test
  void everyMethodOfAClosedStatementFailsWithAState() throws Exception {
    statement.close();
    statement.close();
    Set<String> allowed =
        Set.of(
            "close",
            "isClosed",
            "unwrap",
            "isWrapperFor",
            "enquoteLiteral",
            "enquoteIdentifier",
            "isSimpleIdentifier",
            "enquoteNCharLiteral");
    List<String> wrong = new ArrayList<>();
    for (Method method : Statement.class.getMethods()) {
      if (!allowed.contains(method.getName())) {
        String state = ConnectionTest.stateOf(statement, method);
        if (!"24000".equals(state)) {
          wrong.add(method + " -> " + state);
        }
      }
    }

    assertThat(wrong).isEmpty();
  }

  @Test
  void rowsCanBeReadWhileAnotherStatementWrites() throws SQLException {
    List<String> read = new ArrayList<>();
    try (ResultSet result = statement.executeQuery("SELECT id FROM t ORDER BY id")) {
      while (result.next()) {
        read.add(result.getString(1));
        run(connection, "INSERT INTO t VALUES (" + (result.getInt(1) + 10) + ", 'x')");
      }
    }

    assertThat(read).containsExactly("1", "2", "3");
    assertThat(ids()).hasSize(6);
  }
}
