package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.TickCosts;
import io.millrace.engine.circuit.TickStrategy;
import io.millrace.engine.circuit.Ways;
import io.millrace.engine.error.DatabaseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The oracle: after every commit of a random history each view holds what its query, recomputed
 * over the tables, yields.
 *
 * <p>{@code -Dmillrace.oracle.transactions=20000} runs the long form; {@code
 * -Dmillrace.oracle.seed=N} another history.
 */
class ViewOracleTest {
  private static final long SEED = Long.getLong("millrace.oracle.seed", 20261130L);
  private static final Map<String, String> VIEWS = views();

  private static Map<String, String> views() {
    Map<String, String> views = new LinkedHashMap<>();
    views.put(
        "groups",
        "SELECT g, COUNT(*) AS n, COUNT(v) AS nv, SUM(v) AS sv, AVG(v) AS av, MIN(v) AS lo,"
            + " MAX(s) AS hi FROM a GROUP BY g");
    views.put("pairs", "SELECT a.id, a.g, b.w, b.t FROM a JOIN b ON a.g = b.g");
    views.put(
        "revenue",
        "SELECT a.g, SUM(a.v * b.w) AS r, COUNT(*) AS n FROM a JOIN b ON a.g = b.g GROUP BY a.g");
    views.put("total", "SELECT COUNT(*) AS n, SUM(w) AS s, MIN(w) AS lo, MAX(t) AS hi FROM b");
    views.put("steps", "SELECT x.g, x.w, y.w AS z FROM b x JOIN b y ON x.g = y.g AND x.w < y.w");
    views.put("keys", "SELECT g, v FROM a UNION ALL SELECT k, k FROM c");
    views.put("triples", "SELECT a.id, b.w, c.x FROM a JOIN b ON a.g = b.g JOIN c ON b.w = c.k");
    views.put(
        "shown",
        "SELECT g + 1 AS h, CASE WHEN w > 5 THEN 'big' ELSE t END AS z FROM b"
            + " WHERE w IS NOT NULL OR t IS NULL");
    views.put("onviews", "SELECT z, COUNT(*) AS n, SUM(h) AS s FROM shown GROUP BY z");
    views.put(
        "exact",
        "SELECT k, SUM(d) AS sd, AVG(d) AS ad, AVG(x) AS ax, SUM(x) AS sx FROM c GROUP BY k");
    views.put(
        "lines",
        "SELECT g, COUNT(DISTINCT w, t) AS n, CORR(w, g) AS r, REGR_SLOPE(w, g) AS m,"
            + " COVAR_POP(w, g) FILTER (WHERE t <> 'x') AS c FROM b GROUP BY ROLLUP (g)");
    views.put(
        "lists",
        "SELECT g, STRING_AGG(t, ',' ORDER BY w DESC NULLS LAST) AS l, MODE(t) AS m,"
            + " MEDIAN(w) FILTER (WHERE w > 0) AS md, ARG_MAX(t, w) AS best,"
            + " PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY w) AS p FROM b GROUP BY g");
    views.put(
        "spread",
        "SELECT STRING_AGG(DISTINCT s, ';') AS l, MODE() WITHIN GROUP (ORDER BY v DESC) AS m,"
            + " PERCENTILE_CONT(0.3) WITHIN GROUP (ORDER BY v DESC) AS p, ARG_MIN(id, v) AS f"
            + " FROM a");
    views.put("theta", "SELECT a.id, c.k FROM a, c WHERE a.v > c.k AND a.s = 'x'");
    views.put("wide", "SELECT DISTINCT g, t FROM b");
    views.put(
        "around",
        "SELECT id, SUM(v) OVER (PARTITION BY g ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1"
            + " FOLLOWING) AS near, COUNT(*) OVER (ORDER BY v RANGE BETWEEN 2 PRECEDING AND CURRENT"
            + " ROW) AS n, LEAD(s) IGNORE NULLS OVER (PARTITION BY g ORDER BY id) AS t FROM a");
    views.put(
        "numbered",
        "SELECT g, w, ROW_NUMBER() OVER (PARTITION BY g ORDER BY w DESC) AS n, CUME_DIST() OVER"
            + " (ORDER BY w) AS c, AVG(w) OVER (PARTITION BY t) AS m FROM b");
    views.put(
        "leaders",
        "SELECT g, w, t FROM b QUALIFY DENSE_RANK() OVER (PARTITION BY g ORDER BY w) < 3");
    views.put(
        "ranked",
        "SELECT g, s, RANK() OVER (ORDER BY s DESC) AS r FROM"
            + " (SELECT g, SUM(v) AS s FROM a GROUP BY g) x");
    views.put(
        "chosen",
        "SELECT g, SUM(COUNT(*) FILTER (WHERE w IN (1, 3, 5, 7) AND (g, t) NOT IN ((1, 'x'), (2,"
            + " NULL)))) OVER (ORDER BY g) AS n FROM b GROUP BY g");
    views.put(
        "firsts",
        "SELECT a.id, q.w, q.t FROM a, LATERAL (SELECT w, t FROM b WHERE b.g <= a.g ORDER BY w"
            + " OFFSET 1 ROWS FETCH FIRST 2 ROWS WITH TIES) q");
    views.put(
        "before",
        "SELECT a.id, (SELECT SUM(l) FROM (SELECT LAG(w, 1, a.v) OVER (ORDER BY w) AS l FROM b"
            + " WHERE b.g = a.g) q) AS l, (SELECT MAX(n) FROM (SELECT SUM(w) OVER (ORDER BY t"
            + " GROUPS 1 PRECEDING) AS n FROM b WHERE b.g < a.g) q) AS n FROM a");
    views.put(
        "latest",
        "SELECT g, LAG(MAX(v) FILTER (WHERE v > 3), 1, -1) IGNORE NULLS OVER (ORDER BY g) AS l"
            + " FROM a GROUP BY g");
    return views;
  }

