package io.millrace.driver.console;

import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints rows. A table's columns are as wide as the first thousand rows need, so that results
 * larger than memory can be printed; a wider cell further on only moves its own line.
 */
final class ResultPrinter {
  private static final int ROWS_AT_ONCE = 1000;

  private final PrintStream out;

  ResultPrinter(PrintStream out) {
    this.out = out;
  }

  /** Prints all rows and says how many; {@code beforePrinting} runs when the first are at hand. */
  long print(ResultSet rows, OutputFormat format, Runnable beforePrinting) throws SQLException {
    return switch (format) {
      case TABLE -> new Table(rows.getMetaData()).print(rows, beforePrinting);
      case CSV -> csv(rows, beforePrinting);
    };
  }

  private static List<String> labels(ResultSetMetaData metaData) throws SQLException {
    List<String> labels = new ArrayList<>();
    for (int i = 1; i <= metaData.getColumnCount(); i++) {
      labels.add(metaData.getColumnLabel(i));
    }
    return labels;
  }

  private static List<@Nullable String> row(ResultSet rows, int columns) throws SQLException {
    List<@Nullable String> row = new ArrayList<>(columns);
    for (int i = 1; i <= columns; i++) {
      row.add(rows.getString(i));
    }
    return row;
  }

  // CSV, as RFC 4180 has it; NULL is empty and an empty string is quoted

  private long csv(ResultSet rows, Runnable beforePrinting) throws SQLException {
    List<String> labels = labels(rows.getMetaData());
    boolean hasRow = rows.next();
    beforePrinting.run();
    csvLine(labels);
    long count = 0;
    while (hasRow) {
      csvLine(row(rows, labels.size()));
      count++;
      hasRow = rows.next();
    }
    return count;
  }

  private void csvLine(List<? extends @Nullable String> values) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      line.append(i == 0 ? "" : ",").append(csvValue(values.get(i)));
    }
    out.print(line.append("\r\n"));
  }

  private static String csvValue(@Nullable String value) {
    if (value == null) {
      return "";
    }
    boolean isPlain = !value.isEmpty() && value.chars().noneMatch(c -> ",\"\r\n".indexOf(c) >= 0);
    return isPlain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
  }

  /** A drawn table. */
  private final class Table {
    private final List<String> labels;
    private final boolean[] isNumber;
    private final int[] widths;

    Table(ResultSetMetaData metaData) throws SQLException {
      labels = labels(metaData);
      isNumber = new boolean[labels.size()];
      widths = new int[labels.size()];
      for (int i = 0; i < widths.length; i++) {
        isNumber[i] = isNumber(metaData.getColumnType(i + 1));
        widths[i] = width(labels.get(i));
      }
    }

    long print(ResultSet rows, Runnable beforePrinting) throws SQLException {
      List<List<String>> chunk = chunk(rows);
      beforePrinting.run();
      for (List<String> row : chunk) {
        for (int i = 0; i < widths.length; i++) {
          widths[i] = Math.max(widths[i], width(row.get(i)));
        }
      }
      rule();
      line(labels, new boolean[widths.length]);
      rule();
      long count = 0;
      while (!chunk.isEmpty()) {
        for (List<String> row : chunk) {
          line(row, isNumber);
        }
        count += chunk.size();
        chunk = chunk.size() < ROWS_AT_ONCE ? List.of() : chunk(rows);
      }
      rule();
      return count;
    }

    private List<List<String>> chunk(ResultSet rows) throws SQLException {
      List<List<String>> chunk = new ArrayList<>();
      while (chunk.size() < ROWS_AT_ONCE && rows.next()) {
        List<String> shown = new ArrayList<>(widths.length);
        for (String value : row(rows, widths.length)) {
          shown.add(value == null ? "NULL" : oneLine(value));
        }
        chunk.add(shown);
      }
      return chunk;
    }

    private void rule() {
      StringBuilder line = new StringBuilder("+");
      for (int width : widths) {
        line.append("-".repeat(width + 2)).append('+');
      }
      out.println(line);
    }

    private void line(List<String> cells, boolean[] toTheRight) {
      StringBuilder line = new StringBuilder("|");
      for (int i = 0; i < widths.length; i++) {
        String cell = cells.get(i);
        String blanks = " ".repeat(Math.max(0, widths[i] - width(cell)));
        line.append(' ').append(toTheRight[i] ? blanks + cell : cell + blanks).append(" |");
      }
      out.println(line);
    }
  }

  private static boolean isNumber(int type) {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE ->
          true;
      default -> false;
    };
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String oneLine(String text) {
    return text.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t");
  }
}
