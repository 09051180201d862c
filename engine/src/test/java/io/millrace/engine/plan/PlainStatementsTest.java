package io.millrace.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.error.DatabaseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The plan of a plain statement is the full planner's, to the last byte of its operators. See
 * {@link PlainTables} for the tables.
 */
class PlainStatementsTest {
  private final PlannerContext context = PlannerContext.of(PlainTables.catalog(), "public");

  private @Nullable Statement plain(String sql) {
    return PlainStatements.plan(MemoryDatabase.parse(sql), context);
  }

  /** All there is to see of the full planner's plan, or the error. */
  private String full(String sql) {
    try {
      return text(StatementPlanner.planFully(MemoryDatabase.parse(sql), context));
    } catch (DatabaseException e) {
      return e.toString();
    }
  }

  private static String text(Statement statement) {
    if (statement instanceof Statement.Query query) {
      assertThat(query.lock()).isNull();
      return text(query.plan());
    }
    DmlPlan dml = ((Statement.Dml) statement).plan();
    return dml.kind() + " " + dml.tableId() + " " + text(dml.query());
  }

  private static String text(QueryPlan plan) {
    StringBuilder text = new StringBuilder();
    text.append(plan.columnNames()).append(plan.visibleColumns()).append(plan.order());
    text.append(plan.offset()).append(plan.fetch()).append(plan.parameterTypes());
    text.append(plan.relationIds()).append(plan.expandedViewIds());
    text.append(plan.volatileFunction()).append('\n');
    append(plan.root(), text);
    return text.append(PlanText.of(plan)).toString();
  }

  private static void append(PlanNode node, StringBuilder text) {
    CircuitWriter bytes = new CircuitWriter();
    node.operator().write(bytes);
    text.append(node.operator().name()).append(node.operator().outputType());
    text.append(Arrays.toString(bytes.toBytes())).append('\n');
    node.inputs().forEach(input -> append(input, text));
  }

