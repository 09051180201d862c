package io.millrace.sqllogictest.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.sqllogictest.script.ExpectedResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that are right pass, and each way of being wrong is seen. */
final class QueryModeTest {
  private static final String SETUP =
      """
      statement ok
      CREATE TABLE t (a INTEGER, b VARCHAR(5))

      statement ok
      INSERT INTO t VALUES (2, 'y'), (1, 'x'), (10, NULL)

      """;

  private static ScriptOutcome run(String script) throws IOException, InterruptedException {
    return ScriptRun.run(new QueryMode(), SETUP + script);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "query I nosort\nSELECT a FROM t ORDER BY a DESC\n----\n10\n2\n1\n",
        "query IT rowsort\nSELECT a, b FROM t\n----\n1\nx\n10\nNULL\n2\ny\n",
        "query IT valuesort\nSELECT a, b FROM t\n----\n1\n10\n2\nNULL\nx\ny\n",
        "query I rowsort\nSELECT a FROM t WHERE a > 10\n----\n",
        "query I\nSELECT a FROM t\n",
      })
  void aRightScriptPasses(String script) throws IOException, InterruptedException {
    ScriptOutcome outcome = run(script);

    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.passed()).isEqualTo(1);
    assertThat(outcome.statements()).isEqualTo(2);
    assertThat(outcome.isGood()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      value = {
        "'query I nosort\nSELECT a FROM t ORDER BY a\n----\n1\n3\n10' @ but was",
        "'query I nosort\nSELECT a FROM t ORDER BY a\n----\n1\n2' @ 10",
        "'query I nosort\nSELECT a FROM t ORDER BY a\n----\n2\n1\n10' @ but was",
        "'query I rowsort\nSELECT a FROM t\n----\n1\n2\n10' @ but was",
        "'query I rowsort\nSELECT a FROM t\n----' @ no rows",
        "'query IT rowsort\nSELECT a FROM t\n----\n1' @ 2 columns are expected",
        "'query I rowsort\nSELECT nothing FROM t\n----\n1' @ 42703",
        "'query I nosort\nSELECT 1 / (a - a) FROM t\n----\n1' @ 22012",
      })
  void aWrongExpectationFails(String script, String problem)
      throws IOException, InterruptedException {
    ScriptOutcome outcome = run(script + "\n");

    assertThat(outcome.failed()).isEqualTo(1);
    assertThat(outcome.passed()).isZero();
    assertThat(outcome.isGood()).isFalse();
    assertThat(outcome.failures().get(0).problem()).contains(problem);
    assertThat(outcome.failures().get(0).line()).isEqualTo(7);
  }

  @Test
  void aHashIsOfAllValuesAndTheirNumber() throws IOException, InterruptedException {
    String query = "query I nosort\nSELECT a FROM t ORDER BY a\n----\n";
    String hash = " values hashing to " + ExpectedResult.md5(List.of("1", "2", "10")) + "\n";
    String other = " values hashing to " + ExpectedResult.md5(List.of("1", "2", "11")) + "\n";

    assertThat(run(query + 3 + hash).isGood()).isTrue();
    assertThat(run(query + 4 + hash).failed()).isEqualTo(1);
    assertThat(run(query + 3 + other).failed()).isEqualTo(1);
  }

  @Test
  void resultsOfOneLabelMustBeAlike() throws IOException, InterruptedException {
    ScriptOutcome outcome =
        run(
            """
            query I rowsort same
            SELECT a FROM t

            query I rowsort same
            SELECT a FROM t WHERE a > 0

            query I rowsort same
            SELECT a FROM t WHERE a > 1
            """);

    assertThat(outcome.passed()).isEqualTo(2);
    assertThat(outcome.failures().get(0).problem()).contains("label same");
  }

  @ParameterizedTest
  @CsvSource({
    "statement error, INSERT INTO t VALUES (1 / 0), 0",
    "statement error 22012, 'SELECT 1 / (a - 2) FROM t', 0",
    "statement error 22003, 'SELECT 1 / (a - 2) FROM t', 1",
    "statement error, 'SELECT 1 / (a + 2) FROM t', 1",
    "statement error, 'INSERT INTO t VALUES (5, NULL)', 1",
  })
  void anExpectedErrorMustCome(String kind, String sql, int failed)
      throws IOException, InterruptedException {
    ScriptOutcome outcome = run(kind + "\n" + sql + "\n");

    assertThat(outcome.failedStatements()).isEqualTo(failed);
    assertThat(outcome.isGood()).isEqualTo(failed == 0);
    assertThat(outcome.failures()).hasSize(failed);
  }

  @Test
  void aSetupThatFailsAbortsTheScriptAndCountsWhatIsNotReached()
      throws IOException, InterruptedException {
    ScriptOutcome outcome =
        run(
            """
            query I
            SELECT 1
            ----
            1

            statement ok
            INSERT INTO nowhere VALUES (1)

            query I
            SELECT 1
            ----
            1
            """);

    assertThat(outcome.aborted()).isPresent();
    assertThat(outcome.aborted().get().problem()).contains("42P01");
    assertThat(outcome.passed()).isEqualTo(1);
    assertThat(outcome.notReached()).isEqualTo(1);
    assertThat(outcome.isGood()).isFalse();
  }

  @Test
  void whatARuleNamesIsSkippedAndCounted() throws IOException, InterruptedException {
    Rules rules =
        Rules.read(
            new BufferedReader(
                new StringReader(
                    """
                    # comment
                    planted.* | query | /nowhere/ | there is no such table
                    planted.test:10-11 | query, view | // | asked for too early
                    planted.test | view | /SELECT/ | another mode
                    """)));

    ScriptOutcome outcome =
        ScriptRun.run(
            new QueryMode(),
            rules,
            SETUP
                + """
                statement ok
                INSERT INTO nowhere VALUES (1)

                query I
                SELECT wrong

                query I
                SELECT 1
                """);

    assertThat(outcome.skippedStatements()).isEqualTo(1);
    assertThat(outcome.skipped()).isEqualTo(1);
    assertThat(outcome.passed()).isEqualTo(1);
    assertThat(outcome.isGood()).isTrue();
  }

  @Test
  void aViewIsDroppedWithThoseThatReadItAsInSqlite() throws IOException, InterruptedException {
    ScriptOutcome outcome =
        run(
            """
            statement ok
            CREATE VIEW v AS SELECT a FROM t

            statement ok
            CREATE VIEW w AS SELECT a FROM v

            statement ok
            DROP VIEW v

            statement ok
            DROP VIEW w

            statement error 42P01
            DROP VIEW w
            """);

    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.statements()).isEqualTo(7);
  }

  @Test
  void eachScriptHasAFreshDatabase() throws IOException, InterruptedException {
    String script = SETUP + "query I\nSELECT COUNT(*) FROM t\n----\n3\n";

    assertThat(ScriptRun.run(new QueryMode(), script).isGood()).isTrue();
    assertThat(ScriptRun.run(new QueryMode(), script).isGood()).isTrue();
  }

  @Test
  void theConnectionIsTakenAnewWhenThePoolHasTakenItAway()
      throws IOException, InterruptedException {
    ScriptOutcome outcome =
        run(
            """
            statement error 0A000
            CREATE TABLE u (a INTEGER REFERENCES t (a) ON DELETE CASCADE)

            query I
            SELECT COUNT(*) FROM t
            ----
            3
            """);

    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.passed()).isEqualTo(1);
  }
}
