package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries over tables that are answered from views on views. */
final class RewriteOverViewsTest {
  private static final String PAIRS =
      "FROM emp a JOIN emp b ON a.dept = b.dept JOIN emp c ON c.dept = a.dept";

  private SqlSession db;

  @BeforeEach
  void create() {
    db = SqlSession.memory().rewriting();
    db.run("CREATE TABLE emp (id INTEGER PRIMARY KEY, dept INTEGER)");
    db.run("INSERT INTO emp VALUES (1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, NULL)");
    db.run("CREATE INCREMENTAL MATERIALIZED VIEW pairs AS SELECT a.id, b.id AS y, a.dept " + PAIRS);
    db.run(
        "CREATE INCREMENTAL MATERIALIZED VIEW counts AS"
            + " SELECT dept, COUNT(*) AS n FROM pairs GROUP BY dept");
  }

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void theUpperViewIsFoundThoughTheLowerOneIsDearerThanTheTables() {
    String query = "SELECT a.dept, COUNT(*) " + PAIRS + " GROUP BY a.dept";

    assertThat(firstLine(query)).isEqualTo("Rewritten over: counts");
    assertThat(db.rows(query)).isEqualTo(List.of("1,27", "2,8"));
  }

  @Test
  void aQueryOverTheLowerViewFindsTheUpperOne() {
    String query = "SELECT SUM(n) FROM (SELECT COUNT(*) AS n FROM pairs GROUP BY dept) AS g";

    assertThat(firstLine(query)).isEqualTo("Rewritten over: counts");
    assertThat(db.rows(query)).isEqualTo(List.of("35"));
  }

  @Test
  void aChangeOfTheTableIsSeenThroughBoth() {
    String query = "SELECT a.dept, COUNT(*) " + PAIRS + " GROUP BY a.dept";
    db.run("DELETE FROM emp WHERE id = 3");

    assertThat(firstLine(query)).isEqualTo("Rewritten over: counts");
    assertThat(db.rows(query)).isEqualTo(List.of("1,8", "2,8"));
  }

  private String firstLine(String query) {
    return db.ordered("EXPLAIN " + query).get(0);
  }
}
