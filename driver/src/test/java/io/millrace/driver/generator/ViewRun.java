package io.millrace.driver.generator;

import io.millrace.driver.generator.Fault.Sort;
import io.millrace.driver.generator.HistoryGenerator.Transaction;
import io.millrace.driver.jdbc.MillraceConnection;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A database in memory whose views are held to their queries after every commit. One thread at a
 * time.
 *
 * <p>A statement or commit may fail for the data's sake. A commit that is refused so must leave
 * every view as it was, and some view's query must fail in the same way over the state that was
 * refused; over a state that was committed no query may fail.
 */
final class ViewRun implements AutoCloseable {
  private final Connection connection;
  private final Statement statement;
  private final List<View> views = new ArrayList<>();
  private final Map<String, Bag> contents = new LinkedHashMap<>();
  private final Statistics statistics;
  private int commits;

  ViewRun(List<String> definitions, Statistics statistics) throws SQLException {
    this.connection = DriverManager.getConnection("jdbc:millrace:mem:");
    this.statement = connection.createStatement();
    this.statistics = statistics;
    for (String definition : definitions) {
      statement.execute(definition);
    }
    statement.execute("SET rewrite = 'off'");
    statement.execute("SET query_timeout = 60000");
  }

  /** Creates the view; what is not supported comes back as the reason. */
  @Nullable String create(View view) throws Fault {
    try {
      statement.execute(view.definition());
    } catch (SQLException e) {
      if (e.getSQLState().equals("0A000") || isOfData(e)) {
        return e.getMessage();
      }
      throw unexpected(view.name(), view.definition(), e);
    }
    views.add(view);
    contents.put(view.name(), rows("SELECT * FROM " + view.name(), view.name()));
    return null;
  }

  /** Runs the transaction and checks what it leaves. */
  void play(Transaction transaction) throws Fault, SQLException {
    commits++;
    connection.setAutoCommit(false);
    run(transaction.statements());
    if (commits % 4 == 0) {
      readInTransaction();
    }
    if (!transaction.commit()) {
      connection.rollback();
    } else {
      commit(transaction.statements());
    }
    connection.setAutoCommit(true);
    check();
  }

  private void run(List<String> statements) throws Fault {
    for (String sql : statements) {
      try {
        statement.execute(sql);
        statistics.statement(true);
      } catch (SQLException e) {
        statistics.statement(false);
        if (!isOfData(e) && !e.getSQLState().equals("0A000")) {
          throw unexpected(null, sql, e);
        }
      }
    }
  }

  private void commit(List<String> statements) throws Fault, SQLException {
    try {
      connection.commit();
      statistics.commit(true);
    } catch (SQLException e) {
      if (!isOfData(e)) {
        throw unexpected(null, "COMMIT", e);
      }
      statistics.commit(false);
      refused(statements, e);
    }
  }

  private void refused(List<String> statements, SQLException refusal) throws Fault, SQLException {
    for (View view : views) {
      if (!rows("SELECT * FROM " + view.name(), view.name()).equals(contents.get(view.name()))) {
        String message = "the refusal was " + refusal.getMessage();
        throw new Fault(Sort.REFUSED_COMMIT_CHANGED_A_VIEW, view.name(), message, refusal);
      }
    }
    run(statements);
    boolean queryFails = false;
    for (View view : views) {
      try (ResultSet result = statement.executeQuery(view.query().sql())) {
        Bag.of(result);
      } catch (SQLException e) {
        queryFails |= isOfData(e);
      }
    }
    connection.rollback();
    if (!queryFails) {
      String message = refusal.getSQLState() + " " + refusal.getMessage();
      throw new Fault(Sort.REFUSED_THOUGH_THE_QUERY_SUCCEEDS, null, message, refusal);
    }
  }

  /** Over changes that may yet be refused a view reads as its query does: it may fail as well. */
  private void readInTransaction() throws Fault {
    for (View view : views) {
      Bag read = rowsOrError("SELECT * FROM " + view.name(), view.name());
      Bag expected = rowsOrError(view.query().sql(), view.name());
      compare(Sort.READ_IN_TRANSACTION_DIFFERS, view, read, expected);
    }
  }

  private Bag rowsOrError(String sql, String view) throws Fault {
    try (ResultSet result = statement.executeQuery(sql)) {
      return Bag.of(result);
    } catch (SQLException e) {
      if (isOfData(e)) {
        return new Bag(List.of("error " + e.getSQLState()));
      }
      throw unexpected(view, sql, e);
    }
  }

  private void check() throws Fault {
    compareAll();
    if (commits % 10 == 0) {
      verify();
    }
    if (commits % 6 == 0) {
      rewritten();
    }
    if (commits % 3 == 0) {
      unoptimized();
    }
  }

  private void compareAll() throws Fault {
    for (View view : views) {
      Bag kept = rows("SELECT * FROM " + view.name(), view.name());
      compare(Sort.VIEW_DIFFERS, view, kept, rows(view.query().sql(), view.name()));
      Bag before = contents.put(view.name(), kept);
      statistics.compared(view, kept, !kept.equals(before));
    }
  }

  private static void compare(Sort sort, View view, Bag kept, @Nullable Bag expected) throws Fault {
    if (expected != null && !kept.equals(expected)) {
      String difference = kept.difference("the view", expected, "what it must hold");
      throw new Fault(sort, view.name(), difference, null);
    }
  }

  private void verify() throws Fault {
    for (View view : views) {
      if (view.incremental()) {
        Bag differences = rows("VERIFY MATERIALIZED VIEW " + view.name(), view.name());
        if (!differences.isEmpty()) {
          String message = differences.rows().toString();
          throw new Fault(Sort.VERIFY_FINDS_A_DIFFERENCE, view.name(), message, null);
        }
      }
    }
  }

