package io.millrace.driver.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.driver.jdbc.MillraceConnection;
import io.millrace.driver.jdbc.MillraceProgress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProgressLineTest {
  private static final MillraceProgress QUARTER =
      new MillraceProgress("Filling view \"v\"", 250_000, 1_000_000, 2_000);

  @Test
  void theLineTellsTheShareTheRateAndTheTimeLeft() {
    assertThat(ProgressLine.text(QUARTER))
        .isEqualTo(
            "Filling view \"v\": 250,000 of 1,000,000 rows (25 %), 125,000 rows/s, 6 s left");
    assertThat(ProgressLine.text(new MillraceProgress("Reading", 10, 1_000_000, 1_000)))
        .endsWith("10 rows/s, 27 h 46 min left");
    assertThat(ProgressLine.text(new MillraceProgress("Reading", 10, 910, 1_000)))
        .endsWith("1 min 30 s left");
  }

  @Test
  void whatIsNotKnownIsNotTold() {
    assertThat(ProgressLine.text(new MillraceProgress("Reading", 2_000, 1_000, 1_000)))
        .isEqualTo("Reading: 2,000 rows, 2,000 rows/s");
    assertThat(ProgressLine.text(new MillraceProgress("Committing", 0, 0, 5_000)))
        .isEqualTo("Committing");
    assertThat(ProgressLine.text(new MillraceProgress("", 0, 0, 5_000))).isEqualTo("Planning");
  }

  @Test
  void aShorterLineCoversALongerOneAndTheEndErasesIt() throws SQLException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (Connection connection = Main.connect(Arguments.PRIVATE_MEMORY)) {
      ProgressLine line = ProgressLine.watch(new Terminal(err, err, false), connection);
      line.draw(new MillraceProgress("Committing", 0, 0, 0));
      line.draw(new MillraceProgress("Reading", 0, 0, 0));
      line.close();
      line.close();
      line.draw(QUARTER);
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("\rCommitting\rReading   \r       \r");
  }

  @Test
  void onAScreenAStatementOfMoreThanASecondIsWatchedUntilItsCancel() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(err, err, true);
    try (Connection connection = Main.connect(Arguments.PRIVATE_MEMORY)) {
      StatementRunner runner = new StatementRunner(connection, terminal, OutputFormat.TABLE);
      runner.run("CREATE TABLE d (n INTEGER)");
      runner.run("INSERT INTO d VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)");
      CompletableFuture<Boolean> query =
          CompletableFuture.supplyAsync(
              () ->
                  runner.run(
                      "SELECT COUNT(*) FROM d a, d b, d c, d e, d f, d g, d h, d i, d j"
                          + " WHERE a.n + b.n + c.n + e.n + f.n + g.n + h.n + i.n + j.n < 0"));
      while (!bytes.toString(StandardCharsets.UTF_8).contains("\rReading: ")) {
        assertThat(query).isNotDone();
        Thread.onSpinWait();
      }
      assertThat(progress(connection)).isPresent();
      runner.cancel();

      assertThat(query.get()).isFalse();
      assertThat(bytes.toString(StandardCharsets.UTF_8)).containsPattern("\r {10,}\r57014: ");
      assertThat(progress(connection)).isEmpty();
    }
  }

  private static Optional<MillraceProgress> progress(Connection connection) throws SQLException {
    return connection.unwrap(MillraceConnection.class).progress();
  }

  @Test
  void aClosedConnectionHasNoProgress() throws SQLException {
    Connection connection = Main.connect(Arguments.PRIVATE_MEMORY);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (x INTEGER)");
    }
    MillraceConnection ours = connection.unwrap(MillraceConnection.class);
    connection.close();

    SQLException failure = catchThrowableOfType(SQLException.class, ours::progress);
    assertThat(failure.getSQLState()).isEqualTo("08003");
  }
}
