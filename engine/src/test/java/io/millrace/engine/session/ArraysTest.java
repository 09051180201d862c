package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** ARRAY and ROW values: in expressions, tables, keys, indexes and views. */
class ArraysTest {
  /** An expression over the row below, and its text, or the SQLSTATE with which it fails. */
  static Stream<String> expressions() {
    return """
    ARRAY[1, 2, NULL] => [1, 2, NULL]
    ARRAY[1, 2.5] => [1.0, 2.5]
    ARRAY['a', 'bcd '] => [a, "bcd "]
    ARRAY['', 'null', 'x,y', 'q"', 'b\\', NULL] => ["", "null", "x,y", "q\\"", "b\\\\", NULL]
    ARRAY[ARRAY[1], ARRAY[]] => [[1], []]
    ARRAY[] => []
    ARRAY[DATE '2024-01-02'] => [2024-01-02]
    ARRAY[X'00ff'] => [00ff]
    ARRAY[1, 'x'] => 42804
    ARRAY[1, ARRAY[1]] => 42804
    n[1] => 3
    n[2] => null
    n[3] => null
    n[0] => null
    n[-1] => null
    n[i] => 3
    nothing[1] => null
    n[CAST(NULL AS INTEGER)] => null
    n[1.5] => 42883
    ARRAY[ARRAY[1], ARRAY[2, 3]][2][1] => 2
    CARDINALITY(n) => 2
    ARRAY_LENGTH(ARRAY[]) => 0
    ARRAY_SIZE(nothing) => null
    n || ARRAY[4] => [3, NULL, 4]
    n || nothing => null
    n || ARRAY[4.5] => [3.0, NULL, 4.5]
    n || 4 => 42883
    ARRAY_CONCAT(n, n, ARRAY[1]) => [3, NULL, 3, NULL, 1]
    ARRAY_APPEND(n, 4) => [3, NULL, 4]
    ARRAY_APPEND(n, NULL) => [3, NULL, NULL]
    ARRAY_APPEND(nothing, 4) => null
    ARRAY_APPEND(n, 4.5) => [3.0, NULL, 4.5]
    ARRAY_APPEND(t, 'longer than its column') => [b, a, longer than its column]
    ARRAY_PREPEND(n, 4) => [4, 3, NULL]
    ARRAY_REPEAT('x', 2) => [x, x]
    ARRAY_REPEAT('x', -1) => []
    ARRAY_REPEAT('x', CAST(NULL AS INTEGER)) => null
    ARRAY_REPEAT(1, 2000000000) => 54000
    ARRAY_REPEAT(ARRAY_REPEAT('twenty characters...', 1000000), 1000000) => 54000
    CARDINALITY(ARRAY_REPEAT(1, 1000000)) => 1000000
    ARRAY_REVERSE(n) => [NULL, 3]
    ARRAY_CONTAINS(n, 3) => true
    ARRAY_CONTAINS(n, 3.0) => true
    ARRAY_CONTAINS(n, 4) => false
    ARRAY_CONTAINS(n, CAST(NULL AS INTEGER)) => null
    ARRAY_CONTAINS(nothing, 3) => null
    ARRAY_POSITION(t, 'a') => 2
    ARRAY_POSITION(t, 'c') => 0
    ARRAY_REMOVE(ARRAY[1, 2, NULL, 1], 1) => [2, NULL]
    ARRAY_COMPACT(n) => [3]
    ARRAY_DISTINCT(ARRAY[2, 1, 2, NULL, NULL]) => [2, 1, NULL]
    ARRAY_UNION(ARRAY[2, NULL], ARRAY[1, 2, NULL]) => [2, NULL, 1]
    ARRAY_INTERSECT(ARRAY[2, 2, NULL, 3], ARRAY[NULL, 2]) => [2, NULL]
    ARRAY_EXCEPT(ARRAY[2, 3, 3, NULL], ARRAY[NULL, 2]) => [3]
    ARRAYS_OVERLAP(ARRAY[1, NULL], ARRAY[NULL, 2]) => false
    ARRAYS_OVERLAP(ARRAY[1, 2], ARRAY[NULL, 2]) => true
    ARRAY_MAX(n) => 3
    ARRAY_MIN(ARRAY[CAST(NULL AS INTEGER)]) => null
    SORT_ARRAY(ARRAY[2, NULL, 1]) => [1, 2, NULL]
    SORT_ARRAY(ARRAY[2, NULL, 1], FALSE) => [NULL, 2, 1]
    ARRAY_TO_STRING(ARRAY['a', NULL, 'b'], '-') => a-b
    ARRAY_TO_STRING(ARRAY['a', NULL, 'b'], '-', '?') => a-?-b
    STRING_TO_ARRAY('a,b,,c', ',') => [a, b, "", c]
    STRING_TO_ARRAY('a,b', ',', 'b') => [a, NULL]
    STRING_TO_ARRAY('ab', NULL) => [a, b]
    STRING_TO_ARRAY('', ',') => []
    n = ARRAY[3, NULL] => true
    n = ARRAY[3.0, NULL] => true
    n < ARRAY[3] => false
    n > ARRAY[3, 4] => true
    n <> nothing => null
    n IS NOT DISTINCT FROM nothing => false
    nothing IS NULL => true
    n IN (ARRAY[1], ARRAY[3, NULL]) => true
    n BETWEEN ARRAY[3] AND ARRAY[4] => true
    n = 3 => 42883
    n + 1 => 42883
    SUM(n) => 42883
    1 MEMBER OF n => 0A000
    CAST(n AS VARCHAR) => [3, NULL]
    n::VARCHAR(3) => [3,
    CAST(n AS VARCHAR) || '!' => [3, NULL]!
    CAST(n AS BIGINT ARRAY) => [3, NULL]
    CAST(n AS VARCHAR ARRAY) => [3, NULL]
    CAST(ARRAY['7'] AS INTEGER ARRAY)[1] + 1 => 8
    CAST(t AS INTEGER ARRAY) => 22018
    TRY_CAST(t AS INTEGER ARRAY) => null
    CAST(ARRAY[1e10] AS INTEGER ARRAY) => 22003
    CAST(n AS INTEGER) => 42846
    CAST('x' AS INTEGER ARRAY) => 42846
    CAST(1 AS INTEGER ARRAY) => 42846
    ROW(1, 'a', NULL) => (1, a, NULL)
    ROW(i, 2) = ROW(1, 2) => true
    ROW(i, nobody) = ROW(1, 2) => null
    ROW(i, nobody) = ROW(2, 2) => false
    ROW(i, nobody) <> ROW(2, 2) => true
    ROW(i, nobody) < ROW(1, 2) => null
    ROW(i, nobody) < ROW(2, 2) => true
    ROW(i, 2) <= ROW(1, 2) => true
    ROW(i, nobody) IS NULL => false
    ROW(i, nobody) IS NOT NULL => false
    ROW(nobody, nobody) IS NULL => true
    ROW(i, nobody) IS NOT DISTINCT FROM ROW(1, nobody) => true
    ARRAY[ROW(i, nobody)] = ARRAY[ROW(1, nobody)] => true
    """
        .lines();
  }

