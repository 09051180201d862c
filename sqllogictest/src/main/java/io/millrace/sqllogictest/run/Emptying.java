package io.millrace.sqllogictest.run;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deletes all rows of tables in small transactions, so that views see them go bit by bit. */
final class Emptying {
  /** So many transactions a table takes at most, one more for NULLs, and one for what is left. */
  private static final int TRANSACTIONS = 12;

  private Emptying() {}

  /** Empties tables, the last first. */
  static void empty(List<String> tables, Database database, BatchViews views) throws SQLException {
    for (int i = tables.size() - 1; i >= 0; i--) {
      empty(tables.get(i), database, views);
    }
  }

  private static void empty(String table, Database database, BatchViews views) throws SQLException {
    String column = firstColumn(table, database);
    List<Object> values = new ArrayList<>();
    String distinct = "SELECT DISTINCT " + column + " FROM " + table + " ORDER BY 1";
    try (ResultSet rows = database.statement().executeQuery(distinct)) {
      while (rows.next()) {
        @Nullable Object value = rows.getObject(1);
        if (value != null) {
          values.add(value);
        }
      }
    }
    views.follow(() -> database.execute("DELETE FROM " + table + " WHERE " + column + " IS NULL"));
    upTo(values, table, column, database, views);
    views.follow(() -> database.execute("DELETE FROM " + table));
  }

  private static String firstColumn(String table, Database database) throws SQLException {
    try (ResultSet rows = database.statement().executeQuery("SELECT * FROM " + table)) {
      return '"' + rows.getMetaData().getColumnName(1) + '"';
    }
  }

  private static void upTo(
      List<Object> values, String table, String column, Database database, BatchViews views)
      throws SQLException {
    int step = Math.max(1, (values.size() + TRANSACTIONS - 1) / TRANSACTIONS);
    String delete = "DELETE FROM " + table + " WHERE " + column + " <= ?";
    try (PreparedStatement statement = database.connection().prepareStatement(delete)) {
      for (int i = step - 1; i < values.size(); i += step) {
        statement.setObject(1, values.get(i));
        views.follow(statement::executeUpdate);
      }
    }
  }
}
