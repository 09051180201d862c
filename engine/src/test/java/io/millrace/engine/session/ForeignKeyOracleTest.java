package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.DatabaseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random statements, transactions, net changes and ALTER TABLEs over tables that refer to each
 * other: each must end as the model says, which looks at every row of every table.
 */
@Timeout(120)
class ForeignKeyOracleTest {
  private static final int STEPS = 300;
  private static final int VALUES = 5;
  private static final List<String> TABLES = List.of("a", "b", "c");

  /** How often what happened, and what must have happened. */
  private final Map<String, Integer> events = new TreeMap<>();

  private Random random = new Random();
  private ForeignKeyModel model = new ForeignKeyModel();

  /** A statement as text, and what it does to a model. */
  private record Step(String sql, Change change) {}

  @FunctionalInterface
  private interface Change {
    void apply(ForeignKeyModel model);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void everyStatementEndsAsTheModelSays(long seed) {
    random = new Random(seed);
    try (SqlSession db = SqlSession.memory()) {
      db.run(ForeignKeyModel.TABLES);
      ForeignKeyModel.KEYS.forEach(key -> db.run(adding(key)));
      for (int i = 0; i < STEPS; i++) {
        step(db, "seed " + seed + " step " + i);
      }
    }
    assertThat(events.keySet())
        .contains(
            "insert none",
            "insert 23503",
            "insert 23505",
            "delete none",
            "delete 23503",
            "update none",
            "update 23503",
            "truncate none",
            "alter none",
            "alter 23503",
            "apply none",
            "apply 23503",
            "rollback");
  }

  private static String adding(ForeignKeyModel.Key key) {
    return "ALTER TABLE "
        + key.table()
        + " ADD CONSTRAINT "
        + key.name()
        + " FOREIGN KEY "
        + key.clause();
  }

  private void step(SqlSession db, String where) {
    switch (random.nextInt(12)) {
      case 0, 1 -> transaction(db, where);
      case 2 -> alter(db, where);
      case 3, 4 -> apply(db, where);
      default -> statement(db, where);
    }
    for (String table : TABLES) {
      assertThat(db.rows("SELECT * FROM " + table)).as(where).isEqualTo(model.text(table));
    }
  }

  private void happened(String event) {
    events.merge(event, 1, Integer::sum);
  }

  private void statement(SqlSession db, String where) {
    Step step = step();
    ForeignKeyModel after = model.copy();
    step.change().apply(after);
    String expected = after.violation();
    assertThat(db.failure(step.sql())).as(where + " " + step.sql()).isEqualTo(expected);
    if (expected.equals("none")) {
      model = after;
    }
    happened(step.sql().split(" ", 2)[0].toLowerCase(Locale.ROOT) + " " + expected);
  }

  private void transaction(SqlSession db, String where) {
    ForeignKeyModel before = model;
    db.run("BEGIN");
    for (int i = random.nextInt(6); i >= 0; i--) {
      ForeignKeyModel mark = model;
      boolean undone = random.nextInt(4) == 0;
      db.run(undone ? "SAVEPOINT s" : "SELECT 1");
      statement(db, where);
      if (undone) {
        db.run("ROLLBACK TO SAVEPOINT s");
        model = mark;
      }
    }
    if (random.nextInt(4) == 0) {
      db.run("ROLLBACK");
      model = before;
      happened("rollback");
    } else {
      db.run("COMMIT");
    }
  }

  private void alter(SqlSession db, String where) {
    ForeignKeyModel.Key key = ForeignKeyModel.KEYS.get(random.nextInt(ForeignKeyModel.KEYS.size()));
    if (model.has(key) && random.nextInt(3) > 0) {
      return;
    }
    ForeignKeyModel after = model.copy();
    String sql = adding(key);
    if (model.has(key)) {
      after.drop(key);
      sql = "ALTER TABLE " + key.table() + " DROP CONSTRAINT " + key.name();
    } else {
      after.add(key);
    }
    String expected = after.violation();
    assertThat(db.failure(sql)).as(where + " " + sql).isEqualTo(expected);
    if (expected.equals("none")) {
      model = after;
    }
    happened("alter " + expected);
  }

