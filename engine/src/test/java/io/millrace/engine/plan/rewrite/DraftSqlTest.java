package io.millrace.engine.plan.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.plan.PlannerContext;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.plan.StatementPlanner;
import io.millrace.engine.sql.SampleCatalog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a draft, planned again, is the draft. */
class DraftSqlTest {
  private static final Catalog CATALOG = SampleCatalog.create();
  private static final PlannerContext CONTEXT = PlannerContext.of(CATALOG, "public");

  private static Statement.Query plan(String sql) {
    return (Statement.Query) StatementPlanner.plan(sql, CONTEXT);
  }

  private static List<ViewDraft> drafts(String sql) {
    return Drafts.of(plan(sql).plan().root(), CATALOG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, s FROM a WHERE v > 3 AND s = 'x''y' AND \"day\" >= DATE '2024-02-29'",
        "SELECT g, COUNT(*), SUM(v), AVG(\"Price\"), MIN(s) FROM a WHERE v IN (1, 2, 7) GROUP BY g",
        "SELECT s, SUM(v * 2 + id), MAX(v - (id - 1)), SUM((v + 1) * (id - 3)) FROM a"
            + " WHERE v < 3 OR v > 7 OR s IS NULL GROUP BY s",
        "SELECT a.g, t, SUM(v), COUNT(DISTINCT w) FROM a JOIN b ON a.g = b.g AND a.v < b.w"
            + " WHERE t LIKE 'q%' AND NOT (w = 3 AND v = 4) GROUP BY a.g, t",
        "SELECT EXTRACT(YEAR FROM \"day\"), SUM(\"Price\" * (1 - \"Price\")) FROM a"
            + " WHERE id BETWEEN 2 AND 9 GROUP BY EXTRACT(YEAR FROM \"day\")",
        "SELECT SUM(CASE WHEN s = 'a' THEN v ELSE 0 END), SUM(v) FILTER (WHERE s <> 'b') FROM a",
        "SELECT STDDEV_SAMP(v), SUM(x), VAR_POP(\"Price\") FROM a, c WHERE a.id = c.k",
        "SELECT x, BOOL_OR(v > 2), BIT_XOR(v), CORR(v, id) FROM a, c WHERE id = k GROUP BY x",
        "SELECT UPPER(s), SUBSTRING(s FROM 2 FOR 3), CAST(v AS VARCHAR(5)), -v, COALESCE(v, 0),"
            + " s || 'z', CASE v WHEN 1 THEN 'one' ELSE s END, ABS(v), v IS NOT DISTINCT FROM id,"
            + " (v > 2) IS NOT TRUE, \"Price\" / 3, v / 2, MOD(v, 5) FROM a WHERE v <> 5",
        "SELECT g, SUM(v) FROM a WHERE s > 'm' GROUP BY g HAVING SUM(v) > 10 AND g < 5",
        "SELECT g, SUM(v) FILTER (WHERE s NOT IN ('a', 'b') AND v <> 3) FROM a"
            + " WHERE v BETWEEN 1 AND 5 AND id > 3 OR g = 7 GROUP BY g",
        "SELECT DISTINCT g, code FROM a, c WHERE id = k AND code = 'abc'",
      })
  void aDraftPlannedAgainHasTheSameText(String sql) throws ExprSql.Unwritable {
    List<ViewDraft> drafts = drafts(sql);

    assertThat(drafts).hasSizeGreaterThan(1);
    for (ViewDraft draft : drafts) {
      String text = DraftSql.of(draft, "public");
      Block again = BlockReader.read(plan(text).plan().root(), CATALOG);
      assertThat(new BlockText(again).exact())
          .as(text)
          .isEqualTo(new BlockText(draft.block()).exact());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT g, SUM(v) FROM a WHERE id = ? GROUP BY g"
            + "| SELECT g, id, COUNT(*) AS row_count, SUM(v) AS sum_v FROM a GROUP BY g, id",
        "SELECT AVG(v) FROM a"
            + "| SELECT COUNT(*) AS row_count, SUM(v) AS sum_v, COUNT(v) AS count_v FROM a",
        "SELECT a.g FROM a, b WHERE a.g = b.g AND t = 'x'"
            + "| SELECT t1.g AS g, t2.t AS t FROM a AS t1, b AS t2 WHERE t1.g = t2.g",
      })
  void whatIsLeftOutIsKept(String sql, String expected) throws ExprSql.Unwritable {
    List<String> texts = new ArrayList<>();
    for (ViewDraft draft : drafts(sql)) {
      texts.add(DraftSql.of(draft, "public"));
    }
    assertThat(texts).contains(expected);
  }
}
