package io.millrace.driver.console;

import java.io.PrintStream;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The console's own commands, which begin with a dot. */
final class DotCommands {
  private static final String HELP =
      """
      .help               this text
      .tables             tables and views
      .schema NAME        columns, keys and indexes of one of them
      .timing on|off      whether to show how long a statement took
      .format table|csv   how rows are printed
      .quit               leave
      Everything else is SQL, up to a semicolon.""";

  private final StatementRunner runner;

  DotCommands(StatementRunner runner) {
    this.runner = runner;
  }

  /** What follows from a command. */
  enum Outcome {
    DONE,
    FAILED,
    QUIT
  }

  static boolean isCommand(String line) {
    return line.startsWith(".");
  }

  Outcome run(String line) {
    String[] words = line.strip().split("\\s+", 2);
    String value = words.length == 1 ? "" : words[1];
    PrintStream out = runner.terminal().out();
    try {
      switch (words[0].toLowerCase(Locale.ROOT)) {
        case ".help" -> out.println(HELP);
        case ".tables" -> tables(out);
        case ".schema" -> schema(out, value);
        case ".timing" -> runner.setTiming(isOn(value));
        case ".format" -> runner.setFormat(Arguments.format(value));
        case ".quit", ".exit" -> {
          return Outcome.QUIT;
        }
        default ->
            throw new IllegalArgumentException("Unknown command: " + words[0] + ". Try .help");
      }
      return Outcome.DONE;
    } catch (IllegalArgumentException e) {
      runner.terminal().err().println(e.getMessage());
      return Outcome.FAILED;
    } catch (SQLException e) {
      runner.terminal().err().println(e.getSQLState() + ": " + e.getMessage());
      return Outcome.FAILED;
    } finally {
      runner.terminal().flush();
    }
  }

  private static boolean isOn(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new IllegalArgumentException("Say .timing on or .timing off");
    };
  }

  private void tables(PrintStream out) throws SQLException {
    DatabaseMetaData metaData = runner.connection().getMetaData();
    String[] types = {"TABLE", "VIEW", "MATERIALIZED VIEW"};
    boolean hasAny = false;
    try (ResultSet rows = metaData.getTables(null, null, null, types)) {
      while (rows.next()) {
        hasAny = true;
        String type = rows.getString("TABLE_TYPE").toLowerCase(Locale.ROOT);
        out.println(
            rows.getString("TABLE_SCHEM") + "." + rows.getString("TABLE_NAME") + "  " + type);
      }
    }
    if (!hasAny) {
      out.println("There are no tables yet.");
    }
  }

  private void schema(PrintStream out, String name) throws SQLException {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("Say .schema NAME");
    }
    String plain = name.replace("\"", "");
    int dot = plain.lastIndexOf('.');
    String schema = dot < 0 ? null : escaped(plain.substring(0, dot));
    String table = escaped(plain.substring(dot + 1));
    DatabaseMetaData metaData = runner.connection().getMetaData();
    boolean hasAny = false;
    try (ResultSet tables = metaData.getTables(null, schema, table, null)) {
      while (tables.next()) {
        hasAny = true;
        describe(out, metaData, tables);
      }
    }
    if (!hasAny) {
      throw new IllegalArgumentException("There is no table or view " + name + ". Try .tables");
    }
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%");
  }

  private static void describe(PrintStream out, DatabaseMetaData metaData, ResultSet tables)
      throws SQLException {
    String schema = tables.getString("TABLE_SCHEM");
    String name = tables.getString("TABLE_NAME");
    out.println(
        schema + "." + name + ", " + tables.getString("TABLE_TYPE").toLowerCase(Locale.ROOT));
    try (ResultSet columns = metaData.getColumns(null, escaped(schema), escaped(name), null)) {
      while (columns.next()) {
        out.println("  " + column(columns));
      }
    }
    List<String> key = new ArrayList<>();
    try (ResultSet keys = metaData.getPrimaryKeys(null, schema, name)) {
      Map<Integer, String> bySequence = new TreeMap<>();
      while (keys.next()) {
        bySequence.put(keys.getInt("KEY_SEQ"), keys.getString("COLUMN_NAME"));
      }
      key.addAll(bySequence.values());
    }
    if (!key.isEmpty()) {
      out.println("  PRIMARY KEY (" + String.join(", ", key) + ")");
    }
    printIndexes(out, metaData, schema, name);
  }

  private static String column(ResultSet columns) throws SQLException {
    String type = columns.getString("TYPE_NAME");
    int size = columns.getInt("COLUMN_SIZE");
    String precision =
        switch (type) {
          case "DECIMAL", "NUMERIC" -> "(" + size + ", " + columns.getInt("DECIMAL_DIGITS") + ")";
          case "CHAR", "VARCHAR", "BINARY", "VARBINARY" -> size > 0 ? "(" + size + ")" : "";
          default -> "";
        };
    String isRequired = columns.getString("IS_NULLABLE").equals("NO") ? " NOT NULL" : "";
    String standard = columns.getString("COLUMN_DEF");
    return columns.getString("COLUMN_NAME")
        + " "
        + type
        + precision
        + (standard == null ? "" : " DEFAULT " + standard)
        + isRequired;
  }

  private static void printIndexes(
      PrintStream out, DatabaseMetaData metaData, String schema, String table) throws SQLException {
    Map<String, List<String>> indexes = new TreeMap<>();
    try (ResultSet rows = metaData.getIndexInfo(null, schema, table, false, true)) {
      while (rows.next()) {
        String kind = rows.getBoolean("NON_UNIQUE") ? "INDEX " : "UNIQUE INDEX ";
        String direction = "D".equals(rows.getString("ASC_OR_DESC")) ? " DESC" : "";
        indexes
            .computeIfAbsent(kind + rows.getString("INDEX_NAME"), name -> new ArrayList<>())
            .add(rows.getString("COLUMN_NAME") + direction);
      }
    }
    indexes.forEach(
        (name, columns) -> out.println("  " + name + " (" + String.join(", ", columns) + ")"));
  }
}
