package io.millrace.driver.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.driver.generator.HistoryGenerator.Event;
import io.millrace.driver.generator.HistoryGenerator.Transaction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random views over random tables, each held to its query after every commit of a random history.
 *
 * <p>{@code -Dmillrace.generator.views=2000 -Dmillrace.generator.commits=30} runs the long form,
 * {@code -Dmillrace.seed=N} others. {@code -Dmillrace.generator.faults=N} goes on until N faults
 * are found.
 */
class ViewGeneratorTest {
  private static final int VIEWS = Integer.getInteger("millrace.generator.views", 100);
  private static final int COMMITS = Integer.getInteger("millrace.generator.commits", 10);
  private static final int FAULTS = Integer.getInteger("millrace.generator.faults", 1);
  private static final long SEED = Long.getLong("millrace.seed", 20261136L);
  private static final int VIEWS_OF_A_DATABASE = 8;
  private static final int REDUCING_RUNS = 600;

  private final Statistics statistics = new Statistics();
  private final List<String> faults = new ArrayList<>();

  @Test
  void everyViewEqualsItsQueryAfterEveryCommit() throws SQLException {
    Set<Construct> available = available();

    for (long seed = SEED; statistics.views() < VIEWS && faults.size() < FAULTS; seed++) {
      database(seed, available);
    }

    System.out.println(statistics);
    System.out.println("not supported yet: " + EnumSet.complementOf(EnumSet.copyOf(available)));
    assertThat(faults).isEmpty();
    assertThat(statistics.refusals()).isLessThan(statistics.views() / 10);
    assertThat(statistics.nonEmptyShare()).isGreaterThan(0.4);
    assertThat(statistics.changingShare()).isGreaterThan(0.3);
    Set<Construct> unused = EnumSet.copyOf(available);
    unused.removeAll(statistics.constructs().keySet());
    assertThat(unused).hasSizeLessThanOrEqualTo(VIEWS < 1_000 ? available.size() / 3 : 0);
    assertThat(statistics.events().keySet()).isEqualTo(EnumSet.allOf(Event.class));
  }

  /** What this build of the product can keep as a view. */
  private static Set<Construct> available() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE probe (k INTEGER, v INTEGER, s VARCHAR(10))");
      return Construct.accepted(query -> accepts(statement, query));
    }
  }

  private static boolean accepts(Statement statement, String query) {
    try {
      statement.execute("CREATE INCREMENTAL MATERIALIZED VIEW probed AS " + query);
      statement.execute("DROP MATERIALIZED VIEW probed");
      return true;
    } catch (SQLException e) {
      assertThat(e.getSQLState()).as("%s: %s", query, e.getMessage()).matches("0A000|42.*");
      return false;
    }
  }

  private void database(long seed, Set<Construct> available) throws SQLException {
    Choices choices = Choices.random(seed);
    Schema schema = Schema.random(choices);
    List<View> views = new ArrayList<>();
    List<Transaction> history = new ArrayList<>();
    boolean otherWays = false;
    try (ViewRun run = new ViewRun(schema.definitions(), statistics)) {
      create(run, seed, schema, available, views);
      HistoryGenerator generator = new HistoryGenerator(choices, schema);
      for (int i = 0; i < COMMITS; i++) {
        history.add(i == 0 ? generator.first() : generator.next());
        run.play(history.get(i));
      }
      statistics.events(generator.events());
      otherWays = true;
      run.otherWays(schema.definitions(), schema);
    } catch (Fault fault) {
      report(seed, fault, new Scenario(schema, views, history, otherWays));
    }
  }

  private void create(
      ViewRun run, long seed, Schema schema, Set<Construct> available, List<View> views)
      throws Fault {
    List<Source> sources = new ArrayList<>(schema.sources());
    for (int i = 0; i < VIEWS_OF_A_DATABASE; i++) {
      Choices choices = Choices.random(seed * 1_000 + i);
      View view = View.generate("v" + i, choices, available, sources);
      views.add(view);
      String refusal = run.create(view);
      if (refusal == null) {
        statistics.view(view);
        sources.add(view.source());
      } else {
        statistics.refused(refusal);
        views.remove(view);
      }
    }
  }

  private void report(long seed, Fault fault, Scenario scenario) throws SQLException {
    Scenario reduced = new Reducer(fault.signature(), REDUCING_RUNS).reduced(scenario);
    Fault least = reduced.run();
    String text =
        "seed %d: %s%nreduced: %s%n%s".formatted(seed, fault.getMessage(), least, reduced.script());
    System.out.println(text);
    faults.add("seed " + seed + ": " + fault.signature());
  }
}
