package io.millrace.sqllogictest.run;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The fresh database of one script, behind a pool as applications have it. One thread at a time.
 *
 * <p>The pool takes a connection away after some errors (0A000 and timeouts among them); then
 * {@link #statement} gets another one from it. A database that lives in its connection alone is
 * lost then, which shows as tables that are missing.
 */
public final class Database implements AutoCloseable {
  private final Product product;
  private final int timeoutSeconds;
  private final HikariDataSource pool;
  private Connection connection;
  private Statement statement;

  private Database(Product product, HikariDataSource pool, int timeoutSeconds) throws SQLException {
    this.product = product;
    this.pool = pool;
    this.timeoutSeconds = timeoutSeconds;
    this.connection = pool.getConnection();
    this.statement = newStatement();
  }

  /**
   * Makes a database that nobody else uses.
   *
   * @param url in which {@code {db}} stands for the name
   * @param timeoutSeconds after which a statement is given up; 0 for never
   */
  static Database open(String url, String name, int timeoutSeconds) throws SQLException {
    Product product = Product.of(url);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(product.url(url, name));
    config.setPoolName(name);
    config.setMaximumPoolSize(1);
    config.setMaxLifetime(0);
    config.setIdleTimeout(0);
    Database database = new Database(product, new HikariDataSource(config), timeoutSeconds);
    if (!product.opening().isEmpty()) {
      database.execute(product.opening());
    }
    return database;
  }

  /** The statement to run the next thing by; valid until the next call of this method. */
  Statement statement() throws SQLException {
    if (connection.isClosed()) {
      connection = pool.getConnection();
      statement = newStatement();
    }
    return statement;
  }

  /**
   * Runs a statement for what it does. Rows that it gives are read, since errors may be in them.
   */
  void execute(String sql) throws SQLException {
    Statement runner = statement();
    if (runner.execute(sql)) {
      try (var rows = runner.getResultSet()) {
        while (rows.next()) {
          rows.getObject(1);
        }
      }
    }
  }

  /** Runs a statement of a script that should work. */
  void executeAdapted(String sql) throws SQLException {
    execute(product.adapted(sql));
  }

  Connection connection() throws SQLException {
    return statement().getConnection();
  }

  private Statement newStatement() throws SQLException {
    Statement made = connection.createStatement();
    if (timeoutSeconds > 0) {
      made.setQueryTimeout(timeoutSeconds);
    }
    return made;
  }

  /** Ends the database. An error in ending it is of no consequence for what it has shown. */
  @Override
  public void close() {
    try (pool) {
      if (!product.closing().isEmpty()) {
        execute(product.closing());
      }
    } catch (SQLException e) {
      // HSQLDB and others close the connection with the database, and say so.
      return;
    }
  }
}
