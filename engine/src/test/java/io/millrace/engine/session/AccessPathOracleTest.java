package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A table with keys and indexes answers every predicate as one without any does. */
class AccessPathOracleTest {
  private static final String COLUMNS =
      "(id INTEGER%s, a INTEGER, b DECIMAL(6, 2), c VARCHAR(5), d DATE)";

  @Test
  void indexesChangeNoAnswer() {
    long seed = Long.getLong("millrace.oracle.seed", 4711L);
    Random random = new Random(seed);
    try (SqlSession db = SqlSession.memory()) {
      db.run("CREATE TABLE keyed " + COLUMNS.formatted(" PRIMARY KEY"));
      db.run("CREATE TABLE plain " + COLUMNS.formatted(""));
      db.run(
          """
          CREATE INDEX ab ON keyed (a, b DESC);
          CREATE INDEX cd ON keyed (c DESC, d);
          CREATE INDEX d ON keyed (d);
          """);
      for (int id = 0; id < 200; id++) {
        insert(db, id, random);
      }
      for (int i = 0; i < 500; i++) {
        if (i == 250) {
          // From here on through a transaction's own changes.
          db.run("BEGIN");
          change(db, random);
        }
        String predicate = predicate(random);
        List<String> expected = db.rows("SELECT * FROM plain WHERE " + predicate);
        assertThat(db.rows("SELECT * FROM keyed WHERE " + predicate))
            .as("seed %d, query %d: %s", seed, i, predicate)
            .isEqualTo(expected);
      }
    }
  }

  private static void change(SqlSession db, Random random) {
    for (String table : List.of("keyed", "plain")) {
      db.run("DELETE FROM " + table + " WHERE id < 40");
      db.run("UPDATE " + table + " SET a = 3, c = 'v1' WHERE id IN (50, 60, 70)");
    }
    for (int id = 300; id < 350; id++) {
      insert(db, id, random);
    }
  }

  private static void insert(SqlSession db, int id, Random random) {
    String values =
        "(" + id + ", " + a(random) + ", " + b(random) + ", " + c(random) + ", " + d(random) + ")";
    db.run("INSERT INTO keyed VALUES " + values + "; INSERT INTO plain VALUES " + values);
  }

  private static String predicate(Random random) {
    StringBuilder predicate = new StringBuilder(condition(random));
    int more = random.nextInt(3);
    for (int i = 0; i < more; i++) {
      predicate.append(random.nextInt(6) == 0 ? " OR " : " AND ").append(condition(random));
    }
    return predicate.toString();
  }

  private static String condition(Random random) {
    String column = List.of("id", "a", "b", "c", "d").get(random.nextInt(5));
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> column + " = " + value(column, random);
      case 3 -> column + " IN (" + value(column, random) + ", " + value(column, random) + ")";
      case 4 -> column + " IS NULL";
      case 5 -> column + " <> " + value(column, random);
      case 6 -> value(column, random) + " < " + column;
      case 7 -> column + " <= " + value(column, random);
      default -> column + " BETWEEN " + value(column, random) + " AND " + value(column, random);
    };
  }

  private static String value(String column, Random random) {
    return switch (column) {
      case "id" -> String.valueOf(random.nextInt(360));
      case "a" -> random.nextInt(8) == 0 ? "99999999999" : a(random);
      case "b" -> random.nextInt(4) == 0 ? "1.005" : b(random);
      case "c" -> c(random);
      default -> d(random);
    };
  }

  private static String a(Random random) {
    return random.nextInt(9) == 0 ? "NULL" : String.valueOf(random.nextInt(6));
  }

  private static String b(Random random) {
    return random.nextInt(9) == 0 ? "NULL" : random.nextInt(3) + "." + random.nextInt(4) + "0";
  }

  private static String c(Random random) {
    return random.nextInt(9) == 0 ? "CAST(NULL AS VARCHAR(5))" : "'v" + random.nextInt(5) + "'";
  }

  private static String d(Random random) {
    return random.nextInt(9) == 0
        ? "CAST(NULL AS DATE)"
        : "DATE '2024-01-0" + (1 + random.nextInt(7)) + "'";
  }
}
