package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every aggregate over windows is what the same aggregate says of the rows of the frame, picked by
 * a condition: in queries, and in views after every commit of a random history.
 */
final class WindowAggregateTest {
  private static final List<String> AGGREGATES =
      List.of(
          "COUNT(*)",
          "COUNT(b.x)",
          "COUNT(b.x, b.s)",
          "COUNT((b.x, b.s))",
          "COUNT(DISTINCT b.x)",
          "COUNT(DISTINCT (b.x, b.s))",
          "COUNT(DISTINCT b.x, b.s)",
          "SUM(b.x)",
          "SUM(b.x ORDER BY b.y DESC)",
          "SUM(DISTINCT b.x ORDER BY b.x)",
          "AVG(b.x)",
          "MIN(b.s)",
          "MAX(b.x)",
          "ANY_VALUE(b.s)",
          "STDDEV_SAMP(b.x)",
          "VAR_POP(b.y)",
          "BOOL_AND(b.x > 1)",
          "BIT_XOR(b.x)",
          "COUNTIF(b.x > 1)",
          "COVAR_POP(b.x, b.y)",
          "CORR(b.x, b.y)",
          "REGR_COUNT(b.x, b.y)",
          "REGR_SLOPE(b.y, b.x)",
          "ARG_MIN(b.s, b.x)",
          "ARG_MAX(b.s, b.x)",
          "MODE(b.x)",
          "MODE() WITHIN GROUP (ORDER BY b.s DESC)",
          "MEDIAN(b.x)",
          "MEDIAN(DISTINCT b.x)",
          "PERCENTILE_CONT(b.y, 0.3)",
          "PERCENTILE_DISC(0.3) WITHIN GROUP (ORDER BY b.s DESC)",
          "STRING_AGG(b.s, '-')",
          "STRING_AGG(b.s, '-' ORDER BY b.x DESC, b.s)",
          "STRING_AGG(DISTINCT b.s, '-' ORDER BY b.s DESC)",
          "LISTAGG(b.s ORDER BY b.y NULLS FIRST)",
          "ARRAY_AGG(b.x)",
          "ARRAY_AGG(b.s ORDER BY b.x NULLS FIRST, b.y)");

  /** A frame, and which rows b it has for a row a. */
  private enum Frame {
    MOVING("RANGE BETWEEN 3 PRECEDING AND 1 FOLLOWING", "b.k BETWEEN a.k - 3 AND a.k + 1"),
    RUNNING("RANGE UNBOUNDED PRECEDING", "b.k <= a.k"),
    FALLING("RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING", "b.k >= a.k"),
    BEFORE("RANGE BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING", "b.k <= a.k - 2"),
    OTHERS(
        "RANGE BETWEEN 4 PRECEDING AND 4 FOLLOWING EXCLUDE GROUP",
        "b.k BETWEEN a.k - 4 AND a.k + 4 AND b.k <> a.k");

    private final String text;
    private final String condition;

    Frame(String text, String condition) {
      this.text = text;
      this.condition = condition;
    }
  }

  private final SqlSession db = SqlSession.memory();

  @BeforeEach
  void createTable() {
    db.one(
        "CREATE TABLE a (id INTEGER PRIMARY KEY, g INTEGER, k INTEGER NOT NULL, x INTEGER, y"
            + " INTEGER, s VARCHAR(3))");
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static String columns(String filter, String behind) {
    List<String> columns = new ArrayList<>();
    for (String aggregate : AGGREGATES) {
      columns.add(aggregate + filter + behind + " AS c" + columns.size());
    }
    return String.join(", ", columns);
  }

  private static String overWindow(Frame frame, String filter) {
    return "SELECT b.id, "
        + columns(filter, " OVER w")
        + " FROM a AS b WINDOW w AS (PARTITION BY b.g ORDER BY b.k "
        + frame.text
        + ")";
  }

  private static String ofRows(Frame frame, String filter) {
    String all =
        AGGREGATES.stream()
            .map(aggregate -> "l.c" + AGGREGATES.indexOf(aggregate))
            .collect(Collectors.joining(", "));
    return "SELECT a.id, "
        + all
        + " FROM a, LATERAL (SELECT "
        + columns(filter, "")
        + " FROM a AS b WHERE b.g IS NOT DISTINCT FROM a.g AND "
        + frame.condition
        + ") AS l";
  }

  private static String cell(Random random, int bound) {
    return random.nextInt(5) == 0 ? "NULL" : Integer.toString(random.nextInt(bound));
  }

  private static String row(Random random, int id) {
    String text = random.nextInt(5) == 0 ? "NULL" : "'" + (char) ('a' + random.nextInt(4)) + "'";
    return "(%d, %s, %d, %s, %s, %s)"
        .formatted(id, cell(random, 2), random.nextInt(12), cell(random, 4), cell(random, 6), text);
  }

  private void insert(Random random, int from, int to) {
    List<String> rows = new ArrayList<>();
    for (int id = from; id < to; id++) {
      rows.add(row(random, id));
    }
    db.one("INSERT INTO a VALUES " + String.join(", ", rows));
  }

  @Test
  void aQueryAggregatesTheRowsOfTheFrame() {
    insert(new Random(7), 0, 60);

    for (Frame frame : Frame.values()) {
      for (String filter : List.of("", " FILTER (WHERE b.y < 4)")) {
        assertThat(db.rows(overWindow(frame, filter)))
            .as("%s%s", frame, filter)
            .isEqualTo(db.rows(ofRows(frame, filter)));
      }
    }
  }

  @Test
  void viewsFollowEveryCommit() {
    Random random = new Random(11);
    List<Frame> kept = List.of(Frame.MOVING, Frame.RUNNING, Frame.OTHERS);
    String filter = " FILTER (WHERE b.y < 4)";
    insert(random, 0, 20);
    for (Frame frame : kept) {
      String query = overWindow(frame, frame == Frame.RUNNING ? "" : filter);
      db.one("CREATE INCREMENTAL MATERIALIZED VIEW " + frame + "_view AS " + query);
    }

    for (int step = 0; step < 12; step++) {
      insert(random, 20 + 3 * step, 23 + 3 * step);
      db.one("DELETE FROM a WHERE id % 7 = " + random.nextInt(7));
      db.one(
          "UPDATE a SET x = %s, k = k + 1 WHERE id %% 5 = %d"
              .formatted(cell(random, 4), random.nextInt(5)));

      for (Frame frame : kept) {
        assertThat(db.rows("SELECT * FROM " + frame + "_view"))
            .as("%s at step %d", frame, step)
            .isEqualTo(db.rows(ofRows(frame, frame == Frame.RUNNING ? "" : filter)));
      }
    }
    assertThat(db.rows("SELECT COUNT(*) > 20, COUNT(x) < COUNT(*), COUNT(DISTINCT k) > 5 FROM a"))
        .containsExactly("true,true,true");
  }
}
