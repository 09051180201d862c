package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.View;
import io.millrace.engine.error.DatabaseException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Views that would keep the same trace keep it once, and each outlives the others. */
class SharedTracesTest {
  private static final String PAIRS = "SELECT a.id, b.w FROM a JOIN b ON a.g = b.g AND a.v < b.w";
  private static final String GROUPS = "SELECT g, COUNT(*) AS n, MAX(v) AS hi FROM a GROUP BY g";

  @TempDir Path folder;

  private final KeptViews views = new KeptViews();
  private int copies;

  private static View view(SqlSession db, String name) {
    return (View) db.catalog().relation(new QualifiedName("public", name)).orElseThrow();
  }

  private static void run(SqlSession db, List<String> transaction) {
    for (String statement : transaction) {
      try {
        db.one(statement);
      } catch (DatabaseException e) {
        assertThat(e.sqlState()).as("%s: %s", statement, e.getMessage()).startsWith("2");
      }
    }
  }

  @Test
  void equalPlansKeepTheirStateOnce() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(RandomHistory.TABLES);
      views.create(db, "pairs", PAIRS);
      views.create(
          db, "counted", "SELECT id, w, COUNT(*) AS n FROM (" + PAIRS + ") GROUP BY id, w");
      views.create(db, "again", GROUPS);
      views.create(db, "groups", GROUPS);

      List<Integer> ofPairs = view(db, "pairs").traceMapIds();
      assertThat(ofPairs).isNotEmpty();
      assertThat(view(db, "counted").traceMapIds()).containsAll(ofPairs);
      assertThat(view(db, "groups").traceMapIds())
          .isNotEmpty()
          .isEqualTo(view(db, "again").traceMapIds());
      assertThat(view(db, "groups").mapId()).isNotEqualTo(view(db, "again").mapId());
      assertThat(db.rows("EXPLAIN CIRCUIT groups"))
          .anyMatch(line -> line.contains("shared with again"));
    }
  }

  @Test
  void ordersWithNullsInOtherPlacesAreKeptApart() {
    try (SqlSession db = SqlSession.memory()) {
      db.run("CREATE TABLE t (g INTEGER, v INTEGER); INSERT INTO t VALUES (1, NULL), (1, 20)");
      for (String nulls : List.of("first", "last")) {
        db.one(
            "CREATE INCREMENTAL MATERIALIZED VIEW nulls_%s AS SELECT g, v FROM t QUALIFY"
                    .formatted(nulls)
                + " ROW_NUMBER() OVER (PARTITION BY g ORDER BY v DESC NULLS %s) = 1"
                    .formatted(nulls));
      }
      db.one("SET rewrite = 'off'");

      db.one("UPDATE t SET v = 25 WHERE v = 20");

      assertThat(db.rows("SELECT * FROM nulls_first")).containsExactly("1,null");
      assertThat(db.rows("SELECT * FROM nulls_last")).containsExactly("1,25");
    }
  }

  @Test
  void theIntegralOfAViewIsTheView() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(RandomHistory.TABLES + "INSERT INTO b VALUES (1, 5, 'x'), (1, 6, 'x')");
      views.create(db, "copied", "SELECT g, t FROM b");
      views.create(db, "names", "SELECT DISTINCT g, t FROM b");

      assertThat(view(db, "names").traceMapIds()).containsExactly(view(db, "copied").mapId());
      db.run("INSERT INTO b VALUES (1, 7, 'x'), (2, 7, NULL); DELETE FROM b WHERE w = 5");
      views.drop(db, "copied");
      db.run("DELETE FROM b WHERE w > 5");
      views.check(db, "without the view whose contents it reads");
    }
  }

  @Test
  void aFailedCommitLeavesNothingOfWhatWasShared() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(RandomHistory.TABLES + "INSERT INTO a VALUES (1, 1, 5, 'x')");
      views.create(db, "groups", GROUPS);
      views.create(db, "failing", "SELECT g, 10 / (n - 3) AS q FROM (" + GROUPS + ")");
      run(db, List.of("INSERT INTO a VALUES (2, 1, 6, 'x')"));
      run(db, List.of("INSERT INTO a VALUES (3, 1, 7, 'x')"));
      views.check(db, "after a refused commit");
      run(db, List.of("INSERT INTO a VALUES (4, 1, 8, 'x'), (5, 1, 9, 'x')"));
      views.check(db, "after the next");
      assertThat(db.rows("SELECT n FROM groups")).containsExactly("4");
    }
  }

  @Test
  void aViewThatIsSuspendedLeavesToTheOthersWhatItHadComputedForThem() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(RandomHistory.TABLES + "INSERT INTO a VALUES (1, 1, 5, 'x'), (2, 1, 6, 'x')");
      db.run(
          "CREATE INCREMENTAL MATERIALIZED VIEW failing WITH (on_error = 'suspend') AS"
              + " SELECT g, hi, 10 / (n - 3) AS q FROM ("
              + GROUPS
              + ")");
      views.create(db, "groups", GROUPS);
      assertThat(view(db, "groups").traceMapIds()).isEqualTo(view(db, "failing").traceMapIds());

      db.run("INSERT INTO a VALUES (3, 1, 7, 'x')");
      assertThat(view(db, "failing").isSuspended()).isTrue();
      views.check(db, "after the commit that suspended the view it shares with");
      db.run("DELETE FROM a WHERE id = 2; INSERT INTO a VALUES (4, 1, 9, 'x'), (5, 2, 9, 'x')");
      views.check(db, "after the next commits");
    }
  }

  @Test
  void viewsComeAndGoThroughARandomHistoryAndCrashes() {
    RandomHistory history = new RandomHistory(11);
    Path database = folder.resolve("db");
    try (SqlSession db = SqlSession.file(database)) {
      db.run(RandomHistory.TABLES);
      for (int i = 0; i < 20; i++) {
        run(db, history.transaction());
      }
    }
    for (int round = 0; round < 6; round++) {
      try (SqlSession db = SqlSession.file(database)) {
        round(db, history, round);
        database = CrashCopy.of(database, folder.resolve("copy" + ++copies));
      }
    }
    try (SqlSession db = SqlSession.file(database)) {
      views.check(db, "at the end");
    }
  }

  /** In each round other views join, and one of those that the others share with goes. */
  private void round(SqlSession db, RandomHistory history, int round) {
    views.check(db, "reopened in round " + round);
    views.create(db, "p" + round, PAIRS);
    views.create(
        db, "c" + round, "SELECT id, w, COUNT(*) AS n FROM (" + PAIRS + ") GROUP BY id, w");
    views.create(db, "g" + round, GROUPS);
    views.create(db, "d" + round, "SELECT DISTINCT hi, n FROM (" + GROUPS + ")");
    views.create(db, "r" + round, "SELECT g, t FROM b");
    views.create(db, "n" + round, "SELECT DISTINCT g, t FROM b");
    if (round % 2 == 1) {
      db.run("CHECKPOINT");
    }
    for (int i = 0; i < 40; i++) {
      run(db, history.transaction());
      if (i == 20 && round > 0) {
        views.drop(db, "p" + (round - 1));
        views.drop(db, "g" + (round - 1));
        views.drop(db, "r" + (round - 1));
      }
    }
    views.check(db, "after round " + round);
  }
}
