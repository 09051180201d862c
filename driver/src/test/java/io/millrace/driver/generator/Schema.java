package io.millrace.driver.generator;

import java.util.ArrayList;
import java.util.List;

/** Random tables: keyed or not, indexed or not, NULLs allowed or not. Immutable. */
record Schema(List<Table> tables) {
  /**
   * @param key the first column is a primary key
   * @param definitions CREATE TABLE and CREATE INDEX
   */
  record Table(String name, List<Column> columns, boolean key, List<String> definitions) {
    Source source() {
      return new Source(
          name, columns.stream().map(c -> new Source.Field(c.name(), c.kind())).toList(), 8);
    }
  }

  record Column(String name, Kind kind, boolean nullable) {}

  static Schema random(Choices choices) {
    List<Table> tables = new ArrayList<>();
    for (int more = 1 + choices.below(3); more >= 0; more--) {
      tables.add(table(choices, "t" + tables.size()));
    }
    return new Schema(List.copyOf(tables));
  }

  private static Table table(Choices choices, String name) {
    boolean key = choices.oneIn(2);
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("a", Kind.INT, !key));
    columns.add(new Column("b", choices.oneIn(4) ? Kind.BIG : Kind.INT, true));
    for (int more = 1 + choices.below(4); more >= 0; more--) {
      String column = String.valueOf((char) ('a' + columns.size()));
      columns.add(new Column(column, choices.of(Kind.ALL), !choices.oneIn(5)));
    }
    List<String> definitions = new ArrayList<>();
    definitions.add(create(name, columns, key));
    for (int more = choices.below(3); more > 0; more--) {
      Column column = columns.get(1 + choices.below(columns.size() - 1));
      String direction = choices.oneIn(3) ? " DESC" : "";
      definitions.add(
          "CREATE INDEX %s_%d ON %s (%s%s)"
              .formatted(name, definitions.size(), name, column.name(), direction));
    }
    return new Table(name, List.copyOf(columns), key, List.copyOf(definitions));
  }

  private static String create(String name, List<Column> columns, boolean key) {
    List<String> parts = new ArrayList<>();
    for (Column column : columns) {
      String rest = column.nullable() ? "" : " NOT NULL";
      parts.add(column.name() + " " + column.kind().sql() + rest);
    }
    if (key) {
      parts.add("PRIMARY KEY (a)");
    }
    return "CREATE TABLE " + name + " (" + String.join(", ", parts) + ")";
  }

  List<String> definitions() {
    return tables.stream().flatMap(t -> t.definitions().stream()).toList();
  }

  List<Source> sources() {
    return tables.stream().map(Table::source).toList();
  }
}
