package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** UNNEST in queries, and in views while the arrays change. */
class UnnestTest {
  private static final String TABLES =
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER, a INTEGER ARRAY, s VARCHAR(5) ARRAY,
                      m INTEGER ARRAY ARRAY);
      CREATE TABLE k (v INTEGER, name VARCHAR(5));
      """;

  /** A query over the rows below, and its rows. */
  static Stream<String> queries() {
    return """
    SELECT id, y FROM t CROSS JOIN UNNEST(t.a) AS u(y) => 1,1 1,2 1,null 4,5 4,5
    SELECT id, y, n FROM t, UNNEST(a) WITH ORDINALITY AS u(y, n) WHERE n > 1 => 1,2,2 1,null,3 4,5,2
    SELECT id, y, z, n FROM t, UNNEST(a, s) WITH ORDINALITY AS u(y, z, n) => 1,1,p,1 1,2,q,2 1,null,null,3 3,null,r,1 4,5,null,1 4,5,null,2
    SELECT id, y FROM t LEFT JOIN UNNEST(a) AS u(y) ON TRUE => 1,1 1,2 1,null 2,null 3,null 4,5 4,5
    SELECT id, y, n FROM t LEFT JOIN UNNEST(a) WITH ORDINALITY AS u(y, n) ON y > x => 1,2,2 2,null,null 3,null,null 4,null,null
    SELECT id, y FROM t JOIN UNNEST(a) AS u(y) ON y > x => 1,2
    SELECT id, z FROM t LEFT JOIN LATERAL (SELECT 7 AS z FROM UNNEST(a) AS u(y) WHERE y = x) AS l ON TRUE => 1,7 2,null 3,null 4,null
    SELECT id, z FROM t LEFT JOIN LATERAL (SELECT x AS z FROM UNNEST(a) AS u(y)) AS l ON TRUE => 1,1 1,1 1,1 2,null 3,null 4,null 4,null
    SELECT * FROM UNNEST(ARRAY[1, 2]) AS u(y) => 1 2
    SELECT * FROM UNNEST(ARRAY[1, 2], ARRAY['a']) WITH ORDINALITY => 1,a,1 2,null,2
    SELECT z FROM UNNEST(ARRAY[1, 2], ARRAY['a']) AS u(y, z) WHERE z IS NULL => null
    SELECT * FROM UNNEST(ARRAY[ROW(1, 'a'), NULL]) AS u(y, z) => 1,a null,null
    SELECT y FROM UNNEST(SELECT a FROM t) AS u(y) => 1 2 5 5 null
    SELECT id, y, z FROM t, UNNEST(a) AS u(y), UNNEST(s) AS w(z) => 1,1,p 1,1,q 1,2,p 1,2,q 1,null,p 1,null,q
    SELECT id, y, z FROM t, UNNEST(m) AS u(y), UNNEST(y) AS w(z) => 1,[1],1 1,[2, 3],2 1,[2, 3],3 4,[4],4
    SELECT y FROM t, UNNEST(ARRAY[t.id, t.x]) AS u(y) => 1 1 2 2 3 3 4 null
    SELECT id, y FROM UNNEST(ARRAY[1, 2]) AS u(y), t WHERE t.x = y => 1,1 2,2
    SELECT id, y FROM t RIGHT JOIN UNNEST(ARRAY[1, 9]) AS u(y) ON y = x => 1,1 null,9
    SELECT id, (SELECT SUM(y) FROM UNNEST(a) AS u(y)) FROM t => 1,3 2,null 3,null 4,10
    SELECT id, (SELECT COUNT(*) FROM UNNEST(a) AS u(y)) FROM t => 1,3 2,0 3,0 4,2
    SELECT id, (SELECT SUM(y) FROM UNNEST(a) AS u(y)), (SELECT COUNT(y) FROM UNNEST(a) AS u(y)) FROM t => 1,3,2 2,null,0 3,null,0 4,10,2
    SELECT id, (SELECT SUM(y) FROM UNNEST(ARRAY[t.x, 1]) AS u(y)) FROM t => 1,2 2,3 3,4 4,1
    SELECT id FROM t WHERE x IN (SELECT y FROM UNNEST(a) AS u(y)) => 1
    SELECT id FROM t WHERE x NOT IN (SELECT y FROM UNNEST(a) AS u(y)) => 2 3
    SELECT id FROM t WHERE 5 = ANY (SELECT y FROM UNNEST(a) AS u(y)) => 4
    SELECT id FROM t WHERE EXISTS (SELECT 1 FROM UNNEST(a) AS u(y) WHERE y > x) => 1
    SELECT id FROM t WHERE NOT EXISTS (SELECT 1 FROM UNNEST(a) AS u(y)) => 2 3
    SELECT id, (SELECT y FROM UNNEST(a) WITH ORDINALITY AS u(y, n) ORDER BY n DESC LIMIT 1) FROM t => 1,null 2,null 3,null 4,5
    SELECT id, name FROM t, LATERAL (SELECT name FROM UNNEST(a) AS u(y) JOIN k ON k.v = y) AS l => 1,one 4,five 4,five
    SELECT id, (SELECT COUNT(*) FROM k, UNNEST(t.a) AS u(y) WHERE k.v = y) FROM t => 1,1 2,0 3,0 4,2
    SELECT id, COUNT(*) FROM t, UNNEST(a) AS u(y) GROUP BY id => 1,3 4,2
    SELECT DISTINCT y FROM t, UNNEST(a) AS u(y) => 1 2 5 null
    SELECT id, (SELECT SUM(y) FROM k, UNNEST(ARRAY[k.v, t.x]) AS u(y)) FROM t => 1,8 2,10 3,12 4,6
    SELECT * FROM UNNEST(1) AS u(y) => 42883
    SELECT ARRAY_AGG(x ORDER BY id DESC) FROM t => [NULL, 3, 2, 1]
    SELECT ARRAY_AGG(x) FROM t => [1, 2, 3, NULL]
    SELECT ARRAY_AGG(x) FROM t WHERE id > 9 => null
    SELECT ARRAY_AGG(x ORDER BY x DESC NULLS LAST) FILTER (WHERE id <> 2) FROM t => [3, 1, NULL]
    SELECT id, ARRAY_AGG(x) FILTER (WHERE x > 1) FROM t GROUP BY id => 1,null 2,[2] 3,[3] 4,null
    SELECT ARRAY_AGG(DISTINCT y) FROM t, UNNEST(a) AS u(y) => [1, 2, 5, NULL]
    SELECT id, ARRAY_AGG(y ORDER BY n DESC) FROM t, UNNEST(a) WITH ORDINALITY AS u(y, n) GROUP BY id => 1,[NULL, 2, 1] 4,[5, 5]
    SELECT id, y FROM (SELECT id, ARRAY_AGG(x) AS l FROM t GROUP BY id) AS g, UNNEST(l) AS u(y) => 1,1 2,2 3,3 4,null
    SELECT y, z FROM (SELECT ARRAY_AGG(ROW(id, x) ORDER BY id DESC) AS l FROM t) AS g, UNNEST(l) AS u(y, z) => 1,1 2,2 3,3 4,null
    SELECT id, (SELECT ARRAY_AGG(name) FROM k WHERE v >= id) FROM t => 1,[five, one] 2,[five] 3,[five] 4,[five]
    SELECT id, ARRAY(SELECT v FROM k WHERE v >= t.id) FROM t => 1,[1, 5] 2,[5] 3,[5] 4,[5]
    """
        .lines();
  }

  @ParameterizedTest
  @MethodSource("queries")
  void queriesOverUnnest(String line) {
    String[] parts = line.split(" => ", 2);
    try (SqlSession sql = SqlSession.memory()) {
      sql.run(TABLES);
      sql.run(
          """
          INSERT INTO t VALUES
            (1, 1, ARRAY[1, 2, NULL], ARRAY['p', 'q'], ARRAY[ARRAY[1], ARRAY[2, 3]]),
            (2, 2, NULL, NULL, NULL), (3, 3, ARRAY[], ARRAY['r'], NULL),
            (4, NULL, ARRAY[5, 5], NULL, ARRAY[NULL, ARRAY[4]]);
          INSERT INTO k VALUES (1, 'one'), (5, 'five');
          """);
      boolean fails = parts[1].matches("[0-9A-Z]{5}");

      String result = fails ? sql.failure(parts[0]) : String.join(" ", sql.rows(parts[0])).strip();

      assertThat(result).isEqualTo(parts[1]);
    }
  }

  private static final Map<String, String> VIEWS = views();

  private static Map<String, String> views() {
    Map<String, String> views = new LinkedHashMap<>();
    views.put("flat", "SELECT id, y, n FROM t, UNNEST(a) WITH ORDINALITY AS u(y, n)");
    views.put("elements", "SELECT y FROM t, UNNEST(a) AS u(y)");
    views.put("padded", "SELECT id, y, z, n FROM t, UNNEST(a, s) WITH ORDINALITY AS u(y, z, n)");
    views.put("outside", "SELECT id, y FROM t LEFT JOIN UNNEST(a) AS u(y) ON y > x");
    views.put("nested", "SELECT id, y FROM t, UNNEST(m) AS w(z), UNNEST(z) AS u(y)");
    views.put("sums", "SELECT id, (SELECT SUM(y) FROM UNNEST(a) AS u(y)) AS s FROM t");
    views.put("counts", "SELECT y, COUNT(*) AS n FROM t, UNNEST(a) AS u(y) GROUP BY y");
    views.put("inside", "SELECT id FROM t WHERE x IN (SELECT y FROM UNNEST(a) AS u(y))");
    views.put("notInside", "SELECT id FROM t WHERE x NOT IN (SELECT y FROM UNNEST(a) AS u(y))");
    views.put("joined", "SELECT id, name FROM t, UNNEST(a) AS u(y), k WHERE k.v = y");
    views.put("whole", "SELECT DISTINCT a, s FROM t");
    views.put("grouped", "SELECT a, COUNT(*) AS n, MAX(s) AS hi FROM t GROUP BY a");
    views.put("pairs", "SELECT p.id, q.id AS other FROM t p JOIN t q ON p.a = q.a");
    views.put("lists", "SELECT x, ARRAY_AGG(id ORDER BY id DESC) AS l FROM t GROUP BY x");
    views.put(
        "more",
        "SELECT x, ARRAY_AGG(DISTINCT a) AS d, ARRAY_AGG(a) FILTER (WHERE id > 2) AS f"
            + " FROM t GROUP BY x");
    views.put("back", "SELECT x, y FROM lists, UNNEST(l) AS u(y)");
    views.put("onView", "SELECT y, q FROM padded, UNNEST(ARRAY[y, n]) AS u(q)");
    return views;
  }

  private enum Event {
    INSERT,
    GROW,
    SHRINK,
    REPLACE,
    MOVE,
    DELETE,
    OTHER_TABLE
  }

  @Test
  void viewsFollowTheirArrays() {
    Map<Event, Integer> changed = new EnumMap<>(Event.class);
    for (long seed = 1; seed <= 3; seed++) {
      Random random = new Random(seed);
      try (SqlSession sql = SqlSession.memory()) {
        sql.run(TABLES);
        sql.one("SET rewrite = 'off'");
        VIEWS.forEach(
            (name, query) ->
                sql.one("CREATE INCREMENTAL MATERIALIZED VIEW " + name + " AS " + query));
        for (int commit = 0; commit < 60; commit++) {
          Event event = Event.values()[random.nextInt(Event.values().length)];
          changed.merge(event, (int) sql.one(change(event, random)), Integer::sum);
          check(sql, "seed " + seed + ", commit " + commit);
        }
      }
    }
    assertThat(changed).hasSize(Event.values().length);
    assertThat(changed.values()).allMatch(rows -> rows > 0);
  }

  private static String change(Event event, Random random) {
    String some = " WHERE MOD(id, 3) = " + random.nextInt(3);
    return switch (event) {
      case INSERT ->
          "INSERT INTO t SELECT COALESCE(MAX(id), 0) + 1, %d, %s, %s, %s FROM t"
              .formatted(random.nextInt(4), numbers(random), texts(random), nested(random));
      case GROW -> "UPDATE t SET a = ARRAY_APPEND(COALESCE(a, ARRAY[]), x)" + some;
      case SHRINK -> "UPDATE t SET a = ARRAY_REMOVE(a, x), m = NULL" + some;
      case REPLACE -> "UPDATE t SET s = " + texts(random) + ", m = " + nested(random) + some;
      case MOVE -> "UPDATE t SET id = id + (SELECT MAX(id) FROM t)" + some;
      case DELETE -> "DELETE FROM t" + some + " AND x = " + random.nextInt(4);
      case OTHER_TABLE -> "INSERT INTO k VALUES (" + random.nextInt(4) + ", 'k')";
    };
  }

  private static String numbers(Random random) {
    int size = random.nextInt(5) - 1;
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      numbers.add(random.nextInt(4) == 0 ? "NULL" : String.valueOf(random.nextInt(4)));
    }
    return size < 0 ? "CAST(NULL AS INTEGER ARRAY)" : cast(numbers, "INTEGER ARRAY");
  }

  private static String cast(List<String> elements, String type) {
    return "CAST(ARRAY" + elements + " AS " + type + ")";
  }

  private static String texts(Random random) {
    return cast(List.of("'a'", "NULL", "'b'").subList(0, random.nextInt(4)), "VARCHAR(5) ARRAY");
  }

  private static String nested(Random random) {
    return cast(List.of(numbers(random), numbers(random)), "INTEGER ARRAY ARRAY");
  }

  private static void check(SqlSession sql, String when) {
    VIEWS.forEach(
        (name, query) ->
            assertThat(sql.rows("SELECT * FROM " + name))
                .as("%s, %s", name, when)
                .isEqualTo(sql.rows(query)));
    assertThat(sql.rows("SELECT * FROM flat")).as(when).isEqualTo(flattened(sql));
  }

  /** The elements of all arrays by a loop over the table. */
  private static List<String> flattened(SqlSession sql) {
    List<String> rows = new ArrayList<>();
    for (String row : sql.rows("SELECT id, a FROM t WHERE CARDINALITY(a) > 0")) {
      String id = row.substring(0, row.indexOf(','));
      String elements = row.substring(row.indexOf('[') + 1, row.length() - 1);
      int place = 1;
      for (String element : elements.split(", ", 0)) {
        rows.add(id + "," + (element.equals("NULL") ? "null" : element) + "," + place++);
      }
    }
    Collections.sort(rows);
    return rows;
  }
}
