package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.View;
import io.millrace.engine.plan.PlannerContext;
import io.millrace.engine.plan.RewriteMode;
import io.millrace.engine.plan.StatementPlanner;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which views queries take that don't name them, and what is told of it. */
@Timeout(60)
class RewritingsTest {
  private static final String SETUP =
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER, x INTEGER);
      INSERT INTO t VALUES (1, 1, 10), (2, 1, 20), (3, 2, 30), (4, 2, 40), (5, 2, 50);
      """;

  private static final String SUMS = " AS SELECT g, SUM(x) AS s FROM t GROUP BY g";
  private static final String QUERY = "SELECT g, SUM(x) FROM t GROUP BY g";
  private static final String USES = "SELECT rewrite, uses FROM system.views WHERE view_name = 'v'";

  private static SqlSession create(String options) {
    SqlSession db = SqlSession.memory().rewriting();
    db.run(SETUP + "CREATE INCREMENTAL MATERIALIZED VIEW v " + options + SUMS);
    return db;
  }

  @Test
  void aViewThatIsNotForRewritingIsReadByItsNameAlone() {
    try (SqlSession db = create("WITH (rewrite = false)")) {
      assertThat(db.ordered("EXPLAIN " + QUERY).subList(0, 2))
          .containsExactly("Not rewritten", "View v is not for rewriting.");
      assertThat(db.rows(QUERY)).containsExactly("1,30", "2,120");
      assertThat(db.rows("SELECT * FROM v")).containsExactly("1,30", "2,120");
      assertThat(db.rows(USES)).containsExactly("false,0");

      db.run("SET rewrite = 'force'");

      assertThat(db.ordered("EXPLAIN " + QUERY).get(0)).isEqualTo("Not rewritten");
    }
  }

  @Test
  void rewriteIsTrueUnlessItIsSaidToBeFalse() {
    for (String options : List.of("", "WITH (rewrite = true)", "WITH (on_error = suspend)")) {
      try (SqlSession db = create(options)) {
        assertThat(db.ordered("EXPLAIN " + QUERY).get(0)).isEqualTo("Rewritten over: v");
      }
    }
  }

  @Test
  void whetherAViewIsForRewritingSurvivesReopening(@TempDir Path folder) {
    try (SqlSession db = SqlSession.file(folder.resolve("db")).rewriting()) {
      db.run(SETUP + "CREATE INCREMENTAL MATERIALIZED VIEW v WITH (rewrite = false)" + SUMS);
      db.run("CREATE INCREMENTAL MATERIALIZED VIEW w AS SELECT id, x FROM t");
    }
    try (SqlSession db = SqlSession.file(folder.resolve("db")).rewriting()) {
      assertThat(db.rows("SELECT view_name, rewrite FROM system.views"))
          .containsExactly("v,false", "w,true");
      assertThat(db.ordered("EXPLAIN " + QUERY).get(0)).isEqualTo("Not rewritten");
    }
  }

  @Test
  void executionsThatReadAViewInPlaceOfTablesAreCounted() {
    try (SqlSession db = create("")) {
      assertThat(db.rows(USES)).containsExactly("true,0");

      db.rows(QUERY);
      db.rows(QUERY);
      db.rows("SELECT * FROM v");
      db.rows("SELECT x FROM t");
      db.rows("EXPLAIN " + QUERY);
      db.run("CREATE TABLE sums (g INTEGER, s BIGINT); INSERT INTO sums " + QUERY);
      db.run("SET rewrite = 'off'");
      db.rows(QUERY);

      assertThat(db.rows(USES)).containsExactly("true,3");
    }
  }

  @Test
  void anInsertSaysOverWhatItsQueryRuns() {
    try (SqlSession db = create("")) {
      db.run("CREATE TABLE sums (g INTEGER, s BIGINT)");

      assertThat(db.ordered("EXPLAIN INSERT INTO sums " + QUERY).subList(0, 2))
          .containsExactly("Rewritten over: v", "INSERT sums");
      assertThat(db.ordered("EXPLAIN INSERT INTO sums SELECT g, x FROM t").get(0))
          .isEqualTo("Not rewritten");
      assertThat(db.ordered("EXPLAIN INSERT INTO sums VALUES (1, 2)").get(0))
          .isEqualTo("INSERT sums");
    }
  }

  @Test
  void whatAViewLacksIsReadFromTheTablesWhereAKeyFindsIt() {
    try (SqlSession db = SqlSession.memory().rewriting()) {
      db.run(
          SETUP
              + "INSERT INTO t SELECT 10 + a.id * 25 + b.id * 5 + c.id, a.g, 0 FROM t a, t b, t c");
      db.run(
          "CREATE INCREMENTAL MATERIALIZED VIEW v" + SUMS.replace("GROUP", "WHERE id < 4 GROUP"));
      String query = "SELECT SUM(x) FROM t";

      assertThat(db.ordered("EXPLAIN " + query).subList(0, 2))
          .containsExactly("Rewritten over: v", "Rows that v lacks are read from its tables.");
      assertThat(db.rows(query)).containsExactly("150");

      db.run("DROP MATERIALIZED VIEW v");
      db.run(
          "CREATE INCREMENTAL MATERIALIZED VIEW v" + SUMS.replace("GROUP", "WHERE x < 40 GROUP"));

      assertThat(db.ordered("EXPLAIN " + query).get(0)).isEqualTo("Not rewritten");
    }
  }

  @Test
  void failuresOfLookingForViewsAreCountedAndTheQueryRuns() {
    try (SqlSession db = create("")) {
      Catalog broken = withUnreadableView(db.catalog());
      PlannerContext context =
          new PlannerContext(broken, "public", relation -> 1000, true, RewriteMode.ON);
      assertThat(db.rows("SELECT rewrite_failures FROM system.store")).containsExactly("0");

      Rewritings rewritings = db.session().database().rewritings();
      rewritings.add(StatementPlanner.plan(QUERY, context), context);
      rewritings.add(StatementPlanner.plan(QUERY, context), context);

      assertThat(db.rows("SELECT rewrite_failures FROM system.store")).containsExactly("2");
      assertThat(db.rows(QUERY)).containsExactly("1,30", "2,120");
    }
  }

  /** The catalog and one view more, whose circuit no version ever wrote. */
  private static Catalog withUnreadableView(Catalog catalog) {
    View view = (View) catalog.relation(new QualifiedName("public", "v")).orElseThrow();
    View broken =
        new View(
            catalog.nextId(),
            new QualifiedName("public", "broken"),
            view.columns(),
            view.kind(),
            view.sql(),
            view.defaultSchema(),
            view.dependencies(),
            new View.StoredCircuit(new byte[] {99}, List.of(), 0),
            catalog.nextId() + 1,
            view.onError(),
            null);
    return catalog.reserve(2).with(broken);
  }
}
