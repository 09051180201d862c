package io.millrace.driver.generator;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Rows as a bag: their texts, with types and to the last bit, sorted. Immutable. */
record Bag(List<String> rows) {
  static Bag of(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    int columns = result.getMetaData().getColumnCount();
    while (result.next()) {
      StringBuilder row = new StringBuilder();
      for (int i = 1; i <= columns; i++) {
        row.append(i > 1 ? " | " : "").append(cell(result.getObject(i)));
      }
      rows.add(row.toString());
    }
    rows.sort(null);
    return new Bag(List.copyOf(rows));
  }

  private static String cell(Object value) {
    return value == null ? "NULL" : value.getClass().getSimpleName().charAt(0) + ":" + value;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** What is in one of the two only. */
  String difference(String name, Bag other, String otherName) {
    List<String> here = new ArrayList<>(rows);
    List<String> there = new ArrayList<>(other.rows);
    other.rows.forEach(here::remove);
    rows.forEach(there::remove);
    return "only in %s: %s; only in %s: %s".formatted(name, here, otherName, there);
  }
}