  @ParameterizedTest
  @MethodSource("expressions")
  void expressionsOverArraysAndRows(String line) {
    String[] parts = line.split(" => ", 2);
    try (SqlSession sql = SqlSession.memory()) {
      sql.run(
          """
          CREATE TABLE v (i INTEGER, nobody INTEGER, n INTEGER ARRAY, nothing INTEGER ARRAY,
                          t VARCHAR(2) ARRAY);
          INSERT INTO v VALUES (1, NULL, ARRAY[3, NULL], NULL, ARRAY['b', 'a']);
          """);
      String query = "SELECT " + parts[0] + " FROM v";
      boolean fails = parts[1].matches("[0-9A-Z]{5}");

      String result = fails ? sql.failure(query) : sql.rows(query).get(0);

      assertThat(result).isEqualTo(parts[1]);
    }
  }

  @Test
  void arraysAreOrderedGroupedJoinedAndDistinct() {
    try (SqlSession sql = SqlSession.memory()) {
      sql.run(
          """
          CREATE TABLE v (id INTEGER, a INTEGER ARRAY);
          INSERT INTO v VALUES (1, ARRAY[2]), (2, ARRAY[1, NULL]), (3, ARRAY[1]), (4, NULL),
                               (5, ARRAY[]), (6, ARRAY[1, 5]), (7, ARRAY[1]), (8, ARRAY[NULL]);
          """);

      assertThat(sql.ordered("SELECT a FROM v ORDER BY a, id"))
          .containsExactly("[]", "[1]", "[1]", "[1, 5]", "[1, NULL]", "[2]", "[NULL]", "null");
      assertThat(sql.ordered("SELECT a FROM v ORDER BY a DESC LIMIT 2"))
          .containsExactly("null", "[NULL]");
      assertThat(sql.rows("SELECT COUNT(*), a FROM v GROUP BY a HAVING COUNT(*) > 1"))
          .containsExactly("2,[1]");
      assertThat(sql.rows("SELECT COUNT(DISTINCT a), MIN(a), MAX(a) FROM v"))
          .containsExactly("6,[],[NULL]");
      assertThat(sql.rows("SELECT x.id, y.id FROM v x JOIN v y ON x.a = y.a AND x.id < y.id"))
          .containsExactly("3,7");
      assertThat(sql.rows("SELECT id FROM v WHERE a IN (SELECT a FROM v WHERE id > 6)"))
          .containsExactly("3", "7", "8");
      assertThat(sql.rows("SELECT a FROM v EXCEPT SELECT a FROM v WHERE id < 8"))
          .containsExactly("[NULL]");
    }
  }

