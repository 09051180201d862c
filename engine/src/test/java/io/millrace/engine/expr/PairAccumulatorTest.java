package io.millrace.engine.expr;

import static io.millrace.engine.expr.AccumulatorLawsTest.PAIRS;
import static io.millrace.engine.expr.AccumulatorLawsTest.outcome;
import static io.millrace.engine.expr.AccumulatorLawsTest.over;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.expr.AccumulatorLawsTest.Subject;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of COVAR, CORR and REGR; their laws as accumulators are in AccumulatorLawsTest. */
final class PairAccumulatorTest {
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);
  private static final ColumnType DOUBLE = ColumnType.of(CellType.DOUBLE);
  private static final ColumnType DECIMAL = ColumnType.decimal(20, 4);

  private static BigDecimal sum(List<BigDecimal> values) {
    return values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** n Σab − Σa Σb. */
  private static BigDecimal moment(List<BigDecimal> a, List<BigDecimal> b) {
    List<BigDecimal> products = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      products.add(a.get(i).multiply(b.get(i)));
    }
    return sum(products).multiply(BigDecimal.valueOf(a.size())).subtract(sum(a).multiply(sum(b)));
  }

  private static BigDecimal random(ColumnType type, Random random) {
    return switch (type.type()) {
      case DOUBLE -> new BigDecimal(1e6 + random.nextGaussian() * 1000);
      case DECIMAL -> BigDecimal.valueOf(random.nextLong() >> 20, 4);
      default -> BigDecimal.valueOf(random.nextInt(1000));
    };
  }

  private static Object cellOf(BigDecimal value, ColumnType type) {
    return switch (type.type()) {
      case DOUBLE -> value.doubleValue();
      case DECIMAL -> value;
      default -> value.longValueExact();
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"DOUBLE DOUBLE", "BIGINT DECIMAL", "DECIMAL BIGINT", "DECIMAL DECIMAL"})
  void whatIsComputedOfPairsIsRoundedOnce(String types) {
    List<ColumnType> arguments =
        Stream.of(types.split(" "))
            .map(name -> name.equals("DECIMAL") ? DECIMAL : ColumnType.of(CellType.valueOf(name)))
            .toList();
    MathContext precise = new MathContext(200, RoundingMode.HALF_EVEN);
    for (long seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<BigDecimal> y = new ArrayList<>();
      List<BigDecimal> x = new ArrayList<>();
      List<@Nullable Object> pairs = new ArrayList<>();
      for (int i = 0; i < 2 + seed % 20; i++) {
        y.add(random(arguments.get(0), random));
        x.add(random(arguments.get(1), random));
        pairs.add(
            new ArgumentPair(
                cellOf(y.get(i), arguments.get(0)), cellOf(x.get(i), arguments.get(1))));
      }
      BigDecimal n = BigDecimal.valueOf(y.size());
      BigDecimal xx = moment(x, x);
      BigDecimal yy = moment(y, y);
      BigDecimal xy = moment(x, y);
      BigDecimal squared = xy.multiply(xy);
      BigDecimal root = squared.divide(xx.multiply(yy), precise).sqrt(precise);
      BigDecimal rest = sum(y).multiply(xx).subtract(xy.multiply(sum(x)));
      Map<AggregateFunction, BigDecimal> expected = new EnumMap<>(AggregateFunction.class);
      expected.put(AggregateFunction.COVAR_POP, xy.divide(n.multiply(n), precise));
      expected.put(
          AggregateFunction.COVAR_SAMP, xy.divide(n.multiply(n.subtract(BigDecimal.ONE)), precise));
      expected.put(AggregateFunction.CORR, xy.signum() < 0 ? root.negate() : root);
      expected.put(AggregateFunction.REGR_COUNT, n);
      expected.put(AggregateFunction.REGR_AVGY, sum(y).divide(n, precise));
      expected.put(AggregateFunction.REGR_AVGX, sum(x).divide(n, precise));
      expected.put(AggregateFunction.REGR_SYY, yy.divide(n, precise));
      expected.put(AggregateFunction.REGR_SXX, xx.divide(n, precise));
      expected.put(AggregateFunction.REGR_SXY, xy.divide(n, precise));
      expected.put(AggregateFunction.REGR_SLOPE, xy.divide(xx, precise));
      expected.put(AggregateFunction.REGR_INTERCEPT, rest.divide(n.multiply(xx), precise));
      expected.put(AggregateFunction.REGR_R2, squared.divide(xx.multiply(yy), precise));

      assertThat(expected.keySet()).containsExactlyInAnyOrderElementsOf(PAIRS);
      expected.forEach(
          (function, value) ->
              assertThat(outcome(over(new Subject(function, arguments, DOUBLE), pairs)))
                  .as("%s, %s", function, pairs)
                  .isEqualTo(value.doubleValue() + 0.0));
    }
  }

  @Test
  void pairsThatAreNotFiniteSpoilOnlyWhatTheyEnter() {
    List<@Nullable Object> pairs =
        List.of(
            new ArgumentPair(1.0, Double.POSITIVE_INFINITY),
            new ArgumentPair(3.0, 2.0),
            new ArgumentPair(8.0, 5.0));
    Map<AggregateFunction, Object> results = new EnumMap<>(AggregateFunction.class);
    for (AggregateFunction function : PAIRS) {
      Accumulator accumulator = over(new Subject(function, List.of(DOUBLE, DOUBLE), DOUBLE), pairs);
      results.put(function, outcome(accumulator));
      accumulator.add(pairs.get(0), -1);
      accumulator.add(pairs.get(2), -1);
      accumulator.add(pairs.get(2), 1);
      assertThat(outcome(accumulator))
          .as("%s of what is finite", function)
          .isEqualTo(
              outcome(
                  over(
                      new Subject(function, List.of(DOUBLE, DOUBLE), DOUBLE),
                      pairs.subList(1, 3))));
    }

    assertThat(results.remove(AggregateFunction.REGR_COUNT)).isEqualTo(3.0);
    assertThat(results.remove(AggregateFunction.REGR_AVGY)).isEqualTo(4.0);
    assertThat(results.remove(AggregateFunction.REGR_AVGX)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(results.remove(AggregateFunction.REGR_SYY)).isEqualTo(26.0);
    assertThat(results.values()).containsOnly(Double.NaN);
  }

  @Test
  void thereIsNoLineThroughPairsOnAVerticalOne() {
    List<@Nullable Object> vertical = List.of(new ArgumentPair(1L, 2L), new ArgumentPair(3L, 2L));
    List<@Nullable Object> horizontal = List.of(new ArgumentPair(2L, 1L), new ArgumentPair(2L, 3L));
    List<ColumnType> types = List.of(BIGINT, BIGINT);
    for (AggregateFunction function :
        List.of(
            AggregateFunction.CORR,
            AggregateFunction.REGR_SLOPE,
            AggregateFunction.REGR_INTERCEPT,
            AggregateFunction.REGR_R2)) {
      assertThat(outcome(over(new Subject(function, types, DOUBLE), vertical))).isEqualTo("NULL");
    }
    assertThat(outcome(over(new Subject(AggregateFunction.CORR, types, DOUBLE), horizontal)))
        .isEqualTo("NULL");
    assertThat(outcome(over(new Subject(AggregateFunction.REGR_R2, types, DOUBLE), horizontal)))
        .isEqualTo(1.0);
  }

  @Test
  void covariancesOfDoublesBeyondTheirRangeFail() {
    List<@Nullable Object> pairs =
        List.of(new ArgumentPair(1e300, 1e300), new ArgumentPair(-1e300, -1e300));
    Subject covariance = new Subject(AggregateFunction.COVAR_POP, List.of(DOUBLE, DOUBLE), DOUBLE);
    Subject correlation = new Subject(AggregateFunction.CORR, List.of(DOUBLE, DOUBLE), DOUBLE);

    assertThat(outcome(over(covariance, pairs))).isEqualTo("22003");
    assertThat(outcome(over(correlation, pairs))).isEqualTo(1.0);
  }
}
