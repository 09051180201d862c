package io.millrace.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.junit.jupiter.api.Test;

/** A parser that keeps the answers of its scans reads every text as one that always scans. */
class LookaheadsTest {
  private static final List<String> STATEMENTS =
      List.of(
          // A star stands for columns in ROW alone: once no, once yes.
          "SELECT (a, *) FROM t",
          "SELECT ROW(a, *), ROW(*) FROM t WHERE ROW(a, b) = ROW(*)",
          "SELECT a, b + 1 AS c, t.*, COUNT(*) FILTER (WHERE a > 1) FROM t AS u WHERE (a, b) IN"
              + " (SELECT x, y FROM v WHERE v.x = t.a) AND NOT (c BETWEEN 1 AND 2 OR d LIKE 'x%')",
          "SELECT CASE a WHEN 1 THEN 'x' ELSE NULL END, CAST(b AS DECIMAL(10, 2)), x[1], -2 - - 3"
              + " FROM t NATURAL LEFT JOIN (VALUES (1, 2), (3, 4)) AS w (k, l) ORDER BY 1 DESC"
              + " NULLS FIRST OFFSET 2 ROWS FETCH FIRST 3 ROWS WITH TIES",
          "WITH c (x) AS (SELECT 1 UNION ALL (SELECT 2 EXCEPT SELECT 3)) SELECT DISTINCT ON (x) x,"
              + " SUM(x) OVER (PARTITION BY x ORDER BY x GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW"
              + " EXCLUDE TIES) FROM c GROUP BY ROLLUP (x) HAVING x IS NOT DISTINCT FROM 1",
          "INSERT INTO t (a, b) VALUES (1, DATE '2020-01-01'), (?, INTERVAL '1' DAY)",
          "UPDATE t SET a = a + 1, b = (SELECT MAX(x) FROM v) WHERE EXISTS (SELECT 1 FROM v)",
          "DELETE FROM t WHERE a <= ALL (SELECT x FROM v) OR b = SOME (SELECT y FROM v)",
          "CREATE TABLE t (a INTEGER PRIMARY KEY, b VARCHAR(10) DEFAULT 'x' CHECK (b <> ''),"
              + " FOREIGN KEY (a) REFERENCES v (x))",
          "CREATE INCREMENTAL MATERIALIZED VIEW v (x) WITH (on_error = 'suspend') AS SELECT a FROM t",
          "EXPLAIN SELECT STRING_AGG(b, ',' ORDER BY a), ARRAY[1, 2], ARRAY(SELECT a FROM t),"
              + " ROW(a, b), {fn ABS(a)}, TRIM(BOTH ' ' FROM b), EXTRACT(YEAR FROM d) FROM t,"
              + " LATERAL (SELECT * FROM v) AS l, UNNEST(x) WITH ORDINALITY AS u (e, o)",
          "ALTER TABLE t ADD CONSTRAINT c UNIQUE (a); DROP TABLE IF EXISTS t CASCADE; COMMIT");

  private static final List<String> WORDS =
      List.of(
          "(",
          ")",
          ",",
          "*",
          "-",
          ".",
          "=",
          "NOT",
          "IN",
          "SELECT",
          "ROW",
          "VALUES",
          "AND",
          "a",
          "1",
          "'x'",
          "CASE",
          "END",
          "INTERVAL",
          "DATE",
          "[",
          "]",
          "?",
          "AS",
          "ON",
          "OVER",
          ";");

  /** The tree as text, or the error. */
  private static String read(String sql, SqlParser.Config config) {
    try {
      SqlNodeList nodes = SqlParser.create(sql, config).parseStmtList();
      StringBuilder text = new StringBuilder();
      for (SqlNode node : nodes) {
        text.append(node).append(node.getParserPosition()).append('\n');
      }
      return text.toString();
    } catch (SqlParseException e) {
      return "refused";
    }
  }

  /** Some words of a statement left out, doubled, exchanged or replaced. */
  private static String changed(String sql, Random random) {
    List<String> words = new ArrayList<>(List.of(sql.split("(?<=\\W)|(?=\\W)", -1)));
    for (int changes = random.nextInt(4); changes > 0; changes--) {
      int at = random.nextInt(words.size());
      switch (random.nextInt(4)) {
        case 0 -> words.remove(at);
        case 1 -> words.add(at, words.get(random.nextInt(words.size())));
        case 2 -> words.set(at, words.get(random.nextInt(words.size())));
        default -> words.set(at, " " + WORDS.get(random.nextInt(WORDS.size())) + " ");
      }
    }
    return String.join("", words);
  }

  @Test
  void keptAnswersAreThoseOfScans() {
    Random random = new Random(4);
    List<String> wrong = new ArrayList<>();
    int read = 0;
    for (int i = 0; i < 6_000; i++) {
      String sql = changed(STATEMENTS.get(i % STATEMENTS.size()), random);
      String scanned = read(sql, SqlStatements.EXPLAINING);
      if (!scanned.equals(read(sql, SqlStatements.CONFIG))) {
        wrong.add(sql);
      }
      read += scanned.equals("refused") ? 0 : 1;
    }

    assertThat(wrong).isEmpty();
    assertThat(read).isBetween(1_500, 4_500);
  }
}
