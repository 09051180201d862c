package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.DatabaseException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Money moves between accounts in many threads; no reader ever sees it missing. */
@Timeout(120)
class ConcurrencyTest {
  private static final int ACCOUNTS = 8;
  private static final int TRANSFERS = 150;

  @TempDir Path folder;

  private void transfer(SqlSession db, Random random) {
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    while (true) {
      try {
        db.one("BEGIN");
        db.one("UPDATE account SET balance = balance - 5 WHERE id = ?", from);
        db.one("UPDATE account SET balance = balance + 5 WHERE id = ?", to);
        db.one("COMMIT");
        return;
      } catch (DatabaseException e) {
        assertThat(e.sqlState()).isEqualTo("40001");
        db.one("ROLLBACK");
      }
    }
  }

  private static void look(SqlSession db, String isolation) {
    db.one("BEGIN TRANSACTION ISOLATION LEVEL " + isolation);
    List<String> table = db.rows("SELECT SUM(balance), COUNT(*) FROM account");
    List<String> view = db.rows("SELECT s, n FROM total");
    List<String> groups = db.rows("SELECT SUM(s), SUM(n) FROM branches");
    db.one("COMMIT");
    assertThat(table).containsExactly("800,8");
    assertThat(view).containsExactly("800,8");
    assertThat(groups).containsExactly("800,8");
  }

  @Test
  void moneyIsNeitherMadeNorLost() {
    Map<String, String> properties = Map.of("durability", "normal");
    Path database = folder.resolve("db");
    try (SqlSession db = SqlSession.file(database, properties)) {
      db.run("CREATE TABLE account (id INTEGER PRIMARY KEY, branch INTEGER, balance INTEGER)");
      for (int i = 0; i < ACCOUNTS; i++) {
        db.one("INSERT INTO account VALUES (?, ?, 100)", i, i % 3);
      }
      db.one("SET rewrite = 'off'");
      KeptViews views = new KeptViews();
      views.create(db, "total", "SELECT SUM(balance) AS s, COUNT(*) AS n FROM account");
      views.create(
          db,
          "branches",
          "SELECT branch, SUM(balance) AS s, COUNT(*) AS n FROM account GROUP BY branch");
      long version = db.session().version();
      AtomicInteger writing = new AtomicInteger(4);
      List<Running> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(t);
        threads.add(
            Running.start(
                () -> {
                  try (SqlSession own = SqlSession.file(database, properties)) {
                    for (int i = 0; i < TRANSFERS; i++) {
                      transfer(own, random);
                    }
                  } finally {
                    writing.decrementAndGet();
                  }
                }));
      }
      AtomicInteger looks = new AtomicInteger();
      for (String isolation : List.of("REPEATABLE READ", "SERIALIZABLE")) {
        threads.add(
            Running.start(
                () -> {
                  try (SqlSession own = SqlSession.file(database, properties)) {
                    own.one("SET rewrite = 'off'");
                    while (writing.get() > 0) {
                      look(own, isolation);
                      looks.incrementAndGet();
                    }
                  }
                }));
      }
      threads.add(
          Running.start(
              () -> {
                try (SqlSession own = SqlSession.file(database, properties)) {
                  while (writing.get() > 0) {
                    own.one("CHECKPOINT");
                  }
                }
              }));
      threads.forEach(Running::end);
      assertThat(looks.get()).isPositive();
      assertThat(db.session().version()).isEqualTo(version + 4 * TRANSFERS);
      views.check(db, "after all transfers");
    }
    try (SqlSession db = SqlSession.file(database)) {
      look(db, "REPEATABLE READ");
    }
  }
}
