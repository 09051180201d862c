package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultLifeTest {
  @Test
  void rowsStayReadableAfterTheirTransactionEndsAndItsPagesAreOverwritten(@TempDir Path folder) {
    DatabaseLocation location =
        new DatabaseLocation(DatabaseLocation.Kind.FILE, folder.resolve("db").toString());
    try (Session session = Database.connect(location, new SessionOptions(Map.of()))) {
      run(session, "CREATE TABLE t (id INTEGER PRIMARY KEY, s VARCHAR(1000))");
      for (int i = 0; i < 200; i++) {
        run(session, "INSERT INTO t VALUES (" + i + ", '" + "x".repeat(900) + "')");
      }
      run(session, "CHECKPOINT");
      session.setAutoCommit(false);
      StatementResult.Rows result =
          (StatementResult.Rows)
              session.execute(
                  session.prepare("SELECT id, s FROM t ORDER BY id"),
                  List.of(),
                  new ExecutionOptions(0, 0));
      RowStream rows = result.rows();
      assertThat(rows.next()).isTrue();
      session.commit();
      session.setAutoCommit(true);
      for (int round = 0; round < 5; round++) {
        run(session, "UPDATE t SET s = '" + "y".repeat(900) + round + "'");
        run(session, "CHECKPOINT");
      }

      long count = 1;
      while (rows.next()) {
        assertThat(rows.value(1)).isEqualTo("x".repeat(900));
        count++;
      }
      assertThat(count).isEqualTo(200);
    }
  }

  private static void run(Session session, String sql) {
    session.execute(session.prepare(sql), List.of(), new ExecutionOptions(0, 0));
  }
}
