package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.DatabaseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two transactions, each right by what it sees, must not leave a row without what it refers to. */
@Timeout(120)
class ForeignKeyConflictTest {
  private static final String TABLES =
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, u INTEGER UNIQUE, v INTEGER);
      CREATE TABLE child (id INTEGER PRIMARY KEY, p INTEGER REFERENCES parent, v INTEGER);
      CREATE TABLE bag (p INTEGER REFERENCES parent (u), v INTEGER);
      INSERT INTO parent VALUES (1, 1, 0), (2, 2, 0), (3, 3, 0);
      INSERT INTO child VALUES (1, 1, 0);
      """;

  private static int number;

  /** Two sessions of one database. */
  private static SqlSession[] open(int sessions) {
    String name = "foreign-keys-" + ++number;
    SqlSession[] all = new SqlSession[sessions];
    for (int i = 0; i < sessions; i++) {
      all[i] = SqlSession.memory(name);
    }
    return all;
  }

  private static void end(SqlSession... sessions) {
    sessions[0].failure("ROLLBACK");
    sessions[0].run("SHUTDOWN");
    List.of(sessions).forEach(SqlSession::close);
  }

  private static List<String> orphans(SqlSession db) {
    List<String> orphans =
        new ArrayList<>(
            db.rows(
                "SELECT 'child', id FROM child WHERE p IS NOT NULL"
                    + " AND NOT EXISTS (SELECT 1 FROM parent WHERE parent.id = p)"));
    orphans.addAll(
        db.rows(
            "SELECT 'bag', p FROM bag WHERE p IS NOT NULL"
                + " AND NOT EXISTS (SELECT 1 FROM parent WHERE parent.u = p)"));
    return orphans;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO child VALUES (7, 2, 0) | DELETE FROM parent WHERE id = 2 | 40001",
        "INSERT INTO child VALUES (7, 2, 0) | UPDATE parent SET id = 9 WHERE id = 2 | 40001",
        "INSERT INTO child VALUES (7, 2, 0) | UPDATE parent SET v = 9 WHERE id = 2 | none",
        "INSERT INTO child VALUES (7, 2, 0) | DELETE FROM parent WHERE id = 3 | none",
        "UPDATE child SET p = 2 WHERE id = 1 | DELETE FROM parent WHERE id = 2 | 40001",
        "UPDATE child SET v = 2 WHERE id = 1 | DELETE FROM parent WHERE id = 2 | none",
        "INSERT INTO bag VALUES (2, 0) | DELETE FROM parent WHERE id = 2 | 40001",
        "INSERT INTO bag VALUES (2, 0) | UPDATE parent SET u = 9 WHERE id = 2 | 40001",
        "INSERT INTO bag VALUES (2, 0) | UPDATE parent SET id = 9 WHERE id = 2 | none",
        "INSERT INTO bag VALUES (NULL, 0) | TRUNCATE TABLE child | none",
        "DELETE FROM child | DELETE FROM parent WHERE id = 2 | none",
      })
  void ofInsertAndDeleteWhoeverCommitsSecondFails(String child, String parent, String expected) {
    for (boolean childFirst : new boolean[] {true, false}) {
      for (String isolation : List.of("READ COMMITTED", "REPEATABLE READ")) {
        SqlSession[] two = open(2);
        two[0].run(TABLES);
        for (SqlSession session : two) {
          session.run("BEGIN TRANSACTION ISOLATION LEVEL " + isolation + "; SELECT v FROM parent");
        }
        two[0].run(child);
        two[1].run(parent);
        SqlSession first = childFirst ? two[0] : two[1];
        SqlSession second = childFirst ? two[1] : two[0];

        assertThat(first.failure("COMMIT")).isEqualTo("none");
        String outcome = second.failure("COMMIT");

        assertThat(outcome).as("%s, child first %s", isolation, childFirst).isEqualTo(expected);
        assertThat(orphans(two[0])).isEmpty();
        end(two);
      }
    }
  }

  @Test
  void aSingleStatementIsRunAgainAndThenFailsByTheKey() {
    SqlSession[] two = open(2);
    two[0].run(TABLES + "BEGIN; SELECT 1 FROM parent; INSERT INTO child VALUES (7, 2, 0)");
    two[1].run("DELETE FROM parent WHERE id = 2");

    assertThat(two[0].failure("COMMIT")).isEqualTo("40001");
    assertThat(two[0].failure("INSERT INTO child VALUES (7, 2, 0)")).isEqualTo("23503");
    end(two);
  }

  @Test
  void aKeyThatIsAddedMeanwhileHoldsForTransactionsThatBeganBefore() {
    for (boolean insertBeforeKey : new boolean[] {true, false}) {
      SqlSession[] three = open(3);
      three[0].run(TABLES + "CREATE TABLE late (p INTEGER)");
      three[1].run("BEGIN; DELETE FROM parent WHERE id = 2");
      if (insertBeforeKey) {
        three[0].run("INSERT INTO late VALUES (2)");
      }
      three[0].run("ALTER TABLE late ADD FOREIGN KEY (p) REFERENCES parent");
      three[0].failure("INSERT INTO late VALUES (2)");

      assertThat(three[1].failure("COMMIT")).isEqualTo("40001");
      assertThat(three[2].failure("INSERT INTO late VALUES (9)")).isEqualTo("23503");
      end(three);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void interleavedTransactionsNeverLeaveAnOrphan(long seed) {
    Random random = new Random(seed);
    SqlSession[] sessions = open(3);
    sessions[0].run(TABLES);
    boolean[] open = new boolean[sessions.length];
    Map<String, Integer> events = new TreeMap<>();
    for (int i = 0; i < 600; i++) {
      int who = random.nextInt(sessions.length);
      String sql = !open[who] ? begin(random) : random.nextInt(4) == 0 ? "COMMIT" : change(random);
      String outcome = sessions[who].failure(sql);
      open[who] = !sql.equals("COMMIT") && !outcome.equals("40001");
      if (outcome.equals("40001") && !sql.equals("COMMIT")) {
        sessions[who].run("ROLLBACK");
      }
      events.merge(sql.split(" ", 2)[0] + " " + outcome, 1, Integer::sum);
      if (sql.equals("COMMIT")) {
        try (SqlSession looks = SqlSession.memory("foreign-keys-" + number)) {
          assertThat(orphans(looks)).as("seed %d step %d", seed, i).isEmpty();
        }
      }
    }
    assertThat(events.keySet())
        .contains("COMMIT none", "COMMIT 40001", "INSERT none", "INSERT 23503", "DELETE none")
        .contains("DELETE 23503", "UPDATE none", "UPDATE 23503");
    end(sessions);
  }

  private static String begin(Random random) {
    return "BEGIN TRANSACTION ISOLATION LEVEL "
        + (random.nextBoolean() ? "REPEATABLE READ" : "READ COMMITTED");
  }

  private static String change(Random random) {
    int key = random.nextInt(5);
    int other = random.nextInt(5);
    return switch (random.nextInt(9)) {
      case 0 -> "INSERT INTO parent VALUES (" + key + ", " + other + ", 0)";
      case 1 -> "DELETE FROM parent WHERE id = " + key;
      case 2 -> "UPDATE parent SET u = " + other + " WHERE id = " + key;
      case 3 -> "INSERT INTO child VALUES (" + random.nextInt(40) + ", " + key + ", 0)";
      case 4 -> "DELETE FROM child WHERE p = " + key;
      case 5 -> "UPDATE child SET p = " + other + " WHERE p = " + key;
      case 6 -> "INSERT INTO bag VALUES (" + key + ", 0)";
      case 7 -> "DELETE FROM bag WHERE p = " + key;
      default -> "UPDATE bag SET p = " + other + " WHERE p = " + key;
    };
  }

  @Test
  void threadsNeverLeaveAnOrphan() {
    SqlSession[] one = open(1);
    String name = "foreign-keys-" + number;
    one[0].run(TABLES);
    AtomicInteger committed = new AtomicInteger();
    List<Running> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Random random = new Random(t);
      threads.add(
          Running.start(
              () -> {
                try (SqlSession own = SqlSession.memory(name)) {
                  for (int i = 0; i < 60; i++) {
                    work(own, random, committed);
                  }
                }
              }));
    }
    threads.forEach(Running::end);

    assertThat(orphans(one[0])).isEmpty();
    assertThat(committed.get()).isPositive();
    end(one);
  }

  private static void work(SqlSession own, Random random, AtomicInteger committed) {
    try {
      own.one("BEGIN");
      for (int i = random.nextInt(3); i >= 0; i--) {
        own.one(change(random));
      }
      assertThat(orphans(own)).isEmpty();
      own.one("COMMIT");
      committed.incrementAndGet();
    } catch (DatabaseException e) {
      assertThat(e.sqlState()).isIn("40001", "23503", "23505");
      own.failure("ROLLBACK");
    }
  }
}
