package io.millrace.sqllogictest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MainTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private int run(String... words) throws IOException, InterruptedException {
    return Main.run(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(errors, true, StandardCharsets.UTF_8),
        words);
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String script(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void theLastLineCountsAndTheStatusIsZeroIfNothingFailed()
      throws IOException, InterruptedException {
    String good = script("good.test", "query I\nSELECT 1 < 2\n----\n1\n\nstatement error\nX\n");

    assertThat(run(good)).isZero();
    assertThat(lines().get(lines().size() - 1)).isEqualTo("1 passed, 0 failed");
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("1 of 1 scripts, 1 queries");
  }

  @ParameterizedTest
  @CsvSource({
    "'query I\nSELECT 1\n----\n2\n', '0 passed, 1 failed'",
    "'statement error\nSELECT 1\n\nquery I\nSELECT 1\n', '1 passed, 1 failed'",
    "'statement ok\nDROP TABLE t\n\nquery I\nSELECT 1\n', '0 passed, 1 failed'",
  })
  void theStatusIsOneIfAnythingFailed(String text, String last)
      throws IOException, InterruptedException {
    assertThat(run(script("bad.test", text))).isEqualTo(1);
    assertThat(lines().get(lines().size() - 1)).isEqualTo(last);
  }

  @ParameterizedTest
  @CsvSource({
    "--mode, sideways, sideways",
    "--shard, 3/2, --shard",
    "--sample, none, none",
    "--unheard, of, --unheard",
    "--url, jdbc:unheard:of, jdbc:unheard:of",
    "--jobs, 0, --jobs",
  })
  void aWrongCommandLineIsTwo(String option, String value, String named)
      throws IOException, InterruptedException {
    assertThat(run(option, value, "select1.test")).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains(named);
  }

  @Test
  void reportsAndTheLedgerTellOfTheRun() throws IOException, InterruptedException {
    String bad = script("bad.test", "query T\nSELECT '<\"&'\n----\nx\n");
    Path ledger = folder.resolve("RESULTS.md");

    run(bad, "--report", folder.toString(), "--ledger", ledger.toString());
    run(bad, "--ledger", ledger.toString(), "--shard", "1/1");

    assertThat(folder.resolve("report.txt")).content().endsWith("0 passed, 1 failed\n");
    assertThat(folder.resolve("report.json"))
        .content()
        .contains("\"failed\": 1", "\"sql\": \"SELECT '<\\\"&'\"");
    assertThat(folder.resolve("report.html")).content().contains("SELECT '&lt;\"&amp;'");
    assertThat(Files.readAllLines(ledger))
        .filteredOn(line -> line.contains("| query |"))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("| jdbc:millrace:mem: |", "| 0 | 1 |"));
  }

  @Test
  void severalUrlsMakeATable() throws IOException, InterruptedException {
    String good = script("good.test", "query I\nSELECT 1\n----\n1\n");

    assertThat(run(good, "--url", "jdbc:millrace:mem:", "--url", "jdbc:millrace:mem:{db}"))
        .isZero();
    assertThat(lines().get(0)).startsWith("database");
    assertThat(lines().get(1)).startsWith("jdbc:millrace:mem: ");
    assertThat(lines().get(2)).startsWith("jdbc:millrace:mem:{db} ");
  }

  @Test
  void listNamesScriptsAndRunsNone() throws IOException, InterruptedException {
    assertThat(run("--list", "evidence", "--shard", "2/3")).isZero();

    List<String> sorted = new ArrayList<>(lines());
    Collections.sort(sorted);
    assertThat(lines()).hasSize(4).isEqualTo(sorted).allMatch(name -> name.startsWith("evidence/"));
  }
}
