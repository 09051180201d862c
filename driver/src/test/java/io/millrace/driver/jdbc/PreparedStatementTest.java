package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.failure;
import static io.millrace.driver.jdbc.Databases.open;
import static io.millrace.driver.jdbc.Databases.rows;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PreparedStatementTest {
  private static final LocalDateTime MICROS = LocalDateTime.of(2024, 3, 31, 2, 30, 15, 123_456_000);

  private Connection connection;

  @BeforeEach
  void create() throws SQLException {
    connection = open();
    run(
        connection,
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name VARCHAR(20))",
        "CREATE TABLE v (id INTEGER PRIMARY KEY, b BOOLEAN, l BIGINT, d DECIMAL(30, 10), x DOUBLE,"
            + " r REAL, s VARCHAR(100), y VARBINARY(100), dt DATE, tm TIME(6), ts TIMESTAMP(6),"
            + " tz TIMESTAMP(6) WITH TIME ZONE, u UUID)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  /** Writes a value to a column by setObject and returns the row that holds it. */
  private ResultSet stored(String column, Object value) throws SQLException {
    run(connection, "DELETE FROM v");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO v (id, " + column + ") VALUES (1, ?)")) {
      insert.setObject(1, value);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    Statement query = connection.createStatement();
    query.closeOnCompletion();
    ResultSet rows = query.executeQuery("SELECT " + column + " FROM v");
    assertThat(rows.next()).isTrue();
    return rows;
  }

  private void assertRoundTrip(String column, Object value) throws SQLException {
    try (ResultSet rows = stored(column, value)) {
      assertThat(rows.getObject(1, value.getClass())).isEqualTo(value);
    }
  }

  @Test
  void valuesComeBackAsTheClassThatTheyWentInAs() throws SQLException {
    assertRoundTrip("b", true);
    assertRoundTrip("l", Long.MIN_VALUE);
    assertRoundTrip("l", 17);
    assertRoundTrip("l", (short) 17);
    assertRoundTrip("l", (byte) 17);
    assertRoundTrip("d", new BigDecimal("12345678901234567890.0123456789"));
    assertRoundTrip("l", new BigInteger("9007199254740993"));
    assertRoundTrip("x", 0.1);
    assertRoundTrip("r", 0.1f);
    assertRoundTrip("s", "żółw");
    assertRoundTrip("dt", LocalDate.of(1, 1, 1));
    assertRoundTrip("tm", LocalTime.of(23, 59, 59, 999_999_000));
    assertRoundTrip("ts", MICROS);
    assertRoundTrip("u", UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));
    try (ResultSet rows = stored("y", new byte[] {0, 1, (byte) 255})) {
      assertThat(rows.getBytes(1)).containsExactly(0, 1, 255);
    }
  }

  @Test
  void anInstantStaysTheSameInstant() throws SQLException {
    OffsetDateTime warsaw = MICROS.atOffset(ZoneOffset.ofHours(2));
    for (Object value : new Object[] {warsaw, warsaw.toInstant(), warsaw.toZonedDateTime()}) {
      try (ResultSet rows = stored("tz", value)) {
        assertThat(rows.getObject(1, Instant.class)).isEqualTo(warsaw.toInstant());
        assertThat(rows.getObject(1, OffsetDateTime.class).toInstant())
            .isEqualTo(warsaw.toInstant());
      }
    }
  }

  @Test
  void valuesAreConvertedToTheTypeOfTheirParameter() throws SQLException {
    try (ResultSet rows = stored("l", "42")) {
      assertThat(rows.getLong(1)).isEqualTo(42);
    }
    try (ResultSet rows = stored("dt", "2024-02-29")) {
      assertThat(rows.getObject(1, LocalDate.class)).isEqualTo(LocalDate.of(2024, 2, 29));
    }
    failure(java.sql.SQLDataException.class, "22018", () -> stored("l", "forty-two"));
    failure(
        java.sql.SQLDataException.class,
        "22003",
        () -> stored("l", new BigInteger("99999999999999999999")));
  }

  @Test
  void aValueOfAnotherClassIsRefusedWithAdvice() {
    assertThat(failure(SQLException.class, "22023", () -> stored("s", ZoneOffset.UTC)))
        .hasMessageContaining("ZoneOffset");
    assertThat(failure(SQLException.class, "22023", () -> stored("s", Thread.State.NEW)))
        .hasMessageContaining("name()");
  }

  @Test
  void setObjectWithATypeConverts() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO v (id, l, s, d) VALUES (1, ?, ?, ?)")) {
      insert.setObject(1, "7", Types.BIGINT);
      insert.setObject(2, 12, JDBCType.VARCHAR);
      insert.setObject(3, new BigDecimal("1.005"), Types.DECIMAL, 2);
      insert.executeUpdate();
      failure(
          java.sql.SQLDataException.class, "22018", () -> insert.setObject(1, "x", Types.INTEGER));
      insert.setObject(1, null, Types.BIGINT);
      failure(SQLException.class, "22023", () -> insert.setObject(1, 1, Types.REF));
    }

    assertThat(rows(connection, "SELECT l, s, d FROM v")).containsExactly("7|12|1.0100000000");
  }

  @Test
  void everySetterReachesItsColumn() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO v (id, b, l, d, x, r, s, y) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
      insert.setInt(1, 1);
      insert.setBoolean(2, true);
      insert.setShort(3, (short) 3);
      insert.setBigDecimal(4, new BigDecimal("4.5"));
      insert.setDouble(5, 5.5);
      insert.setFloat(6, 6.5f);
      insert.setString(7, "seven");
      insert.setBytes(8, new byte[] {8});
      insert.executeUpdate();
      insert.setByte(1, (byte) 2);
      insert.setNull(2, Types.BOOLEAN);
      insert.setLong(3, 33);
      insert.setCharacterStream(7, new StringReader("seventy"), 5);
      insert.setBinaryStream(8, new ByteArrayInputStream(new byte[] {8, 9, 10}));
      insert.executeUpdate();
      insert.setInt(1, 3);
      insert.setClob(7, new MemoryClob("clob"));
      insert.setBlob(8, new MemoryBlob(new byte[] {1}));
      insert.executeUpdate();
    }

    assertThat(rows(connection, "SELECT id, b, l, d, x, r, s, y FROM v ORDER BY id"))
        .containsExactly(
            "1|true|3|4.5000000000|5.5|6.5|seven|08",
            "2|null|33|4.5000000000|5.5|6.5|seven|08090a",
            "3|null|33|4.5000000000|5.5|6.5|clob|01");
  }

  @Test
  void anUnsetParameterIsNamed() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      insert.setInt(1, 1);
      assertThat(failure(SQLNonTransientException.class, "07001", insert::executeUpdate))
          .hasMessageContaining("2");
      failure(SQLNonTransientException.class, "07001", insert::addBatch);
      insert.setString(2, null);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      insert.clearParameters();
      failure(SQLNonTransientException.class, "07001", insert::execute);
      failure(SQLNonTransientException.class, "07009", () -> insert.setInt(3, 1));
      failure(SQLNonTransientException.class, "07009", () -> insert.setInt(0, 1));
    }
  }

  @Test
  void describesItselfBeforeExecution() throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT id, name AS label FROM t WHERE id = ?")) {
      ParameterMetaData parameters = query.getParameterMetaData();
      assertThat(parameters.getParameterCount()).isEqualTo(1);
      assertThat(parameters.getParameterType(1)).isEqualTo(Types.INTEGER);
      assertThat(parameters.getParameterTypeName(1)).isEqualTo("INTEGER");
      assertThat(parameters.getParameterClassName(1)).isEqualTo("java.lang.Integer");
      assertThat(parameters.getParameterMode(1)).isEqualTo(ParameterMetaData.parameterModeIn);
      failure(SQLException.class, "07009", () -> parameters.getParameterType(2));
      ResultSetMetaData columns = query.getMetaData();
      assertThat(columns.getColumnCount()).isEqualTo(2);
      assertThat(columns.getColumnLabel(2)).isEqualToIgnoringCase("label");
      assertThat(columns.getColumnType(2)).isEqualTo(Types.VARCHAR);
    }
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      assertThat(insert.getMetaData()).isNull();
    }
  }

  @Test
  void runsAgainWithOtherValues() throws SQLException {
    run(connection, "INSERT INTO t VALUES (1, 'a'), (2, 'b')");
    try (PreparedStatement query = connection.prepareStatement("SELECT name FROM t WHERE id = ?")) {
      query.setInt(1, 1);
      assertThat(rows(query.executeQuery())).containsExactly("a");
      query.setInt(1, 2);
      assertThat(rows(query.executeQuery())).containsExactly("b");
      assertThat(query.execute()).isTrue();
      failure(SQLSyntaxErrorException.class, "42809", query::executeUpdate);
    }
  }

  @Test
  void theWrongExecuteMethodHasNoEffect() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (1, 'a')")) {
      failure(SQLSyntaxErrorException.class, "42809", insert::executeQuery);
      failure(SQLSyntaxErrorException.class, "42809", () -> insert.execute("SELECT 1"));
      failure(SQLSyntaxErrorException.class, "42809", () -> insert.executeUpdate("x"));
      assertThat(rows(connection, "SELECT * FROM t")).isEmpty();
      assertThat(insert.execute()).isFalse();
      assertThat(insert.getUpdateCount()).isEqualTo(1);
    }
  }

  @Test
  void aBatchInsertsItsRows() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      for (int i = 1; i <= 100; i++) {
        insert.setInt(1, i);
        insert.setString(2, "n" + i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(100).containsOnly(1);
      assertThat(insert.executeBatch()).isEmpty();
    }

    assertThat(rows(connection, "SELECT COUNT(*) FROM t")).containsExactly("100");
    assertThat(connection.getAutoCommit()).isTrue();
  }

  private BatchUpdateException failingBatch() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      for (int id : new int[] {1, 2, 1, 3}) {
        insert.setInt(1, id);
        insert.setString(2, "n");
        insert.addBatch();
      }
      return catchThrowableOfType(BatchUpdateException.class, insert::executeBatch);
    }
  }

  @Test
  void inATransactionABatchStopsAtTheFirstFailure() throws SQLException {
    connection.setAutoCommit(false);
    BatchUpdateException failure = failingBatch();

    assertThat(failure.getUpdateCounts()).containsExactly(1, 1);
    assertThat(failure.getSQLState()).isEqualTo("23505");
    assertThat(rows(connection, "SELECT COUNT(*) FROM t")).containsExactly("2");
  }

  @Test
  void inAutoCommitModeABatchIsAllOrNothing() throws SQLException {
    BatchUpdateException failure = failingBatch();

    assertThat(failure.getUpdateCounts()).hasSize(4).containsOnly(Statement.EXECUTE_FAILED);
    assertThat(failure.getSQLState()).isEqualTo("23505");
    assertThat(rows(connection, "SELECT COUNT(*) FROM t")).containsExactly("0");
    assertThat(connection.getAutoCommit()).isTrue();
    run(connection, "INSERT INTO t VALUES (1, 'x')");
    assertThat(rows(connection, "SELECT COUNT(*) FROM t")).containsExactly("1");
  }

  @Test
  void aBatchAfterBeginLeavesTheTransactionOpen() throws SQLException {
    run(connection, "BEGIN");
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, 'x')")) {
      for (int id : new int[] {1, 2}) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1);
    }
    connection.rollback();

    assertThat(rows(connection, "SELECT COUNT(*) FROM t")).containsExactly("0");
  }

  @Test
  void generatedKeysAreAskedForInEveryForm() throws SQLException {
    String sql = "INSERT INTO t VALUES (?, 'x')";
    try (PreparedStatement a = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS);
        PreparedStatement b = connection.prepareStatement(sql, new int[] {1});
        PreparedStatement c = connection.prepareStatement(sql, new String[] {"id"})) {
      int id = 0;
      for (PreparedStatement insert : List.of(a, b, c)) {
        insert.setInt(1, ++id);
        assertThat(insert.executeUpdate()).isEqualTo(1);
        assertThat(insert.getGeneratedKeys().next()).isFalse();
      }
    }
  }

  @Test
  void everyMethodOfAClosedPreparedStatementFailsWithAState() throws Exception {
    PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES (?, 'x')");
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
    for (Method method : PreparedStatement.class.getMethods()) {
      if (!allowed.contains(method.getName())) {
        String state = ConnectionTest.stateOf(statement, method);
        if (!Set.of("24000", "42809", "22023").contains(state)) {
          wrong.add(method + " -> " + state);
        }
      }
    }

    assertThat(wrong).isEmpty();
  }
}
