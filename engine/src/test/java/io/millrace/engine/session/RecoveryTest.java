package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.DatabaseException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy of an open database's files is what a kill leaves; it must hold every commit. */
class RecoveryTest {
  private static final String DATA =
      """
      INSERT INTO a VALUES (1, 1, 10, 'x'), (2, 1, 20, 'y'), (3, 2, 5, NULL), (4, NULL, 7, 'z');
      INSERT INTO b VALUES (1, 3, 'x'), (1, 3, 'x'), (2, 4, 'y'), (NULL, 1, 'z'), (3, NULL, NULL);
      INSERT INTO c VALUES (1, 1.50, 1e10), (3, 2.25, -1e-10), (3, NULL, 7e0);
      """;
  private static final String CHANGES =
      """
      UPDATE a SET g = 3 WHERE id = 1;
      DELETE FROM b WHERE t = 'x';
      BEGIN; INSERT INTO b VALUES (3, 3, 'n'), (3, 9, 'n'); UPDATE c SET x = x * 2; COMMIT;
      INSERT INTO a VALUES (9, 3, 1, 'q');
      """;

  @TempDir Path folder;

  private final KeptViews views = new KeptViews();
  private int copies;

  private Path crash(Path database) {
    return CrashCopy.of(database, folder.resolve("copy" + ++copies));
  }

  private Path create() {
    return folder.resolve("db");
  }

  /** Opens a crash copy, and a crash copy of that, and holds both to {@code check}. */
  private void recovered(Path database, java.util.function.Consumer<SqlSession> check) {
    Path copy = crash(database);
    Path second;
    try (SqlSession db = SqlSession.file(copy)) {
      views.check(db, "after recovery");
      check.accept(db);
      second = crash(copy);
    }
    try (SqlSession db = SqlSession.file(second)) {
      views.check(db, "after recovery of what was recovered");
    }
    try (SqlSession db = SqlSession.file(copy)) {
      views.check(db, "after an orderly end");
    }
  }

  private void commitMore(SqlSession db) {
    db.run(CHANGES.replace("9, 3, 1", "19, 3, 1"));
    views.check(db, "after commits to the recovered database");
    db.run("DELETE FROM a; DELETE FROM b; DELETE FROM c");
    views.check(db, "over nothing");
    db.run(DATA);
    views.check(db, "filled again");
  }

  @Test
  void tablesAndIndexesInTheLogsTailComeBack() {
    try (SqlSession db = SqlSession.file(create())) {
      db.run(RandomHistory.TABLES + DATA);
      db.run("CREATE TABLE u (id INTEGER PRIMARY KEY, m VARCHAR(9) UNIQUE, n INTEGER)");
      db.run("INSERT INTO u VALUES (1, 'a', 1), (2, NULL, 2), (3, NULL, 2)");
      db.run("CREATE UNIQUE INDEX u_n ON u (n, id)");
      db.run("CREATE TABLE gone (x INTEGER); INSERT INTO gone VALUES (1); DROP TABLE gone");
      db.run("CREATE TABLE gone (y VARCHAR(3)); INSERT INTO gone VALUES ('new')");
      recovered(
          create(),
          copy -> {
            assertThat(copy.rows("SELECT * FROM a")).isEqualTo(db.rows("SELECT * FROM a"));
            assertThat(copy.rows("SELECT * FROM b")).isEqualTo(db.rows("SELECT * FROM b"));
            assertThat(copy.rows("SELECT w FROM b WHERE g = 1")).containsExactly("3", "3");
            assertThat(copy.rows("SELECT y FROM gone")).containsExactly("new");
            assertThat(copy.failure("INSERT INTO u VALUES (4, 'a', 1)")).isEqualTo("23505");
            assertThat(copy.failure("INSERT INTO u VALUES (1, 'b', 1)")).isEqualTo("23505");
            assertThat(copy.failure("INSERT INTO u VALUES (5, NULL, 1)")).isEqualTo("none");
            assertThat(copy.failure("UPDATE u SET m = 'a' WHERE id = 2")).isEqualTo("23505");
            assertThat(copy.session().version()).isGreaterThan(db.session().version());
          });
    }
  }

  @Test
  void viewsMadeBeforeTheDataComeBack() {
    try (SqlSession db = SqlSession.file(create())) {
      db.run(RandomHistory.TABLES);
      KeptViews.SHAPES.forEach((name, query) -> views.create(db, name, query));
      views.create(db, "onview", "SELECT w, COUNT(*) AS n FROM joined GROUP BY w");
      db.run(DATA + CHANGES);
      views.check(db, "before the crash");
      recovered(create(), this::commitMore);
    }
  }

