package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Windows that run over partitions large enough for milestones, over stored traces. */
final class RunningWindowTest {
  private static final int ROWS = 700;

  private static String row(Random random, int id) {
    String value = random.nextInt(6) == 0 ? "NULL" : Integer.toString(random.nextInt(50));
    return "(%d, %d, %d, %s)".formatted(id, random.nextInt(2), random.nextInt(300), value);
  }

  private static void insert(SqlSession db, Random random, int from, int to) {
    List<String> rows = new ArrayList<>();
    for (int id = from; id < to; id++) {
      rows.add(row(random, id));
    }
    db.one("INSERT INTO t VALUES " + String.join(", ", rows));
  }

  @Test
  void aViewOverLargePartitionsFollowsChangesAnywhere() {
    String query =
        "SELECT id, ROW_NUMBER() OVER w AS n, RANK() OVER w AS r, DENSE_RANK() OVER w AS d,"
            + " SUM(v) OVER w AS s, MIN(v) OVER w AS m, AVG(CAST(v AS DOUBLE)) OVER w AS a,"
            + " COUNT(v) OVER (w ROWS UNBOUNDED PRECEDING) AS c, LAG(v, 2) OVER w AS l"
            + " FROM t WINDOW w AS (PARTITION BY g ORDER BY k DESC)";
    Random random = new Random(5);
    try (SqlSession db = SqlSession.memory()) {
      db.one("CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER, k INTEGER, v INTEGER)");
      insert(db, random, 0, ROWS);
      db.one("CREATE INCREMENTAL MATERIALIZED VIEW w AS " + query);

      for (int step = 0; step < 15; step++) {
        int at = random.nextInt(300);
        switch (step % 4) {
          case 0 -> insert(db, random, ROWS + 10 * step, ROWS + 10 * step + 1);
          case 1 -> db.one("DELETE FROM t WHERE k BETWEEN %d AND %d".formatted(at, at + 3));
          case 2 -> db.one("UPDATE t SET v = v + 1, k = k + 1 WHERE id % 90 = " + at % 90);
          default -> db.one("INSERT INTO t VALUES (%d, 0, -%d, 7)".formatted(2000 + step, step));
        }

        assertThat(db.rows("SELECT * FROM w")).as("step %d", step).isEqualTo(db.rows(query));
      }
    }
  }

  @Test
  void copiesAndPeersCountInRanks() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(
          "CREATE TABLE t (k INTEGER, x INTEGER);"
              + " INSERT INTO t VALUES (1, 0), (1, 0), (2, 0), (2, 1), (3, 0)");

      assertThat(db.ordered("SELECT k, x, RANK() OVER (ORDER BY k) FROM t"))
          .containsExactlyInAnyOrder("1,0,1", "1,0,1", "2,0,3", "2,1,3", "3,0,5");
      assertThat(db.ordered("SELECT k, RANK() OVER (ORDER BY k) FROM t"))
          .containsExactlyInAnyOrder("1,1", "1,1", "2,3", "2,3", "3,5");
      assertThat(db.ordered("SELECT k, PERCENT_RANK() OVER (ORDER BY k) FROM t"))
          .containsExactlyInAnyOrder("1,0.0", "1,0.0", "2,0.5", "2,0.5", "3,1.0");
      assertThat(db.ordered("SELECT k, CUME_DIST() OVER (ORDER BY k) FROM t"))
          .containsExactlyInAnyOrder("1,0.4", "1,0.4", "2,0.8", "2,0.8", "3,1.0");
    }
  }
}