  @Test
  void rowsWithNullFieldsDoNotJoinByEquality() {
    try (SqlSession sql = SqlSession.memory()) {
      sql.run(
          """
          CREATE TABLE v (a INTEGER, b INTEGER);
          INSERT INTO v VALUES (1, 2), (1, NULL);
          """);
      String sides = "(SELECT ROW(a, b) AS r FROM v) x JOIN (SELECT ROW(a, b) AS r FROM v) y ON ";

      assertThat(sql.rows("SELECT x.r FROM " + sides + "x.r = y.r")).containsExactly("(1, 2)");
      assertThat(sql.rows("SELECT x.r FROM " + sides + "x.r IS NOT DISTINCT FROM y.r"))
          .containsExactly("(1, 2)", "(1, NULL)");
      assertThat(sql.rows("SELECT COUNT(DISTINCT (a, b)) FROM v")).containsExactly("2");
    }
  }

  @Test
  void whatAnArrayColumnCannotHoldIsRefusedWhole() {
    try (SqlSession sql = SqlSession.memory()) {
      sql.run("CREATE TABLE v (id INTEGER PRIMARY KEY, a INTEGER ARRAY, t VARCHAR(2) ARRAY)");
      sql.run("INSERT INTO v(id, t) VALUES (1, ARRAY['ab  '])");

      assertThat(sql.failure("INSERT INTO v(id, t) VALUES (2, ARRAY['ab', 'abc'])"))
          .isEqualTo("22001");
      assertThat(sql.failure("UPDATE v SET t = ARRAY['abc']")).isEqualTo("22001");
      assertThat(sql.failure("INSERT INTO v(id, a) SELECT 2, ARRAY[3000000000]"))
          .isEqualTo("22003");
      assertThat(sql.failure("INSERT INTO v(id, a) VALUES (2, ARRAY[TRUE])")).isEqualTo("42804");
      assertThat(sql.failure("INSERT INTO v(id, a) VALUES (2, 'x')")).isEqualTo("42804");
      assertThat(sql.failure("INSERT INTO v(id, a) VALUES (2, 1)")).isEqualTo("42804");
      assertThat(sql.failure("INSERT INTO v(id, a) VALUES (2, ARRAY_REPEAT(1, 4000000))"))
          .isEqualTo("54000");
      assertThat(sql.rows("SELECT * FROM v")).containsExactly("1,null,[ab]");
      assertThat(sql.failure("CREATE TABLE r (x ROW(a INTEGER) ARRAY)")).isEqualTo("0A000");
      assertThat(sql.failure("CREATE TABLE r (x INTEGER" + " ARRAY".repeat(17) + ")"))
          .isEqualTo("0A000");
    }
  }

