package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.DatabaseException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forms of queries, where {@code shapes.test} cannot say what must come of them. */
class QueryFormsTest {
  private SqlSession db;

  @BeforeEach
  void open() {
    db = SqlSession.memory();
    db.run(
        """
        CREATE TABLE t (k INTEGER, v INTEGER);
        CREATE TABLE u (k INTEGER, w INTEGER);
        INSERT INTO t VALUES (1, 10), (1, 20), (2, 5), (NULL, 7), (3, NULL);
        INSERT INTO u VALUES (1, 20), (2, 30), (2, 40);
        """);
  }

  @AfterEach
  void close() {
    db.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "(SELECT k FROM t ORDER BY k LIMIT 3) ORDER BY k DESC LIMIT 2 # 2 1",
        "((SELECT k FROM t) UNION (SELECT w FROM u) ORDER BY k LIMIT 4) ORDER BY 1 DESC LIMIT 2"
            + " # 20 3",
        "SELECT * FROM ((SELECT k FROM t ORDER BY k LIMIT 3) ORDER BY k DESC LIMIT 1) AS r # 2",
        "WITH r AS ((SELECT v FROM t ORDER BY v) ORDER BY v DESC NULLS LAST LIMIT 1)"
            + " SELECT v FROM r # 20",
        "(WITH r AS (SELECT v FROM t) SELECT v FROM r ORDER BY v LIMIT 2) ORDER BY v DESC # 7 5",
        "SELECT DISTINCT ON (k) v FROM t ORDER BY k DESC NULLS LAST, v DESC # null 5 20 7",
      })
  void orderAndLimitApplyFromInsideOut(String sql, String rows) {
    assertThat(String.join(" ", db.ordered(sql))).isEqualTo(rows);

    db.one("SET optimizer = 'off'");
    assertThat(String.join(" ", db.ordered(sql))).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "SELECT (SELECT SUM(t.v) FROM u) FROM t # 0A000",
        "SELECT (SELECT SUM(t.v)) FROM t # 0A000",
        "SELECT k FROM t GROUP BY k HAVING EXISTS (SELECT 1 FROM u HAVING MAX(t.v) > 7) # 0A000",
        "SELECT (SELECT COUNT(*) FILTER (WHERE t.v > 1) FROM u) FROM t # 0A000",
        "SELECT (SELECT MAX((SELECT t.v)) FROM u) FROM t # 0A000",
        "SELECT k, (SELECT COUNT(*) + t.v FROM u) FROM t GROUP BY k # 42803",
        "SELECT (SELECT u.w + COUNT(*) FROM u) FROM t # 42803",
        "SELECT v FROM t ORDER BY v FETCH FIRST ? ROWS WITH TIES # 0A000",
        "SELECT (SELECT MAX(w) FROM (SELECT w FROM u WHERE u.k = t.k ORDER BY w"
            + " FETCH FIRST ? ROWS WITH TIES) AS r) FROM t # 0A000",
        "SELECT DISTINCT ON (k) k, v FROM t ORDER BY v # 42P10",
        "SELECT DISTINCT ON (k, v) k, v FROM t ORDER BY k, k + v, v # 42P10",
        "SELECT DISTINCT ON (3) k, v FROM t # 42P10",
        "SELECT DISTINCT ON (0) k, v FROM t # 42P10",
        "SELECT DISTINCT ON (2) t.*, v FROM t # 0A000",
        "SELECT DISTINCT ON (k) k FROM t ORDER BY k, RANK() OVER (ORDER BY v) # 0A000",
        "SELECT DISTINCT ON (k) k FROM t QUALIFY RANK() OVER (ORDER BY v) = 1 # 0A000",
        "SELECT DISTINCT ON (x) k FROM t # 42703",
        "SELECT ALL ON (k) k FROM t # 42601",
        "SELECT DISTINCT ON k FROM t # 42601",
        "SELECT k FROM t GROUP BY k HAVING RANK() OVER (ORDER BY k) > 1 # 42P20",
        "SELECT k FROM t GROUP BY k HAVING (SELECT MAX(v) OVER () FROM t LIMIT 1) # 42804",
        "SELECT * FROM (t JOIN u ON t.k = u.k ORDER BY 1) # 42000",
        "SELECT * WHERE 1 = 1 # 42000",
        "SELECT (SELECT COUNT(x) FROM (SELECT nosuch AS x FROM u) AS r) FROM t # 42703",
        "SELECT (SELECT COUNT(x) FROM nosuch) FROM t # 42P01",
        "SELECT (SELECT COUNT(x) FROM (SELECT u.k AS x FROM u GROUP BY w) AS r) FROM t # 42803",
        "SELECT (SELECT COUNT(k) FROM u AS u1, u AS u2) FROM t # 42702",
        "SELECT ARRAY(SELECT k, w FROM u) # 42601",
        "SELECT ARRAY(SELECT * FROM u) # 42000",
        "SELECT ARRAY(SELECT k FROM u ORDER BY nosuch) # 42703",
        "SELECT 1 WHERE k = 1 # 42703",
      })
  void whatHasNoMeaningIsRefused(String sql, String sqlState) {
    assertThatThrownBy(() -> db.one(sql))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.sqlState()).as(e.getMessage()).isEqualTo(sqlState));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "SELECT ARRAY(SELECT v FROM t ORDER BY v DESC) # [NULL, 20, 10, 7, 5]",
        "SELECT ARRAY(SELECT v FROM t ORDER BY v NULLS FIRST LIMIT 2) # [NULL, 5]",
        "SELECT ARRAY(SELECT v FROM t ORDER BY k DESC NULLS LAST, v) # [NULL, 5, 10, 20, 7]",
        "SELECT ARRAY(SELECT -v FROM t ORDER BY t.v LIMIT 2) # [-5, -7]",
        "SELECT ARRAY(SELECT v AS k FROM t ORDER BY k LIMIT 2) # [5, 7]",
        "SELECT ARRAY(SELECT v FROM t WHERE v > 99) # []",
        "SELECT ARRAY(SELECT DISTINCT k FROM t ORDER BY k) # [1, 2, 3, NULL]",
        "SELECT ARRAY(SELECT DISTINCT ON (k) v FROM t ORDER BY k, v) # [10, 5, NULL, 7]",
        "SELECT ARRAY(SELECT COUNT(*) FROM t GROUP BY k ORDER BY k) # [2, 1, 1, 1]",
        "SELECT ARRAY((SELECT k FROM t) UNION (SELECT w FROM u) ORDER BY k DESC LIMIT 3)"
            + " # [NULL, 40, 30]",
        "SELECT ARRAY(WITH r AS (SELECT k, v FROM t) SELECT v FROM r ORDER BY k, v LIMIT 3)"
            + " # [10, 20, 5]",
        "SELECT ARRAY(VALUES (2), (1) ORDER BY 1) # [1, 2]",
        "SELECT ARRAY(SELECT * FROM (SELECT w FROM u) AS r ORDER BY w DESC) # [40, 30, 20]",
        "SELECT k, ARRAY(SELECT w FROM u WHERE u.k = t.k ORDER BY w DESC) FROM t WHERE v < 11"
            + " # 1,[20] 2,[40, 30] null,[]",
        "SELECT v FROM t WHERE ARRAY(SELECT w FROM u WHERE u.k = t.k ORDER BY w) = ARRAY[30, 40]"
            + " # 5",
      })
  void anArrayHasTheRowsOfItsQueryInOrder(String sql, String rows) {
    assertThat(String.join(" ", db.rows(sql))).isEqualTo(rows);

    db.one("SET optimizer = 'off'");
    assertThat(String.join(" ", db.rows(sql))).isEqualTo(rows);
  }

  @Test
  void aViewKeepsArraysOfItsSubqueries() {
    db.one(
        "CREATE INCREMENTAL MATERIALIZED VIEW l AS SELECT v,"
            + " ARRAY(SELECT w FROM u WHERE u.k = t.k ORDER BY w DESC LIMIT 2) AS ws FROM t"
            + " WHERE k < 3");
    db.one("SET rewrite = 'off'");

    assertThat(db.rows("SELECT * FROM l")).containsExactly("10,[20]", "20,[20]", "5,[40, 30]");
    db.run("INSERT INTO u VALUES (2, 35), (1, NULL); DELETE FROM t WHERE v = 20");
    assertThat(db.rows("SELECT * FROM l")).containsExactly("10,[NULL, 20]", "5,[40, 35]");
    db.run("DELETE FROM u WHERE k = 1; INSERT INTO t VALUES (0, 1)");
    assertThat(db.rows("SELECT * FROM l")).containsExactly("1,[]", "10,[]", "5,[40, 35]");
  }

  @Test
  void changesTakeConditionsOfNestedSubqueries() {
    // Per k: MAX(w) is 20, 40 and NULL; all w of the same k, and 3.
    String condition =
        " WHERE (SELECT MAX(u.w) FROM u WHERE u.k = t.k)"
            + " IN ((SELECT u.w FROM u WHERE u.k = t.k) EXCEPT (SELECT u.w FROM u WHERE t.v > u.w))";
    db.run("INSERT INTO t VALUES (2, 45)");

    assertThat(db.one("UPDATE t SET v = v + 1" + condition)).isEqualTo(3);
    assertThat(db.rows("SELECT k, v FROM t WHERE k <= 2"))
        .containsExactly("1,11", "1,21", "2,45", "2,6");
    assertThat(db.one("DELETE FROM t" + condition)).isEqualTo(2);
    assertThat(db.rows("SELECT k, v FROM t WHERE k <= 2")).containsExactly("1,21", "2,45");
  }

  @Test
  void aConstantOfTheTypeThatAChoiceHasStandsForIt() {
    String sql = "SELECT COALESCE(CAST(NULL AS TIMESTAMP(6)), 'x') AS c";
    db.one("CREATE INCREMENTAL MATERIALIZED VIEW c AS " + sql + " FROM t WHERE k = 1");

    assertThat(db.rows(sql)).containsExactly("x");
    assertThat(db.rows("SELECT c || '!' FROM c")).containsExactly("x!", "x!");
    assertThat(db.rows(sql + " UNION ALL SELECT CAST(NULL AS VARCHAR(3))"))
        .containsExactly("null", "x");
  }

  @Test
  void aViewKeepsTheFirstRowOfEachGroup() {
    db.one(
        "CREATE INCREMENTAL MATERIALIZED VIEW f AS"
            + " SELECT DISTINCT ON (k) k, v FROM t ORDER BY k, v DESC NULLS LAST");
    db.one("SET rewrite = 'off'");

    assertThat(db.rows("SELECT * FROM f")).containsExactly("1,20", "2,5", "3,null", "null,7");
    db.run("DELETE FROM t WHERE v = 20; INSERT INTO t VALUES (3, 0), (2, 5), (2, 4), (NULL, 8)");
    assertThat(db.rows("SELECT * FROM f")).containsExactly("1,10", "2,5", "3,0", "null,8");
    db.run("DELETE FROM t WHERE k = 1; DELETE FROM t WHERE v = 5");
    assertThat(db.rows("SELECT * FROM f")).containsExactly("2,4", "3,0", "null,8");
    assertThat(db.rows("EXPLAIN SELECT DISTINCT ON (k) k, v FROM t ORDER BY k, v DESC"))
        .anyMatch(line -> line.startsWith("TopK within"));
  }

  @Test
  void aPreparedStatementIsPlannedAgainForTheOptimizerSetting() {
    String sql = "EXPLAIN SELECT k FROM t WHERE k IN (SELECT k FROM u WHERE u.w > t.v)";
    PreparedQuery prepared = db.session().prepare(sql);
    List<String> on = rows(prepared);

    db.one("SET optimizer = 'off'");
    List<String> off = rows(prepared);
    db.one("SET optimizer = 'on'");

    assertThat(off).isEqualTo(rowsUnoptimized(sql)).isNotEqualTo(on);
    assertThat(rows(prepared)).isEqualTo(on);
  }

  private List<String> rowsUnoptimized(String sql) {
    db.one("SET optimizer = 'off'");
    List<String> rows = db.ordered(sql);
    db.one("SET optimizer = 'on'");
    return rows;
  }

  private List<String> rows(PreparedQuery prepared) {
    StatementResult.Rows result =
        (StatementResult.Rows) db.session().execute(prepared, List.of(), ExecutionOptions.NONE);
    List<String> rows = new ArrayList<>();
    try (RowStream stream = result.rows()) {
      while (stream.next()) {
        rows.add(String.valueOf(stream.value(0)).strip());
      }
    }
    return rows;
  }
}
