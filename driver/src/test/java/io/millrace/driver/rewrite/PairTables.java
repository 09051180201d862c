package io.millrace.driver.rewrite;

import io.millrace.driver.generator.Choices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The tables that all pairs are over, and random rows for them: a fact with a key, its dimension, a
 * bag that references both the fact and a table with a key of two columns.
 */
record PairTables(Map<String, List<String>> rows) {
  /** A column of a table. */
  record Column(String name, Domain domain, boolean nullable) {}

  /** An equality by which two tables may be joined. */
  record Edge(String from, String to, List<String> fromColumns, List<String> toColumns) {}

  static final List<String> DEFINITIONS =
      List.of(
          "CREATE TABLE dim (id INTEGER PRIMARY KEY, name VARCHAR(10) NOT NULL,"
              + " region VARCHAR(5), size INTEGER)",
          "CREATE TABLE slot (a INTEGER, b INTEGER, label VARCHAR(5), PRIMARY KEY (a, b))",
          "CREATE TABLE fact (id INTEGER PRIMARY KEY, d INTEGER, m INTEGER NOT NULL,"
              + " job VARCHAR(8), qty INTEGER, amt DECIMAL(8,2), n INTEGER NOT NULL,"
              + " ok BOOLEAN, day DATE, "
              + named("FOREIGN KEY (d) REFERENCES dim (id)")
              + ", "
              + named("FOREIGN KEY (m) REFERENCES dim (id)")
              + ")",
          "CREATE TABLE item (f INTEGER NOT NULL, sa INTEGER, sb INTEGER,"
              + " q INTEGER NOT NULL, price DECIMAL(6,2), tag VARCHAR(5), "
              + named("FOREIGN KEY (f) REFERENCES fact (id)")
              + ", "
              + named("FOREIGN KEY (sa, sb) REFERENCES slot (a, b)")
              + ")");

  private static String named(String key) {
    return "CONSTRAINT " + nameOf(key) + " " + key;
  }

  /** The name of the constraint that is this foreign key. */
  static String nameOf(String key) {
    return key.replaceAll("[^a-z]+", "_").substring(1) + "key";
  }

  static final Map<String, List<Column>> COLUMNS =
      Map.of(
          "dim",
          List.of(
              new Column("id", Domain.NUMBER, false),
              new Column("name", Domain.TEXT, false),
              new Column("region", Domain.TEXT, true),
              new Column("size", Domain.NUMBER, true)),
          "slot",
          List.of(
              new Column("a", Domain.NUMBER, false),
              new Column("b", Domain.NUMBER, false),
              new Column("label", Domain.TEXT, true)),
          "fact",
          List.of(
              new Column("id", Domain.NUMBER, false),
              new Column("d", Domain.NUMBER, true),
              new Column("m", Domain.NUMBER, false),
              new Column("job", Domain.TEXT, true),
              new Column("qty", Domain.NUMBER, true),
              new Column("amt", Domain.DECIMAL, true),
              new Column("n", Domain.NUMBER, false),
              new Column("ok", Domain.TRUTH, true),
              new Column("day", Domain.DAY, true)),
          "item",
          List.of(
              new Column("f", Domain.NUMBER, false),
              new Column("sa", Domain.NUMBER, true),
              new Column("sb", Domain.NUMBER, true),
              new Column("q", Domain.NUMBER, false),
              new Column("price", Domain.DECIMAL, true),
              new Column("tag", Domain.TEXT, true)));

  static final Map<String, List<String>> KEYS =
      Map.of("dim", List.of("id"), "slot", List.of("a", "b"), "fact", List.of("id"));

  /** The foreign keys. */
  static final List<Edge> REFERENCES =
      List.of(
          new Edge("fact", "dim", List.of("m"), List.of("id")),
          new Edge("fact", "dim", List.of("d"), List.of("id")),
          new Edge("item", "fact", List.of("f"), List.of("id")),
          new Edge("item", "slot", List.of("sa", "sb"), List.of("a", "b")));

  /** All edges, the foreign keys first. */
  static final List<Edge> EDGES = edges();

