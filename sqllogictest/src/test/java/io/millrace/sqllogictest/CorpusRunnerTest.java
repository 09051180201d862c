package io.millrace.sqllogictest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import net.hydromatic.sqllogictest.OptionsParser;
import net.hydromatic.sqllogictest.TestLoader;
import net.hydromatic.sqllogictest.TestStatistics;
import net.hydromatic.sqllogictest.executors.JdbcExecutor;
import org.junit.jupiter.api.Test;

/**
 * The runner that comes with the corpus counts as ours does. {@code
 * -Dmillrace.slt.scripts=random/expr/slt_good_1.test,select5.test} compares the two over other
 * scripts.
 */
final class CorpusRunnerTest {
  private static final List<String> SCRIPTS =
      List.of(
          System.getProperty("millrace.slt.scripts", "select2.test,random/groupby/slt_good_1.test")
              .split(",", -1));

  /** Runs each script on a database of its own. */
  private static final class Millrace extends JdbcExecutor {
    Millrace(OptionsParser.SuppliedOptions options) {
      super(options, "jdbc:millrace:mem:", "", "");
    }

    @Override
    public void establishConnection() throws SQLException {
      connection = DriverManager.getConnection(dbUrl);
    }

    /** There is none, and nobody knows how this runner would ask. */
    @Override
    public void dropAllTables() {}

    @Override
    public void dropAllViews() {}
  }

  /** Not by its main class, which looks for scripts by a library that nothing else here needs. */
  private static TestStatistics countedByTheirs(PrintStream out) {
    OptionsParser parser = new OptionsParser(false, out, out);
    parser.registerExecutor("millrace", () -> new Millrace(parser.getOptions()));
    TestLoader loader = new TestLoader(parser.parse("-e", "millrace"));
    for (String script : SCRIPTS) {
      loader.visitFile("test/" + script);
    }
    return loader.statistics;
  }

  private static String countedByOurs() throws IOException, InterruptedException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Main.run(
        new PrintStream(text, true, StandardCharsets.UTF_8),
        System.err,
        SCRIPTS.toArray(new String[0]));
    List<String> lines = text.toString(StandardCharsets.UTF_8).lines().toList();
    return lines.get(lines.size() - 1);
  }

  @Test
  void bothCountTheSame() throws IOException, InterruptedException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();

    TestStatistics theirs = countedByTheirs(new PrintStream(said, true, StandardCharsets.UTF_8));

    assertThat(theirs.getPassedTestCount()).as(said.toString(StandardCharsets.UTF_8)).isPositive();
    assertThat(countedByOurs())
        .isEqualTo(
            theirs.getPassedTestCount() + " passed, " + theirs.getFailedTestCount() + " failed");
  }
}
