package io.millrace.engine.plan.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever {@link Facts} claim of random conjuncts is tried on every row of small domains. */
class FactsTest {
  private static final int TRIALS = 40_000;

  private final Columns columns = RandomExpressions.columns();

  @Test
  void whatIsImpliedIsTrueWhereverTheConjunctsAre() {
    int proven = 0;
    for (int seed = 0; seed < TRIALS; seed++) {
      RandomExpressions expressions = new RandomExpressions(new Random(seed));
      List<Expr> conjuncts = conjuncts(expressions, seed);
      Expr predicate =
          seed % 3 == 0
              ? expressions.weakened(conjuncts.get(seed % conjuncts.size()))
              : expressions.predicate(seed % 2);
      if (new Facts(columns, conjuncts).imply(predicate)) {
        proven++;
        holdsWhere(
            conjuncts, List.of(predicate), seed, f -> RandomExpressions.isTrue(predicate, f));
      }
    }
    assertThat(proven).isGreaterThan(TRIALS / 20);
  }

  @Test
  void constantsAndPresenceAndEqualityHoldWhereverTheConjunctsDo() {
    int claims = 0;
    for (int seed = 0; seed < TRIALS; seed++) {
      RandomExpressions expressions = new RandomExpressions(new Random(seed));
      List<Expr> conjuncts = conjuncts(expressions, seed);
      Facts facts = new Facts(columns, conjuncts);
      Expr operand = expressions.operand();
      Object constant = facts.constant(operand);
      if (constant != null) {
        claims++;
        holdsWhere(conjuncts, List.of(operand), seed, f -> constant.equals(operand.evaluate(f)));
      }
      if (facts.isNotNull(operand)) {
        claims++;
        holdsWhere(conjuncts, List.of(operand), seed, f -> operand.evaluate(f) != null);
      }
      Expr other = expressions.operand();
      if (operand instanceof ColumnRef a
          && other instanceof ColumnRef b
          && a.index() != b.index()
          && facts.areEqual(a.index(), b.index())) {
        claims++;
        holdsWhere(
            conjuncts, List.of(a, b), seed, f -> Objects.equals(a.evaluate(f), b.evaluate(f)));
      }
    }
    assertThat(claims).isGreaterThan(TRIALS / 10);
  }

  @Test
  void aPredicateOfUnknownTruthIsNotImplied() {
    Expr a = columns.column(0);
    Expr one = Exprs.literal(1L, a.type().notNull());
    Expr positive =
        Exprs.compare(io.millrace.engine.expr.ComparisonOperator.GREATER_OR_EQUAL, a, one);
    Expr other = Exprs.compare(io.millrace.engine.expr.ComparisonOperator.LESS, a, one);

    assertThat(new Facts(columns, List.of()).imply(Exprs.or(positive, other))).isFalse();
    assertThat(new Facts(columns, List.of(Exprs.isNotNull(a))).imply(Exprs.or(positive, other)))
        .isTrue();
  }

  private static List<Expr> conjuncts(RandomExpressions expressions, int seed) {
    List<Expr> conjuncts = new ArrayList<>();
    for (int i = 0; i <= seed % 3; i++) {
      conjuncts.add(expressions.predicate(seed / 3 % 3));
    }
    return conjuncts;
  }

  private static void holdsWhere(
      List<Expr> conjuncts,
      List<Expr> read,
      int seed,
      java.util.function.Predicate<EvaluationFrame> claim) {
    List<Expr> all = new ArrayList<>(conjuncts);
    all.addAll(read);
    boolean holds =
        RandomExpressions.holdsForAllRows(
            all,
            frame ->
                !conjuncts.stream().allMatch(c -> RandomExpressions.isTrue(c, frame))
                    || claim.test(frame));
    assertThat(holds).as("seed %s: %s from %s", seed, read, conjuncts).isTrue();
  }
}