  private static List<Edge> edges() {
    List<Edge> edges = new ArrayList<>(REFERENCES);
    edges.add(new Edge("fact", "fact", List.of("d"), List.of("d")));
    edges.add(new Edge("fact", "fact", List.of("m"), List.of("n")));
    edges.add(new Edge("item", "item", List.of("f"), List.of("q")));
    edges.add(new Edge("dim", "fact", List.of("size"), List.of("qty")));
    edges.add(new Edge("dim", "dim", List.of("region"), List.of("region")));
    edges.add(new Edge("item", "fact", List.of("tag"), List.of("job")));
    return edges;
  }

  static List<Column> columns(String table) {
    return Objects.requireNonNull(COLUMNS.get(table), table);
  }

  /** The columns of the primary key of a table that has one. */
  static List<String> key(String table) {
    return Objects.requireNonNull(KEYS.get(table), table);
  }

  static Column column(String table, String name) {
    return columns(table).stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  /** Random rows that satisfy the constraints. */
  static PairTables random(Choices choices) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    int dims = choices.oneIn(12) ? 0 : 1 + choices.below(Domain.VALUES);
    rows.put("dim", new ArrayList<>());
    for (int id = 0; id < dims; id++) {
      rows.get("dim").add(row(choices, "dim", Map.of("id", "" + id)));
    }
    List<String> slots = new ArrayList<>();
    for (int i = choices.below(8); i > 0; i--) {
      slots.add(choices.below(3) + " " + choices.below(3));
    }
    rows.put("slot", new ArrayList<>());
    slots.stream()
        .distinct()
        .forEach(slot -> rows.get("slot").add(row(choices, "slot", ofSlot(slot, "a", "b"))));
    int facts = dims == 0 || choices.oneIn(12) ? 0 : 1 + choices.below(16);
    rows.put("fact", new ArrayList<>());
    for (int id = 0; id < facts; id++) {
      String d = choices.oneIn(4) ? "NULL" : "" + choices.below(dims);
      Map<String, String> given = Map.of("id", "" + id, "d", d, "m", "" + choices.below(dims));
      rows.get("fact").add(row(choices, "fact", given));
    }
    int items = facts == 0 || choices.oneIn(12) ? 0 : 1 + choices.below(16);
    rows.put("item", new ArrayList<>());
    while (rows.get("item").size() < items) {
      rows.get("item").add(item(choices, facts, slots, rows.get("item")));
    }
    return new PairTables(rows);
  }

  private static String item(Choices choices, int facts, List<String> slots, List<String> before) {
    if (!before.isEmpty() && choices.oneIn(3)) {
      return choices.of(before);
    }
    String slot = slots.isEmpty() || choices.oneIn(4) ? "NULL NULL" : choices.of(slots);
    Map<String, String> given = new LinkedHashMap<>(ofSlot(slot, "sa", "sb"));
    given.put("f", "" + choices.below(facts));
    return row(choices, "item", given);
  }

  private static Map<String, String> ofSlot(String slot, String a, String b) {
    int space = slot.indexOf(' ');
    return Map.of(a, slot.substring(0, space), b, slot.substring(space + 1));
  }

  private static String row(Choices choices, String table, Map<String, String> given) {
    List<String> cells = new ArrayList<>();
    for (Column column : columns(table)) {
      String cell = given.get(column.name());
      if (cell == null) {
        boolean absent = column.nullable() && choices.oneIn(4);
        cell = absent ? "NULL" : column.domain().literal(choices.below(Domain.VALUES));
      }
      cells.add(cell);
    }
    return "(" + String.join(", ", cells) + ")";
  }

  /** The statements that make the tables with these rows. */
  List<String> script() {
    List<String> statements = new ArrayList<>(DEFINITIONS);
    rows.forEach(
        (table, all) -> {
          if (!all.isEmpty()) {
            statements.add("INSERT INTO " + table + " VALUES " + String.join(", ", all));
          }
        });
    return statements;
  }

  /** The same with other rows in one table. */
  PairTables with(String table, List<String> others) {
    Map<String, List<String>> changed = new LinkedHashMap<>(rows);
    changed.put(table, others);
    return new PairTables(changed);
  }
}