  private void rewritten() throws Fault {
    rows("SET rewrite = 'on'", "");
    for (View view : views) {
      Bag result = rows(view.query().sql(), view.name());
      compare(Sort.REWRITTEN_QUERY_DIFFERS, view, result, contents.get(view.name()));
    }
    rows("SET rewrite = 'off'", "");
  }

  /** Without the optional rules a query yields the same, unless it then evaluates what fails. */
  private void unoptimized() throws Fault {
    rows("SET optimizer = 'off'", "");
    for (View view : views) {
      Bag result = rowsOrError(view.query().sql(), view.name());
      if (!result.rows().toString().startsWith("[error")) {
        compare(Sort.QUERY_WITHOUT_OPTIMIZER_DIFFERS, view, result, contents.get(view.name()));
      }
    }
    rows("SET optimizer = 'on'", "");
  }

  /**
   * The same content reached in other ways: all deleted, all inserted at once, an empty commit, all
   * deleted, row by row, all deleted; by another database whose views are created over it; and by
   * one whose views were planned without the optional rules.
   */
  void otherWays(List<String> definitions, Schema schema) throws Fault, SQLException {
    Map<String, Bag> expected = new LinkedHashMap<>(contents);
    TableRows rows = TableRows.of(connection, schema);
    connection.setAutoCommit(false);
    rows.deleteFrom(connection);
    if (!isCommitted()) {
      return;
    }
    Map<String, Bag> overNothing = new LinkedHashMap<>(contents);
    rows.insertInto(connection, () -> {});
    if (isCommitted()) {
      holds(expected, Sort.STEPS_DIFFER);
      emptyTick();
      holds(expected, Sort.STEPS_DIFFER);
      rows.deleteFrom(connection);
      holdsIfCommitted(overNothing);
    }
    if (rows.insertInto(connection, connection::commit) && isCommitted()) {
      holds(expected, Sort.STEPS_DIFFER);
      rows.deleteFrom(connection);
      holdsIfCommitted(overNothing);
    }
    connection.setAutoCommit(true);
    filled(definitions, rows, expected);
    plannedPlainly(definitions, rows, expected, overNothing);
  }

  private void holdsIfCommitted(Map<String, Bag> expected) throws Fault, SQLException {
    if (isCommitted()) {
      holds(expected, Sort.STEPS_DIFFER);
    }
  }

  /** A commit of no change: of SQL it would be no commit at all. */
  private void emptyTick() throws Fault, SQLException {
    MillraceConnection own = connection.unwrap(MillraceConnection.class);
    long version = own.version();
    if (own.apply(version, List.of()) != version + 1) {
      throw new Fault(Sort.STEPS_DIFFER, null, "an empty commit made no version", null);
    }
  }

  private boolean isCommitted() throws Fault, SQLException {
    try {
      connection.commit();
    } catch (SQLException e) {
      if (!isOfData(e)) {
        throw unexpected(null, "COMMIT", e);
      }
      return false;
    }
    check();
    return true;
  }

  private void holds(Map<String, Bag> expected, Sort sort) throws Fault {
    for (View view : views) {
      Bag kept = rows("SELECT * FROM " + view.name(), view.name());
      compare(sort, view, kept, expected.get(view.name()));
    }
  }

  private void filled(List<String> definitions, TableRows rows, Map<String, Bag> expected)
      throws Fault, SQLException {
    try (ViewRun other = new ViewRun(definitions, new Statistics())) {
      rows.insertInto(other.connection, () -> {});
      for (View view : views) {
        String refusal = other.create(view);
        if (refusal != null) {
          throw new Fault(Sort.FILL_DIFFERS, view.name(), refusal, null);
        }
      }
      other.holds(expected, Sort.FILL_DIFFERS);
    }
  }

  private void plannedPlainly(
      List<String> definitions,
      TableRows rows,
      Map<String, Bag> expected,
      Map<String, Bag> overNothing)
      throws Fault, SQLException {
    try (ViewRun other = new ViewRun(definitions, new Statistics())) {
      other.rows("SET optimizer = 'off'", "");
      for (View view : views) {
        if (other.create(view) != null) {
          return;
        }
      }
      other.connection.setAutoCommit(false);
      rows.insertInto(other.connection, () -> {});
      if (other.isCommitted()) {
        other.holds(expected, Sort.VIEW_WITHOUT_OPTIMIZER_DIFFERS);
        rows.deleteFrom(other.connection);
        if (other.isCommitted()) {
          other.holds(overNothing, Sort.VIEW_WITHOUT_OPTIMIZER_DIFFERS);
        }
      }
    }
  }

  private Bag rows(String sql, String view) throws Fault {
    try {
      if (!statement.execute(sql)) {
        return new Bag(List.of());
      }
      try (ResultSet result = statement.getResultSet()) {
        return Bag.of(result);
      }
    } catch (SQLException e) {
      if (isOfData(e)) {
        throw new Fault(Sort.QUERY_FAILS_ON_A_COMMITTED_STATE, view, sql + ": " + e, e);
      }
      throw unexpected(view, sql, e);
    }
  }

  /** Whether the values of rows are to blame: overflow, division, keys, several rows for one. */
  static boolean isOfData(SQLException e) {
    String state = e.getSQLState();
    return state != null
        && (state.startsWith("22") || state.startsWith("23") || state.startsWith("21"));
  }

  private static Fault unexpected(@Nullable String view, String sql, SQLException e) {
    String message = e.getSQLState() + " " + e.getMessage() + " at: " + sql;
    return new Fault(Sort.UNEXPECTED_ERROR, view, message, e);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
