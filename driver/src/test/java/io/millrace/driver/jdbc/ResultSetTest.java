package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.failure;
import static io.millrace.driver.jdbc.Databases.open;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResultSetTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void create() throws SQLException {
    connection = open();
    statement = connection.createStatement();
    run(
        connection,
        "CREATE TABLE v (id INTEGER PRIMARY KEY, b BOOLEAN, i INTEGER, l BIGINT,"
            + " d DECIMAL(20, 5), x DOUBLE, s VARCHAR(100), y VARBINARY(10), dt DATE, tm TIME(6),"
            + " ts TIMESTAMP(6), u UUID)",
        "INSERT INTO v (id) VALUES (0)",
        "INSERT INTO v VALUES (1, TRUE, 300, 3000000000, 1234.50000, 1.5, 'text', X'00FF',"
            + " DATE '2024-02-29', TIME '12:34:56.789', TIMESTAMP '2024-02-29 12:34:56.123456',"
            + " CAST('00112233-4455-6677-8899-aabbccddeeff' AS UUID))");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private ResultSet row(String columns) throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT " + columns + " FROM v WHERE id = 1");
    assertThat(rows.next()).isTrue();
    return rows;
  }

  @Test
  void theTextOfAValueIsCanonical() throws SQLException {
    ResultSet row = row("b, i, l, d, x, s, y, dt, tm, ts, u");

    assertThat(row.getString(1)).isEqualTo("true");
    assertThat(row.getString(2)).isEqualTo("300");
    assertThat(row.getString(4)).isEqualTo("1234.50000");
    assertThat(row.getString(5)).isEqualTo("1.5");
    assertThat(row.getString(7)).isEqualTo("00ff");
    assertThat(row.getString(8)).isEqualTo("2024-02-29");
    assertThat(row.getString(9)).isEqualTo("12:34:56.789");
    assertThat(row.getString(10)).isEqualTo("2024-02-29 12:34:56.123456");
    assertThat(row.getString(11)).isEqualTo("00112233-4455-6677-8899-aabbccddeeff");
  }

  @Test
  void aTimestampWithoutFractionHasNone() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT CAST(dt AS TIMESTAMP(6)) FROM v WHERE id = 1");
    rows.next();

    assertThat(rows.getString(1)).isEqualTo("2024-02-29 00:00:00");
  }

  @Test
  void numbersAreReadAsEveryTypeThatHoldsThem() throws SQLException {
    ResultSet row = row("i, l, d, x, b");

    assertThat(row.getShort(1)).isEqualTo((short) 300);
    assertThat(row.getInt(1)).isEqualTo(300);
    assertThat(row.getBigDecimal(1)).isEqualByComparingTo("300");
    assertThat(row.getLong(2)).isEqualTo(3_000_000_000L);
    assertThat(row.getInt(3)).isEqualTo(1234);
    assertThat(row.getDouble(3)).isEqualTo(1234.5);
    assertThat(row.getLong(4)).isEqualTo(1);
    assertThat(row.getFloat(4)).isEqualTo(1.5f);
    assertThat(row.getBigDecimal(4)).isEqualByComparingTo("1.5");
    assertThat(row.getInt(5)).isEqualTo(1);
    assertThat(row.getBoolean(1)).isTrue();
    assertThat(row.getObject(2, BigInteger.class)).isEqualTo(BigInteger.valueOf(3_000_000_000L));
    assertThat(row.getObject(3, String.class)).isEqualTo("1234.50000");
  }

  @Test
  void aNumberThatDoesNotFitIs22003() throws SQLException {
    ResultSet row = row("i, l");

    failure(SQLDataException.class, "22003", () -> row.getByte(1));
    failure(SQLDataException.class, "22003", () -> row.getInt(2));
    failure(SQLDataException.class, "22003", () -> row.getObject(2, Integer.class));
  }

  @Test
  void aValueOfAnotherKindIs22018() throws SQLException {
    ResultSet row = row("s, dt, y, u");

    failure(SQLDataException.class, "22018", () -> row.getLong(1));
    failure(SQLDataException.class, "22018", () -> row.getDouble(1));
    failure(SQLDataException.class, "22018", () -> row.getBoolean(1));
    failure(SQLDataException.class, "22018", () -> row.getDate(1));
    failure(SQLDataException.class, "22018", () -> row.getInt(2));
    failure(SQLDataException.class, "22018", () -> row.getTime(2));
    failure(SQLDataException.class, "22018", () -> row.getInt(3));
    failure(SQLDataException.class, "22018", () -> row.getTimestamp(4));
    failure(SQLDataException.class, "22023", () -> row.getObject(1, Thread.class));
  }

  @Test
  void nullIsNullInEveryGetterAndWasNullTellsIt() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT b, i, d, s, ts, id FROM v WHERE id = 0");
    rows.next();

    assertThat(rows.getBoolean(1)).isFalse();
    assertThat(rows.wasNull()).isTrue();
    assertThat(rows.getInt(2)).isZero();
    assertThat(rows.wasNull()).isTrue();
    assertThat(rows.getInt(6)).isZero();
    assertThat(rows.wasNull()).isFalse();
    assertThat(rows.getBigDecimal(3)).isNull();
    assertThat(rows.getString(4)).isNull();
    assertThat(rows.getTimestamp(5)).isNull();
    assertThat(rows.getObject(5, LocalDateTime.class)).isNull();
    assertThat(rows.getObject(2, Integer.class)).isNull();
    assertThat(rows.getObject(2)).isNull();
    assertThat(rows.getBytes(4)).isNull();
    assertThat(rows.getClob(4)).isNull();
  }

  @Test
  void objectsHaveTheClassesThatJdbcPrescribesAndTheMetadataPromises() throws SQLException {
    ResultSet row = row("b, i, l, d, x, s, y, dt, tm, ts, u");
    ResultSetMetaData metaData = row.getMetaData();

    for (int i = 1; i <= metaData.getColumnCount(); i++) {
      assertThat(row.getObject(i).getClass().getName())
          .as(metaData.getColumnTypeName(i))
          .isEqualTo(metaData.getColumnClassName(i));
    }
    assertThat(row.getObject(8)).isEqualTo(java.sql.Date.valueOf("2024-02-29"));
    assertThat(row.getObject(8, LocalDate.class)).isEqualTo(LocalDate.of(2024, 2, 29));
    assertThat(row.getObject(9, LocalTime.class)).isEqualTo(LocalTime.of(12, 34, 56, 789_000_000));
    assertThat(row.getObject(11, UUID.class)).isNotNull();
    assertThat(row.getTimestamp(10).getNanos()).isEqualTo(123_456_000);
    failure(SQLDataException.class, "22018", () -> row.getObject(10, OffsetDateTime.class));
  }

  @Test
  void describesItsColumns() throws SQLException {
    ResultSetMetaData metaData = row("id, d AS price, s").getMetaData();

    assertThat(metaData.getColumnLabel(2)).isEqualToIgnoringCase("price");
    assertThat(metaData.getColumnType(2)).isIn(Types.DECIMAL, Types.NUMERIC);
    assertThat(metaData.getPrecision(2)).isEqualTo(20);
    assertThat(metaData.getScale(2)).isEqualTo(5);
    assertThat(metaData.isNullable(1)).isEqualTo(ResultSetMetaData.columnNoNulls);
    assertThat(metaData.isNullable(3)).isEqualTo(ResultSetMetaData.columnNullable);
    assertThat(metaData.isSigned(2)).isTrue();
    assertThat(metaData.isSigned(3)).isFalse();
    assertThat(metaData.getColumnDisplaySize(3)).isEqualTo(100);
    assertThat(metaData.isReadOnly(1)).isTrue();
    failure(SQLNonTransientException.class, "07009", () -> metaData.getColumnType(4));
  }

  @Test
  void labelsAreFoundWithoutRegardToCaseAndTheFirstWins() throws SQLException {
    ResultSet row = row("i AS a, l AS A, s AS \"Odd name\"");

    assertThat(row.findColumn("A")).isEqualTo(1);
    assertThat(row.getInt("a")).isEqualTo(300);
    assertThat(row.getString("ODD NAME")).isEqualTo("text");
    failure(SQLSyntaxErrorException.class, "42703", () -> row.getInt("zzz"));
    failure(SQLNonTransientException.class, "07009", () -> row.getInt(4));
    failure(SQLNonTransientException.class, "07009", () -> row.getInt(0));
  }

  @Test
  void largeObjectsAndStreamsReadTextAndBytes() throws Exception {
    ResultSet row = row("s, y");

    assertThat(row.getClob(1).getSubString(1, 4)).isEqualTo("text");
    assertThat(row.getCharacterStream(1).read()).isEqualTo('t');
    assertThat(row.getNString(1)).isEqualTo("text");
    assertThat(row.getAsciiStream(1).readAllBytes())
        .isEqualTo("text".getBytes(StandardCharsets.US_ASCII));
    assertThat(row.getBlob(2).getBytes(1, 2)).containsExactly(0, 255);
    assertThat(row.getBinaryStream(2).readAllBytes()).containsExactly(0, 255);
  }

  @Test
  void aRowIsReadOnlyWhileTheCursorIsOnIt() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT id FROM v ORDER BY id");

    failure(SQLException.class, "24000", () -> rows.getInt(1));
    assertThat(rows.isBeforeFirst()).isTrue();
    assertThat(rows.next()).isTrue();
    assertThat(rows.isFirst()).isTrue();
    assertThat(rows.getRow()).isEqualTo(1);
    assertThat(rows.next()).isTrue();
    assertThat(rows.next()).isFalse();
    assertThat(rows.next()).isFalse();
    assertThat(rows.isAfterLast()).isTrue();
    failure(SQLException.class, "24000", () -> rows.getInt(1));
    failure(SQLException.class, "24000", rows::previous);
    rows.close();
    rows.close();
    failure(SQLException.class, "24000", rows::next);
    failure(SQLException.class, "24000", rows::getMetaData);
  }

  @Test
  void aScrollableResultGoesBothWays() throws SQLException {
    run(connection, "INSERT INTO v (id) VALUES (2), (3)");
    Statement scrolling =
        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
    ResultSet rows = scrolling.executeQuery("SELECT id FROM v ORDER BY id");

    assertThat(rows.getType()).isEqualTo(ResultSet.TYPE_SCROLL_INSENSITIVE);
    assertThat(rows.last()).isTrue();
    assertThat(rows.getInt(1)).isEqualTo(3);
    assertThat(rows.getRow()).isEqualTo(4);
    assertThat(rows.isLast()).isTrue();
    assertThat(rows.previous()).isTrue();
    assertThat(rows.getInt(1)).isEqualTo(2);
    assertThat(rows.absolute(-4)).isTrue();
    assertThat(rows.getInt(1)).isZero();
    assertThat(rows.relative(2)).isTrue();
    assertThat(rows.getInt(1)).isEqualTo(2);
    assertThat(rows.absolute(0)).isFalse();
    assertThat(rows.isBeforeFirst()).isTrue();
    assertThat(rows.next()).isTrue();
    assertThat(rows.isFirst()).isTrue();
    assertThat(rows.absolute(9)).isFalse();
    assertThat(rows.isAfterLast()).isTrue();
    assertThat(rows.previous()).isTrue();
    assertThat(rows.getInt(1)).isEqualTo(3);
    rows.afterLast();
    rows.beforeFirst();
    assertThat(rows.first()).isTrue();
  }

  @Test
  void changingRowsThroughItIsRefusedWithAState() throws SQLException {
    ResultSet row = row("s");

    assertThat(row.getConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
    failure(SQLFeatureNotSupportedException.class, "0A000", () -> row.updateString(1, "x"));
    failure(SQLFeatureNotSupportedException.class, "0A000", row::deleteRow);
    assertThat(row.rowUpdated()).isFalse();
  }

  @Test
  void doublesKeepTheirOddValues() throws SQLException {
    assertThat(TextCells.text(Double.NaN)).isEqualTo("NaN");
    assertThat(NumberCells.real("NaN", "DOUBLE")).isNaN();
    failure(SQLDataException.class, "22003", () -> NumberCells.decimal(Double.NaN, "DECIMAL"));
    failure(
        SQLDataException.class,
        "22003",
        () -> NumberCells.integer(Double.POSITIVE_INFINITY, Long.MIN_VALUE, Long.MAX_VALUE, "x"));
    assertThat(
            NumberCells.integer(
                new BigDecimal("9223372036854775807.9"), Long.MIN_VALUE, Long.MAX_VALUE, "x"))
        .isEqualTo(Long.MAX_VALUE);
    failure(
        SQLDataException.class,
        "22003",
        () ->
            NumberCells.integer(
                new BigDecimal("1e1000000000"), Long.MIN_VALUE, Long.MAX_VALUE, "x"));
    assertThat(NumberCells.integer(new BigDecimal("1e-100"), 0, 9, "x")).isZero();
  }

  @Test
  void intervalsHaveATextWithoutLetters() {
    assertThat(TextCells.text(java.time.Period.ofMonths(-14))).isEqualTo("-1-2");
    assertThat(TextCells.text(java.time.Duration.ofSeconds(90_061, 500_000_000)))
        .isEqualTo("1 01:01:01.5");
    assertThat(TextCells.text(java.time.Duration.ofMillis(-1500))).isEqualTo("-0 00:00:01.5");
  }
}
