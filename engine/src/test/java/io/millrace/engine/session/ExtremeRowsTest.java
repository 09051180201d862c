package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** MIN and MAX from the ends of keys, held to the rows themselves. */
@Timeout(60)
class ExtremeRowsTest {
  private static final List<String> INDEXES =
      List.of(
          "CREATE INDEX i ON %s (x)",
          "CREATE INDEX i ON %s (x DESC)",
          "CREATE INDEX i ON %s (g, x)",
          "CREATE INDEX i ON %s (g DESC, x DESC)");

  /** A row of the tables. */
  private record Row(@Nullable Integer g, @Nullable Integer x) {}

  /** A condition, as it is written and as it is. */
  private record Condition(String sql, Predicate<Row> test) {}

  private static final List<Condition> CONDITIONS =
      List.of(
          new Condition("", row -> true),
          new Condition(" WHERE g = 1", row -> Objects.equals(row.g, 1)),
          new Condition(" WHERE x < 3", row -> row.x != null && row.x < 3),
          new Condition(" WHERE g = 1 AND x >= 2", r -> Objects.equals(r.g, 1) && atLeast(r.x, 2)),
          new Condition(" WHERE g <> 1", row -> row.g != null && row.g != 1),
          new Condition(" WHERE x <> 4 AND g = 0", r -> Objects.equals(r.g, 0) && isNot(r.x, 4)),
          new Condition(" WHERE g IN (0, 2)", r -> r.g != null && r.g != 1),
          new Condition(" WHERE x IS NULL", row -> row.x == null),
          new Condition(" WHERE g = 1 AND g = 2", row -> false));

  private static boolean atLeast(@Nullable Integer x, int least) {
    return x != null && x >= least;
  }

  private static boolean isNot(@Nullable Integer x, int other) {
    return x != null && x != other;
  }

  private static List<Row> fill(SqlSession db, String table, boolean isKeyed, Random random) {
    List<Row> rows = new ArrayList<>();
    int count = random.nextInt(12);
    for (int id = 0; id < count; id++) {
      Row row = new Row(cell(random, 3), cell(random, 6));
      rows.add(row);
      db.run("INSERT INTO " + table + " VALUES (" + (isKeyed ? id + ", " : "") + text(row) + ")");
    }
    return rows;
  }

  private static @Nullable Integer cell(Random random, int values) {
    return random.nextInt(4) == 0 ? null : random.nextInt(values);
  }

  private static String text(Row row) {
    return row.g + ", " + row.x;
  }

  private static void assertExtremes(SqlSession db, String relation, List<Row> rows) {
    for (Condition condition : CONDITIONS) {
      List<Integer> values =
          rows.stream()
              .filter(condition.test)
              .map(Row::x)
              .filter(Objects::nonNull)
              .sorted()
              .toList();
      String least = values.isEmpty() ? "null" : "" + values.get(0);
      String greatest = values.isEmpty() ? "null" : "" + values.get(values.size() - 1);
      String from = " FROM " + relation + condition.sql;

      assertThat(db.rows("SELECT MIN(x), MAX(x)" + from)).containsExactly(least + "," + greatest);
      assertThat(db.rows("SELECT MAX(x) AS m" + from)).containsExactly(greatest);
    }
  }

  @Test
  void theyAreThoseOfAllRows() {
    Random random = new Random(11);
    for (int run = 0; run < 40; run++) {
      try (SqlSession db = SqlSession.memory()) {
        boolean isKeyed = random.nextBoolean();
        db.run(
            "CREATE TABLE t ("
                + (isKeyed ? "id INTEGER PRIMARY KEY, " : "")
                + "g INTEGER, x INTEGER)");
        db.run(INDEXES.get(run % INDEXES.size()).formatted("t"));
        List<Row> rows = fill(db, "t", isKeyed, random);
        assertExtremes(db, "t", rows);
        db.run("CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT x, g FROM t");
        db.run("CREATE INDEX vi ON v (g, x DESC)");
        assertExtremes(db, "v", rows);

        db.run("BEGIN; DELETE FROM t");
        assertExtremes(db, "t", List.of());
        assertExtremes(db, "v", List.of());
        List<Row> others = fill(db, "t", isKeyed, random);
        assertExtremes(db, "t", others);
        assertExtremes(db, "v", others);
        db.run("ROLLBACK");
        assertExtremes(db, "t", rows);
      }
    }
  }

  @Test
  void oneRowIsReadForEachEnd() {
    try (SqlSession db = SqlSession.memory()) {
      db.run("CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER, d DOUBLE)");
      db.run("CREATE INDEX i ON t (x); CREATE INDEX j ON t (d)");

      for (String served :
          Stream.of("MAX(id) FROM t", "MIN(x), MAX(id) FROM t", "MAX(x) FROM t WHERE id <> 5")
              .toList()) {
        assertThat(String.join("\n", db.ordered("EXPLAIN SELECT " + served)))
            .contains("by the end of ");
      }
      for (String whole :
          Stream.of(
                  "MAX(d) FROM t",
                  "MIN(x), COUNT(*) FROM t",
                  "MAX(x + 1) FROM t",
                  "MAX(x) FROM t WHERE 1 / id > 0",
                  "MAX(x) FROM t WHERE x < ?")
              .toList()) {
        assertThat(String.join("\n", db.ordered("EXPLAIN SELECT " + whole)))
            .doesNotContain("by the end of ");
      }
    }
  }
}
