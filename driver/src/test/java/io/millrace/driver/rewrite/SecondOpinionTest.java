package io.millrace.driver.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.driver.generator.Choices;
import io.millrace.driver.rewrite.CalciteOpinion.Engine;
import io.millrace.driver.rewrite.CalciteOpinion.Rewriting;
import io.millrace.driver.rewrite.KnownErrors.Known;
import io.millrace.driver.rewrite.OpinionRun.Answered;
import io.millrace.driver.rewrite.RewritePairs.Answer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What Calcite's two rewriting engines answer from a view, Millrace answers, too, unless their
 * answer is wrong. Only what Millrace does not answer is asked; of the fixed pairs {@link
 * RewritePairsTest} holds which these are.
 *
 * <p>{@code -Dmillrace.opinion.all=true} asks of every pair and prints what was found, {@code
 * -Dmillrace.opinion.pairs=20000} plays more random pairs, {@code -Dmillrace.seed=N} others.
 */
final class SecondOpinionTest {
  private static final boolean ALL = Boolean.getBoolean("millrace.opinion.all");
  private static final int PAIRS = Integer.getInteger("millrace.opinion.pairs", 200);
  private static final long SEED = Long.getLong("millrace.seed", 20261201L);
  private static final int PAIRS_OF_A_DATABASE = 50;
  private static final int CONTENTS = 8;

  /** Of the pairs that Millrace answers, one in so many is asked, too. */
  private static final int SAMPLE = ALL ? 1 : 12;

  /** Else the rules warn of each predicate that they cannot compare. */
  private static final Logger CALCITE = Logger.getLogger("org.apache.calcite");

  static {
    CALCITE.setLevel(Level.SEVERE);
  }

  private final List<String> faults = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  @Test
  void fixedPairsThatOnlyCalciteAnswersItAnswersWrong() throws SQLException {
    KnownErrors known = KnownErrors.read();
    Set<String> used = new TreeSet<>();
    for (String text : RewritePairsTest.TEXTS) {
      RewritePairs pairs = RewritePairs.read(text);
      CalciteTables tables = tables(pairs.setup());
      for (RewritePairs.Pair pair : pairs.pairs()) {
        if (pair.answer() == Answer.YES) {
          continue;
        }
        List<Rewriting> rewritings = CalciteOpinion.of(tables, pair.views(), pair.query());
        count(pair.answer().toString(), rewritings);
        String name = pair.kind() + ": " + pair.name();
        Known error = known.pairs().get(name);
        if (error != null && !rewritings.isEmpty()) {
          used.add(name);
        }
        if (pair.answer() != Answer.NOT_YET) {
          judge(pairs.setup(), pair, rewritings, error);
        }
      }
    }

    print();
    assertThat(faults).isEmpty();
    assertThat(used).isEqualTo(new TreeSet<>(known.pairs().keySet()));
  }

  private static CalciteTables tables(List<String> setup) throws SQLException {
    try (OpinionRun run = new OpinionRun(setup)) {
      return run.tables();
    }
  }

  private void judge(
      List<String> setup, RewritePairs.Pair pair, List<Rewriting> rewritings, @Nullable Known error)
      throws SQLException {
    for (Rewriting rewriting : rewritings) {
      boolean agrees = pair.answer() == Answer.PARTLY && rewriting.isPartly();
      if (!agrees && (error == null || !isProved(error, setup, pair, rewriting))) {
        faults.add(pair + "\n  " + pair.views() + "\n  " + pair.query() + "\n  " + rewriting);
      }
    }
  }

  private static boolean isProved(
      Known error, List<String> setup, RewritePairs.Pair pair, Rewriting rewriting)
      throws SQLException {
    if (error.isVolatile()) {
      return true;
    }
    try (OpinionRun run = new OpinionRun(setup)) {
      run.run(error.rows());
      run.keep(pair.views());
      return !run.isRight(rewriting, pair.query(), List.of());
    }
  }

  @Test
  void calciteAnswersMostOfWhatMillraceDoes() throws SQLException {
    int asked = 0;
    int answered = 0;
    for (String text : RewritePairsTest.TEXTS) {
      RewritePairs pairs = RewritePairs.read(text);
      CalciteTables tables = tables(pairs.setup());
      for (RewritePairs.Pair pair : pairs.pairs()) {
        if (pair.answer() == Answer.YES && asked++ % SAMPLE == 0) {
          List<Rewriting> rewritings = CalciteOpinion.of(tables, pair.views(), pair.query());
          count("YES", rewritings);
          answered += rewritings.isEmpty() ? 0 : SAMPLE;
        }
      }
    }

    print();
    assertThat(answered).isGreaterThan(asked / 2);
  }

  @Test
  void randomPairsThatOnlyCalciteAnswersItAnswersWrong() throws SQLException {
    int made = 0;
    for (int database = 0; made < PAIRS; database++) {
      long seed = SEED * 1_000_000 + database * 1_000L;
      try (OpinionRun run = new OpinionRun(PairTables.random(Choices.random(seed)).script())) {
        CalciteTables tables = run.tables();
        for (int i = 1; i <= PAIRS_OF_A_DATABASE; i++) {
          PairKind[] kinds = PairKind.values();
          play(run, tables, kinds[made % kinds.length], seed + i);
          made++;
        }
      }
    }

    print();
    assertThat(faults).isEmpty();
  }

  private void play(OpinionRun run, CalciteTables tables, PairKind kind, long seed)
      throws SQLException {
    Pair pair = PairMaker.make(kind, Choices.random(seed));
    Map<String, String> views = new TreeMap<>();
    for (int i = 0; i < pair.views().size(); i++) {
      views.put("v" + i, pair.views().get(i));
    }
    run.keep(views);
    Answered answered = run.answered(pair.query());
    if (answered == Answered.FULLY && !ALL) {
      return;
    }
    List<Rewriting> rewritings = CalciteOpinion.of(tables, views, pair.query());
    count(answered.toString(), rewritings);
    for (Rewriting rewriting : rewritings) {
      boolean agrees =
          answered == Answered.FULLY || (answered == Answered.PARTLY && rewriting.isPartly());
      if (!agrees && isAlwaysRight(rewriting, views, pair)) {
        faults.add("seed " + seed + " " + pair + "\n  " + rewriting);
      }
    }
  }

  /** Whether no contents of the tables show that the rewriting is none. */
  private static boolean isAlwaysRight(Rewriting rewriting, Map<String, String> views, Pair pair)
      throws SQLException {
    for (int seed = 1; seed <= CONTENTS; seed++) {
      try (OpinionRun run = new OpinionRun(PairTables.random(Choices.random(seed)).script())) {
        run.keep(views);
        if (!run.isRight(rewriting, pair.query(), pair.parameters())) {
          return false;
        }
      }
    }
    return true;
  }

  private void count(String ours, List<Rewriting> rewritings) {
    List<Engine> engines = rewritings.stream().map(Rewriting::engine).toList();
    counts.merge("Millrace " + ours + ", Calcite " + engines, 1, Integer::sum);
  }

  private void print() {
    if (ALL) {
      counts.forEach((what, times) -> System.out.println(times + " pairs: " + what));
    }
  }
}
