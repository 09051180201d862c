package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.DatabaseException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that commits, and looks for every commit that it was told of. */
class CrashTest {
  private static final int KILLS = 5;

  @TempDir Path folder;

  /** The child: commits until it is killed, and prints the number of each commit after it. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) {
      SqlSession db = SqlSession.file(Path.of(arguments[0]));
      int number = Integer.parseInt(arguments[1]);
      Random random = new Random(number);
      while (true) {
        number++;
        try {
          commit(db, number, random);
        } catch (DatabaseException e) {
          System.out.println("failed " + e);
          return;
        }
        System.out.println(number);
      }
    }

    private static void commit(SqlSession db, int number, Random random) {
      db.one("BEGIN");
      db.one("INSERT INTO done VALUES (?)", number);
      for (int i = 0; i < 4; i++) {
        db.one("INSERT INTO b VALUES (?, ?, 'x')", random.nextInt(9), random.nextInt(99));
      }
      db.one("UPDATE b SET w = w + 1 WHERE g = ?", random.nextInt(9));
      db.one("DELETE FROM b WHERE w = ?", random.nextInt(99));
      db.one("COMMIT");
      if (random.nextInt(40) == 0) {
        db.one("CHECKPOINT");
      }
      if (random.nextInt(30) == 0) {
        db.one("DROP MATERIALIZED VIEW IF EXISTS total");
        db.one("CREATE INCREMENTAL MATERIALIZED VIEW total AS " + KeptViews.shape("total"));
      }
    }
  }

  @Test
  void aKilledProcessLosesNoCommitThatItWasToldOf() throws IOException, InterruptedException {
    Path database = folder.resolve("db");
    KeptViews views = new KeptViews();
    try (SqlSession db = SqlSession.file(database)) {
      db.run(RandomHistory.TABLES + "CREATE TABLE done (n INTEGER PRIMARY KEY)");
      views.create(db, "steps", KeptViews.shape("steps"));
      views.create(db, "names", KeptViews.shape("names"));
    }
    int last = 0;
    for (int kill = 1; kill <= KILLS; kill++) {
      int acknowledged = runAndKill(database, last, 20 + 15 * kill);
      try (SqlSession db = SqlSession.file(database)) {
        int found = Integer.parseInt(db.rows("SELECT MAX(n) FROM done").get(0));
        assertThat(db.rows("SELECT COUNT(*) FROM done")).containsExactly(String.valueOf(found));
        assertThat(found).as("kill %s", kill).isBetween(acknowledged, acknowledged + 1);
        views.check(db, "after kill " + kill);
        assertThat(differences(db)).isEmpty();
        db.one("DROP MATERIALIZED VIEW IF EXISTS total");
        db.one("CREATE INCREMENTAL MATERIALIZED VIEW total AS " + KeptViews.shape("total"));
        last = found;
      }
    }
  }

  private static List<String> differences(SqlSession db) {
    return db.failure("SELECT * FROM total").equals("none")
        ? db.rows("VERIFY MATERIALIZED VIEW total")
        : List.of();
  }

  /** Kills the child when it has acknowledged that many commits; returns the last one. */
  private int runAndKill(Path database, int last, int commits)
      throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                database.toString(),
                String.valueOf(last))
            .redirectErrorStream(true)
            .start();
    int acknowledged = last;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null) {
        if (line.matches("\\d+")) {
          acknowledged = Integer.parseInt(line);
        } else {
          assertThat(line).as("child").matches("SLF4J.*|WARNING.*");
        }
        if (acknowledged == last + commits) {
          // Not Process.destroyForcibly, which closes the stream that we still read.
          child.toHandle().destroyForcibly();
        }
        line = lines.readLine();
      }
    } finally {
      child.destroyForcibly();
    }
    child.waitFor();
    assertThat(acknowledged).isGreaterThanOrEqualTo(last + commits);
    return acknowledged;
  }
}