  @Test
  void arraysAreKeysAndOutliveTheProcess(@TempDir Path folder) {
    String look = "SELECT id FROM k WHERE a = ARRAY['x', NULL]";
    try (SqlSession sql = SqlSession.file(folder.resolve("db"))) {
      sql.run(
          """
          CREATE TABLE k (a VARCHAR(5) ARRAY, id INTEGER DEFAULT CARDINALITY(ARRAY[1, 2]),
                          m INTEGER ARRAY ARRAY UNIQUE, PRIMARY KEY (a));
          INSERT INTO k(a, m) VALUES (ARRAY['x', NULL], ARRAY[ARRAY[1], NULL]);
          INSERT INTO k VALUES (ARRAY['x'], 7, NULL), (ARRAY[], 8, ARRAY[ARRAY[]]);
          CREATE INDEX k_m ON k(m DESC);
          CREATE INCREMENTAL MATERIALIZED VIEW w AS
            SELECT ARRAY_APPEND(a, 'y') AS b, ROW(id, m) AS r, m FROM k WHERE a <> ARRAY['x'];
          """);
      assertThat(sql.failure("INSERT INTO k(a) VALUES (ARRAY['x', NULL])")).isEqualTo("23505");
      assertThat(sql.failure("INSERT INTO k VALUES (ARRAY['z'], 1, ARRAY[ARRAY[]])"))
          .isEqualTo("23505");
      assertThat(sql.rows(look)).containsExactly("2");
    }

    try (SqlSession sql = SqlSession.file(folder.resolve("db"))) {
      sql.run("UPDATE k SET m = m || ARRAY[ARRAY[9]] WHERE a = ARRAY[]");

      assertThat(sql.rows(look)).containsExactly("2");
      assertThat(sql.ordered("SELECT m FROM k ORDER BY m DESC"))
          .containsExactly("null", "[[1], NULL]", "[[], [9]]");
      assertThat(sql.rows("SELECT * FROM w"))
          .containsExactly(
              "[x, NULL, y],(2, [[1], NULL]),[[1], NULL]", "[y],(8, [[], [9]]),[[], [9]]");
      assertThat(sql.rows("SELECT b FROM w WHERE m = ARRAY[ARRAY[], ARRAY[9]]"))
          .containsExactly("[y]");
    }
  }

  @Test
  void parametersAreListsAndArraysOfJava() {
    try (SqlSession sql = SqlSession.memory()) {
      sql.run("CREATE TABLE v (id INTEGER, a INTEGER ARRAY, m VARCHAR ARRAY ARRAY)");
      sql.one(
          "INSERT INTO v VALUES (?, ?, ?)",
          1,
          Arrays.asList(1, null, 2L),
          new String[][] {{"a", null}, {}});
      sql.one("INSERT INTO v VALUES (?, ?, ?)", 2, new int[] {4}, List.of());

      assertThat(sql.rows("SELECT * FROM v"))
          .containsExactly("1,[1, NULL, 2],[[a, NULL], []]", "2,[4],[]");
      assertThat(sql.rows("SELECT id FROM v WHERE a = ?", List.of("4"))).containsExactly("2");
      assertThat(sql.rows("SELECT CARDINALITY(CAST(? AS INTEGER ARRAY))", List.of(1, 2, 3)))
          .containsExactly("3");
    }
  }
}
