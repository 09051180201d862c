package io.millrace.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.DatabaseException.Position;
import io.millrace.engine.error.ErrorCode;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlStatementsTest {
  private static SqlNode one(String sql) {
    List<SqlNode> statements = SqlStatements.parse(sql);
    assertThat(statements).hasSize(1);
    return statements.get(0);
  }

  private static <T extends SqlNode> T one(Class<T> type, String sql) {
    return type.cast(one(sql));
  }

  private static DatabaseException error(String sql) {
    DatabaseException error =
        catchThrowableOfType(DatabaseException.class, () -> SqlStatements.parse(sql));
    assertThat(error).describedAs("error of %s", sql).isNotNull();
    return error;
  }

  /** What unparse writes for each statement; parsed again it must be written the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "create view v as select a from t | CREATE VIEW \"v\" AS SELECT \"a\" FROM \"t\"",
        "create or replace view s.v (x, y) as select a, b from t"
            + " | CREATE OR REPLACE VIEW \"s\".\"v\" (\"x\", \"y\") AS SELECT \"a\", \"b\" FROM \"t\"",
        "create materialized view v as values (1)"
            + " | CREATE MATERIALIZED VIEW \"v\" AS VALUES ROW(1)",
        "create incremental materialized view if not exists v (x) with (feed = 'on', n = 3, e = off)"
            + " as select a from t order by a limit 5 with no data"
            + " | CREATE INCREMENTAL MATERIALIZED VIEW IF NOT EXISTS \"v\" (\"x\")"
            + " WITH (\"feed\" = 'on', \"n\" = 3, \"e\" = \"off\")"
            + " AS SELECT \"a\" FROM \"t\" ORDER BY \"a\" FETCH NEXT 5 ROWS ONLY WITH NO DATA",
        "refresh materialized view v | REFRESH MATERIALIZED VIEW \"v\"",
        "verify materialized view v | VERIFY MATERIALIZED VIEW \"v\"",
        "alter materialized view v suspend | ALTER MATERIALIZED VIEW \"v\" SUSPEND",
        "alter materialized view v suspend cascade"
            + " | ALTER MATERIALIZED VIEW \"v\" SUSPEND CASCADE",
        "alter materialized view s.v resume | ALTER MATERIALIZED VIEW \"s\".\"v\" RESUME",
        "drop view v restrict | DROP VIEW \"v\"",
        "drop materialized view if exists v cascade"
            + " | DROP MATERIALIZED VIEW IF EXISTS \"v\" CASCADE",
        "create table if not exists t (id bigint primary key, name varchar(10) not null unique,"
            + " x decimal(10, 2) default 1 + 2 check (x > 0), o int null references u (k)"
            + " on delete cascade on update set null)"
            + " | CREATE TABLE IF NOT EXISTS \"t\" (\"id\" BIGINT, \"name\" VARCHAR(10) NOT NULL,"
            + " \"x\" DECIMAL(10, 2) DEFAULT 1 + 2, \"o\" INTEGER, PRIMARY KEY (\"id\"),"
            + " UNIQUE (\"name\"), CHECK (\"x\" > 0), FOREIGN KEY (\"o\") REFERENCES \"u\""
            + " (\"k\") ON DELETE CASCADE ON UPDATE SET NULL)",
        "create table t (a int, b int, constraint k primary key (a, b), unique (b),"
            + " constraint c check (a < b), foreign key (a) references u)"
            + " | CREATE TABLE \"t\" (\"a\" INTEGER, \"b\" INTEGER, CONSTRAINT \"k\" PRIMARY KEY"
            + " (\"a\", \"b\"), UNIQUE (\"b\"), CONSTRAINT \"c\" CHECK (\"a\" < \"b\"),"
            + " FOREIGN KEY (\"a\") REFERENCES \"u\")",
        "alter table s.t add constraint k foreign key (a, b) references u (x, y) match full"
            + " on delete restrict on update no action"
            + " | ALTER TABLE \"s\".\"t\" ADD CONSTRAINT \"k\" FOREIGN KEY (\"a\", \"b\")"
            + " REFERENCES \"u\" (\"x\", \"y\") MATCH FULL ON DELETE RESTRICT",
        "create table t (a int references u match simple, match int references u match partial)"
            + " | CREATE TABLE \"t\" (\"a\" INTEGER, \"match\" INTEGER, FOREIGN KEY (\"a\")"
            + " REFERENCES \"u\", FOREIGN KEY (\"match\") REFERENCES \"u\" MATCH PARTIAL)",
        "alter table t add unique (a) | ALTER TABLE \"t\" ADD UNIQUE (\"a\")",
        "alter table t add check (a > 1) | ALTER TABLE \"t\" ADD CHECK (\"a\" > 1)",
        "alter table t drop constraint if exists k cascade"
            + " | ALTER TABLE \"t\" DROP CONSTRAINT IF EXISTS \"k\" CASCADE",
        "alter table t drop constraint k restrict | ALTER TABLE \"t\" DROP CONSTRAINT \"k\"",
        "create table t (a text, b uuid, c double precision, d timestamp(3) with time zone, e text)"
            + " | CREATE TABLE \"t\" (\"a\" VARCHAR, \"b\" UUID, \"c\" DOUBLE,"
            + " \"d\" TIMESTAMP(3) WITH TIME ZONE, \"e\" VARCHAR)",
        "drop table if exists t, s.u cascade | DROP TABLE IF EXISTS \"t\", \"s\".\"u\" CASCADE",
        "create unique index if not exists i on t (a desc, b asc)"
            + " | CREATE UNIQUE INDEX IF NOT EXISTS \"i\" ON \"t\" (\"a\" DESC, \"b\")",
        "create index i on t (a) | CREATE INDEX \"i\" ON \"t\" (\"a\")",
        "drop index if exists s.i | DROP INDEX IF EXISTS \"s\".\"i\"",
        "create schema if not exists s | CREATE SCHEMA IF NOT EXISTS \"s\"",
        "drop schema s cascade | DROP SCHEMA \"s\" CASCADE",
        "truncate t | TRUNCATE TABLE \"t\"",
        "begin | START TRANSACTION",
        "begin work isolation level serializable, read only"
            + " | START TRANSACTION ISOLATION LEVEL SERIALIZABLE READ ONLY",
        "start transaction read write isolation level read committed"
            + " | START TRANSACTION ISOLATION LEVEL READ COMMITTED",
        "commit work | COMMIT",
        "rollback | ROLLBACK",
        "rollback transaction to savepoint s | ROLLBACK TO SAVEPOINT \"s\"",
        "rollback to s | ROLLBACK TO SAVEPOINT \"s\"",
        "savepoint s | SAVEPOINT \"s\"",
        "release savepoint s | RELEASE SAVEPOINT \"s\"",
        "release s | RELEASE SAVEPOINT \"s\"",
        "set rewrite = off | SET \"rewrite\" = \"off\"",
        "set rewrite = on | SET \"rewrite\" = \"on\"",
        "set query_timeout = -5 | SET \"query_timeout\" = -5",
        "set time_zone = 'Europe/Warsaw' | SET \"time_zone\" = 'Europe/Warsaw'",
        "set schema = default | SET \"schema\" = DEFAULT",
        "show schema | SHOW \"schema\"",
        "show all | SHOW ALL",
        "checkpoint | CHECKPOINT",
        "shutdown | SHUTDOWN",
        "explain select 1 from t | EXPLAIN SELECT 1 FROM \"t\"",
        "explain plan for values (1) | EXPLAIN VALUES ROW(1)",
        "explain analyze delete from t | EXPLAIN ANALYZE DELETE FROM \"t\"",
        "explain circuit v | EXPLAIN CIRCUIT \"v\" AS TEXT",
        "explain circuit v as dot | EXPLAIN CIRCUIT \"v\" AS DOT",
        "explain circuit s.v as json | EXPLAIN CIRCUIT \"s\".\"v\" AS JSON",
        "select a from t where b = 1 for update"
            + " | SELECT \"a\" FROM \"t\" WHERE \"b\" = 1 FOR UPDATE",
        "select a from t order by a for update"
            + " | SELECT \"a\" FROM \"t\" ORDER BY \"a\" FOR UPDATE",
        "insert into t (a, b) values (1, 'x'), (2, null)"
            + " | INSERT INTO \"t\" (\"a\", \"b\") VALUES ROW(1, 'x'), ROW(2, NULL)",
        "update t set a = a + 1 where b = ?"
            + " | UPDATE \"t\" SET \"a\" = \"a\" + 1 WHERE \"b\" = ?",
        "delete from t where a is null | DELETE FROM \"t\" WHERE \"a\" IS NULL",
        "select 'zażółć' from t | SELECT 'zażółć' FROM \"t\"",
      })
  void aStatementIsWrittenSoThatItParsesToItself(String sql, String expected) {
    String written = SqlStatements.unparse(one(sql)).replaceAll("\\s+", " ");

    assertThat(written).isEqualTo(expected);
    assertThat(SqlStatements.unparse(one(written)).replaceAll("\\s+", " ")).isEqualTo(expected);
  }

  @Test
  void namesKeepTheirCase() {
    CreateSchema statement = one(CreateSchema.class, "CREATE SCHEMA MySchema");

    assertThat(statement.name.getSimple()).isEqualTo("MySchema");
  }

  @Test
  void statementsAreSeparatedBySemicolonsOfWhichOneMayTrail() {
    List<SqlNode> statements = SqlStatements.parse("BEGIN; SELECT 1; INSERT INTO t VALUES (1);");

    assertThat(statements)
        .extracting(SqlNode::getKind)
        .containsExactly(SqlKind.OTHER, SqlKind.SELECT, SqlKind.INSERT);
    assertThat(statements.get(2)).isInstanceOf(SqlInsert.class);
  }

  @Test
  void anEmptyTextHasNoStatements() {
    assertThat(SqlStatements.parse(" -- nothing\n")).isEmpty();
  }

  @Test
  void theTextOfAViewIsWhatTheUserWrote() {
    String sql =
        """
        CREATE VIEW w AS VALUES (1);
        CREATE INCREMENTAL MATERIALIZED VIEW v AS
          (SELECT a,  b + 1 AS c /* sum */ FROM t)
          ORDER BY (a) WITH DATA;
        """;

    CreateMaterializedView view = (CreateMaterializedView) SqlStatements.parse(sql).get(1);

    assertThat(view.query.text(sql))
        .isEqualTo("(SELECT a,  b + 1 AS c /* sum */ FROM t)\n  ORDER BY (a)");
  }

  @Test
  void theTextOfADefaultKeepsItsParentheses() {
    String sql =
        "CREATE TABLE t (\r\n a INT DEFAULT (1 + 2) * 3 NOT NULL,\r b INT CHECK ((b) > 0))";

    CreateTable table = one(CreateTable.class, sql);

    SqlFragment defaultValue = Objects.requireNonNull(table.columns.get(0).defaultValue());
    assertThat(defaultValue.text(sql)).isEqualTo("(1 + 2) * 3");
    assertThat(((TableConstraint.Check) table.constraints.get(0)).condition().text(sql))
        .isEqualTo("(b) > 0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "value",
        "year",
        "month",
        "day",
        "hour",
        "minute",
        "second",
        "date",
        "time",
        "timestamp",
        "one",
        "key",
        "data",
        "state",
        "name",
        "type",
        "count",
        "sum",
        "min",
        "max",
        "avg",
        "rank",
        "position",
        "start",
        "end",
        "begin",
        "result",
        "status",
        "text",
        "index",
        "level",
        "percent",
        "period",
        "language",
        "method",
        "condition",
        "version",
        "path",
        "role",
        "action",
        "label",
        "uuid",
        "open",
        "close",
        "old",
        "new",
        "number",
        "comment",
        "title",
        "length",
        "zone",
        "parameter",
        "match",
        "reads",
        "power",
        "floor",
        "system",
        "refresh",
        "verify",
        "circuit",
        "checkpoint",
        "if",
        "no",
        "only",
        "column",
        "function",
        "first",
        "last",
        "identity",
        "element",
        "precision",
        "scope",
        "search",
        "sql",
        "size",
        "json",
        "source",
        "show",
        "commit",
        "analyze",
        "materialized",
        "incremental",
        "user_id",
        "public",
        "session"
      })
  void wordsThatPeopleNameColumnsAfterAreNames(String word) {
    String select =
        "SELECT t.%1$s, %1$s AS %1$s, %1$s + 1, (%1$s), x %1$s FROM %1$s AS t WHERE %1$s > 1"
            + " AND CASE WHEN %1$s = 1 THEN %1$s ELSE %1$s END = 2"
            + " GROUP BY %1$s HAVING COUNT(%1$s) > 1 ORDER BY %1$s DESC LIMIT 1";

    String written = SqlStatements.unparse(one(String.format(select, word)));

    assertThat(written).isEqualTo(SqlStatements.unparse(one(String.format(select, q(word)))));
    CreateTable table =
        one(
            CreateTable.class,
            String.format("CREATE TABLE %1$s (%1$s INT, y INT, PRIMARY KEY (%1$s))", word));
    assertThat(table.columns.get(0).name().getSimple()).isEqualTo(word);
    one(String.format("INSERT INTO t (%1$s, y) VALUES (1, 2)", word));
    one(String.format("UPDATE t SET %1$s = %1$s + 1, y = %1$s WHERE %1$s = 1", word));
    one(String.format("SELECT * FROM t AS %1$s JOIN u ON %1$s.a = u.%1$s", word));
  }

  private static String q(String word) {
    return '"' + word + '"';
  }

  /** Words that are names here must mean to our grammar what they mean to Calcite's own. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DATE '2024-01-31'",
        "TIME '10:00:00'",
        "TIMESTAMP '2024-01-31 10:00:00'",
        "INTERVAL '1' DAY",
        "INTERVAL '1-2' YEAR TO MONTH",
        "EXTRACT(YEAR FROM d)",
        "CEIL(x TO DAY)",
        "FLOOR(d TO MONTH)",
        "SUBSTRING(a FROM 2 FOR 3)",
        "TRIM(BOTH ' ' FROM a)",
        "POSITION('a' IN b)",
        "OVERLAY(a PLACING b FROM 1)",
        "COUNT(*)",
        "COUNT(DISTINCT a)",
        "SUM(a) FILTER (WHERE b)",
        "RANK() OVER (ORDER BY a)",
        "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a)",
        "CAST(a AS DATE)",
        "CAST(a AS TIMESTAMP(3) WITH TIME ZONE)",
        "YEAR(d)",
        "COALESCE(a, b)",
        "CASE a WHEN 1 THEN 2 END",
        "NULLIF(a, b)",
        "TIMESTAMPADD(DAY, 1, d)",
        "CURRENT_TIMESTAMP",
        "a BETWEEN 1 AND 2 AND b",
        "(a, b) IN (SELECT c, d FROM t)",
        "a = ANY (SELECT b FROM t)",
        "EXISTS (SELECT 1 FROM t)",
        "UUID '00000000-0000-0000-0000-000000000000'",
        "MOD(a, 2)",
        "ABS(-1)",
        "NOT a AND b",
      })
  void wordsThatAreNamesKeepTheirMeaning(String expression) throws SqlParseException {
    SqlNode calcites =
        SqlParser.create(expression, SqlParser.config().withUnquotedCasing(Casing.UNCHANGED))
            .parseExpression();

    SqlNode ours = SqlStatements.parseExpression(expression);

    assertThat(ours).hasToString(calcites.toString());
    assertThat(ours.getKind()).isEqualTo(calcites.getKind());
    assertThat(ours.equalsDeep(calcites, Litmus.IGNORE)).isTrue();
    one("SELECT " + expression + " FROM t");
  }

  @Test
  void twoColonsCast() {
    assertThat(SqlStatements.parseExpression("b AND a::TEXT = c::DATE::TIMESTAMP(3)"))
        .hasToString("`b` AND (`a` :: VARCHAR) = ((`c` :: DATE) :: TIMESTAMP(3))");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t LEFT JOIN u ON a = b FULL JOIN v USING (c) CROSS JOIN w, LATERAL (SELECT 1)",
        "WITH RECURSIVE r (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM r",
        "SELECT a FROM t UNION SELECT b FROM u EXCEPT ALL SELECT c FROM v INTERSECT SELECT d FROM w",
        "SELECT a, SUM(b) FROM t GROUP BY GROUPING SETS ((a), ()), ROLLUP (a, b), CUBE (c)",
        "SELECT a FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY b ORDER BY c) = 1",
        "SELECT SUM(a) OVER w FROM t WINDOW w AS (ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
        "SELECT a FROM t ORDER BY a NULLS FIRST OFFSET 2 ROWS FETCH NEXT 3 ROWS ONLY",
        "SELECT a FROM t LIMIT 3 OFFSET 2",
        "SELECT * FROM UNNEST(ARRAY[1, 2]) WITH ORDINALITY AS u (x, i)",
        "SELECT * FROM TABLE(CHANGES('v', 41))",
        "SELECT 1",
        "SELECT a FROM t FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00'",
        "SELECT COUNT(*) AS count, MAX(d) AS date FROM t GROUP BY 1",
        "SELECT a date, b value, c count FROM t",
        "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN UPDATE SET b = u.b"
            + " WHEN NOT MATCHED THEN INSERT (a, b) VALUES (u.a, u.b)",
      })
  void queriesOfAllShapesParse(String sql) {
    String written = SqlStatements.unparse(one(sql));

    assertThat(SqlStatements.unparse(one(written))).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT FROM t | 1 | 8 | \"FROM\"",
        "SELECT a FRM t WHERE | 1 | 14 | \"t\"",
        "CREATE TABEL t (a INT) | 1 | 8 | \"TABEL\"",
        "CREATE TABLE t (a INT,) | 1 | 23 | \")\"",
        "CREATE TABLE t (a INT | 1 | 21 | the end",
        "DROP t | 1 | 6 | \"t\"",
        "SELECT 1 + | 1 | 10 | \"+\"",
        "SELECT a FROM t WHERE | 1 | 17 | \"WHERE\"",
        "SELECT a FROM t GROUP a | 1 | 17 | \"GROUP\"",
        "CREATE TABLE t (select INT) | 1 | 17 | \"select\"",
        "SELECT 'abc | 1 | 8 | \"'\"",
        "SELECT \"abc | 1 | 8 | \"\"\"",
        "SELECT a ? FROM t | 1 | 10 | \"?\"",
        "ALTER VIEW v | 1 | 7 | \"VIEW\"",
        "ALTER TABLE t ADD COLUMN c INT | 1 | 15 | \"ADD\"",
      })
  void aSyntaxErrorNamesTheWordAndItsPlace(String sql, int line, int column, String word) {
    DatabaseException error = error(sql);

    assertThat(error.code()).isEqualTo(ErrorCode.SYNTAX_ERROR);
    assertThat(error.position()).contains(new Position(line, column));
    assertThat(error.getMessage())
        .startsWith("Syntax error at " + word + " (line " + line + ", column " + column + "). ")
        .hasSizeLessThan(200);
  }

  @Test
  void aPlaceIsCountedFromTheStartOfTheWholeText() {
    assertThat(error("SELECT 1;\n\n\tSELECT FROM t").position()).contains(new Position(3, 9));
  }

  @Test
  void aReservedWordUsedAsANameGetsTheAdviceToQuoteIt() {
    assertThat(error("CREATE TABLE t (select INT)").getMessage())
        .endsWith("As a name, the reserved word select needs double quotes.");
  }

  @Test
  void aShortListOfWhatMayFollowIsTold() {
    assertThat(error("REFRESH v").getMessage()).contains("Expected MATERIALIZED.");
  }

  @Test
  void aNameThatIsTooLongIsRefused() {
    assertThatThrownBy(() -> SqlStatements.parse("SELECT " + "x".repeat(129) + " FROM t"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("line 1, column 8");
  }

  @ParameterizedTest
  @CsvSource({"(,1,)", "-(,1,)", "NOT (,TRUE,)", "ABS(,1,)", "'CASE WHEN a THEN ',1,' END'"})
  void aStatementThatIsNestedTooDeeplyIsAnErrorAndHarmsNothing(
      String open, String inner, String close) {
    String sql = "SELECT " + open.repeat(5_000) + inner + close.repeat(5_000);

    assertThat(error(sql).code()).isEqualTo(ErrorCode.TOO_COMPLEX);
    assertThat(((SqlIdentifier) SqlStatements.parseExpression("a")).getSimple()).isEqualTo("a");
  }
}
