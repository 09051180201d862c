package io.millrace.sqllogictest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs all scripts of ours, and of SQLite's a few queries of scripts of every kind. */
final class CorpusSampleTest {
  /** Of each group one or two; those with thousands of rows would take the time and show little. */
  private static final List<String> SAMPLE =
      List.of(
          "evidence",
          "select1.test",
          "select2.test",
          "select3.test",
          "select4.test",
          "select5.test",
          "index/between/10/slt_good_1.test",
          "index/commute/10/slt_good_11.test",
          "index/delete/10/slt_good_2.test",
          "index/in/10/slt_good_3.test",
          "index/orderby/10/slt_good_14.test",
          "index/orderby_nosort/10/slt_good_25.test",
          "index/random/10/slt_good_6.test",
          "index/view/10/slt_good_7.test",
          "random/aggregates/slt_good_58.test",
          "random/aggregates/slt_good_111.test",
          "random/expr/slt_good_29.test",
          "random/expr/slt_good_90.test",
          "random/groupby/slt_good_10.test",
          "random/select/slt_good_31.test",
          "random/select/slt_good_112.test");

  @ParameterizedTest
  @CsvSource({"query, 40", "view, 12", "rewrite, 12"})
  void aSampleOfSqlitesScriptsPasses(String mode, String queries)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(SAMPLE);
    Collections.addAll(words, "--mode", mode, "--queries", queries);

    assertPasses(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"query", "view", "rewrite"})
  void scriptsOfOursPass(String mode) throws IOException, InterruptedException {
    assertPasses(List.of("millrace", "--mode", mode));
  }

  private static void assertPasses(List<String> words) throws IOException, InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int status =
        Main.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err,
            words.toArray(new String[0]));

    assertThat(status).as(out.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("\n0 passed");
  }
}
