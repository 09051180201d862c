package io.millrace.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.operator.Distinct;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Join;
import io.millrace.engine.operator.LeftMarkJoin;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.operator.SemiJoin;
import io.millrace.engine.operator.TopK;
import io.millrace.engine.operator.Window;
import io.millrace.engine.sql.SqlStatements;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerTest {
  private final MemoryDatabase database = new MemoryDatabase();

  private QueryPlan plan(String sql) {
    return database.plan(sql);
  }

  private static List<PlanNode> nodes(PlanNode root, Class<?> operator) {
    List<PlanNode> found = new ArrayList<>();
    if (operator.isInstance(root.operator())) {
      found.add(root);
    }
    root.inputs().forEach(input -> found.addAll(nodes(input, operator)));
    return found;
  }

  private DmlPlan dml(String sql) {
    return database.planner.planDml(
        MemoryDatabase.parse(sql), PlannerContext.of(database.catalog, "public"));
  }

  private DatabaseException error(String sql) {
    return catchThrowableOfType(DatabaseException.class, () -> plan(sql));
  }

  // Shapes

  @Test
  void innerJoinsAreOneOperatorHoweverTheyAreWritten() {
    PlanNode root =
        plan("SELECT a.id FROM (a JOIN b ON a.g = b.g), c WHERE c.k = b.w AND a.v > 1").root();

    assertThat(nodes(root, Join.class)).hasSize(1);
    assertThat(nodes(root, Join.class).get(0).inputs()).hasSize(3);
  }

  @Test
  void aLongChainIsProbedByKeysHoweverItsTablesAreListed() {
    StringBuilder from = new StringBuilder("a AS t0");
    StringBuilder where = new StringBuilder("t0.id = 1");
    for (int i = 1; i < 20; i++) {
      from.insert(0, "a AS t" + i + ", ");
      where.append(" AND t").append(i).append(".g = t").append(i - 1).append(".v");
    }

    PlanNode root = plan("SELECT t0.id FROM " + from + " WHERE " + where).root();

    List<PlanNode> joins = nodes(root, Join.class);
    assertThat(joins).hasSize(1);
    assertThat(joins.get(0).operator().traces())
        .allMatch(trace -> ((TraceSpec.Arrangement) trace).key().size() > 0);
  }

  @Test
  void aScanReadsOnlyTheColumnsThatAreNeeded() {
    PlanNode root = plan("SELECT SUM(v) FROM a WHERE g = 1").root();

    Scan scan = (Scan) nodes(root, Scan.class).get(0).operator();

    assertThat(scan.columnIds()).containsExactly(1, 2);
  }

  @Test
  void aConditionOnOneTableIsOneFilterOverItsScan() {
    PlanNode root = plan("SELECT id FROM a WHERE id = 1 AND 10 / v > 1 AND g = 2").root();

    List<PlanNode> filters = nodes(root, Filter.class);

    assertThat(filters).hasSize(1);
    assertThat(filters.get(0).inputs().get(0).operator()).isInstanceOf(Scan.class);
  }

  @Test
  void aPredicateThatCanFailStaysAboveTheJoin() {
    PlanNode root =
        plan("SELECT a.id FROM a JOIN b ON a.g = b.g WHERE 10 / a.v > 0 AND a.id < 9").root();

    PlanNode join = nodes(root, Join.class).get(0);

    assertThat(nodes(join, Filter.class)).hasSize(1);
    assertThat(nodes(join, Filter.class).get(0).operator().describe()).contains("< 9");
    assertThat(PlanText.of(root).indexOf("10 / ")).isLessThan(PlanText.of(root).indexOf("Join"));
  }

  @Test
  void aPredicateThatCanFailIsNotEvaluatedForRowsThatAJoinDrops() {
    // The one row with v = 0 has no partner in b.
    assertThat(
            database.rows("SELECT a.id FROM a JOIN b ON a.g = b.g WHERE 10 / a.v > 0 AND a.id < 9"))
        .containsExactly("1", "1", "1", "7");
    assertThat(
            database.rows(
                "SELECT a.id FROM a JOIN b ON a.g = b.g WHERE 10 / a.v > 0"
                    + " AND EXISTS (SELECT 1 FROM c WHERE c.k = a.g)"))
        .containsExactly("1", "1", "1");
  }

  @Test
  void aGuardBeforeAPredicateThatCanFailHolds() {
    assertThat(database.rows("SELECT id FROM a WHERE v <> 0 AND 100 / v > 4"))
        .containsExactly("1", "2", "4", "7");
  }

  @Test
  void equalityOfNullsIsAKeyOfTheJoin() {
    Join join =
        (Join)
            nodes(
                    plan("SELECT a.id FROM a JOIN b ON a.g IS NOT DISTINCT FROM b.g").root(),
                    Join.class)
                .get(0)
                .operator();

    assertThat(join.describe()).contains("IS NOT DISTINCT FROM");
  }

  @Test
  void keysOfDifferentTypesMeetInOne() {
    PlanNode root = plan("SELECT a.id FROM a JOIN c ON a.g = c.k").root();

    PlanNode join = nodes(root, Join.class).get(0);

    assertThat(join.operator().describe()).startsWith("on #0");
    assertThat(nodes(root, Filter.class)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EXISTS (SELECT 1 FROM b WHERE b.g = a.g AND b.w < a.v)",
        "EXISTS (SELECT b.w FROM b WHERE b.w < a.v)",
        "NOT EXISTS (SELECT 1 FROM b, c WHERE c.k = b.w AND b.g = a.g AND c.x > a.v)",
        "a.v IN (SELECT b.w FROM b WHERE b.g = a.g)",
        "(EXISTS (SELECT 1 FROM b WHERE b.g = a.g AND b.w < a.v) OR a.id = 1)",
      })
  void aSubqueryThatReadsTheOuterRowInWhereNeedsNoDomainOfIt(String condition) {
    PlanNode root = plan("SELECT id FROM a WHERE " + condition).root();

    assertThat(nodes(root, Distinct.class)).isEmpty();
    assertThat(nodes(root, Join.class).size()).isEqualTo(condition.contains(", c") ? 1 : 0);
  }

  @Test
  void existsIsASemiJoinAndUnderOrAMarkJoin() {
    PlanNode exists =
        plan("SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.g = a.g)").root();
    PlanNode marked =
        plan("SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.g = a.g) OR v = 1").root();

    assertThat(nodes(exists, SemiJoin.class)).hasSize(1);
    assertThat(nodes(marked, LeftMarkJoin.class)).hasSize(1);
  }

  @Test
  void aCommonSubexpressionIsOneNode() {
    PlanNode root =
        plan("WITH q AS (SELECT g, COUNT(*) AS n FROM b GROUP BY g)"
                + " SELECT x.n, y.n FROM q AS x JOIN q AS y ON x.g = y.g")
            .root();

    PlanNode join = nodes(root, Join.class).get(0);

    assertThat(join.inputs().get(0)).isSameAs(join.inputs().get(1));
  }

  @Test
  void qualifyOnARowNumberIsATopKOfEachGroup() {
    String sql = "SELECT id FROM a QUALIFY ROW_NUMBER() OVER (PARTITION BY g ORDER BY id) = 1";

    assertThat(nodes(plan(sql).root(), TopK.class)).hasSize(1);
    assertThat(database.rows(sql)).containsExactly("1", "3", "5", "7", "8");
  }

  @Test
  void aBoundOnARankIsATopKWithTies() {
    String ranked = "SELECT id FROM a QUALIFY RANK() OVER (PARTITION BY g ORDER BY v) <= 1";
    String read =
        "SELECT id, r FROM (SELECT id, DENSE_RANK() OVER (ORDER BY v) AS r FROM a) t WHERE r < 3";

    assertThat(nodes(plan(ranked).root(), TopK.class)).hasSize(1);
    assertThat(nodes(plan(ranked).root(), Window.class)).isEmpty();
    assertThat(nodes(plan(read).root(), TopK.class)).hasSize(1);
    assertThat(nodes(plan(read).root(), Window.class)).hasSize(1);
  }

  @Test
  void callsOverOnePartitionAndOrderAreOneWindow() {
    String sql =
        "SELECT id, SUM(v) OVER (PARTITION BY g ORDER BY id), LAG(v) OVER (PARTITION BY g ORDER BY"
            + " id), RANK() OVER (ORDER BY id) FROM a";

    assertThat(nodes(plan(sql).root(), Window.class)).hasSize(2);
  }

  @Test
  void aPredicateOverThePartitionGoesBelowTheWindow() {
    PlanNode root =
        plan("SELECT * FROM (SELECT g, v, SUM(v) OVER (PARTITION BY g) AS s FROM a) t"
                + " WHERE g = 1 AND v = 2")
            .root();

    PlanNode window = nodes(root, Window.class).get(0);

    assertThat(nodes(window, Filter.class)).hasSize(1);
    assertThat(nodes(root, Filter.class)).hasSize(2);
  }

  // What a reader sees

  @Test
  void orderMayUseColumnsThatAreNotSeen() {
    QueryPlan plan = plan("SELECT s FROM a ORDER BY v DESC, s");

    assertThat(plan.visibleColumns()).isEqualTo(1);
    assertThat(plan.order())
        .containsExactly(
            new QueryPlan.SortKey(1, true, true), new QueryPlan.SortKey(0, false, false));
    assertThat(plan.root().operator().outputType().size()).isEqualTo(2);
  }

  @Test
  void tiesUnderALimitGoByTheColumnsAsWritten() {
    QueryPlan plan = plan("SELECT s, v, id FROM a ORDER BY v LIMIT 2 OFFSET ?");

    assertThat(plan.order()).extracting(QueryPlan.SortKey::column).containsExactly(1, 0, 2);
    assertThat(plan.fetch()).hasToString("2");
    assertThat(plan.offset()).isNotNull();
    assertThat(plan.parameterTypes().size()).isEqualTo(1);
  }

  @Test
  void aLimitOnTopOfAViewIsPartOfItsBag() {
    assertThat(database.rows("SELECT s, v FROM a ORDER BY v DESC NULLS LAST, s LIMIT 3"))
        .containsExactly("NULL|20", "y|20", "z|30");
  }

  @Test
  void theQueryTellsWhatItReads() {
    QueryPlan plan = plan("SELECT * FROM totals JOIN b ON b.g = totals.g");

    assertThat(plan.relationIds()).containsExactly(1, 2);
    assertThat(plan.expandedViewIds()).containsExactly(4);
    assertThat(plan.columnNames()).containsExactly("g", "total", "g", "w", "t");
  }

  @Test
  void labelsKeepTheCaseInWhichTheyWereWritten() {
    assertThat(plan("SELECT a.ID, a.id, V AS Total, b.* FROM A, B").columnNames())
        .containsExactly("ID", "id", "Total", "g", "w", "t");
  }

  @Test
  void whatChangesByItselfIsFoundWithItsPlace() {
    assertThat(plan("SELECT id FROM a WHERE v > 1").volatileFunction()).isNull();
    assertThat(plan("SELECT id, CURRENT_DATE FROM a").volatileFunction())
        .isEqualTo("CURRENT_DATE (line 1, column 12)");
  }

  @Test
  void parametersAreEvaluatedWhereTheyStand() {
    QueryPlan plan = plan("SELECT id FROM a WHERE v > ? AND s = ?");

    assertThat(plan.parameterTypes().column(0)).isEqualTo(ColumnType.of(CellType.INTEGER));
    assertThat(database.rows(plan, 5L, "x")).containsExactly("1");
  }

  // Changes

  @Test
  void anInsertYieldsWholeRowsOfTheTable() {
    DmlPlan plan = dml("INSERT INTO a (s, id) VALUES ('q', 9), (?, 10)");

    assertThat(plan.kind()).isEqualTo(DmlPlan.Kind.INSERT);
    assertThat(plan.tableId()).isEqualTo(1);
    assertThat(database.rows(plan.query(), "r"))
        .containsExactly("10|NULL|NULL|r|NULL|NULL|42", "9|NULL|NULL|q|NULL|NULL|42");
  }

  @Test
  void anInsertCastsByAssignment() {
    DmlPlan plan =
        dml("INSERT INTO a (id, day, \"Price\", v) SELECT 9, '2024-02-29', 1.23456, '7'");

    assertThat(database.rows(plan.query())).containsExactly("9|NULL|7|NULL|1.235|2024-02-29|42");
  }

  @Test
  void textThatIsTooLongIsRefusedWithItsColumn() {
    DmlPlan plan = dml("INSERT INTO a (id, s) VALUES (9, 'abcdefghijkl'), (10 + 1, 'x')");

    assertThatThrownBy(() -> database.rows(plan.query()))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo("22001"))
        .hasMessageContaining("\"s\"");
  }

  @Test
  void aNullForANotNullColumnPasses() {
    DmlPlan plan = dml("INSERT INTO a (id, n) VALUES (NULL, NULL)");

    assertThat(database.rows(plan.query())).containsExactly("NULL|NULL|NULL|NULL|NULL|NULL|NULL");
  }

  @Test
  void anUpdateYieldsOldAndNewRow() {
    DmlPlan plan =
        dml("UPDATE a SET v = v + 1, s = (SELECT MAX(t) FROM b WHERE b.g = a.g) WHERE id = 1");

    assertThat(plan.kind()).isEqualTo(DmlPlan.Kind.UPDATE);
    assertThat(database.rows(plan.query()))
        .containsExactly("1|1|10|x|1.5|2024-01-01|1|1|1|11|y|1.5|2024-01-01|1");
  }

  @Test
  void aDeleteYieldsWholeOldRows() {
    DmlPlan plan = dml("DELETE FROM a WHERE id IN (SELECT w / 10 FROM b) AND v = 10");

    assertThat(database.rows(plan.query())).containsExactly("1|1|10|x|1.5|2024-01-01|1");
  }

  @Test
  void aViewCannotBeChanged() {
    DatabaseException e =
        catchThrowableOfType(
            DatabaseException.class, () -> dml("UPDATE totals SET total = 1 WHERE g = 1"));

    assertThat(e.sqlState()).isEqualTo("42809");
    assertThat(e.position()).contains(new DatabaseException.Position(1, 8));
  }

  // Stored expressions

  @Test
  void aDefaultIsAssignedToItsColumn() {
    Expr value =
        database.planner.planDefault(
            SqlStatements.parseExpression("'1' || '2'"),
            "n",
            ColumnType.of(CellType.INTEGER),
            PlannerContext.of(database.catalog, "public"));

    assertThat(value.evaluate(EvaluationFrame.of(RowType.of()))).isEqualTo(12L);
  }

  @Test
  void aDefaultMayBeALiteral() {
    Expr value =
        database.planner.planDefault(
            SqlStatements.parseExpression("'x'"),
            "s",
            ColumnType.varchar(3),
            PlannerContext.of(database.catalog, "public"));

    assertThat(value.evaluate(EvaluationFrame.of(RowType.of()))).isEqualTo("x");
  }

  @Test
  void aCheckReadsTheRowsOfItsTable() {
    Table table = (Table) database.catalog.relation(new QualifiedName("public", "b")).orElseThrow();
    Expr check =
        database.planner.planCheck(
            SqlStatements.parseExpression("w > g AND b.t <> 'q'"),
            table,
            PlannerContext.of(database.catalog, "public"));

    byte[] good = table.rowType().encode(1L, 2L, "x");
    byte[] bad = table.rowType().encode(3L, 2L, "x");

    assertThat(check.evaluate(EvaluationFrame.of(table.rowType()).at(good))).isEqualTo(true);
    assertThat(check.evaluate(EvaluationFrame.of(table.rowType()).at(bad))).isEqualTo(false);
  }

  // Errors

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "SELECT id, SUM(v) OVER (ORDER BY v ROWS g PRECEDING) FROM a # 0A000 # 12",
        "SELECT id, FIRST_VALUE(v) FILTER (WHERE v > 1) OVER (ORDER BY v) FROM a # 0A000 # 12",
        "WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r) SELECT * FROM r"
            + "# 0A000 # 16",
        "SELECT * FROM (SELECT id FROM a LIMIT ?) t # 0A000 # 0",
      })
  void whatIsNotSupportedIsNamedWithItsPlace(String sql, String sqlState, int column) {
    DatabaseException e = error(sql);

    assertThat(e.sqlState()).as(e.message()).isEqualTo(sqlState);
    if (column > 0) {
      assertThat(e.position()).contains(new DatabaseException.Position(1, column));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "SELECT SUM(v) OVER (ORDER BY v ROWS -1 PRECEDING) FROM a # 22013",
        "SELECT SUM(v) OVER (ORDER BY v ROWS 1 - 2 PRECEDING) FROM a # 22013",
        "SELECT SUM(v) OVER (ORDER BY v ROWS CAST(NULL AS INTEGER) PRECEDING) FROM a # 22013",
        "SELECT SUM(v) OVER (ORDER BY v RANGE 1 - 2 PRECEDING) FROM a # 22013",
        "SELECT SUM(v) OVER (ORDER BY v GROUPS 1 - 2 PRECEDING) FROM a # 22013",
        "SELECT NTILE(0) OVER (ORDER BY v) FROM a # 22014",
        "SELECT NTH_VALUE(v, 0) OVER (ORDER BY v) FROM a # 22016",
        "SELECT SUM(v) OVER (ORDER BY day RANGE 1 PRECEDING) FROM a # 42000",
        "SELECT SUM(v) OVER w FROM a # 42P20",
        "SELECT SUM(v) OVER (w PARTITION BY g) FROM a WINDOW w AS (ORDER BY v) # 42P20",
        "SELECT SUM(v) OVER (w ORDER BY g) FROM a WINDOW w AS (ORDER BY v) # 42P20",
        "SELECT SUM(v) OVER (w) FROM a WINDOW w AS (ORDER BY v ROWS 1 PRECEDING) # 42P20",
        "SELECT v FROM a WHERE RANK() OVER (ORDER BY v) = 1 # 42P20",
      })
  void aWindowThatMakesNoSenseIsRefused(String sql, String sqlState) {
    DatabaseException e = error(sql);

    assertThat(e.sqlState()).as(e.message()).isEqualTo(sqlState);
    assertThat(e.position()).isPresent();
  }

  @Test
  void theDefaultOfLagIsEvaluatedOnlyWhereThereIsNoRow() {
    assertThat(
            database.rows("SELECT LAG(id, 1, 1 / (id - 2)) OVER (ORDER BY id) FROM a WHERE id < 3"))
        .containsExactly("-1", "1");
  }

  @Test
  void aSubqueryWithSeveralRowsFailsOnlyWhereItsValueIsUsed() {
    assertThat(database.rows("SELECT id, (SELECT w FROM b WHERE b.g = a.g) FROM a WHERE id > 6"))
        .containsExactly("7|10", "8|NULL");
    assertThatThrownBy(() -> database.rows("SELECT id, (SELECT w FROM b WHERE b.g = a.g) FROM a"))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo("21000"));
  }

  @Test
  void aPlanPrintsItsOperatorsIndented() {
    assertThat(PlanText.of(plan("SELECT s FROM a WHERE v = 1 ORDER BY s LIMIT 5")))
        .startsWith("Limit 5\n  Sort by $0\n    Map")
        .contains("\n      Filter ($")
        .contains("\n        Scan relation 1");
  }
}
