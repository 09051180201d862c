package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.circuit.TickStrategy;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.view.Circuits;
import io.millrace.storage.store.Store;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session as a test uses one: statements in, sorted rows of text out. */
final class SqlSession implements AutoCloseable {
  private final Session session;

  /** Views are compared with their queries, so no query may be answered from a view by itself. */
  private SqlSession(Session session) {
    this.session = session;
    run("SET rewrite = 'off'");
  }

  /** The same session, in which queries find views by themselves, as they do for users. */
  SqlSession rewriting() {
    run("SET rewrite = 'on'");
    return this;
  }

  /** A private memory database. */
  static SqlSession memory() {
    return memory("");
  }

  /** The memory database of a name. */
  static SqlSession memory(String name) {
    return open(new DatabaseLocation(DatabaseLocation.Kind.MEMORY, name), Map.of());
  }

  /** A private memory database whose views tick in ways of the caller's; never shut down. */
  static SqlSession memory(TickStrategy strategy) {
    DatabaseLocation location = new DatabaseLocation(DatabaseLocation.Kind.MEMORY, "");
    Database database = new Database(location, "off", Store.inMemory(), new Circuits(strategy));
    return new SqlSession(new Session(database, new SessionOptions(Map.of())));
  }

  /** The database in a folder. */
  static SqlSession file(Path folder) {
    return file(folder, Map.of());
  }

  static SqlSession file(Path folder, Map<String, String> properties) {
    return open(new DatabaseLocation(DatabaseLocation.Kind.FILE, folder.toString()), properties);
  }

  private static SqlSession open(DatabaseLocation location, Map<String, String> properties) {
    return new SqlSession(Database.connect(location, new SessionOptions(properties)));
  }

  Session session() {
    return session;
  }

  /** Executes the statements of a script; the count of the last one, 0 if it has none. */
  long run(String script) {
    long count = 0;
    for (String statement : session.split(script)) {
      count = one(statement);
    }
    return count;
  }

  /** Executes one statement with parameters. */
  long one(String sql, @Nullable Object... parameters) {
    StatementResult result = execute(sql, parameters);
    if (result instanceof StatementResult.Rows rows) {
      drain(rows.rows());
    }
    return result instanceof StatementResult.Count count ? count.count() : 0;
  }

  /** The catalog as the session sees it. */
  Catalog catalog() {
    return session.prepare("SELECT 1").catalog();
  }

  private static void drain(RowStream rows) {
    try (rows) {
      while (rows.next()) {
        rows.value(0);
      }
    }
  }

  private StatementResult execute(String sql, @Nullable Object... parameters) {
    return session.execute(session.prepare(sql), Arrays.asList(parameters), ExecutionOptions.NONE);
  }

  /** A query's rows in its order, columns separated by commas, numbers without trailing zeros. */
  List<String> ordered(String query, @Nullable Object... parameters) {
    StatementResult.Rows result = (StatementResult.Rows) execute(query, parameters);
    List<String> rows = new ArrayList<>();
    try (RowStream stream = result.rows()) {
      while (stream.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < result.columns().size(); i++) {
          row.append(i == 0 ? "" : ",").append(text(stream.value(i)));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  /** A query's rows as a bag: sorted as text. */
  List<String> rows(String query, @Nullable Object... parameters) {
    List<String> rows = new ArrayList<>(ordered(query, parameters));
    Collections.sort(rows);
    return rows;
  }

  private static String text(@Nullable Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
    }
    return String.valueOf(value).strip();
  }

  /** The SQLSTATE with which a script fails, or "none". */
  String failure(String script) {
    try {
      run(script);
      return "none";
    } catch (DatabaseException e) {
      return e.sqlState();
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