  @Test
  void viewsMadeAfterTheDataComeBack() {
    try (SqlSession db = SqlSession.file(create())) {
      db.run(RandomHistory.TABLES + DATA);
      KeptViews.SHAPES.forEach((name, query) -> views.create(db, name, query));
      views.create(db, "onview", "SELECT w, COUNT(*) AS n FROM joined GROUP BY w");
      db.run(CHANGES);
      views.check(db, "before the crash");
      recovered(create(), this::commitMore);
    }
  }

  @Test
  void aCheckpointInTheMiddleChangesNothing() {
    try (SqlSession db = SqlSession.file(create())) {
      db.run(RandomHistory.TABLES);
      views.create(db, "joined", KeptViews.shape("joined"));
      db.run(DATA + "CHECKPOINT");
      views.create(db, "total", KeptViews.shape("total"));
      views.create(db, "onview", "SELECT w, COUNT(*) AS n FROM joined GROUP BY w");
      recovered(create(), this::commitMore);
      db.run(CHANGES + "CHECKPOINT");
      recovered(create(), this::commitMore);
      views.drop(db, "onview");
      views.drop(db, "joined");
      db.run("CREATE INDEX a_g ON a (g); CREATE UNIQUE INDEX a_iv ON a (id, v)");
      views.create(db, "joined", KeptViews.shape("outerj"));
      db.run("INSERT INTO a VALUES (30, 1, 1, 'x')");
      recovered(
          create(),
          copy -> {
            assertThat(copy.rows("SELECT id FROM a WHERE g = 1")).containsExactly("2", "30");
            assertThat(copy.failure("DROP INDEX b_g")).isIn("none", "2BP01");
            commitMore(copy);
          });
    }
  }

  @Test
  void definitionsAndChangesInTurnAreReplayedInTurn() {
    try (SqlSession db = SqlSession.file(create())) {
      db.run("CREATE TABLE k (id INTEGER PRIMARY KEY, v INTEGER)");
      for (int i = 0; i < 12; i++) {
        db.run("INSERT INTO k VALUES (" + i + ", " + i % 3 + ")");
        if (i > 1) {
          views.drop(db, "v" + (i - 1));
        }
        views.create(
            db, "v" + i, "SELECT x.v, COUNT(*) AS n FROM k x JOIN k y ON x.v = y.v GROUP BY x.v");
        db.run(i % 2 == 0 ? "CREATE INDEX k_v ON k (v)" : "UPDATE k SET v = v + 1 WHERE id < 4");
        if (i % 2 == 1) {
          views.drop(db, "v" + i);
          db.run("DROP INDEX k_v");
          views.create(db, "v" + i, "SELECT v, SUM(id) AS s FROM k GROUP BY v");
        }
      }
      views.check(db, "before the crash");
      recovered(create(), copy -> copy.run("UPDATE k SET v = 7; DELETE FROM k WHERE id = 3"));
    }
  }

  @Test
  void weightsThatWouldLeave64BitsAreRefusedBeforeTheyAreLogged() {
    try (SqlSession db = SqlSession.file(create())) {
      db.run("CREATE TABLE m (g INTEGER, t INTEGER)");
      views.create(db, "narrow", "SELECT g FROM m WHERE t < 3");
      assertThat(applied(db, Long.MAX_VALUE, 1)).isEqualTo("22003");
      assertThat(applied(db, 1L << 61, 1)).isEqualTo("none");
      assertThat(applied(db, 1L << 61, 1)).isEqualTo("none");
      assertThat(applied(db, 1L << 61, 1)).as("too many in the table").isEqualTo("22003");
      assertThat(applied(db, 1L << 61, 2)).as("too many in the view").isEqualTo("22003");
      assertThat(applied(db, 1L << 61, 3)).isEqualTo("none");
      assertThat(db.failure("CREATE INCREMENTAL MATERIALIZED VIEW all_g AS SELECT g FROM m"))
          .isEqualTo("22003");
      assertThat(applied(db, -(1L << 61), 1)).isEqualTo("none");
      assertThat(applied(db, -(1L << 61), 1)).isEqualTo("none");
      assertThat(applied(db, -(1L << 61), 3)).isEqualTo("none");
      db.run("INSERT INTO m VALUES (1, 1)");
      recovered(create(), copy -> copy.run("INSERT INTO m VALUES (1, 2)"));
    }
  }

  /** The SQLSTATE of adding copies of the row (1, t), or "none". */
  private static String applied(SqlSession db, long copies, int t) {
    try {
      TableDelta delta = new TableDelta("m", List.of(TableDelta.row(copies, 1, t)));
      db.session().apply(db.session().version(), List.of(delta));
      return "none";
    } catch (DatabaseException e) {
      return e.sqlState();
    }
  }

