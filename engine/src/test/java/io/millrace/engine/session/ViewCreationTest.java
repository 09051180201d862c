package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A view is filled while others commit, and is whole or not there at all. */
@Timeout(120)
class ViewCreationTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private String name;
  private SqlSession db;
  private SqlSession other;
  private final KeptViews views = new KeptViews();

  @BeforeEach
  void fillTables() {
    name = "creation" + NUMBER.incrementAndGet();
    db = SqlSession.memory(name);
    other = SqlSession.memory(name);
    db.run(
        """
        CREATE TABLE d (n INTEGER);
        CREATE TABLE big (id INTEGER PRIMARY KEY, g INTEGER, v INTEGER);
        CREATE TABLE bag (g INTEGER, v INTEGER);
        CREATE TABLE small (g INTEGER PRIMARY KEY, s VARCHAR(9));
        CREATE INDEX big_g ON big (g);
        INSERT INTO d VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9);
        INSERT INTO big
          SELECT a.n + 10 * b.n + 100 * c.n + 1000 * e.n + 10000 * f.n,
              a.n + 10 * b.n + 100 * c.n + 1000 * e.n, f.n
            FROM d a, d b, d c, d e, d f WHERE f.n < 5;
        INSERT INTO bag SELECT g, v FROM big WHERE v < 3;
        INSERT INTO small SELECT g, 'x' FROM big WHERE v = 1 AND g < 2000;
        """);
  }

  @AfterEach
  void shutDown() {
    other.close();
    db.run("SHUTDOWN");
    db.close();
  }

  /** Creates a view while another session commits as fast as it can; then view = query. */
  private void createWhileOthersCommit(String query) {
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger commits = new AtomicInteger();
    Random random = new Random(7);
    try (Running writer =
        Running.start(
            () -> {
              while (!done.get()) {
                change(random);
                commits.incrementAndGet();
              }
            })) {
      try {
        Running.await(() -> commits.get() > 3);
        views.create(db, "v", query);
        int then = commits.get();
        Running.await(() -> commits.get() > then + 3);
      } finally {
        done.set(true);
      }
      writer.end();
    }
    views.check(db, "after creation beside " + commits + " commits");
    change(random);
    views.check(db, "after one more commit");
  }

  private void change(Random random) {
    int id = random.nextInt(60_000);
    switch (random.nextInt(6)) {
      case 0 -> other.one("DELETE FROM big WHERE id = ?", id);
      case 1 -> other.one("UPDATE big SET g = ? WHERE id = ?", random.nextInt(10_000), id);
      case 2 -> other.one("INSERT INTO bag VALUES (?, ?)", random.nextInt(10_000), id);
      case 3 -> other.one("UPDATE small SET s = ? WHERE g = ?", "s" + id, random.nextInt(2000));
      case 4 -> {
        other.one("BEGIN");
        other.one("DELETE FROM small WHERE g = ?", random.nextInt(2000));
        other.one("UPDATE big SET v = v + 1 WHERE g = ?", random.nextInt(10_000));
        other.one("INSERT INTO bag VALUES (NULL, 1), (?, NULL)", random.nextInt(10_000));
        other.one("COMMIT");
      }
      default -> {
        if (other.rows("SELECT id FROM big WHERE id = ?", id).isEmpty()) {
          other.one("INSERT INTO big VALUES (?, ?, 1)", id, random.nextInt(10_000));
        }
      }
    }
  }

  @Test
  void theFirstStatementOfATransactionIsNotOvertaken() {
    AtomicBoolean done = new AtomicBoolean();
    try (Running definitions =
        Running.start(
            () -> {
              while (!done.get()) {
                db.run("CREATE VIEW w AS SELECT g FROM small; DROP VIEW w");
              }
            })) {
      try {
        for (int i = 0; i < 3_000; i++) {
          other.one("BEGIN");
          other.one("UPDATE small SET s = ? WHERE g = ?", "s" + i, i % 2000);
          other.one("ROLLBACK");
        }
      } finally {
        done.set(true);
      }
      definitions.end();
    }
  }

  @Test
  void anOrderThatAViewCannotKeepIsWarnedOf() {
    try (SqlSession db = SqlSession.memory()) {
      db.run("CREATE TABLE t (x INTEGER)");
      db.run("CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT x FROM t ORDER BY x");
      assertThat(db.session().takeWarnings()).singleElement().asString().contains("ORDER BY");

      db.run("CREATE INCREMENTAL MATERIALIZED VIEW w AS SELECT x FROM t ORDER BY x LIMIT 3");
      assertThat(db.session().takeWarnings()).isEmpty();
    }
  }

  @Test
  void anAggregateIsFilledWhileOthersCommit() {
    createWhileOthersCommit(
        "SELECT v, COUNT(*) AS n, SUM(id) AS s, MIN(g) AS lo FROM big GROUP BY v");
  }

  @Test
  void aSelfJoinThroughAnIndexIsFilledWhileOthersCommit() {
    createWhileOthersCommit(
        "SELECT x.v, COUNT(*) AS n FROM big x JOIN big y ON x.g = y.g AND x.id < y.id GROUP BY x.v");
  }

  @Test
  void aJoinOfTwoTablesIsFilledWhileOthersCommit() {
    createWhileOthersCommit("SELECT b.g, b.v, s.s FROM bag b JOIN small s ON b.g = s.g");
  }

  @Test
  void anOuterJoinOfThreeIsFilledWhileOthersCommit() {
    createWhileOthersCommit(
        "SELECT s.s, COUNT(x.id) AS n, SUM(b.v) AS t FROM bag b LEFT JOIN small s ON b.g = s.g"
            + " LEFT JOIN big x ON x.g = s.g AND x.v = 1 GROUP BY s.s");
  }

  @Test
  void aViewOnAViewIsFilledWhileOthersCommit() {
    views.create(db, "below", "SELECT g, COUNT(*) AS n FROM bag GROUP BY g");
    createWhileOthersCommit("SELECT n, COUNT(*) AS c FROM below GROUP BY n");
  }

  @Test
  void whatFailsOverSomeRowsAloneDoesNotKeepAViewFromBeing() {
    try (SqlSession db = SqlSession.memory()) {
      db.run("CREATE TABLE t (x INTEGER); CREATE TABLE u (x INTEGER)");
      String share = "CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT 10 / COUNT(*) AS c FROM t";
      assertThat(db.failure(share)).isEqualTo("22012");
      assertThat(db.failure("SELECT * FROM v")).isEqualTo("42P01");

      db.run("INSERT INTO t VALUES (1), (2); INSERT INTO u VALUES (5)");
      db.run(share);
      db.run("CREATE INDEX v_c ON v (c)");
      db.run(
          "CREATE INCREMENTAL MATERIALIZED VIEW w AS SELECT 60 / (SUM(s) - 3) AS q FROM"
              + " (SELECT SUM(x) AS s FROM t UNION ALL SELECT SUM(x) FROM u) AS both_sums");
      assertThat(db.rows("SELECT c FROM v WHERE c = 5")).containsExactly("5");
      assertThat(db.rows("SELECT * FROM w")).containsExactly("12");

      db.run("INSERT INTO t VALUES (7)");
      assertThat(db.rows("SELECT * FROM v")).containsExactly("3");
      assertThat(db.rows("SELECT * FROM w")).containsExactly("5");
      assertThat(db.failure("DELETE FROM t")).isEqualTo("22012");

      db.run("ALTER MATERIALIZED VIEW v SUSPEND; ALTER MATERIALIZED VIEW v RESUME");
      assertThat(db.rows("SELECT c FROM v WHERE c = 3")).containsExactly("3");
      assertThat(db.rows("VERIFY MATERIALIZED VIEW w")).isEmpty();
    }
  }

  /** A fill that only a cancel can end before long. */
  private static final String ENDLESS =
      "CREATE INCREMENTAL MATERIALIZED VIEW v AS"
          + " SELECT x.v, COUNT(*) AS n FROM big x, big y, bag z WHERE x.id < y.id AND y.id < z.g AND z.g < x.id"
          + " GROUP BY x.v";

  private void nothingIsLeft() {
    assertThat(db.session().catalog().relations())
        .noneMatch(relation -> relation.name().equals("v"));
    assertThat(db.failure("SELECT * FROM v")).isEqualTo("42P01");
    change(new Random(1));
    views.create(db, "v", "SELECT v, COUNT(*) AS n FROM big GROUP BY v");
    change(new Random(2));
    views.check(db, "created again");
  }

  @Test
  void aCanceledFillLeavesNothing() {
    AtomicInteger ended = new AtomicInteger();
    try (Running fill =
        Running.start(
            () -> {
              assertThat(db.failure(ENDLESS)).isEqualTo("57014");
              ended.incrementAndGet();
            })) {
      for (int i = 0; i < 5; i++) {
        change(new Random(i));
      }
      Running.await(
          () -> {
            db.session().cancel();
            return !fill.isAlive();
          });
    }
    assertThat(ended).hasValue(1);
    nothingIsLeft();
  }

  @Test
  void aFillThatRunsOutOfTimeLeavesNothing() {
    db.one("SET query_timeout = 400");
    long start = System.nanoTime();
    assertThat(db.failure(ENDLESS)).isEqualTo("57014");
    assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(4_000);
    db.one("SET query_timeout = 0");
    nothingIsLeft();
  }

  @Test
  void aFillThatFailsInOneRowLeavesNothing() {
    db.run("INSERT INTO big VALUES (1000000, 17, 0)");
    assertThat(
            db.failure(
                "CREATE INCREMENTAL MATERIALIZED VIEW v AS"
                    + " SELECT id, 1 / (id - 1000000) AS q FROM big"))
        .isEqualTo("22012");
    nothingIsLeft();
  }

  @Test
  void aUniqueIndexOverRowsThatRepeatLeavesNothing() {
    assertThat(db.failure("CREATE UNIQUE INDEX u ON bag (g)")).isEqualTo("23505");
    assertThat(db.failure("CREATE UNIQUE INDEX u ON big (g)")).isEqualTo("23505");
    assertThat(db.failure("DROP INDEX u")).isEqualTo("42704");
    db.run("CREATE UNIQUE INDEX u ON big (g, id)");
    assertThat(db.rows("SELECT COUNT(*) FROM big WHERE g = 17 AND id < 100")).containsExactly("1");
  }

  @Test
  void anotherDefinitionWaitsForAFillAndCanBeCanceled() {
    try (Running fill = Running.start(() -> assertThat(db.failure(ENDLESS)).isEqualTo("57014"))) {
      Running.await(
          () ->
              other.failure("SET query_timeout = 50; CREATE TABLE t (x INTEGER)").equals("57014"));
      other.one("SET query_timeout = 0");
      Running.await(
          () -> {
            db.session().cancel();
            return !fill.isAlive();
          });
    }
    assertThat(other.failure("CREATE TABLE IF NOT EXISTS t (x INTEGER)")).isEqualTo("none");
  }

  @Test
  void givenUpFillsBetweenCheckpointsDoNotHurtWhatIsRead(@TempDir Path folder) {
    try (SqlSession file = SqlSession.file(folder.resolve("db"))) {
      file.run("CREATE TABLE d (n INTEGER); INSERT INTO d VALUES (0),(1),(2),(3),(4),(5),(6),(7)");
      file.run("CREATE TABLE t (g INTEGER, s VARCHAR(200))");
      file.run("INSERT INTO t SELECT a.n * 8 + b.n, REPEAT('x', 150) FROM d a, d b, d c, d e");
      for (int i = 0; i < 12; i++) {
        assertThat(file.failure("CREATE UNIQUE INDEX u ON t (g)")).isEqualTo("23505");
        file.run("CHECKPOINT");
        assertThat(file.rows("SELECT COUNT(*), MIN(s) FROM t WHERE g < 9").get(0))
            .startsWith("576,");
      }
    }
  }
}
