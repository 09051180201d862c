package io.millrace.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.error.DatabaseException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTreesTest {
  private static StatementTrees trees() {
    return new StatementTrees(SampleCatalog.create(), "public", relation -> 100);
  }

  private static SqlNode parse(String sql) {
    return SqlStatements.parse(sql).get(0);
  }

  private static String types(String sql) {
    StatementTrees trees = trees();
    return trees.convert(trees.validate(parse(sql))).validatedRowType.getFieldList().stream()
        .map(field -> TypeNames.of(field.getType()))
        .collect(Collectors.joining("; "));
  }

  private static String tree(String sql) {
    StatementTrees trees = trees();
    return RelOptUtil.toString(trees.convert(trees.validate(parse(sql))).rel);
  }

  private static DatabaseException error(String sql) {
    DatabaseException e = catchThrowableOfType(DatabaseException.class, () -> tree(sql));
    assertThat(e).as(sql).isNotNull();
    return e;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "SELECT SUM(v), SUM(CAST(v AS BIGINT)), SUM(\"Price\") FROM a"
            + "# BIGINT; DECIMAL(38, 0); DECIMAL(38, 3)",
        "SELECT AVG(v), AVG(\"Price\"), AVG(x) FROM a, c"
            + "# DECIMAL(38, 6); DECIMAL(38, 7); DOUBLE",
        "SELECT STDDEV_POP(v), VAR_SAMP(v), STDDEV(v) FROM a # DOUBLE; DOUBLE; DOUBLE",
        "SELECT COUNT(*), MIN(s), MAX(day) FROM a # BIGINT; VARCHAR(10); DATE",
        "SELECT v / 2, \"Price\" / 3, v + 1, \"Price\" * 2 FROM a"
            + "# INTEGER; DECIMAL(38, 7); INTEGER; DECIMAL(22, 3)",
        "SELECT CAST(v AS DECIMAL), CAST(v AS DECIMAL(10, 2)) FROM a"
            + "# DECIMAL(38, 0); DECIMAL(10, 2)",
        "SELECT 12345678901234567890.5 # DECIMAL(21, 1)",
        "SELECT CAST('2024-01-01 00:00:00' AS TIMESTAMP) # TIMESTAMP(6)",
        "SELECT * FROM (VALUES (1, 'a'), (2, 'abc')) AS t (i, s) # INTEGER; VARCHAR(3)",
        "SELECT CASE v WHEN 1 THEN 'a' ELSE 'bcd' END FROM a # VARCHAR(3)",
        "SELECT s FROM a UNION SELECT 'a' # VARCHAR(10)",
        "SELECT v::varchar, s || 'x' FROM a # VARCHAR; VARCHAR(11)",
        "SELECT * FROM totals # INTEGER; BIGINT",
      })
  void typesFollowTheRulesOfTheDialect(String sql, String expected) {
    assertThat(types(sql)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "SELECT nope FROM a # 42703 # 8",
        "SELECT a.nope FROM a # 42703 # 10",
        "SELECT g FROM a, b # 42702 # 8",
        "SELECT * FROM nope # 42P01 # 15",
        "SELECT * FROM nope.a # 42P01 # 15",
        "SELECT nope(v) FROM a # 42883 # 8",
        "SELECT 1 + TRUE # 42883 # 8",
        "SELECT ABS(v, v) FROM a # 42883 # 8",
        "SELECT g, v FROM a GROUP BY g # 42803 # 11",
        "SELECT 1 FROM a WHERE SUM(v) > 1 # 42803 # 23",
        "SELECT SUM(SUM(v)) FROM a # 42803 # 8",
        "SELECT ? # 42P18 # 8",
        "SELECT CAST(TRUE AS DATE) # 42846 # 8",
        "SELECT DATE '2024-02-30' # 22007 # 8",
        "SELECT g FROM a UNION SELECT g, v FROM a # 42601 # 30",
        "SELECT 1 FROM a WHERE v # 42804 # 23",
        "SELECT * FROM a, b AS a # 42712 # 18",
        "INSERT INTO a (id) VALUES (1, 2) # 21S01 # 13",
        "INSERT INTO a (id, nope) VALUES (1, 2) # 42703 # 20",
        "INSERT INTO a (id, id) VALUES (1, 2) # 42701 # 20",
        "INSERT INTO a (id, day) SELECT 1, TRUE # 42804 # 35",
        "UPDATE a SET nope = 1 # 42703 # 14",
        "UPDATE a SET v = TRUE # 42804 # 18",
        "DELETE FROM nope # 42P01 # 13",
      })
  void errorsHaveAStateAndAPlace(String sql, String sqlState, int column) {
    DatabaseException e = error(sql);

    assertThat(e.sqlState()).as(e.message()).isEqualTo(sqlState);
    assertThat(e.position()).as(e.message()).contains(new DatabaseException.Position(1, column));
    assertThat(e.message()).doesNotContain("CHARACTER SET").endsWith(".");
  }

  @Test
  void namesMatchWithoutRegardToCaseAndLabelsStayAsWritten() {
    StatementTrees trees = trees();

    SqlNode valid = trees.validate(parse("SELECT Id, PRICE AS \"The Price\", V FROM Public.A"));

    assertThat(trees.convert(valid).validatedRowType.getFieldNames())
        .isEqualTo(List.of("Id", "The Price", "V"));
  }

  @Test
  void parametersTakeTheirTypesFromWhereTheyStand() {
    StatementTrees trees = trees();

    SqlNode valid =
        trees.validate(parse("SELECT v + ? FROM a WHERE s = ? AND day > ? AND \"Price\" < ?"));

    assertThat(
            trees.parameterTypes(valid).getFieldList().stream()
                .map(field -> TypeNames.of(field.getType()))
                .toList())
        .containsExactly("INTEGER", "VARCHAR", "DATE", "DECIMAL(12, 3)");
  }

  @Test
  void columnsThatAnInsertLeavesOutTakeTheirDefaults() {
    assertThat(tree("INSERT INTO a (id) VALUES (7)"))
        .contains("g=[null:INTEGER]")
        .contains("+(41, 1)");
    assertThat(tree("INSERT INTO a (id, n) VALUES (7, DEFAULT)")).contains("+(41, 1)");
  }

  @Test
  void insertedTextIsNotCutToTheLengthOfItsColumn() {
    assertThat(tree("INSERT INTO a (id, s) VALUES (1, 'abcdefghijklmnop'), (1 + 1, 'x')"))
        .contains("'abcdefghijklmnop'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO a (id, s) VALUES (NULL, NULL)",
        "INSERT INTO a (id, day) VALUES (1, '2024-12-31')",
        "INSERT INTO a (id, s) VALUES ('1', 5)",
        "INSERT INTO a (id, s) SELECT v, v FROM a",
        "UPDATE a SET day = '2024-12-31', s = v"
      })
  void assignmentsConvertBetweenTextAndOtherTypes(String sql) {
    assertThat(tree(sql)).startsWith("LogicalTableModify");
  }

  @Test
  void aPlainViewStandsForItsQuery() {
    StatementTrees trees = trees();

    trees.convert(trees.validate(parse("SELECT total FROM totals WHERE g = 1")));

    assertThat(trees.expandedViews()).containsExactly(4);
  }

  @Test
  void aStatementNestedTooDeeplyIsRefused() {
    String sql = "SELECT " + "1 + (".repeat(4000) + "1" + ")".repeat(4000);

    assertThat(error(sql).sqlState()).isEqualTo("54001");
  }
}