  @Test
  void aFillThatACrashEndsLeavesNothing() {
    try (SqlSession db = SqlSession.file(create());
        SqlSession other = SqlSession.file(create())) {
      db.run("CREATE TABLE f (n INTEGER); CREATE TABLE h (n INTEGER)");
      db.run("INSERT INTO f VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)");
      db.run(
          "INSERT INTO h SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n FROM f a, f b, f c, f d");
      db.run("INSERT INTO f SELECT n FROM h WHERE n > 9 AND n < 6000; CHECKPOINT");
      views.create(db, "kept", "SELECT n, COUNT(*) AS c FROM h GROUP BY n");
      try (Running fill =
          Running.start(
              () ->
                  assertThat(
                          other.failure(
                              "CREATE INCREMENTAL MATERIALIZED VIEW endless AS SELECT COUNT(*) AS n"
                                  + " FROM f x, f y, h z WHERE x.n < y.n AND y.n < z.n AND z.n < x.n"))
                      .isEqualTo("57014"))) {
        // The fill has put the first relation into its maps when a checkpoint comes.
        for (int i = 0; i < 20; i++) {
          db.run("INSERT INTO h VALUES (" + i + "); CHECKPOINT");
        }
        assertThat(fill.isAlive()).isTrue();
        recovered(
            create(),
            copy -> {
              assertThat(copy.failure("SELECT * FROM endless")).isEqualTo("42P01");
              views.create(copy, "again", "SELECT n, COUNT(*) AS c FROM h WHERE n < 50 GROUP BY n");
              copy.run("INSERT INTO h VALUES (1), (-5); DELETE FROM h WHERE n = 7");
              views.check(copy, "after a fill that a crash ended");
            });
        Running.await(
            () -> {
              other.session().cancel();
              return !fill.isAlive();
            });
      }
    }
  }

  @Test
  void aRandomHistoryOfChangesAndDefinitionsSurvivesEveryCrash() {
    long seed = Long.getLong("millrace.recovery.seed", 20261201L);
    int transactions = Integer.getInteger("millrace.recovery.transactions", 300);
    Random random = new Random(seed);
    RandomHistory history = new RandomHistory(seed);
    List<String> done = new ArrayList<>();
    Path database = create();
    SqlSession db = SqlSession.file(database, Map.of("durability", "off"));
    try {
      db.run(RandomHistory.TABLES);
      for (int i = 1; i <= transactions; i++) {
        for (String statement : history.transaction()) {
          attempt(db, statement, done);
        }
        if (random.nextInt(3) == 0) {
          define(db, random, done);
        }
        if (i % 25 == 0) {
          views.check(db, "in transaction " + i);
          Path copy = crash(database);
          if (random.nextInt(2) == 0) {
            db.close();
            database = copy;
            db = SqlSession.file(copy, Map.of("durability", "off"));
            views.check(db, "after recovery at transaction " + i);
          } else {
            try (SqlSession recovered = SqlSession.file(copy)) {
              views.check(recovered, "after recovery at transaction " + i);
              sameTables(db, recovered);
            }
          }
        }
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n" + done, e);
    } finally {
      db.close();
    }
  }

  private static void sameTables(SqlSession one, SqlSession other) {
    for (String table : List.of("a", "b", "c")) {
      assertThat(other.rows("SELECT * FROM " + table))
          .isEqualTo(one.rows("SELECT * FROM " + table));
    }
  }

  private static void attempt(SqlSession db, String statement, List<String> done) {
    done.add(statement);
    try {
      db.one(statement);
    } catch (DatabaseException e) {
      assertThat(e.sqlState())
          .as("%s: %s", statement, e.getMessage())
          .matches("2.*|42704|42P01|42P07");
    }
  }

  private void define(SqlSession db, Random random, List<String> done) {
    List<String> names = new ArrayList<>(KeptViews.SHAPES.keySet());
    String name = names.get(random.nextInt(names.size()));
    switch (random.nextInt(11)) {
      case 8, 9 -> attempt(db, "ALTER MATERIALIZED VIEW " + name + " RESUME", done);
      case 10 -> attempt(db, "ALTER MATERIALIZED VIEW " + name + " SUSPEND CASCADE", done);
      case 0 -> attempt(db, "CREATE INDEX ag ON a (g)", done);
      case 1 -> attempt(db, "DROP INDEX IF EXISTS ag", done);
      case 2 -> attempt(db, "CREATE UNIQUE INDEX aun ON a (v DESC, id)", done);
      case 3 ->
          attempt(
              db,
              random.nextBoolean() ? "DROP INDEX IF EXISTS aun" : "CREATE INDEX ck ON c (k, x)",
              done);
      case 4 -> attempt(db, random.nextBoolean() ? "CHECKPOINT" : "DROP INDEX IF EXISTS ck", done);
      default -> {
        done.add((views.has(name) ? "DROP " : "CREATE ") + name);
        if (views.has(name)) {
          views.drop(db, name);
        } else {
          views.create(db, name, KeptViews.shape(name));
        }
      }
    }
  }
}
