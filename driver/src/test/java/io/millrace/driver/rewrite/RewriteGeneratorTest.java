package io.millrace.driver.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.driver.generator.Choices;
import io.millrace.driver.generator.Reducer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random views, and queries derived from them in all ways of {@link PairKind}: with rewriting
 * forced, on and off the answers are the same in the same types, and the views answer what they
 * can.
 *
 * <p>{@code -Dmillrace.rewrite.pairs=20000} runs the long form, {@code -Dmillrace.seed=N} others,
 * {@code -Dmillrace.rewrite.faults=N} goes on until N faults are found, {@code
 * -Dmillrace.rewrite.unmatched=true} prints what should have been answered and was not.
 */
class RewriteGeneratorTest {
  private static final int PAIRS = Integer.getInteger("millrace.rewrite.pairs", 600);
  private static final int FAULTS = Integer.getInteger("millrace.rewrite.faults", 1);
  private static final long SEED = Long.getLong("millrace.seed", 20261137L);
  private static final int PAIRS_OF_A_DATABASE = 50;
  private static final int REDUCING_RUNS = 150;

  /** What is said of fewer pairs of a kind says little. */
  private static final int ENOUGH = 100;

  private final PairCounts counts = new PairCounts();
  private final List<String> faults = new ArrayList<>();

  @Test
  void viewsAnswerWhatIsDerivedFromThemAndNothingElse() throws SQLException {
    int made = 0;
    for (int database = 0; made < PAIRS && faults.size() < FAULTS; database++) {
      long seed = SEED * 1_000_000 + database * 1_000L;
      PairTables tables = PairTables.random(Choices.random(seed));
      try (PairRun run = new PairRun(tables.script())) {
        for (int i = 1; i <= PAIRS_OF_A_DATABASE && faults.size() < FAULTS; i++) {
          PairKind[] kinds = PairKind.values();
          play(run, tables, kinds[made % kinds.length], seed + i);
          made++;
        }
      }
    }

    System.out.println(counts);
    assertThat(faults).isEmpty();
    assertThat(counts.shareOfRefused()).isLessThan(0.05);
    assertThat(counts.shareOfEmpty()).isLessThan(0.6);
    assertThat(counts.below(0.8, ENOUGH)).isEmpty();
  }

  private void play(PairRun run, PairTables tables, PairKind kind, long seed) throws SQLException {
    Choices choices = Choices.random(seed);
    Pair pair = PairMaker.make(kind, choices);
    Loosening loosening = loosening(kind, seed);
    PairRun.Outcome outcome = run.run(pair, loosening);
    counts.add(pair, outcome);
    if (Boolean.getBoolean("millrace.rewrite.unmatched")
        && outcome.refusal() == null
        && pair.isDerivable()
        && !outcome.matched()) {
      System.out.println(pair + "\n" + outcome.plan());
    }
    if (outcome.fault() != null) {
      String text = reduced(tables, kind, choices.made(), loosening);
      faults.add("seed " + seed + " " + pair.kinds() + "\n" + text);
      System.out.println("seed " + seed + " " + pair.kinds() + "\n" + text);
    }
  }

  /** Pairs that lean on foreign keys are compared again without one, of others every third. */
  private static @Nullable Loosening loosening(PairKind kind, long seed) {
    int keys = Loosening.ALL.size();
    int number = (int) (seed % (kind == PairKind.FEWER_TABLES ? keys : 3 * keys));
    return number < keys ? Loosening.ALL.get(number) : null;
  }

  private int runs;

  /** The smallest script that goes wrong. */
  private String reduced(
      PairTables tables, PairKind kind, int[] made, @Nullable Loosening loosening)
      throws SQLException {
    runs = 0;
    int[] least =
        fault(tables, PairMaker.make(kind, Choices.replay(made)), loosening) == null
            ? made
            : Reducer.fewerChoices(
                made,
                fewer ->
                    fault(tables, PairMaker.make(kind, Choices.replay(fewer)), loosening) != null);
    Pair pair = PairMaker.make(kind, Choices.replay(least));
    PairTables smaller = tables;
    for (String table : List.of("item", "fact", "slot", "dim")) {
      PairTables before = smaller;
      List<String> rows =
          Reducer.fewer(
              before.rows().getOrDefault(table, List.of()),
              some -> fault(before.with(table, some), pair, loosening) != null);
      smaller = before.with(table, rows);
    }
    runs = 0;
    return script(smaller, pair) + fault(smaller, pair, loosening);
  }

  private @Nullable String fault(PairTables tables, Pair pair, @Nullable Loosening loosening) {
    runs++;
    if (runs > REDUCING_RUNS) {
      return null;
    }
    try (PairRun run = new PairRun(tables.script())) {
      return run.run(pair, loosening).fault();
    } catch (SQLException e) {
      return null;
    }
  }

  private static String script(PairTables tables, Pair pair) {
    StringBuilder script = new StringBuilder();
    tables.script().forEach(statement -> script.append(statement).append(";\n"));
    for (int i = 0; i < pair.views().size(); i++) {
      script.append("CREATE INCREMENTAL MATERIALIZED VIEW v").append(i).append(" AS ");
      script.append(pair.views().get(i)).append(";\n");
    }
    return script.append(pair.query()).append(";\n").append(pair.parameters()).append('\n') + "";
  }
}
