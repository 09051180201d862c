package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ADVISE VIEWS proposes views that can be made as printed, and then answer what they are for. */
@Timeout(60)
class ViewAdvisorTest {
  private static final String SCHEMA =
      """
      CREATE TABLE product (id INTEGER PRIMARY KEY, name VARCHAR(20), kind VARCHAR(10) NOT NULL);
      CREATE TABLE "Sale" (
        id INTEGER PRIMARY KEY, product INTEGER NOT NULL, "order" INTEGER, day DATE NOT NULL,
        qty INTEGER, price DECIMAL(8, 2) NOT NULL, rate DOUBLE);
      """;

  private SqlSession db;

  @BeforeEach
  void fill() {
    db = SqlSession.memory().rewriting();
    db.run(SCHEMA);
    StringBuilder products = new StringBuilder("INSERT INTO product VALUES (0, NULL, 'k0')");
    for (int i = 1; i < 20; i++) {
      products.append(", (" + i + ", 'p" + i + "', 'k" + i % 4 + "')");
    }
    db.run(products.toString());
    StringBuilder sales = new StringBuilder("INSERT INTO \"Sale\" VALUES ");
    for (int i = 0; i < 600; i++) {
      sales.append(i == 0 ? "" : ", ");
      sales.append("(" + i + ", " + i % 20 + ", " + i % 7 + ", DATE '2024-01-0" + (1 + i % 9));
      sales.append("', " + (i % 5 == 0 ? "NULL" : i % 13) + ", " + i + ".25, 0.1)");
    }
    db.run(sales.toString());
    for (int rows = 600; rows < 4800; rows *= 2) {
      db.run(
          "INSERT INTO \"Sale\" SELECT id + "
              + rows
              + ", product, \"order\", day, qty, price,"
              + " rate FROM \"Sale\"");
    }
  }

  @AfterEach
  void close() {
    db.close();
  }

  private List<String> statements(String advise) {
    return column(advise, 0);
  }

  private List<String> column(String advise, int column) {
    List<String> values = new ArrayList<>();
    StatementResult.Rows result =
        (StatementResult.Rows)
            db.session().execute(db.session().prepare(advise), List.of(), ExecutionOptions.NONE);
    try (RowStream rows = result.rows()) {
      while (rows.next()) {
        values.add(String.valueOf(rows.value(column)));
      }
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT kind, COUNT(*), SUM(qty), AVG(qty) FROM \"Sale\" s JOIN product p"
            + " ON s.product = p.id WHERE day < DATE '2024-01-05' GROUP BY kind ORDER BY kind",
        "SELECT SUM(price * qty) FROM \"Sale\" WHERE \"order\" = 3 AND qty BETWEEN 2 AND 5",
        "SELECT STDDEV_SAMP(price), VAR_POP(qty), MAX(day) FROM \"Sale\" WHERE \"order\" IN (1, 4)",
        "SELECT DISTINCT product, \"order\" FROM \"Sale\" WHERE NOT (day = DATE '2024-01-02')",
        "SELECT product, COUNT(DISTINCT \"order\") AS n FROM \"Sale\" GROUP BY product"
            + " HAVING COUNT(*) > 3 ORDER BY 2 LIMIT 5",
        "SELECT EXTRACT(MONTH FROM day), kind, SUM(CASE WHEN kind LIKE 'k%' THEN price ELSE 0 END)"
            + " FROM \"Sale\" s, product p WHERE p.id = s.product AND name IS NOT NULL"
            + " GROUP BY EXTRACT(MONTH FROM day), kind",
        "SELECT s.id, p.name FROM \"Sale\" s JOIN product p ON s.product = p.id"
            + " WHERE p.kind = 'k1' AND s.qty > 11",
        "SELECT product, SUM(rate), MIN(COALESCE(qty, 0)) FROM \"Sale\" GROUP BY product",
        "SELECT COUNT(*) FILTER (WHERE qty > 3), SUM(qty) FILTER (WHERE \"order\" = 1)"
            + " FROM \"Sale\"",
        "SELECT product, q FROM (SELECT product, day, SUM(qty) AS q FROM \"Sale\" GROUP BY product,"
            + " day) AS t WHERE q > 20",
        "SELECT product, day, RANK() OVER (PARTITION BY product ORDER BY day) AS r, kind"
            + " FROM (SELECT DISTINCT product, day, kind FROM \"Sale\" s, product p"
            + " WHERE p.id = s.product) AS t",
      })
  void eachProposalCanBeMadeAndAnswersTheQuery(String query) {
    List<String> before = db.rows(query);
    List<String> statements = statements("ADVISE VIEWS FOR " + query);
    assertThat(statements).isNotEmpty().doesNotContain("null");

    for (String statement : statements) {
      db.run(statement);
      assertThat(db.ordered("EXPLAIN " + query).get(0))
          .as(statement)
          .isEqualTo("Rewritten over: advised_1");
      assertThat(db.rows(query)).as(statement).isEqualTo(before);
      db.run("DROP MATERIALIZED VIEW advised_1");
    }
  }