  private void assertPlain(List<String> statements) {
    List<String> wrong = new ArrayList<>();
    for (String sql : statements) {
      Statement plain = plain(sql);
      if (plain == null) {
        wrong.add("not plain: " + sql + "\n" + full(sql));
      } else if (!text(plain).equals(full(sql))) {
        wrong.add(difference(sql, plain));
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(statements).isNotEmpty();
  }

  private String difference(String sql, Statement plain) {
    return sql + "\n  full:  " + full(sql) + "\n  plain: " + text(plain);
  }

  @Test
  void aLookupByAValueOfTheColumnsKindIsPlannedAsTheFullPlannerDoes() {
    List<String> statements = new ArrayList<>();
    for (String type : PlainTables.TYPES.keySet()) {
      for (String value : values(type)) {
        statements.add("SELECT * FROM k_" + type + " WHERE k = 1 AND c = " + value);
        statements.add("SELECT k FROM k_" + type + " WHERE c = " + value);
        statements.add("SELECT v, C FROM n_" + type + " WHERE c = " + value + " AND v = ?");
        statements.add("DELETE FROM n_" + type + " WHERE C = " + value);
        statements.add("DELETE FROM k_" + type + " WHERE k = ? AND c = " + value);
      }
    }
    assertPlain(statements);
  }

  @Test
  void anInsertOfValuesOfTheColumnsKindsIsPlannedAsTheFullPlannerDoes() {
    List<String> statements = new ArrayList<>();
    for (String type : PlainTables.TYPES.keySet()) {
      for (String value : values(type)) {
        statements.add("INSERT INTO k_" + type + " VALUES (1, " + value + ")");
        statements.add("INSERT INTO k_" + type + " VALUES (?, " + value + ")");
        statements.add("INSERT INTO k_" + type + " (C, k) VALUES (" + value + ", 3)");
        statements.add("INSERT INTO k_" + type + " (c) VALUES (" + value + ")");
        statements.add("INSERT INTO n_" + type + " VALUES (" + value + ")");
        if (!value.equals("?") && !value.equals("'2024-02-29'")) {
          String rows = "(1, " + value + "), (2, NULL), (1, " + value + ")";
          statements.add("INSERT INTO k_" + type + " VALUES " + rows);
        }
      }
      statements.add("INSERT INTO k_" + type + " VALUES (1, NULL)");
      statements.add("INSERT INTO k_" + type + " VALUES (?, NULL)");
      statements.add("INSERT INTO k_" + type + " (k) VALUES (1), (2)");
      statements.add("INSERT INTO k_" + type + " (k) VALUES (?)");
      statements.add("INSERT INTO n_" + type + " (v) VALUES (-5)");
    }
    assertPlain(statements);
  }

  @Test
  void anUpdateToAValueOfTheColumnsKindIsPlannedAsTheFullPlannerDoes() {
    List<String> statements = new ArrayList<>();
    for (String type : PlainTables.TYPES.keySet()) {
      for (String value : values(type)) {
        statements.add("UPDATE k_" + type + " SET c = " + value + " WHERE k = 1");
        statements.add("UPDATE k_" + type + " SET C = " + value + ", K = ? WHERE k = ?");
        statements.add("UPDATE n_" + type + " SET c = " + value + ", v = NULL WHERE v = 2");
        statements.add("UPDATE n_" + type + " SET v = 7 WHERE c = " + value);
      }
      statements.add("UPDATE k_" + type + " SET c = NULL");
      statements.add("UPDATE n_" + type + " SET c = NULL WHERE v = 0");
    }
    for (String type : List.of("integer", "bigint")) {
      for (String operand : List.of("1", "-1", "2147483647", "?")) {
        for (String operator : List.of(" + ", " - ")) {
          String sum = " SET c = c" + operator + operand;
          statements.add("UPDATE k_" + type + sum + " WHERE k = ?");
          statements.add("UPDATE n_" + type + sum + ", v = v + 1 WHERE v = 1");
        }
      }
    }
    assertPlain(statements);
  }

  private static List<String> values(String type) {
    List<String> values = new ArrayList<>(PlainTables.PLAIN.getOrDefault(type, List.of()));
    values.add("?");
    return values;
  }

  /** The full planner writes into the tree what names and stars mean; the short way reads it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM wide WHERE id = ?",
        "INSERT INTO wide (id) VALUES (1)",
        "UPDATE wide SET text = 'a' WHERE id = 1",
        "DELETE FROM wide WHERE id = 1"
      })
  void aPlainStatementGoesTheShortWayUnlessTheOptimizerIsOff(String sql) {
    PlannerContext plainly = new PlannerContext(context.catalog(), "public", relation -> 1, false);
    SqlNode shortly = MemoryDatabase.parse(sql);
    SqlNode fully = MemoryDatabase.parse(sql);
    String before = shortly.toString();

    StatementPlanner.plan(sql, shortly, context);
    StatementPlanner.plan(sql, fully, plainly);

    assertThat(shortly).hasToString(before);
    assertThat(fully.toString()).isNotEqualTo(before);
  }

  @Test
  void namesAndDefaultsAreTheFullPlanners() {
    assertPlain(
        List.of(
            "SELECT * FROM wide",
            "SELECT * FROM WIDE WHERE id = 9",
            "SELECT iD, TEXT, \"odd name\" FROM \"Wide\" WHERE ID = ?",
            "SELECT id, Id FROM public.wide WHERE \"number\" = 1",
            "SELECT number FROM Public.Wide WHERE fixed = 'y  ' AND text = 'x '",
            "SELECT id FROM wide WHERE id = 1 AND (flag = TRUE AND (price = 1.5))",
            "SELECT * FROM kept WHERE g = 1",
            "SELECT total FROM kept WHERE total = ?",
            "INSERT INTO wide (id) VALUES (1)",
            "INSERT INTO wide (id) VALUES (1), (2), (3)",
            "INSERT INTO wide (id) VALUES (?)",
            "INSERT INTO wide VALUES (1)",
            "INSERT INTO wide VALUES (1, 2, 3, 'abc')",
            "INSERT INTO wide (\"odd name\", flag, id) VALUES (5, FALSE, 6)",
            "INSERT INTO wide (text, fixed, id) VALUES (?, 'z', ?)",
            "DELETE FROM wide",
            "DELETE FROM wide WHERE \"odd name\" = 3",
            "UPDATE wide SET text = 'a', price = 2.5, number = \"odd name\" + 1 WHERE id = ?",
            "UPDATE wide SET size = 1, id = ? WHERE id = ?"));
  }

  /** Whether a statement is plain; where its plan is not the full planner's, it is wrong. */
  private boolean isPlain(String sql, List<String> wrong) {
    SqlNode node = parsed(sql);
    Statement plain = node == null ? null : PlainStatements.plan(node, context);
    if (plain != null && !text(plain).equals(full(sql))) {
      wrong.add(difference(sql, plain));
    }
    return plain != null;
  }

  /** Whatever the planner takes for plain, it must plan alike; and no error may go unseen. */
  @Test
  void anyLiteralWithAnyTypeIsPlannedAlikeOrLeftToTheFullPlanner() {
    List<String> wrong = new ArrayList<>();
    int plainOnes = 0;
    for (String type : PlainTables.TYPES.keySet()) {
      for (String literal : PlainTables.LITERALS) {
        for (String shape :
            List.of(
                "SELECT * FROM k_#T WHERE c = #L",
                "INSERT INTO k_#T VALUES (1, #L)",
                "INSERT INTO n_#T VALUES (#L, ?)",
                "UPDATE n_#T SET c = #L WHERE v = 1",
                "UPDATE k_#T SET c = c + #L")) {
          String sql = shape.replace("#T", type).replace("#L", literal);
          plainOnes += isPlain(sql, wrong) ? 1 : 0;
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(plainOnes).isGreaterThan(500);
  }

  @Test
  void columnsOfAnyTypeAreSelectedGroupedAndLookedUpAlike() {
    List<String> statements = new ArrayList<>();
    for (String type : PlainTables.TYPES.keySet()) {
      String table = "k_" + type;
      statements.add("SELECT DISTINCT c FROM " + table);
      statements.add("SELECT x.c, y.c AS d FROM " + table + " AS x, " + table + " y");
      statements.add("SELECT c, COUNT(*) FROM " + table + " WHERE k > 1 GROUP BY c ORDER BY 1");
      statements.add("SELECT c FROM " + table + " GROUP BY c");
      String members = "(SELECT c FROM " + table + " WHERE k < 3)";
      statements.add("SELECT * FROM " + table + " WHERE c IN " + members);
      statements.add("SELECT k FROM " + table + " WHERE c NOT IN " + members + " OR k = 1");
      statements.add("DELETE FROM " + table + " WHERE c IN " + members + " AND k + 2 > 7");
    }
    assertPlain(statements);
  }

  /** A condition of up to some forty parts, of which some are repeated. */
  private static String condition(String type, Random random, List<String> used, int depth) {
    if (depth > 0 && random.nextInt(5) > 0) {
      String operator = random.nextBoolean() ? " AND " : " OR ";
      List<String> parts = new ArrayList<>();
      for (int more = 2 + random.nextInt(3); more > 0; more--) {
        parts.add(condition(type, random, used, depth - 1));
      }
      return "(" + String.join(operator, parts) + ")";
    }
    if (!used.isEmpty() && random.nextInt(4) == 0) {
      return used.get(random.nextInt(used.size()));
    }
    String part = part(type, random);
    used.add(part);
    return part;
  }

  private static String part(String type, Random random) {
    boolean typed = random.nextBoolean();
    String column = typed ? "c" : "k";
    List<String> values = new ArrayList<>(values(typed ? type : "integer"));
    values.remove("?");
    values.addAll(random.nextInt(6) == 0 ? PlainTables.LITERALS : List.of());
    if (values.isEmpty()) {
      return "c IS NULL";
    }
    String value = values.get(random.nextInt(values.size()));
    String other = values.get(random.nextInt(values.size()));
    String operator = List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
    return switch (random.nextInt(8)) {
      case 0 -> column + " IS NULL";
      case 1 -> column + " IS NOT NULL";
      case 2 -> column + " BETWEEN " + value + " AND " + other;
      case 3 -> {
        List<String> list = values.subList(0, 1 + random.nextInt(values.size()));
        yield column + " IN (" + String.join(", ", list) + ")";
      }
      case 4 -> value + " " + operator + " " + column;
      default -> column + " " + operator + " " + value;
    };
  }

  @Test
  void anyConditionIsPlannedAlikeOrLeftToTheFullPlanner() {
    Random random = new Random(8);
    List<String> wrong = new ArrayList<>();
    int plainOnes = 0;
    for (String type : PlainTables.TYPES.keySet()) {
      for (int i = 0; i < 60; i++) {
        String condition = condition(type, random, new ArrayList<>(), random.nextInt(4));
        String sql = "SELECT k FROM k_" + type + " WHERE " + condition;
        plainOnes += isPlain(sql, wrong) ? 1 : 0;
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(plainOnes).isGreaterThan(400);
  }

  @Test
  void anyQueryOfNumbersIsPlannedAlikeOrLeftToTheFullPlanner() {
    int count = Integer.getInteger("millrace.plain.queries", 5000);
    PlainQueries queries = new PlainQueries(new Random(Long.getLong("millrace.plain.seed", 9)));
    List<String> wrong = new ArrayList<>();
    int plainOnes = 0;
    for (int i = 0; i < count && wrong.size() < 5; i++) {
      plainOnes += isPlain(queries.query(), wrong) ? 1 : 0;
    }
    assertThat(wrong).isEmpty();
    assertThat(plainOnes).isGreaterThan(count / 4);
  }

  @Test
  void aConditionOfOneTablesColumnsIsPlannedAsTheFullPlannerDoes() {
    List<String> statements = new ArrayList<>();
    for (Map.Entry<String, List<String>> type : PlainTables.PLAIN.entrySet()) {
      for (String value : type.getValue()) {
        for (String operator : List.of("<>", "<", "<=", ">", ">=")) {
          statements.add("SELECT * FROM k_" + type.getKey() + " WHERE c " + operator + value);
          statements.add("SELECT * FROM n_" + type.getKey() + " WHERE " + value + operator + " c");
        }
      }
    }
    statements.addAll(
        List.of(
            "SELECT * FROM wide WHERE id > ? AND (number < 3 OR big >= ? OR text IS NULL)",
            "SELECT * FROM wide WHERE id IN (1, 2, 3, 4) OR number IN (5, 6)",
            "DELETE FROM wide WHERE id BETWEEN 1 AND 5",
            "SELECT v FROM n_double WHERE c BETWEEN 1.5 AND ? OR v IN (7)",
            "SELECT v FROM n_date WHERE c BETWEEN DATE '2024-02-29' AND DATE '2025-03-01'",
            "SELECT v FROM n_varchar_10 WHERE c IN ('a', 'ä', 'b ')",
            "UPDATE wide SET number = 1 WHERE id < 3 OR id > 7 AND size <= 1.5",
            "SELECT id FROM wide WHERE id = 1 AND id = 2 OR id = 1 AND number = 3",
            "SELECT id FROM wide WHERE id = 1 OR id = 1 AND number = 3",
            "SELECT * FROM k_integer AS a WHERE a.k = 1 AND NOT a.c = 2",
            "SELECT * FROM k_integer, kept WHERE k = g AND total NOT BETWEEN 1 AND 2",
            "SELECT ALL c AS d, k + c, - c x FROM k_integer WHERE k = c AND c NOT IN (1, 2)",
            "SELECT * FROM wide WHERE number = NULL OR id = 3",
            "SELECT * FROM k_integer WHERE NOT (k IN (1, 2) OR c = 3 AND NOT c NOT IN (1, k))",
            "SELECT k FROM k_date WHERE k IN (SELECT v FROM n_date WHERE c < DATE '2024-02-29')",
            "SELECT c FROM k_date WHERE c IN (SELECT c FROM n_date) OR k = 3",
            "SELECT k FROM k_integer WHERE c NOT IN (SELECT v FROM n_date) AND k > 1",
            "SELECT DISTINCT a, s FROM numbers_1 WHERE d > 1.5",
            "SELECT a FROM numbers_1 UNION SELECT b FROM numbers_2 WHERE a IN (3, 4, 5)",
            "SELECT a, b FROM numbers_1 EXCEPT ALL SELECT b, a FROM numbers_2 INTERSECT"
                + " SELECT DISTINCT b, a FROM numbers_3 UNION ALL SELECT b, a FROM numbers_1",
            "DELETE FROM numbers_1 WHERE a + b > 3 AND a IN (SELECT a FROM numbers_2)",
            "UPDATE numbers_1 SET a = 1 WHERE a / b = 3 OR b IN (SELECT a FROM numbers_1)",
            "SELECT id, number FROM wide WHERE id > 1 ORDER BY 1",
            "SELECT id, number FROM wide WHERE id > 1 ORDER BY 2 DESC, 1",
            "SELECT id, number FROM wide ORDER BY NUMBER NULLS FIRST, id DESC NULLS LAST",
            "SELECT * FROM wide ORDER BY text DESC NULLS FIRST, 3"));
    assertPlain(statements);
  }

  private static @Nullable SqlNode parsed(String sql) {
    try {
      return MemoryDatabase.parse(sql);
    } catch (DatabaseException e) {
      return null;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT k FROM unkept WHERE k = 1",
        "SELECT user FROM wide WHERE id = 1",
        "SELECT DISTINCT c, k FROM k_integer WHERE k = 1",
        "SELECT k FROM k_integer GROUP BY k",
        "SELECT c + 0 FROM k_integer WHERE k = 1",
        "SELECT - c AS c FROM k_integer ORDER BY c",
        "SELECT c, c + 2, c + 2 FROM k_integer ORDER BY 3",
        "SELECT a.* FROM k_integer AS a",
        "SELECT k FROM k_integer AS a, k_integer AS b",
        "SELECT k FROM k_integer AS k_integer, k_integer",
        "SELECT k_integer.k FROM k_integer AS a",
        "SELECT a.k FROM k_integer AS a JOIN n_integer AS b ON a.k = b.v",
        "SELECT * FROM k_integer WHERE k IN (SELECT v FROM n_integer WHERE v = c OR k = 1)",
        "SELECT * FROM k_integer WHERE k IN (SELECT DISTINCT v FROM n_integer)",
        "SELECT * FROM k_integer WHERE k IN (SELECT v, v FROM n_integer)",
        "SELECT * FROM k_integer WHERE k IN (VALUES (1))",
        "SELECT CASE WHEN k = 1 THEN c ELSE c END FROM k_integer",
        "SELECT CASE WHEN k = 1 THEN 1 ELSE 2.5 END FROM k_integer",
        "SELECT COALESCE(k, c) FROM k_integer",
        "SELECT other.ABS(c) FROM k_integer",
        "SELECT COUNT(*) FILTER (WHERE c > 1) FROM k_integer",
        "SELECT COUNT(*) OVER () FROM k_integer",
        "SELECT c, COUNT(*) FROM n_integer",
        "SELECT COUNT(*), (SELECT MAX(c) FROM n_integer) FROM k_integer",
        "SELECT c + 5 FROM n_integer GROUP BY c + 5",
        "SELECT 1 WHERE 1 = 1",
        "SELECT k FROM k_integer UNION SELECT c FROM k_integer",
        "SELECT c FROM k_integer UNION SELECT c FROM k_bigint",
        "SELECT c FROM k_integer UNION (SELECT c FROM k_integer UNION ALL SELECT c FROM k_integer)",
        "SELECT c FROM k_integer UNION SELECT c FROM k_integer ORDER BY 1",
        "SELECT C FROM k_integer EXCEPT SELECT c FROM k_integer",
        "SELECT c FROM k_integer UNION VALUES (1)",
        "SELECT nothing FROM k_integer WHERE k = 1",
        "SELECT * FROM k_integer WHERE k BETWEEN SYMMETRIC 2 AND 1",
        "SELECT * FROM k_integer WHERE k IN (1, 2) AND c = 1 AND 1 = c",
        "SELECT * FROM k_integer WHERE k = 1.5",
        "SELECT k FROM k_integer WHERE k = 1 GROUP BY k",
        "SELECT k FROM k_integer WHERE k = 1 HAVING k = 1",
        "SELECT * FROM k_integer ORDER BY k + 1",
        "SELECT k FROM k_integer ORDER BY c",
        "SELECT k FROM k_integer ORDER BY 2",
        "SELECT k FROM k_integer ORDER BY 1 LIMIT 1",
        "SELECT * FROM k_integer LIMIT 1",
        "SELECT * FROM missing WHERE k = 1",
        "SELECT * FROM a.b.k_integer WHERE k = 1",
        "INSERT INTO k_integer VALUES (1, 2, 3)",
        "INSERT INTO k_integer VALUES (1, 2), (3)",
        "INSERT INTO k_integer (k, K) VALUES (1, 2)",
        "INSERT INTO k_integer (k, nothing) VALUES (1, 2)",
        "INSERT INTO k_integer VALUES (1, 2147483648)",
        "INSERT INTO k_integer SELECT 1, 2",
        "INSERT INTO kept VALUES (1, 2)",
        "INSERT INTO missing VALUES (1, 2)",
        "UPDATE k_integer SET c = 1, C = 2",
        "UPDATE k_integer SET c = c * 2",
        "UPDATE k_integer AS a SET c = 1",
        "UPDATE kept SET total = 1",
        "DELETE FROM k_integer AS a WHERE a.k = 1",
        "DELETE FROM kept WHERE g = 1"
      })
  void otherShapesAndErrorsAreTheFullPlanners(String sql) {
    assertThat(plain(sql)).isNull();
  }
}
