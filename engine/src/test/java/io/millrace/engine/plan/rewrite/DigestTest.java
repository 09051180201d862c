package io.millrace.engine.plan.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random expressions with one canonical text, on every row of small domains. */
class DigestTest {
  private static final int TRIALS = 40_000;

  @Test
  void expressionsOfOneTextHaveOneValue() {
    Map<String, Expr> known = new HashMap<>();
    int compared = 0;
    for (int seed = 0; seed < TRIALS; seed++) {
      RandomExpressions expressions = new RandomExpressions(new Random(seed));
      Expr expr = seed % 2 == 0 ? expressions.predicate(seed / 2 % 2) : expressions.operand();
      Expr first = known.putIfAbsent(digest(expr), expr);
      if (first != null && !first.equals(expr)) {
        compared++;
        assertThat(
                RandomExpressions.holdsForAllRows(
                    List.of(first, expr), f -> Objects.equals(value(first, f), value(expr, f))))
            .as("%s and %s", first, expr)
            .isTrue();
      }
    }
    assertThat(compared).isGreaterThan(100);
  }

  @Test
  void theOrderOfWritingDoesNotShow() {
    for (int seed = 0; seed < TRIALS / 10; seed++) {
      RandomExpressions expressions = new RandomExpressions(new Random(seed));
      Expr predicate = expressions.predicate(3);

      assertThat(digest(expressions.turned(predicate))).isEqualTo(digest(predicate));
    }
  }

  private static String digest(Expr expr) {
    return Digest.of(expr, column -> "#" + column);
  }

  private static Object value(Expr expr, EvaluationFrame frame) {
    try {
      return expr.evaluate(frame) + "";
    } catch (DatabaseException e) {
      return e.getClass();
    }
  }
}