  /** The net of several statements, none of which is checked by itself. */
  private void apply(SqlSession db, String where) {
    ForeignKeyModel after = model.copy();
    for (int i = random.nextInt(3); i >= 0; i--) {
      step().change().apply(after);
    }
    String expected = after.violation();
    List<TableDelta> deltas = new ArrayList<>();
    for (String table : TABLES) {
      List<TableDelta.SignedRow> signed = new ArrayList<>();
      after.rows(table).forEach(row -> signed.add(TableDelta.row(1, (Object[]) row)));
      model.rows(table).forEach(row -> signed.add(TableDelta.row(-1, (Object[]) row)));
      deltas.add(new TableDelta(table, signed));
    }
    String actual = "none";
    try {
      db.session().apply(db.session().version(), deltas);
    } catch (DatabaseException e) {
      actual = e.sqlState();
    }
    assertThat(actual).as(where).isEqualTo(expected);
    if (expected.equals("none")) {
      model = after;
    }
    happened("apply " + expected);
  }

  private Step step() {
    String table = TABLES.get(random.nextInt(3));
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> insert(table);
      case 4, 5 -> delete(table);
      case 6 -> shift(table);
      case 7 ->
          random.nextInt(4) == 0
              ? new Step("TRUNCATE TABLE " + table, m -> m.delete(table, row -> true))
              : insert(table);
      default -> update(table);
    };
  }

  private @Nullable Integer value(boolean nullable) {
    return nullable && random.nextInt(5) == 0 ? null : (Integer) random.nextInt(VALUES);
  }

  private Step insert(String table) {
    List<@Nullable Integer[]> rows = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      rows.add(new @Nullable Integer[] {value(table.equals("c")), value(true), value(true)});
    }
    List<String> texts =
        rows.stream()
            .map(
                row ->
                    "(" + String.join(", ", Arrays.stream(row).map(String::valueOf).toList()) + ")")
            .toList();
    return new Step(
        "INSERT INTO " + table + " VALUES " + String.join(", ", texts), m -> m.insert(table, rows));
  }

  private static String column(String table, int column) {
    return switch (table) {
      case "a" -> "kux".substring(column, column + 1);
      case "b" -> "kpq".substring(column, column + 1);
      default -> "pqr".substring(column, column + 1);
    };
  }

  private record Condition(String sql, Predicate<@Nullable Integer[]> test) {}

  private Condition condition(String table) {
    int column = random.nextInt(3);
    int limit = random.nextInt(VALUES);
    String name = column(table, column);
    return switch (random.nextInt(4)) {
      case 0 -> new Condition(name + " IS NULL", row -> row[column] == null);
      case 1 ->
          new Condition(name + " >= " + limit, row -> row[column] != null && row[column] >= limit);
      default ->
          new Condition(name + " = " + limit, row -> row[column] != null && row[column] == limit);
    };
  }

  private Step delete(String table) {
    Condition where = condition(table);
    return new Step(
        "DELETE FROM " + table + " WHERE " + where.sql(), m -> m.delete(table, where.test()));
  }

  private Step update(String table) {
    Condition where = condition(table);
    int column = random.nextInt(3);
    Integer value = value(column > 0 || table.equals("c"));
    return new Step(
        "UPDATE "
            + table
            + " SET "
            + column(table, column)
            + " = "
            + value
            + " WHERE "
            + where.sql(),
        m -> m.update(table, where.test(), row -> with(row, column, value)));
  }

  /** All values of a column one higher, in a circle: keys pass from row to row. */
  private Step shift(String table) {
    int column = random.nextInt(3);
    String name = column(table, column);
    return new Step(
        "UPDATE " + table + " SET " + name + " = MOD(" + name + " + 1, " + VALUES + ")",
        m ->
            m.update(
                table,
                row -> row[column] != null,
                row -> with(row, column, (row[column] + 1) % VALUES)));
  }

  private static @Nullable Integer[] with(
      @Nullable Integer[] row, int column, @Nullable Integer value) {
    @Nullable Integer[] changed = row.clone();
    changed[column] = value;
    return changed;
  }
}
