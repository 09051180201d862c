package io.millrace.driver.generator;

import io.millrace.driver.generator.Schema.Table;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All rows of all tables of a schema, to take them out and put them in again. Immutable. */
record TableRows(Map<Table, List<List<Object>>> rows) {
  /** What is done after each row. */
  interface Step {
    void run() throws SQLException;
  }

  static TableRows of(Connection connection, Schema schema) throws SQLException {
    Map<Table, List<List<Object>>> all = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement()) {
      for (Table table : schema.tables()) {
        try (ResultSet result = statement.executeQuery("SELECT * FROM " + table.name())) {
          all.put(table, rows(result));
        }
      }
    }
    return new TableRows(all);
  }

  private static List<List<Object>> rows(ResultSet result) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    int columns = result.getMetaData().getColumnCount();
    while (result.next()) {
      List<Object> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        row.add(result.getObject(i));
      }
      rows.add(Collections.unmodifiableList(row));
    }
    return rows;
  }

  /** The rows one by one, to leave some out. */
  List<Map.Entry<Table, List<Object>>> single() {
    List<Map.Entry<Table, List<Object>>> single = new ArrayList<>();
    rows.forEach((table, some) -> some.forEach(row -> single.add(Map.entry(table, row))));
    return single;
  }

  /** These rows, and the other tables empty. */
  TableRows only(List<Map.Entry<Table, List<Object>>> some) {
    Map<Table, List<List<Object>>> fewer = new LinkedHashMap<>();
    rows.keySet().forEach(table -> fewer.put(table, new ArrayList<>()));
    some.forEach(row -> fewer.computeIfPresent(row.getKey(), (t, list) -> with(list, row)));
    return new TableRows(fewer);
  }

  private static List<List<Object>> with(
      List<List<Object>> list, Map.Entry<Table, List<Object>> row) {
    list.add(row.getValue());
    return list;
  }

  /** INSERT statements that make them. */
  String script() {
    StringBuilder script = new StringBuilder();
    for (Map.Entry<Table, List<Object>> row : single()) {
      List<String> cells = new ArrayList<>();
      for (Object cell : row.getValue()) {
        cells.add(literal(cell));
      }
      script.append("INSERT INTO ").append(row.getKey().name());
      script.append(" VALUES (").append(String.join(", ", cells)).append(");\n");
    }
    return script.toString();
  }

  private static String literal(@Nullable Object cell) {
    if (cell == null || cell instanceof Number || cell instanceof Boolean) {
      return String.valueOf(cell);
    }
    if (cell instanceof Array) {
      return "CAST(ARRAY" + cell + " AS INTEGER ARRAY)";
    }
    String prefix = cell instanceof Date ? "DATE " : cell instanceof Timestamp ? "TIMESTAMP " : "";
    return prefix + "'" + String.valueOf(cell).replace("'", "''") + "'";
  }

  void deleteFrom(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (Table table : rows.keySet()) {
        statement.execute("DELETE FROM " + table.name());
      }
    }
  }

  /** The cell as an object of that connection's driver. */
  private static @Nullable Object cellOf(@Nullable Object cell, Connection connection)
      throws SQLException {
    return cell instanceof Array array
        ? connection.createArrayOf("INTEGER", (Object[]) array.getArray())
        : cell;
  }

  /** Inserts them; false if a step was refused for the data's sake. */
  boolean insertInto(Connection connection, Step afterEach) throws SQLException {
    for (Map.Entry<Table, List<List<Object>>> table : rows.entrySet()) {
      String marks = "?, ".repeat(table.getKey().columns().size() - 1) + "?";
      String insert = "INSERT INTO " + table.getKey().name() + " VALUES (" + marks + ")";
      try (PreparedStatement statement = connection.prepareStatement(insert)) {
        for (List<Object> row : table.getValue()) {
          for (int i = 0; i < row.size(); i++) {
            statement.setObject(i + 1, cellOf(row.get(i), connection));
          }
          statement.executeUpdate();
          afterEach.run();
        }
      } catch (SQLException e) {
        if (ViewRun.isOfData(e)) {
          return false;
        }
        throw e;
      }
    }
    return true;
  }
}
