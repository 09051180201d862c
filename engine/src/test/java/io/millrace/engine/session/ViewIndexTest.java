package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Indexes of incremental views: they hold just the view's rows, whatever becomes of the view. */
@Timeout(60)
class ViewIndexTest {
  private static final String SETUP =
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER, x INTEGER);
      INSERT INTO t VALUES (1, 1, 10), (2, 1, 20), (3, 2, 30), (4, NULL, 30), (5, 3, NULL);
      CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT g, SUM(x) AS s FROM t GROUP BY g;
      CREATE INDEX v_s ON v (s);
      """;

  private static void assertServed(SqlSession db) {
    assertThat(String.join("\n", db.ordered("EXPLAIN SELECT g FROM v WHERE s = 30")))
        .contains("by index v_s (1 column)");
    List<String> all = db.rows("SELECT g, s FROM v");
    for (int s = 0; s <= 60; s += 10) {
      String sum = "," + s;
      assertThat(db.rows("SELECT g, s FROM v WHERE s = " + s))
          .isEqualTo(all.stream().filter(row -> row.endsWith(sum)).toList());
    }
    assertThat(db.rows("SELECT entries FROM system.indexes WHERE index_name = 'v_s'"))
        .containsExactly(String.valueOf(all.size()));
  }

  private static void change(SqlSession db, Random random) {
    int id = random.nextInt(8);
    String g = random.nextInt(4) == 0 ? "NULL" : "" + random.nextInt(3);
    String x = random.nextInt(4) == 0 ? "NULL" : "" + 10 * random.nextInt(4);
    db.run("DELETE FROM t WHERE id = " + id);
    if (random.nextBoolean()) {
      db.run("INSERT INTO t VALUES (" + id + ", " + g + ", " + x + ")");
    }
  }

  @Test
  void itFollowsEveryChangeOfTheView() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(SETUP);
      Random random = new Random(4);
      for (int i = 0; i < 100; i++) {
        change(db, random);
        assertServed(db);
      }
      db.run("DELETE FROM t");
      assertServed(db);
    }
  }

  @Test
  void itIsKeptThroughSuspensionAndReopening(@TempDir Path folder) {
    Random random = new Random(5);
    try (SqlSession db = SqlSession.file(folder.resolve("db"))) {
      db.run(SETUP);
      db.run("ALTER MATERIALIZED VIEW v SUSPEND");
      change(db, random);
      assertThat(db.rows("SELECT g FROM v WHERE s = 30"))
          .isEqualTo(db.rows("SELECT g FROM t GROUP BY g HAVING SUM(x) = 30"));
      assertThat(db.failure("CREATE INDEX w ON v (g)")).startsWith("55000");
      assertThat(db.rows("SELECT index_name FROM system.indexes")).isEmpty();

      db.run("ALTER MATERIALIZED VIEW v RESUME");
      assertServed(db);
    }
    try (SqlSession db = SqlSession.file(folder.resolve("db"))) {
      assertServed(db);
      change(db, random);
      assertServed(db);
    }
  }

  @Test
  void aMadeIndexIsThereAfterARecoveryFromTheLogAlone(@TempDir Path folder) throws Exception {
    try (SqlSession db = SqlSession.file(folder.resolve("db"))) {
      db.run(SETUP + "INSERT INTO t VALUES (6, 4, 40)");
      CrashCopy.of(folder.resolve("db"), folder.resolve("copy"));
    }
    try (SqlSession db = SqlSession.file(folder.resolve("copy"))) {
      assertServed(db);
    }
  }

  @Test
  void itServesJoinsAndGoesWithTheView() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(SETUP + "CREATE TABLE u (s BIGINT); INSERT INTO u VALUES (30), (70)");

      assertThat(db.rows("SELECT v.g, u.s FROM u JOIN v ON v.s = u.s"))
          .containsExactly("1,30", "2,30", "null,30");
      assertThat(db.failure("CREATE INDEX v_s ON t (x)")).startsWith("42P07");

      db.run("DROP INDEX v_s; CREATE INDEX v_s ON v (s DESC, g)");
      assertThat(db.rows("SELECT key_columns FROM system.indexes WHERE index_name = 'v_s'"))
          .containsExactly("s DESC, g");
      db.run("DROP MATERIALIZED VIEW v");
      assertThat(db.rows("SELECT index_name FROM system.indexes")).isEmpty();
      db.run("CREATE INDEX v_s ON t (x)");
    }
  }

  @Test
  void whatCannotBeIndexedIsSaid() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(SETUP + "CREATE VIEW p AS SELECT g FROM t");

      assertThat(db.failure("CREATE UNIQUE INDEX w ON v (g)")).startsWith("0A000");
      assertThat(db.failure("CREATE INDEX w ON p (g)")).startsWith("42809");
      assertThat(db.failure("CREATE INDEX w ON v (y)")).startsWith("42703");
    }
  }
}
