package io.millrace.engine.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Three tables that refer to each other and to themselves, as lists of rows: what they may hold is
 * found by looking at all of it.
 */
final class ForeignKeyModel {
  static final String TABLES =
      """
      CREATE TABLE a (k INTEGER PRIMARY KEY, u INTEGER UNIQUE, x INTEGER);
      CREATE TABLE b (k INTEGER PRIMARY KEY, p INTEGER, q INTEGER, UNIQUE (p, q));
      CREATE TABLE c (p INTEGER, q INTEGER, r INTEGER);
      """;

  /** A foreign key, by positions. */
  record Key(
      String name,
      String table,
      List<Integer> columns,
      String referenced,
      List<Integer> referencedColumns,
      boolean full,
      String clause) {}

  static final List<Key> KEYS =
      List.of(
          new Key("itself", "a", List.of(2), "a", List.of(0), false, "(x) REFERENCES a"),
          new Key("by_key", "b", List.of(1), "a", List.of(0), false, "(p) REFERENCES a (k)"),
          new Key("by_unique", "b", List.of(2), "a", List.of(1), false, "(q) REFERENCES a (u)"),
          new Key(
              "pair",
              "c",
              List.of(0, 1),
              "b",
              List.of(1, 2),
              true,
              "(p, q) REFERENCES b (p, q) MATCH FULL"),
          new Key("third", "c", List.of(2), "a", List.of(0), false, "(r) REFERENCES a"));

  private static final Map<String, List<List<Integer>>> UNIQUE =
      Map.of(
          "a", List.of(List.of(0), List.of(1)),
          "b", List.of(List.of(0), List.of(1, 2)),
          "c", List.of());

  private final Map<String, List<@Nullable Integer[]>> rows = new TreeMap<>();
  private final Map<String, Key> keys = new LinkedHashMap<>();

  ForeignKeyModel() {
    List.of("a", "b", "c").forEach(table -> rows.put(table, new ArrayList<>()));
    KEYS.forEach(key -> keys.put(key.name(), key));
  }

  ForeignKeyModel copy() {
    ForeignKeyModel copy = new ForeignKeyModel();
    rows.forEach((table, all) -> copy.rows.put(table, new ArrayList<>(all)));
    copy.keys.clear();
    copy.keys.putAll(keys);
    return copy;
  }

  List<@Nullable Integer[]> rows(String table) {
    return Objects.requireNonNull(rows.get(table));
  }

  /** The rows as {@link SqlSession#rows} gives them. */
  List<String> text(String table) {
    return rows(table).stream()
        .map(row -> String.join(",", Arrays.stream(row).map(String::valueOf).toList()))
        .sorted()
        .toList();
  }

  boolean has(Key key) {
    return keys.containsKey(key.name());
  }

  void add(Key key) {
    keys.put(key.name(), key);
  }

  void drop(Key key) {
    keys.remove(key.name());
  }

  void insert(String table, List<@Nullable Integer[]> added) {
    rows(table).addAll(added);
  }

  void delete(String table, Predicate<@Nullable Integer[]> condition) {
    rows(table).removeIf(condition);
  }

  void update(
      String table,
      Predicate<@Nullable Integer[]> condition,
      UnaryOperator<@Nullable Integer[]> change) {
    rows(table).replaceAll(row -> condition.test(row) ? change.apply(row) : row);
  }

  /** The SQLSTATE that the rows as they are deserve. */
  String violation() {
    for (Map.Entry<String, List<List<Integer>>> entry : UNIQUE.entrySet()) {
      for (List<Integer> columns : entry.getValue()) {
        Set<List<Integer>> seen = new HashSet<>();
        for (@Nullable Integer[] row : rows(entry.getKey())) {
          List<@Nullable Integer> cells = cells(row, columns);
          if (!cells.contains(null) && !seen.add(cells)) {
            return "23505";
          }
        }
      }
    }
    return keys.values().stream().allMatch(this::holds) ? "none" : "23503";
  }

  private boolean holds(Key key) {
    Set<List<@Nullable Integer>> there = new HashSet<>();
    rows(key.referenced()).forEach(row -> there.add(cells(row, key.referencedColumns())));
    for (@Nullable Integer[] row : rows(key.table())) {
      List<@Nullable Integer> cells = cells(row, key.columns());
      boolean isNull =
          key.full() ? cells.stream().allMatch(cell -> cell == null) : cells.contains(null);
      if (!isNull && (cells.contains(null) || !there.contains(cells))) {
        return false;
      }
    }
    return true;
  }

  private static List<@Nullable Integer> cells(@Nullable Integer[] row, List<Integer> columns) {
    List<@Nullable Integer> cells = new ArrayList<>();
    columns.forEach(column -> cells.add(row[column]));
    return cells;
  }
}
