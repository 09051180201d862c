package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.failure;
import static io.millrace.driver.jdbc.Databases.open;
import static io.millrace.driver.jdbc.Databases.rows;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Types;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** ARRAY and ROW values through JDBC, both ways. */
class ArrayTest {
  private Connection connection;

  @BeforeEach
  void create() throws SQLException {
    connection = open();
    run(
        connection,
        "CREATE TABLE v (id INTEGER PRIMARY KEY, a INTEGER ARRAY, t VARCHAR(9) ARRAY,"
            + " m INTEGER ARRAY ARRAY, d DATE ARRAY, c TIME ARRAY)",
        "INSERT INTO v VALUES (1, ARRAY[1, NULL, 3], ARRAY['x', 'a b', ''],"
            + " ARRAY[ARRAY[1], ARRAY[2, 3], NULL], ARRAY[DATE '2024-02-29'],"
            + " ARRAY[TIME '12:34:56.789'])");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private ResultSet row(String query) throws SQLException {
    ResultSet rows = connection.createStatement().executeQuery(query);
    assertThat(rows.next()).isTrue();
    return rows;
  }

  @Test
  void arraysComeAsSqlArraysOfTheirElementsClass() throws SQLException {
    ResultSet row = row("SELECT a, t, m, d FROM v");

    Array numbers = row.getArray("a");

    assertThat((Integer[]) numbers.getArray()).containsExactly(1, null, 3);
    assertThat((Integer[]) numbers.getArray(2, 5)).containsExactly(null, 3);
    assertThat(numbers.getBaseType()).isEqualTo(Types.INTEGER);
    assertThat(numbers.getBaseTypeName()).isEqualTo("INTEGER");
    assertThat(row.getObject(1)).isInstanceOf(Array.class).hasToString("[1, NULL, 3]");
    assertThat((String[]) row.getArray(2).getArray()).containsExactly("x", "a b", "");
    assertThat((Integer[][]) row.getArray(3).getArray())
        .isEqualTo(new Integer[][] {{1}, {2, 3}, null});
    assertThat(row.getArray(3).getBaseType()).isEqualTo(Types.ARRAY);
    assertThat((Date[]) row.getArray(4).getArray()).containsExactly(Date.valueOf("2024-02-29"));
  }

  @Test
  void arraysAreReadAsListsJavaArraysAndText() throws SQLException {
    ResultSet row = row("SELECT a, m, t, id FROM v");

    assertThat((Object) row.getObject(1, List.class)).isEqualTo(Arrays.asList(1, null, 3));
    assertThat((Object) row.getObject(2, List.class))
        .isEqualTo(Arrays.asList(List.of(1), List.of(2, 3), null));
    assertThat(row.getObject(1, Integer[].class)).containsExactly(1, null, 3);
    assertThat(row.getObject(1, Object[].class)).containsExactly(1, null, 3);
    assertThat(row.getString(2)).isEqualTo("[[1], [2, 3], NULL]");
    assertThat(row.getString(3)).isEqualTo("[x, a b, \"\"]");
    assertThat(failure(SQLException.class, "22023", () -> row.getObject(1, String[].class)))
        .hasMessageContaining("String[]");
    assertThat(failure(SQLException.class, "22018", () -> row.getInt(1))).isNotNull();
    assertThat(failure(SQLException.class, "22018", () -> row.getArray(4))).isNotNull();
  }

  @Test
  void anArrayIsAResultSetOfPlacesAndElements() throws SQLException {
    ResultSet row = row("SELECT t, c FROM v");

    assertThat(rows(row.getArray(1).getResultSet())).containsExactly("1|x", "2|a b", "3|");
    assertThat(rows(row.getArray(1).getResultSet(2, 1))).containsExactly("2|a b");
    ResultSet times = row.getArray(2).getResultSet();
    assertThat(times.next()).isTrue();
    assertThat(times.getObject(2, LocalTime.class)).isEqualTo(LocalTime.parse("12:34:56.789"));
  }

  @Test
  void parametersAreSetAsArraysListsAndArraysOfJava() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO v(id, a, t, m, d) VALUES (?, ?, ?, ?, ?)")) {
      Object[] numbers = {4, null};
      insert.setInt(1, 2);
      insert.setArray(2, connection.createArrayOf("integer", numbers));
      insert.setObject(3, List.of("p", "q"));
      insert.setObject(4, new int[][] {{5, 6}, {}});
      insert.setObject(5, new Date[] {Date.valueOf("2024-03-01")}, JDBCType.ARRAY);
      numbers[0] = 9;
      insert.executeUpdate();
      insert.setInt(1, 3);
      insert.setArray(2, row("SELECT a FROM v WHERE id = 1").getArray(1));
      insert.setNull(3, Types.ARRAY);
      insert.setObject(4, row("SELECT m FROM v WHERE id = 1").getObject(1));
      insert.setObject(5, null);
      insert.executeUpdate();
    }

    assertThat(rows(connection, "SELECT a, t, m, d FROM v WHERE id > 1 ORDER BY id"))
        .containsExactly(
            "[4, NULL]|[p, q]|[[5, 6], []]|[2024-03-01]",
            "[1, NULL, 3]|null|[[1], [2, 3], NULL]|null");
  }

  @Test
  void aParameterThatIsNoArrayOfTheTypeIsRefused() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT id FROM v WHERE a = ?")) {
      assertThat(query.getParameterMetaData().getParameterType(1)).isEqualTo(Types.ARRAY);
      assertThat(query.getParameterMetaData().getParameterTypeName(1)).isEqualTo("INTEGER ARRAY");
      query.setObject(1, List.of(1L, "2"));
      assertThat(rows(query.executeQuery())).isEmpty();
      query.setString(1, "[1]");
      assertThat(failure(SQLException.class, "42804", query::executeQuery))
          .hasMessageContaining("INTEGER ARRAY");
      query.setObject(1, List.of("x"));
      assertThat(failure(SQLException.class, "22018", query::executeQuery))
          .hasMessageContaining("'x'");
      query.setObject(1, List.of(3_000_000_000L));
      assertThat(failure(SQLException.class, "22003", query::executeQuery)).isNotNull();
    }
  }

  @Test
  void rowsComeAsStructs() throws SQLException {
    ResultSet row = row("SELECT ROW(id, 'x', a) AS r FROM v");

    Struct struct = row.getObject(1, Struct.class);

    assertThat(struct.getAttributes()[0]).isEqualTo(1);
    assertThat(((Array) struct.getAttributes()[2]).getArray())
        .isEqualTo(new Integer[] {1, null, 3});
    assertThat(row.getObject(1)).hasToString("(1, x, [1, NULL, 3])");
    assertThat(row.getString(1)).isEqualTo("(1, x, [1, NULL, 3])");
  }

  @Test
  void metadataNamesTheElements() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      ResultSetMetaData result = statement.executeQuery("SELECT a, m, t FROM v").getMetaData();

      assertThat(result.getColumnType(1)).isEqualTo(Types.ARRAY);
      assertThat(result.getColumnTypeName(2)).isEqualTo("INTEGER ARRAY ARRAY");
      assertThat(result.getColumnTypeName(3)).isEqualTo("VARCHAR ARRAY");
      assertThat(result.getColumnClassName(1)).isEqualTo("java.sql.Array");
    }
    ResultSet columns = connection.getMetaData().getColumns(null, null, "v", "m");
    assertThat(columns.next()).isTrue();
    assertThat(columns.getInt("DATA_TYPE")).isEqualTo(Types.ARRAY);
    assertThat(columns.getString("TYPE_NAME")).isEqualTo("INTEGER ARRAY ARRAY");
  }
}
