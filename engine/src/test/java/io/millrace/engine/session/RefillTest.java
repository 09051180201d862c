package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A circuit that fails in recovery harms neither the tables nor the other views. */
class RefillTest {
  private static final String DATA =
      """
      INSERT INTO a VALUES (1, 1, 10, 'x'), (2, 1, 20, 'y'), (3, 2, 5, NULL), (4, NULL, 7, 'z');
      INSERT INTO b VALUES (1, 3, 'x'), (1, 3, 'x'), (2, 4, 'y'), (NULL, 1, 'z'), (3, NULL, NULL);
      INSERT INTO c VALUES (1, 1.50, 1e10), (3, 2.25, -1e-10), (3, NULL, 7e0);
      """;

  /** Touches every group of every table. */
  private static final String TAIL =
      """
      UPDATE a SET v = v + 1;
      DELETE FROM b WHERE t = 'x';
      BEGIN; INSERT INTO b VALUES (3, 3, 'n'), (3, 9, 'n'); UPDATE c SET x = x * 2; COMMIT;
      """;

  @TempDir Path folder;

  private final KeptViews views = new KeptViews();
  private int folders;

  private Path database() {
    return folder.resolve("db");
  }

  private Path fresh() {
    return folder.resolve("copy" + ++folders);
  }

  private void create() {
    try (SqlSession db = SqlSession.file(database())) {
      db.run(RandomHistory.TABLES + DATA);
      for (String shape : List.of("grouped", "total", "joined", "names")) {
        views.create(db, shape, KeptViews.shape(shape));
      }
      views.create(db, "onview", "SELECT n, COUNT(*) AS c FROM grouped GROUP BY n");
      views.create(db, "beside", "SELECT g, w FROM b");
    }
  }

  private PlantedFault fault() {
    return PlantedFault.of(database(), fresh());
  }

  /** Runs a tail, and returns a crash copy whose image has the fault. */
  private Path crash(PlantedFault fault, String tail) {
    try (SqlSession db = SqlSession.file(database())) {
      db.run(tail);
      views.check(db, "before the crash");
      Path copy = CrashCopy.of(database(), fresh());
      fault.plant(copy);
      return copy;
    }
  }

  private void verified(SqlSession db, String... names) {
    for (String name : names) {
      assertThat(db.rows("VERIFY MATERIALIZED VIEW " + name)).as(name).isEmpty();
    }
  }

  @Test
  void aViewWhoseStateIsDamagedIsFilledAnewWithWhatReadsIt() {
    create();
    PlantedFault fault = fault().inStateOf("grouped").inStateOf("total");
    Path copy = crash(fault, TAIL);

    Path second;
    try (SqlSession db = SqlSession.file(copy)) {
      views.check(db, "after recovery");
      verified(db, "grouped", "total", "joined", "onview");
      db.run("INSERT INTO a VALUES (9, 3, 1, 'q'); CREATE TABLE more (x INTEGER)");
      views.create(db, "later", "SELECT c, COUNT(*) AS m FROM onview GROUP BY c");
      db.run("DELETE FROM a WHERE g = 1");
      views.check(db, "after commits to the recovered database");
      second = CrashCopy.of(copy, fresh());
    }
    try (SqlSession db = SqlSession.file(second)) {
      views.check(db, "after another crash without a checkpoint");
      verified(db, "grouped", "total", "onview", "later");
      db.run("CHECKPOINT; UPDATE a SET g = 3; DELETE FROM b");
    }
    try (SqlSession db = SqlSession.file(second)) {
      views.check(db, "after an orderly end");
    }
  }

  @Test
  void aViewThatWouldNotStayABagIsFilledAnew() {
    create();
    Path copy = crash(fault().inRowsOf("joined"), TAIL);

    try (SqlSession db = SqlSession.file(copy)) {
      views.check(db, "after recovery");
      db.run("UPDATE a SET g = 3; DELETE FROM b WHERE g = 3");
      views.check(db, "after more");
    }
  }

  @Test
  void definitionsBehindTheFaultAreReplayed() {
    create();
    PlantedFault fault = fault().inStateOf("grouped").inStateOf("total");
    try (SqlSession db = SqlSession.file(database())) {
      db.run(TAIL);
      views.create(db, "young", "SELECT c, COUNT(*) AS m FROM onview GROUP BY c");
      views.drop(db, "total");
      db.run("CREATE INDEX ag ON a (g); UPDATE a SET v = v * 2");
      views.create(db, "total", "SELECT SUM(n) AS n FROM grouped");
      db.run(
          "CREATE VIEW plain AS SELECT n + 1 AS m FROM grouped; INSERT INTO a VALUES (7,7,7,'')");
      views.create(db, "overplain", "SELECT m, COUNT(*) AS k FROM plain GROUP BY m");
      db.run("DELETE FROM a WHERE id = 2");
      views.check(db, "before the crash");
      Path copy = CrashCopy.of(database(), fresh());
      fault.plant(copy);

      try (SqlSession recovered = SqlSession.file(copy)) {
        views.check(recovered, "after recovery");
        verified(recovered, "young", "total", "overplain", "onview");
        recovered.run("UPDATE a SET g = 5 WHERE id = 1; DROP MATERIALIZED VIEW grouped CASCADE");
        assertThat(recovered.failure("SELECT * FROM overplain")).isEqualTo("42P01");
        assertThat(recovered.rows("SELECT COUNT(*) FROM a")).containsExactly("4");
      }
    }
  }