  @Test
  void everyViewEqualsItsQueryAfterEveryCommit() {
    check(Integer.getInteger("millrace.oracle.transactions", 1200), TickCosts.MEASURED);
  }

  @Test
  void itDoesWhicheverWayTicksGo() {
    check(Integer.getInteger("millrace.oracle.transactions", 600), Ways.random(SEED));
  }

  private static void check(int transactions, TickStrategy strategy) {
    long seed = SEED;
    RandomHistory history = new RandomHistory(seed);
    Random random = new Random(seed);
    List<List<String>> done = new ArrayList<>();
    try (SqlSession db = SqlSession.memory(strategy)) {
      create(db);
      for (int i = 0; i < transactions; i++) {
        List<String> transaction = new ArrayList<>(history.transaction());
        if (random.nextInt(12) == 0) {
          transaction.add(suspendOrResume(random));
        }
        done.add(transaction);
        run(db, transaction);
        String difference = difference(db);
        if (difference != null) {
          throw new AssertionError(
              "seed "
                  + seed
                  + ", transaction "
                  + i
                  + ": "
                  + difference
                  + "\n"
                  + shrunk(done, strategy));
        }
      }
    }
    assertThat(history.events().keySet())
        .as("the history must contain every event to prove anything")
        .isEqualTo(EnumSet.allOf(RandomHistory.Event.class));
  }

  /** More often the second, since it takes one for each view that is suspended with another. */
  private static String suspendOrResume(Random random) {
    String view = List.copyOf(VIEWS.keySet()).get(random.nextInt(VIEWS.size()));
    return "ALTER MATERIALIZED VIEW "
        + view
        + (random.nextInt(3) == 0 ? " SUSPEND CASCADE" : " RESUME");
  }

  private static void create(SqlSession db) {
    db.run(RandomHistory.TABLES);
    db.one("SET rewrite = 'off'");
    VIEWS.forEach(
        (name, query) -> db.one("CREATE INCREMENTAL MATERIALIZED VIEW " + name + " AS " + query));
  }

  private static void run(SqlSession db, List<String> transaction) {
    for (String statement : transaction) {
      try {
        db.one(statement);
      } catch (DatabaseException e) {
        // Duplicate keys, overflow and the like are part of a history; what they leave is checked.
        assertThat(e.sqlState()).as("%s: %s", statement, e.getMessage()).matches("2.*|55000");
      }
    }
  }

  private static @Nullable String difference(SqlSession db) {
    for (Map.Entry<String, String> view : VIEWS.entrySet()) {
      List<String> kept = db.rows("SELECT * FROM " + view.getKey());
      List<String> recomputed = db.rows(view.getValue());
      if (!kept.equals(recomputed)) {
        return "view " + view.getKey() + " holds " + kept + " but its query gives " + recomputed;
      }
    }
    return null;
  }

  /** A shorter history that fails as well: transactions are left out as long as it still does. */
  private static String shrunk(List<List<String>> history, TickStrategy strategy) {
    List<List<String>> shortest = new ArrayList<>(history);
    for (int chunk = Math.max(1, shortest.size() / 2); chunk > 0; chunk /= 2) {
      for (int from = 0; from + chunk <= shortest.size(); ) {
        List<List<String>> shorter = new ArrayList<>(shortest);
        shorter.subList(from, from + chunk).clear();
        if (fails(shorter, strategy)) {
          shortest = shorter;
        } else {
          from += chunk;
        }
      }
    }
    return "shortest history that fails: " + shortest;
  }

  private static boolean fails(List<List<String>> history, TickStrategy strategy) {
    try (SqlSession db = SqlSession.memory(strategy)) {
      create(db);
      history.forEach(transaction -> run(db, transaction));
      return difference(db) != null;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
