package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.failure;
import static io.millrace.driver.jdbc.Databases.rows;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** HikariCP over the driver, as applications have it. */
class PoolTest {
  private static HikariDataSource pool(String name, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:millrace:mem:" + name);
    config.setMaximumPoolSize(size);
    config.setUsername("ada");
    config.setPassword("secret");
    config.addDataSourceProperty("durability", "off");
    return new HikariDataSource(config);
  }

  @Test
  void aPoolOfOneReusesItsConnection() throws SQLException {
    try (HikariDataSource pool = pool("pool_of_one", 1)) {
      MillraceConnection first;
      try (Connection connection = pool.getConnection()) {
        first = connection.unwrap(MillraceConnection.class);
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        run(connection, "CREATE TABLE t (id INTEGER PRIMARY KEY)");
        connection.commit();
        run(connection, "INSERT INTO t VALUES (1)");
      }
      try (Connection connection = pool.getConnection()) {
        assertThat(connection.unwrap(MillraceConnection.class)).isSameAs(first);
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(connection.getTransactionIsolation())
            .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        assertThat(rows(connection, "SELECT id FROM t")).isEmpty();
        assertThat(connection.getMetaData().getUserName()).isEqualTo("ada");
      }
    }
  }

  @Test
  void anErrorDoesNotCostTheConnection() throws SQLException {
    try (HikariDataSource pool = pool("pool_errors", 1);
        Connection connection = pool.getConnection()) {
      run(connection, "CREATE TABLE t (id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (1)");
      failure(SQLException.class, "23505", () -> run(connection, "INSERT INTO t VALUES (1)"));
      failure(SQLException.class, "42601", () -> run(connection, "SELECT FROM WHERE"));

      assertThat(rows(connection, "SELECT id FROM t")).containsExactly("1");
    }
  }

  @Test
  void memoryOutlivesTheLastConnectionThatThePoolEvicts() throws SQLException {
    try (HikariDataSource pool = pool("pool_evicts", 1)) {
      StringBuilder values = new StringBuilder("INSERT INTO n VALUES (1)");
      for (int i = 2; i <= 400; i++) {
        values.append(", (").append(i).append(')');
      }
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        run(connection, "CREATE TABLE n (id INTEGER PRIMARY KEY)", values.toString());
        statement.setQueryTimeout(1);
        failure(
            SQLTimeoutException.class,
            "57014",
            () ->
                rows(
                    statement.executeQuery(
                        "SELECT COUNT(*) FROM n a, n b, n c, n d"
                            + " WHERE a.id + b.id + c.id <> d.id")));
      }
      try (Connection connection = pool.getConnection()) {
        assertThat(rows(connection, "SELECT COUNT(*) FROM n")).containsExactly("400");
      }
    }
  }

  @Test
  void aPoolOfEightServesManyThreads() throws Exception {
    try (HikariDataSource pool = pool("pool_of_eight", 8)) {
      try (Connection connection = pool.getConnection()) {
        run(connection, "CREATE TABLE t (id INTEGER PRIMARY KEY)");
      }
      ExecutorService threads = Executors.newFixedThreadPool(8);
      try {
        List<Future<?>> tasks = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
          int first = thread * 50;
          tasks.add(
              threads.submit(
                  () -> {
                    for (int i = 0; i < 50; i++) {
                      try (Connection connection = pool.getConnection()) {
                        run(connection, "INSERT INTO t VALUES (" + (first + i) + ")");
                      }
                    }
                    return true;
                  }));
        }
        for (Future<?> task : tasks) {
          task.get();
        }
      } finally {
        threads.shutdownNow();
      }
      try (Connection connection = pool.getConnection()) {
        assertThat(rows(connection, "SELECT COUNT(*) FROM t")).containsExactly("400");
      }
    }
  }
}
