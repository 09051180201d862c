package io.millrace.sqllogictest.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts in the modes view and rewrite: right ones pass, and what is wrong is seen. */
final class BatchModeTest {
  private static final String SCRIPT =
      """
      statement ok
      CREATE TABLE t (a INTEGER, b VARCHAR(5))

      statement ok
      INSERT INTO t VALUES (2, 'y')

      statement error 42P01
      INSERT INTO nowhere VALUES (1)

      query I nosort
      SELECT COUNT(*) FROM t
      ----
      1

      statement ok
      INSERT INTO t VALUES (1, 'x')

      query I nosort
      SELECT COUNT(*) FROM t
      ----
      2

      query IT nosort
      SELECT a, b FROM t ORDER BY a DESC
      ----
      2
      y
      1
      x

      statement ok
      CREATE VIEW v AS SELECT a FROM t WHERE a > 1

      query I rowsort
      SELECT a FROM v
      ----
      2

      statement ok
      DROP VIEW v

      statement error
      DROP VIEW v

      statement ok
      DROP TABLE t

      statement ok
      CREATE TABLE t (c INTEGER)

      statement ok
      INSERT INTO t VALUES (NULL)

      query I rowsort
      SELECT c FROM t
      ----
      NULL

      """;

  @ParameterizedTest
  @ValueSource(strings = {"query", "view", "rewrite"})
  void aRightScriptPasses(String mode) throws IOException, InterruptedException {
    ScriptOutcome outcome = ScriptRun.run(Modes.of(mode), SCRIPT);

    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.passed()).isEqualTo(5);
    assertThat(outcome.isGood()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"query", "view", "rewrite"})
  void aWrongExpectationFailsInEachMode(String mode) throws IOException, InterruptedException {
    ScriptOutcome outcome =
        ScriptRun.run(Modes.of(mode), SCRIPT.replace("2\ny\n1\nx", "1\nx\n2\ny"));

    assertThat(outcome.passed()).isEqualTo(4);
    assertThat(outcome.failed()).isEqualTo(1);
    assertThat(outcome.failures().get(0).sql()).contains("ORDER BY a DESC");
  }

  @ParameterizedTest
  @ValueSource(strings = {"query", "view", "rewrite"})
  void aSetupThatFailsAbortsInEachMode(String mode) throws IOException, InterruptedException {
    ScriptOutcome outcome =
        ScriptRun.run(
            Modes.of(mode),
            SCRIPT.replace("INSERT INTO t VALUES (1, 'x')", "INSERT INTO t VALUES (1, 2, 3)"));

    assertThat(outcome.aborted()).isPresent();
    assertThat(outcome.isGood()).isFalse();
    assertThat(outcome.notReached()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"query", "view", "rewrite"})
  void anExpectedErrorThatDoesNotComeIsCountedOnce(String mode)
      throws IOException, InterruptedException {
    ScriptOutcome outcome = ScriptRun.run(Modes.of(mode), SCRIPT.replace("INTO nowhere", "INTO t"));

    assertThat(outcome.failedStatements()).isEqualTo(1);
    assertThat(outcome.isGood()).isFalse();
  }

  @Test
  void whatFailsWithoutRowsIsNoViewBeforeThereAreRows() throws IOException, InterruptedException {
    String query = "query I nosort\nSELECT 10 / COUNT(*) FROM t\n----\n9\n";

    ScriptOutcome views = ScriptRun.run(Modes.of("view"), SCRIPT + query);
    ScriptOutcome rewritten = ScriptRun.run(Modes.of("rewrite"), SCRIPT + query);

    assertThat(views.skipped()).isEqualTo(1);
    assertThat(views.passed()).isEqualTo(5);
    assertThat(rewritten.failed()).isEqualTo(1);
  }

  @Test
  void whatFailsOnTheWayIsNoViewAndStopsNobody() throws IOException, InterruptedException {
    String twoRows =
        """
        statement ok
        CREATE TABLE n (a INTEGER)

        statement ok
        INSERT INTO n VALUES (1)

        statement ok
        INSERT INTO n VALUES (2)

        query I nosort
        SELECT 10 / (SUM(a) - 1) FROM n
        ----
        5

        query I nosort
        SELECT SUM(a) FROM n
        ----
        3

        query I nosort
        SELECT 10 / (SUM(a) - 2) FROM n
        ----
        10

        """;

    ScriptOutcome views = ScriptRun.run(Modes.of("view"), twoRows);
    ScriptOutcome rewritten = ScriptRun.run(Modes.of("rewrite"), twoRows);

    assertThat(views.failures()).isEmpty();
    assertThat(views.aborted()).isEmpty();
    assertThat(views.passed()).isEqualTo(1);
    assertThat(views.skipped()).isEqualTo(2);
    assertThat(rewritten.passed()).isEqualTo(3);
  }

  @Test
  void whatCannotBeAViewFailsInViewMode() throws IOException, InterruptedException {
    ScriptOutcome outcome =
        ScriptRun.run(
            Modes.of("view"),
            SCRIPT + "query I nosort\nSELECT CAST(RAND() AS INTEGER) * 0 FROM t\n");

    assertThat(outcome.failed()).isEqualTo(1);
    assertThat(outcome.failures().get(0).problem()).contains("the view could not be created");
  }

  @Test
  void theOrderOfTheWholeQueryIsTakenAwayAndNoOther() {
    assertThat(ViewText.withoutOrder("SELECT ')' FROM t\n ORDER BY 1"))
        .isEqualTo("SELECT ')' FROM t");
    String inside = "SELECT a FROM (SELECT a FROM t ORDER BY a LIMIT 1) AS order_by";
    assertThat(ViewText.withoutOrder(inside)).isEqualTo(inside);
    String topmost = "SELECT a FROM t ORDER BY a LIMIT 1";
    assertThat(ViewText.withoutOrder(topmost)).isEqualTo(topmost);
  }
}
