package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.open;
import static io.millrace.driver.jdbc.Databases.rows;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetadataTest {
  private Connection connection;
  private DatabaseMetaData metaData;

  @BeforeEach
  void create() throws SQLException {
    connection = open();
    metaData = connection.getMetaData();
    run(
        connection,
        "CREATE TABLE Orders (Id INTEGER PRIMARY KEY, customer VARCHAR(40) NOT NULL,"
            + " amount DECIMAL(10, 2), placed TIMESTAMP(6))",
        "CREATE INDEX orders_by_customer ON Orders (customer, amount)",
        "CREATE TABLE order_items (order_id INTEGER, line INTEGER, PRIMARY KEY (order_id, line))",
        "CREATE VIEW cheap AS SELECT Id FROM Orders WHERE amount < 10");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private List<String> tables(@Nullable String schema, @Nullable String name, String... types)
      throws SQLException {
    List<String> tables = new ArrayList<>();
    try (ResultSet rows =
        metaData.getTables(null, schema, name, types.length == 0 ? null : types)) {
      while (rows.next()) {
        if (rows.getString("TABLE_SCHEM").equalsIgnoreCase("public")) {
          tables.add(rows.getString("TABLE_NAME") + " " + rows.getString("TABLE_TYPE"));
        }
      }
    }
    return tables;
  }

  @Test
  void tablesAndViewsAreListedByTypeThenName() throws SQLException {
    assertThat(tables(null, null))
        .containsExactly("Orders TABLE", "order_items TABLE", "cheap VIEW");
    assertThat(tables("public", "%", "VIEW")).containsExactly("cheap VIEW");
    assertThat(tables("nowhere", null)).isEmpty();
  }

  @Test
  void patternsKnowWildcardsEscapesAndNoCase() throws SQLException {
    assertThat(tables(null, "ORDER%")).hasSize(2);
    assertThat(tables(null, "order_")).containsExactly("Orders TABLE");
    assertThat(tables(null, "order\\_%")).containsExactly("order_items TABLE");
    assertThat(tables(null, "o.*")).isEmpty();
  }

  @Test
  void columnsHaveTheirTwentyFourValues() throws SQLException {
    try (ResultSet rows = metaData.getColumns(null, null, "orders", "%")) {
      assertThat(rows.getMetaData().getColumnCount()).isEqualTo(24);
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString("COLUMN_NAME")).isEqualTo("Id");
      assertThat(rows.getInt("DATA_TYPE")).isEqualTo(Types.INTEGER);
      assertThat(rows.getInt("NULLABLE")).isEqualTo(DatabaseMetaData.columnNoNulls);
      assertThat(rows.getInt("ORDINAL_POSITION")).isEqualTo(1);
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString("IS_NULLABLE")).isEqualTo("NO");
      assertThat(rows.getInt("COLUMN_SIZE")).isEqualTo(40);
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt("COLUMN_SIZE")).isEqualTo(10);
      assertThat(rows.getInt("DECIMAL_DIGITS")).isEqualTo(2);
      assertThat(rows.getInt("NUM_PREC_RADIX")).isEqualTo(10);
      assertThat(rows.getString("IS_NULLABLE")).isEqualTo("YES");
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt("DATA_TYPE")).isEqualTo(Types.TIMESTAMP);
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void aPrimaryKeyTellsTheOrderOfItsColumns() throws SQLException {
    List<String> key = new ArrayList<>();
    try (ResultSet rows = metaData.getPrimaryKeys(null, "public", "order_items")) {
      while (rows.next()) {
        key.add(rows.getString("COLUMN_NAME") + rows.getShort("KEY_SEQ"));
      }
    }

    assertThat(key).containsExactly("line2", "order_id1");
  }

  @Test
  void indexesAreListedWithTheKeyFirst() throws SQLException {
    List<String> indexes = new ArrayList<>();
    try (ResultSet rows = metaData.getIndexInfo(null, null, "Orders", false, true)) {
      assertThat(rows.getMetaData().getColumnCount()).isEqualTo(13);
      while (rows.next()) {
        indexes.add(
            rows.getBoolean("NON_UNIQUE")
                + " "
                + rows.getShort("ORDINAL_POSITION")
                + " "
                + rows.getString("COLUMN_NAME")
                + " "
                + rows.getString("ASC_OR_DESC"));
      }
    }

    assertThat(indexes).containsExactly("false 1 Id A", "true 1 customer A", "true 2 amount A");
    try (ResultSet rows = metaData.getIndexInfo(null, null, "Orders", true, true)) {
      assertThat(rows(rows)).hasSize(1);
    }
  }

  @Test
  void schemasTypesAndKeysHaveTheirShape() throws SQLException {
    assertThat(rows(metaData.getSchemas()).stream().map(row -> row.substring(0, row.indexOf('|'))))
        .containsExactly("information_schema", "public", "system");
    assertThat(rows(metaData.getTables(null, "system", "v%", null)))
        .singleElement()
        .asString()
        .contains("system|views|SYSTEM TABLE");
    assertThat(rows(metaData.getTables(null, null, null, new String[] {"TABLE", "VIEW"})))
        .noneMatch(row -> row.contains("|system|"));
    assertThat(rows(metaData.getColumns(null, "system", "store", "lea%"))).hasSize(1);
    assertThat(rows(metaData.getCatalogs())).isEmpty();
    assertThat(rows(metaData.getTableTypes()))
        .containsExactly("MATERIALIZED VIEW", "SYSTEM TABLE", "TABLE", "VIEW");
    assertThat(metaData.getImportedKeys(null, null, "Orders").getMetaData().getColumnCount())
        .isEqualTo(14);
    assertThat(metaData.getExportedKeys(null, null, "Orders").getMetaData().getColumnCount())
        .isEqualTo(14);
  }

  @Test
  void typeInfoIsOrderedByTypeAndTellsTheLimits() throws SQLException {
    try (ResultSet rows = metaData.getTypeInfo()) {
      assertThat(rows.getMetaData().getColumnCount()).isEqualTo(18);
      int last = Integer.MIN_VALUE;
      boolean hasDecimal = false;
      while (rows.next()) {
        assertThat(rows.getInt("DATA_TYPE")).isGreaterThanOrEqualTo(last);
        last = rows.getInt("DATA_TYPE");
        if (rows.getString("TYPE_NAME").equals("DECIMAL")) {
          hasDecimal = true;
          assertThat(rows.getInt("PRECISION")).isEqualTo(38);
        }
      }
      assertThat(hasDecimal).isTrue();
    }
  }

  @Test
  void everyTypeOfTypeInfoMakesAColumn() throws SQLException {
    int number = 0;
    for (String name :
        rows(metaData.getTypeInfo()).stream().map(row -> row.split("\\|", 2)[0]).toList()) {
      run(connection, "CREATE TABLE typed" + ++number + " (value1 " + name + ")");
    }

    assertThat(number).isEqualTo(17);
  }

  @Test
  void theProductSaysWhatItIs() throws SQLException {
    assertThat(metaData.getDatabaseProductName()).isEqualTo("Millrace");
    assertThat(metaData.getDriverName()).contains("Millrace");
    assertThat(metaData.getJDBCMajorVersion()).isEqualTo(4);
    assertThat(metaData.getJDBCMinorVersion()).isEqualTo(3);
    assertThat(metaData.getDatabaseProductVersion()).isEqualTo(metaData.getDriverVersion());
    assertThat(metaData.getURL()).isEqualTo("jdbc:millrace:mem:");
    assertThat(metaData.isReadOnly()).isFalse();
    assertThat(metaData.getSQLStateType()).isEqualTo(DatabaseMetaData.sqlStateSQL);
    assertThat(metaData.storesMixedCaseIdentifiers()).isTrue();
    assertThat(metaData.storesUpperCaseIdentifiers()).isFalse();
    assertThat(metaData.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metaData.nullsAreSortedHigh()).isTrue();
    assertThat(metaData.supportsTransactions()).isTrue();
    assertThat(metaData.supportsSavepoints()).isTrue();
    assertThat(metaData.supportsBatchUpdates()).isTrue();
    assertThat(metaData.supportsGetGeneratedKeys()).isTrue();
    assertThat(metaData.getDefaultTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
    assertThat(metaData.getConnection()).isSameAs(connection);
  }

  @Test
  void aDefinitionCommitsTheOpenTransactionAsTheMetadataSays() throws SQLException {
    connection.setAutoCommit(false);
    run(
        connection,
        "INSERT INTO Orders (Id, customer) VALUES (1, 'a')",
        "CREATE TABLE u (id INTEGER)");
    connection.rollback();

    assertThat(metaData.dataDefinitionCausesTransactionCommit()).isTrue();
    assertThat(rows(connection, "SELECT Id FROM Orders")).containsExactly("1");
  }

  @Test
  void everyMethodAnswers() throws Exception {
    Map<Class<?>, Object> arguments = Map.of(int.class, 1003, boolean.class, true);
    int answered = 0;
    for (Method method : DatabaseMetaData.class.getMethods()) {
      if (method.getName().equals("unwrap") || method.getName().equals("isWrapperFor")) {
        continue;
      }
      Class<?>[] types = method.getParameterTypes();
      @Nullable Object[] values = new @Nullable Object[types.length];
      for (int i = 0; i < types.length; i++) {
        values[i] = arguments.get(types[i]);
      }
      Object answer;
      try {
        answer = method.invoke(metaData, values);
      } catch (InvocationTargetException e) {
        throw new AssertionError(method.toString(), e.getCause());
      }
      if (answer instanceof ResultSet rows) {
        ResultSetMetaData columns = rows.getMetaData();
        assertThat(columns.getColumnCount()).as(method.getName()).isPositive();
        rows(rows);
      } else {
        assertThat(answer).as(method.getName()).isNotNull();
      }
      answered++;
    }

    assertThat(answered).isGreaterThan(170);
  }
}