  @Test
  void aViewThatCannotBeFilledEitherIsSuspendedWithWhatReadsIt() {
    byte[] dividing;
    create();
    try (SqlSession db = SqlSession.file(database())) {
      db.run("CREATE INCREMENTAL MATERIALIZED VIEW d AS SELECT g, 9 / (w - 77) AS w FROM b");
    }
    PlantedFault forItsBytes = fault();
    dividing = forItsBytes.circuitOf("d");
    try (SqlSession db = SqlSession.file(database())) {
      db.run("DROP MATERIALIZED VIEW d");
      views.create(db, "above", "SELECT w, COUNT(*) AS n FROM beside GROUP BY w");
    }
    PlantedFault fault = fault().inCircuitOf("beside", dividing);
    Path copy = crash(fault, TAIL + "INSERT INTO b VALUES (6, 77, 'f')");

    try (SqlSession db = SqlSession.file(copy)) {
      assertThat(db.rows("SELECT w FROM b WHERE g = 6")).containsExactly("77");
      assertThat(db.ordered("EXPLAIN CIRCUIT beside").get(0))
          .startsWith("Suspended: ")
          .contains("Division by zero");
      assertThat(db.ordered("EXPLAIN CIRCUIT above").get(0))
          .isEqualTo("Suspended: with view \"beside\", which it reads");
      assertThat(db.failure("SELECT * FROM beside")).isEqualTo("22012");
      assertThat(db.failure("SELECT * FROM above")).isEqualTo("22012");
      assertThat(db.failure("VERIFY MATERIALIZED VIEW above")).isEqualTo("55000");
      assertThat(db.failure("CREATE INCREMENTAL MATERIALIZED VIEW x AS SELECT w FROM above"))
          .isEqualTo("55000");
      verified(db, "grouped", "total", "joined", "names", "onview");
      db.run("DELETE FROM b WHERE w = 77; UPDATE a SET v = 1");
      verified(db, "grouped", "total", "joined", "names", "onview");
      assertThat(db.rows("SELECT COUNT(*) FROM beside"))
          .isEqualTo(db.rows("SELECT COUNT(*) FROM b"));
      assertThat(db.ordered("EXPLAIN SELECT * FROM beside").toString())
          .contains("recomputed: it is suspended");
    }
    try (SqlSession db = SqlSession.file(copy)) {
      assertThat(db.ordered("EXPLAIN CIRCUIT beside").get(0)).startsWith("Suspended: ");
      db.run("DROP MATERIALIZED VIEW beside CASCADE");
      assertThat(db.failure("SELECT * FROM above")).isEqualTo("42P01");
    }
  }

  @Test
  void aCircuitThatCannotBeReadIsSuspended() {
    create();
    Path copy = crash(fault().inCircuitOf("beside", new byte[] {0, 0, 0, 1, 0, 0, 0, 99}), TAIL);

    try (SqlSession db = SqlSession.file(copy)) {
      verified(db, "grouped", "total", "joined", "names", "onview");
      assertThat(db.failure("SELECT * FROM beside")).isEqualTo("XX001");
      views.drop(db, "beside");
      views.create(db, "beside", "SELECT g, w FROM b");
      db.run("INSERT INTO b VALUES (5, 5, 'v')");
      views.check(db, "created again");
    }
  }

  @Test
  void aRandomHistorySurvivesFaultsInItsViews() {
    long seed = Long.getLong("millrace.recovery.seed", 20261202L);
    int rounds = Integer.getInteger("millrace.refill.rounds", 5);
    Random random = new Random(seed);
    RandomHistory history = new RandomHistory(seed);
    List<String> faulty = List.of("grouped", "total", "sums", "onview");
    Path current = database();
    try (SqlSession db = SqlSession.file(current)) {
      db.run(RandomHistory.TABLES + DATA);
      KeptViews.SHAPES.forEach((name, query) -> views.create(db, name, query));
      views.create(db, "onview", "SELECT n, COUNT(*) AS c FROM grouped GROUP BY n");
      views.create(db, "onviews", "SELECT c + 1 AS d FROM onview");
    }
    List<String> done = new ArrayList<>();
    try {
      for (int round = 0; round < rounds; round++) {
        PlantedFault fault = PlantedFault.of(current, fresh());
        fault.inStateOf(faulty.get(random.nextInt(4))).inStateOf(faulty.get(random.nextInt(4)));
        Path copy = fresh();
        try (SqlSession db = SqlSession.file(current)) {
          for (int i = 0; i < 20; i++) {
            history.transaction().forEach(statement -> attempt(db, statement, done));
          }
          // A group that no change reads would keep its damaged state.
          db.run("UPDATE a SET v = v + 1, s = 'w'; UPDATE b SET w = w + 1; UPDATE c SET d = d + 1");
          views.check(db, "before crash " + round);
          CrashCopy.of(current, copy);
        }
        fault.plant(copy);
        try (SqlSession db = SqlSession.file(copy)) {
          views.check(db, "after recovery " + round);
          history.transaction().forEach(statement -> attempt(db, statement, done));
          views.check(db, "one transaction after recovery " + round);
        }
        current = copy;
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n" + done, e);
    }
  }

  private static void attempt(SqlSession db, String statement, List<String> done) {
    done.add(statement);
    assertThat(db.failure(statement)).as(statement).matches("none|2.*");
  }
}
