package io.millrace.engine.plan.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.expr.Call;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A predicate and the set of values that it is taken for, on every row of small domains. */
class RangeTestTest {
  private static final int TRIALS = 20_000;

  @Test
  void aPredicateIsTrueExactlyForTheValuesOfItsSet() {
    int tested = 0;
    for (int seed = 0; seed < TRIALS; seed++) {
      Expr predicate = new RandomExpressions(new Random(seed)).predicate(seed % 3);
      RangeTest test = RangeTest.of(predicate, Expr::toString);
      if (test != null) {
        tested++;
        assertThat(
                RandomExpressions.holdsForAllRows(
                    List.of(predicate),
                    f -> RandomExpressions.isTrue(predicate, f) == holds(test, f)))
            .as("seed %s: %s", seed, predicate)
            .isTrue();
      }
    }
    assertThat(tested).isGreaterThan(TRIALS / 4);
  }

  @Test
  void whatLikeMatchesBeginsAsItsPatternDoes() {
    int tested = 0;
    for (int seed = 0; seed < TRIALS; seed++) {
      Expr predicate = new RandomExpressions(new Random(seed)).predicate(0);
      if (predicate instanceof Call like && like.function().name().equals("LIKE")) {
        RangeTest test = RangeTest.ofLike(like, false);
        if (test != null) {
          tested++;
          assertThat(
                  RandomExpressions.holdsForAllRows(
                      List.of(predicate),
                      f -> !RandomExpressions.isTrue(predicate, f) || holds(test, f)))
              .as("seed %s: %s", seed, predicate)
              .isTrue();
        }
      }
    }
    assertThat(tested).isGreaterThan(50);
  }

  private static boolean holds(RangeTest test, EvaluationFrame frame) {
    Object value = test.operand().evaluate(frame);
    return value == null
        ? test.orNull()
        : Ranges.of(test.operand().type(), ComparisonOperator.EQUAL, value).isWithin(test.ranges());
  }
}
