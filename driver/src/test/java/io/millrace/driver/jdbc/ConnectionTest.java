package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.failure;
import static io.millrace.driver.jdbc.Databases.open;
import static io.millrace.driver.jdbc.Databases.rows;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.calcite.avatica.AvaticaConnection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionTest {
  private static final Map<Class<?>, Object> PRIMITIVES =
      Map.of(
          boolean.class,
          true,
          byte.class,
          (byte) 1,
          short.class,
          (short) 1,
          int.class,
          1,
          long.class,
          1L,
          float.class,
          1f,
          double.class,
          1d);

  private Connection connection;

  @BeforeEach
  void create() throws SQLException {
    connection = open();
    run(connection, "CREATE TABLE t (id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (1)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private List<String> ids() throws SQLException {
    return rows(connection, "SELECT id FROM t ORDER BY id");
  }

  @Test
  void closingTwiceIsClosingOnce() throws SQLException {
    connection.close();
    connection.close();

    assertThat(connection.isClosed()).isTrue();
    assertThat(connection.isValid(1)).isFalse();
  }

  @Test
  void everyMethodOfAClosedConnectionIs08003() throws Exception {
    connection.close();
    Set<String> allowed =
        Set.of(
            "close",
            "isClosed",
            "isValid",
            "abort",
            "setClientInfo",
            "unwrap",
            "isWrapperFor",
            "beginRequest",
            "endRequest",
            "setShardingKey",
            "setShardingKeyIfValid");
    List<String> wrong = new ArrayList<>();
    for (Method method : Connection.class.getMethods()) {
      if (!allowed.contains(method.getName()) && !Modifier.isStatic(method.getModifiers())) {
        String state = stateOf(connection, method);
        if (!"08003".equals(state)) {
          wrong.add(method + " -> " + state);
        }
      }
    }

    assertThat(wrong).isEmpty();
  }

  /** The SQLSTATE of calling a method with ones, empty strings and nulls. */
  static String stateOf(Object target, Method method) throws IllegalAccessException {
    Class<?>[] types = method.getParameterTypes();
    @Nullable Object[] arguments = new @Nullable Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = argument(types[i]);
    }
    try {
      method.invoke(target, arguments);
      return "none";
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof SQLException error
          ? error.getSQLState()
          : String.valueOf(e.getCause());
    }
  }

  private static @Nullable Object argument(Class<?> type) {
    return type.isPrimitive() ? PRIMITIVES.get(type) : type == String.class ? "x" : null;
  }

  @Test
  void statementsCloseWithTheirConnection() throws SQLException {
    Statement statement = connection.createStatement();
    ResultSet rows = statement.executeQuery("SELECT id FROM t");
    PreparedStatement prepared = connection.prepareStatement("SELECT id FROM t");

    connection.close();

    assertThat(statement.isClosed()).isTrue();
    assertThat(rows.isClosed()).isTrue();
    assertThat(prepared.isClosed()).isTrue();
    failure(SQLNonTransientConnectionException.class, "08003", () -> statement.execute("x"));
    failure(SQLException.class, "24000", rows::next);
    rows.close();
    statement.close();
  }

  @Test
  void closingRollsTheOpenTransactionBack() throws SQLException {
    try (Connection other = open("closing_rolls_back")) {
      run(other, "CREATE TABLE u (id INTEGER PRIMARY KEY)");
      try (Connection first = open("closing_rolls_back")) {
        first.setAutoCommit(false);
        run(first, "INSERT INTO u VALUES (1)");
      }

      assertThat(rows(other, "SELECT id FROM u")).isEmpty();
    }
  }

  @Test
  void rollbackUndoesAndCommitKeeps() throws SQLException {
    connection.setAutoCommit(false);
    run(connection, "INSERT INTO t VALUES (2)");
    connection.rollback();
    run(connection, "INSERT INTO t VALUES (3)");
    connection.commit();
    run(connection, "INSERT INTO t VALUES (4)");
    connection.rollback();

    assertThat(ids()).containsExactly("1", "3");
  }

  @Test
  void turningAutoCommitOnCommits() throws SQLException {
    connection.setAutoCommit(false);
    run(connection, "INSERT INTO t VALUES (2)");
    connection.setAutoCommit(true);

    assertThat(connection.getAutoCommit()).isTrue();
    assertThat(ids()).containsExactly("1", "2");
    failure(SQLNonTransientException.class, "25000", connection::rollback);
  }

  @Test
  void commitAndSavepointsNeedATransaction() {
    failure(SQLNonTransientException.class, "25000", connection::commit);
    failure(SQLNonTransientException.class, "25000", connection::rollback);
    failure(SQLNonTransientException.class, "25000", connection::setSavepoint);
  }

  @Test
  void savepointsUndoWhatCameAfterThem() throws SQLException {
    connection.setAutoCommit(false);
    run(connection, "INSERT INTO t VALUES (2)");
    Savepoint first = connection.setSavepoint();
    run(connection, "INSERT INTO t VALUES (3)");
    Savepoint second = connection.setSavepoint("second");
    run(connection, "INSERT INTO t VALUES (4)");

    connection.rollback(second);
    assertThat(ids()).containsExactly("1", "2", "3");
    connection.rollback(first);
    assertThat(ids()).containsExactly("1", "2");
    connection.commit();

    assertThat(ids()).containsExactly("1", "2");
  }

  @Test
  void aSavepointHasANameOrANumberAndBelongsToOneConnection() throws SQLException {
    connection.setAutoCommit(false);
    Savepoint unnamed = connection.setSavepoint();
    Savepoint named = connection.setSavepoint("n");

    assertThat(unnamed.getSavepointId()).isPositive();
    assertThat(named.getSavepointName()).isEqualTo("n");
    failure(SQLException.class, "3B001", unnamed::getSavepointName);
    failure(SQLException.class, "3B001", named::getSavepointId);
    connection.releaseSavepoint(named);
    failure(SQLException.class, "3B001", () -> connection.rollback(named));
    try (Connection other = open()) {
      failure(SQLException.class, "3B001", () -> other.rollback(unnamed));
    }
  }

  @Test
  void aReadOnlyConnectionRefusesWrites() throws SQLException {
    connection.setReadOnly(true);

    assertThat(connection.isReadOnly()).isTrue();
    failure(
        SQLNonTransientException.class, "25006", () -> run(connection, "INSERT INTO t VALUES (2)"));
    assertThat(ids()).containsExactly("1");
    connection.setReadOnly(false);
    run(connection, "INSERT INTO t VALUES (2)");
    assertThat(ids()).containsExactly("1", "2");
  }

  @Test
  void theIsolationIsWhatWasSet() throws SQLException {
    assertThat(connection.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
    for (int level :
        new int[] {
          Connection.TRANSACTION_READ_COMMITTED,
          Connection.TRANSACTION_SERIALIZABLE,
          Connection.TRANSACTION_REPEATABLE_READ
        }) {
      connection.setTransactionIsolation(level);
      assertThat(connection.getTransactionIsolation()).isEqualTo(level);
    }
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
    assertThat(connection.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    failure(SQLException.class, "22023", () -> connection.setTransactionIsolation(0));
  }

  @Test
  void isValidAsksAndRefusesANegativeTimeout() throws SQLException {
    assertThat(connection.isValid(0)).isTrue();
    assertThat(connection.isValid(1)).isTrue();
    failure(SQLException.class, "22023", () -> connection.isValid(-1));
  }

  @Test
  void abortClosesThroughTheExecutorAndMayBeCalledTwice() throws SQLException {
    List<Runnable> handed = new ArrayList<>();
    connection.abort(handed::add);
    connection.abort(handed::add);

    assertThat(connection.isClosed()).isTrue();
    assertThat(handed).hasSize(1);
    handed.get(0).run();
    failure(SQLNonTransientConnectionException.class, "08003", connection::createStatement);
    connection.close();
  }

  @Test
  void whatPoolsCallWorks() throws SQLException {
    connection.setNetworkTimeout(Runnable::run, 1234);
    assertThat(connection.getNetworkTimeout()).isEqualTo(1234);
    connection.setCatalog("ignored");
    assertThat(connection.getCatalog()).isNull();
    connection.setSchema("public");
    assertThat(connection.getSchema()).isEqualToIgnoringCase("public");
    connection.setClientInfo("ApplicationName", "test");
    assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("test");
    connection.setClientInfo(new Properties());
    assertThat(connection.getClientInfo()).isEmpty();
    connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
    assertThat(connection.getTypeMap()).isEmpty();
    connection.beginRequest();
    connection.endRequest();
    connection.clearWarnings();
    failure(SQLException.class, "22023", () -> connection.setNetworkTimeout(Runnable::run, -1));
    failure(SQLException.class, "22023", () -> connection.setHoldability(17));
  }

  @Test
  void aViewThatACommitSuspendsIsWarnedOf() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE divided (v INTEGER)");
      statement.execute(
          "CREATE INCREMENTAL MATERIALIZED VIEW quotients WITH (on_error = 'suspend')"
              + " AS SELECT 1 / v AS q FROM divided");
      statement.executeUpdate("INSERT INTO divided VALUES (0)");
      assertThat(statement.getWarnings().getSQLState()).isEqualTo("01000");
      assertThat(statement.getWarnings().getMessage()).contains("quotients");

      statement.executeUpdate("DELETE FROM divided");
      statement.execute("ALTER MATERIALIZED VIEW quotients RESUME");
      connection.clearWarnings();
      connection.setAutoCommit(false);
      statement.executeUpdate("INSERT INTO divided VALUES (0)");
      connection.commit();
      assertThat(connection.getWarnings().getMessage()).contains("quotients");
    }
  }

  @Test
  void whatIsNotToBeHadIsDowngradedWithAWarning() throws SQLException {
    Statement statement =
        connection.createStatement(ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_UPDATABLE);

    assertThat(statement.getResultSetType()).isEqualTo(ResultSet.TYPE_SCROLL_INSENSITIVE);
    assertThat(statement.getResultSetConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
    SQLWarning warning = connection.getWarnings();
    assertThat(warning.getMessage()).contains("TYPE_SCROLL_SENSITIVE");
    assertThat(warning.getNextWarning().getMessage()).contains("CONCUR_UPDATABLE");
    connection.clearWarnings();
    assertThat((Throwable) connection.getWarnings()).isNull();
    failure(SQLException.class, "22023", () -> connection.createStatement(1, 2));
  }

  @Test
  void nativeSqlRemovesTheBracesThatTheGrammarDoesNotKnow() throws SQLException {
    assertThat(connection.nativeSQL("SELECT * FROM {oj a LEFT JOIN b ON x = {fn ABS(y)}}"))
        .isEqualTo("SELECT * FROM     a LEFT JOIN b ON x = {fn ABS(y)} ");
    assertThat(connection.nativeSQL("x LIKE '{oj' {escape '!'} {limit 3} -- {oj"))
        .isEqualTo("x LIKE '{oj'  escape '!'   limit 3  -- {oj");
    assertThat(connection.nativeSQL("{d '2024-01-01'}")).isEqualTo("{d '2024-01-01'}");
  }

  @Test
  void unwrapsToInterfacesOfOursAndOfJdbcOnly() throws SQLException {
    assertThat(connection.unwrap(MillraceConnection.class).databaseDescription()).isNotBlank();
    assertThat(connection.isWrapperFor(Connection.class)).isTrue();
    assertThat(connection.isWrapperFor(AvaticaConnection.class)).isFalse();
    failure(SQLException.class, "22023", () -> connection.unwrap(AvaticaConnection.class));
  }

  @Test
  void aClobAndABlobCanBeFilledAndReadBack() throws SQLException {
    Clob clob = connection.createClob();
    clob.setString(1, "hello");
    clob.setString(6, " world");
    clob.setString(1, "J");

    assertThat(clob.getSubString(1, 100)).isEqualTo("Jello world");
    assertThat(clob.position("world", 1)).isEqualTo(7);
    var blob = connection.createBlob();
    blob.setBytes(1, new byte[] {1, 2, 3});
    blob.setBytes(3, new byte[] {4, 5});
    assertThat(blob.getBytes(1, 10)).containsExactly(1, 2, 4, 5);
    assertThat(blob.position(new byte[] {4, 5}, 1)).isEqualTo(3);
  }

  @Test
  void errorsKeepTheirClassStateAndCause() {
    Throwable duplicate =
        failure(
            java.sql.SQLIntegrityConstraintViolationException.class,
            "23505",
            () -> run(connection, "INSERT INTO t VALUES (1)"));

    assertThat(duplicate).hasCauseInstanceOf(RuntimeException.class);
    failure(
        java.sql.SQLSyntaxErrorException.class,
        "42601",
        () -> run(connection, "SELECT FROM WHERE"));
    failure(
        java.sql.SQLSyntaxErrorException.class, "42703", () -> run(connection, "SELECT x FROM t"));
    failure(
        java.sql.SQLDataException.class,
        "22012",
        () -> rows(connection, "SELECT 1 / (id - 1) FROM t"));
  }
}
