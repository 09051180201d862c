package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.open;
import static io.millrace.driver.jdbc.Databases.rows;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Foreign keys as an application sees them. */
class ForeignKeyTest {
  private Connection connection;
  private DatabaseMetaData metaData;

  @BeforeEach
  void create() throws SQLException {
    connection = open();
    metaData = connection.getMetaData();
    run(
        connection,
        "CREATE TABLE Customer (Id INTEGER PRIMARY KEY, code VARCHAR(5), area INTEGER,"
            + " CONSTRAINT customer_code UNIQUE (code, area))",
        "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES Customer,"
            + " code VARCHAR(5), area INTEGER, CONSTRAINT by_code FOREIGN KEY (area, code)"
            + " REFERENCES Customer (area, code) ON DELETE RESTRICT)",
        "CREATE TABLE item (o INTEGER NOT NULL REFERENCES orders, up INTEGER UNIQUE,"
            + " CONSTRAINT tree FOREIGN KEY (o) REFERENCES item (up) ON UPDATE RESTRICT)",
        "INSERT INTO Customer VALUES (1, 'A', 7)",
        "INSERT INTO orders VALUES (10, 1, 'A', 7)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO orders VALUES (11, 2, NULL, NULL) | 23503",
        "DELETE FROM Customer | 23503",
        "UPDATE Customer SET code = 'B' | 23503",
        "CREATE TABLE t (a INTEGER REFERENCES orders (code)) | 42830",
        "CREATE TABLE t (a VARCHAR(5) REFERENCES orders) | 42804",
        "CREATE TABLE t (a INTEGER REFERENCES orders ON DELETE CASCADE) | 0A000",
        "CREATE TABLE t (a INTEGER REFERENCES orders MATCH PARTIAL) | 0A000",
        "ALTER TABLE item ADD CONSTRAINT tree CHECK (o > 0) | 42710",
        "ALTER TABLE item DROP CONSTRAINT shrub | 42704",
        "ALTER TABLE Customer ADD FOREIGN KEY (area) REFERENCES Customer | 23503",
        "ALTER TABLE Customer ADD CHECK (area < 7) | 23514",
        "ALTER TABLE Customer DROP CONSTRAINT customer_code | 2BP01",
        "DROP TABLE Customer | 2BP01",
        "DROP INDEX orders_customer_idx | 2BP01",
      })
  void everyErrorHasItsState(String sql, String state) {
    assertThatThrownBy(() -> run(connection, sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  @Test
  void errorsAreOfTheClassesThatJdbcHasForThem() {
    assertThatThrownBy(() -> run(connection, "DELETE FROM Customer"))
        .isInstanceOf(SQLIntegrityConstraintViolationException.class);
    assertThatThrownBy(
            () -> run(connection, "CREATE TABLE t (a INTEGER REFERENCES item ON DELETE CASCADE)"))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining("ON DELETE CASCADE");
  }

  @Test
  void aPreparedInsertIsHeldToTheKeyAtEachExecution() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO orders (id, customer) VALUES (?, ?)")) {
      insert.setInt(1, 20);
      insert.setInt(2, 2);
      assertThatThrownBy(insert::executeUpdate)
          .hasMessageContaining("Key (customer)=(2) of table \"orders\"");
      run(connection, "INSERT INTO Customer VALUES (2, NULL, NULL)");
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }

  @Test
  void keysAreDescribedFromBothEnds() throws SQLException {
    String customer = "null|public|Customer|Id|null|public|orders|customer|1|3|3|";
    String byCode = "null|public|Customer|%s|null|public|orders|%s|%d|3|1|by_code|customer_code|7";
    assertThat(rows(metaData.getImportedKeys(null, "PUBLIC", "ORDERS")))
        .containsExactly(
            byCode.formatted("area", "area", 1),
            byCode.formatted("code", "code", 2),
            customer + "orders_customer_fkey|Customer_pkey|7");
    assertThat(rows(metaData.getExportedKeys(null, null, "customer"))).hasSize(3);
    assertThat(rows(metaData.getExportedKeys(null, null, "orders")))
        .containsExactly(
            "null|public|orders|id|null|public|item|o|1|3|3|item_o_fkey|orders_pkey|7");
    assertThat(rows(metaData.getCrossReference(null, null, "item", null, null, "item")))
        .containsExactly("null|public|item|up|null|public|item|o|1|1|3|tree|item_up_key|7");
    assertThat(rows(metaData.getCrossReference(null, null, "Customer", null, null, "item")))
        .isEmpty();
    assertThat(rows(metaData.getImportedKeys("other", null, "orders"))).isEmpty();
    assertThat(rows(metaData.getImportedKeys(null, null, "Customer"))).isEmpty();
  }
}