  @Test
  void oneViewServesQueriesThatDifferInTheirConstantsGroupsAndCalls() {
    List<String> queries =
        List.of(
            "SELECT SUM(price) FROM \"Sale\" WHERE product = 3",
            "SELECT SUM(price), COUNT(*) FROM \"Sale\" WHERE product = 4",
            "SELECT \"order\", AVG(qty) FROM \"Sale\" GROUP BY \"order\"",
            "SELECT product, MAX(qty) FROM \"Sale\" WHERE \"order\" < 3 GROUP BY product");
    Map<String, List<String>> before = new LinkedHashMap<>();
    queries.forEach(query -> before.put(query, db.rows(query)));

    List<String> statements = statements("ADVISE VIEWS");

    statements.forEach(db::run);
    assertThat(statements).hasSizeLessThan(queries.size());
    for (String query : queries) {
      assertThat(db.ordered("EXPLAIN " + query).get(0)).as(query).startsWith("Rewritten over: ");
      assertThat(db.rows(query)).as(query).isEqualTo(before.get(query));
    }
  }

  @Test
  void whatAViewServesAlreadyIsNotProposedAgain() {
    String query = "SELECT product, SUM(price) FROM \"Sale\" GROUP BY product";
    db.run("CREATE INCREMENTAL MATERIALIZED VIEW mine AS " + query);
    db.rows(query);
    db.rows("SELECT * FROM system.views");

    assertThat(statements("ADVISE VIEWS")).containsExactly("null");
    assertThat(column("ADVISE VIEWS", 6).get(0)).contains("It reads mine already").contains(query);
  }

  @Test
  void theNumbersAreThoseOfTheTablesAndOfTheView() {
    String query = "SELECT product, SUM(price) FROM \"Sale\" GROUP BY product";
    String advise = "ADVISE VIEWS FOR " + query;

    assertThat(column(advise, 1).get(0)).isEqualTo("1");
    assertThat(Long.parseLong(column(advise, 2).get(0))).isGreaterThanOrEqualTo(4800);
    assertThat(Long.parseLong(column(advise, 3).get(0))).isBetween(20L, 60L);
    assertThat(column(advise, 4).get(0)).isEqualTo("3");
    assertThat(column(advise, 5).get(0)).isEqualTo("20");
  }

  @Test
  void queriesWithoutAProposalSayWhy() {
    assertThat(column("ADVISE VIEWS FOR SELECT COUNT(*) FROM \"Sale\" WHERE RANDOM() < 2", 6))
        .singleElement()
        .asString()
        .contains("RAND")
        .contains("not deterministic");
    assertThat(column("ADVISE VIEWS FOR SELECT COUNT(*) FROM system.views", 6).get(0))
        .startsWith("System relations");
    assertThat(column("ADVISE VIEWS FOR SELECT 1", 6).get(0)).startsWith("It reads no table");
    assertThat(column("ADVISE VIEWS FOR SELECT name FROM product WHERE id = 1", 6).get(0))
        .startsWith("No view");
    assertThat(db.failure("ADVISE VIEWS FOR SELECT nothing FROM product")).isEqualTo("42703");
    assertThat(db.failure("ADVISE VIEWS FOR DELETE FROM product")).isEqualTo("42601");
  }

  @Test
  void parametersAreLeftOpen() {
    String query = "SELECT SUM(price) FROM \"Sale\" WHERE product = ? AND \"order\" > 0";
    List<String> before = db.rows(query, 5);

    List<String> statements = statements("ADVISE VIEWS");

    db.run(statements.get(0));
    assertThat(db.ordered("EXPLAIN " + query.replace("?", "6")).get(0))
        .startsWith("Rewritten over: ");
    assertThat(db.rows(query, 5)).isEqualTo(before);
    assertThat(db.rows("SELECT uses FROM system.views")).containsExactly("1");
  }

  @Test
  void adviceChangesNothing() {
    long version = db.session().version();
    statements("ADVISE VIEWS FOR SELECT product, SUM(price) FROM \"Sale\" GROUP BY product");

    assertThat(db.session().version()).isEqualTo(version);
    assertThat(db.rows("SELECT COUNT(*) FROM system.views")).containsExactly("0");
  }

  @Test
  void theNameOfAProposalIsFree() {
    db.run("CREATE TABLE advised_1 (x INTEGER); CREATE SCHEMA other; SET schema = 'other'");
    String query = "SELECT product, SUM(price) FROM public.\"Sale\" GROUP BY product";
    db.run(statements("ADVISE VIEWS FOR " + query).get(0));
    assertThat(db.ordered("EXPLAIN " + query).get(0)).endsWith("other.advised_1");

    db.run("SET schema = 'public'");
    assertThat(statements("ADVISE VIEWS FOR SELECT DISTINCT day FROM \"Sale\"").get(0))
        .contains(" advised_2 AS ");
  }
}
