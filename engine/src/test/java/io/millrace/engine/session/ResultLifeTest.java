package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.storage.store.SpaceReuse;
import io.millrace.storage.store.Store;
import io.millrace.storage.store.StoreOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultLifeTest {
  private static final int ROWS = 2_000;
  private static final int ROUNDS = 20;

  /** The least cache that there is: no page of the result stays in it for long. */
  private static final StoreOptions OPTIONS = StoreOptions.defaults().withCacheSizeBytes(1);

  @Test
  void rowsStayReadableAfterTheirTransactionEndsAndItsPagesAreOverwritten(@TempDir Path folder) {
    DatabaseLocation location =
        new DatabaseLocation(DatabaseLocation.Kind.FILE, folder.resolve("db").toString());
    try (Session session = Database.connect(location, new SessionOptions(Map.of()))) {
      fill(session);
    }
    Store store = Store.open(folder.resolve("db"), OPTIONS);
    SpaceReuse.atOnce(store);
    Database database = new Database(location, "off", store);
    try (Session session = new Session(database, new SessionOptions(Map.of()))) {
      session.setAutoCommit(false);
      RowStream rows = rows(session, "SELECT s FROM t");
      assertThat(rows.next()).isTrue();
      session.commit();
      session.setAutoCommit(true);
      for (int round = 0; round < ROUNDS; round++) {
        run(session, "UPDATE t SET s = '" + "y".repeat(900) + "' WHERE n = " + round % 10);
        run(session, "CHECKPOINT");
      }

      long count = 1;
      while (rows.next()) {
        assertThat(rows.value(0)).isEqualTo("x".repeat(900));
        count++;
      }
      assertThat(count).isEqualTo(ROWS);
      rows.close();
    } finally {
      database.close();
    }
  }

  private static void fill(Session session) {
    run(session, "CREATE TABLE d (n INTEGER)");
    run(session, "INSERT INTO d VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)");
    run(session, "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, s VARCHAR(1000))");
    run(
        session,
        "INSERT INTO t SELECT a.n + 10 * b.n + 100 * c.n + 1000 * e.n, a.n, REPEAT('x', 900)"
            + " FROM d a, d b, d c, d e WHERE e.n < 2");
  }

  private static RowStream rows(Session session, String query) {
    StatementResult result =
        session.execute(session.prepare(query), List.of(), ExecutionOptions.NONE);
    return ((StatementResult.Rows) result).rows();
  }

  private static void run(Session session, String sql) {
    session.execute(session.prepare(sql), List.of(), ExecutionOptions.NONE);
  }
}
