package io.millrace.engine.plan.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Search.Range;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Sets of ranges against sets of all values on a grid that is finer than their bounds. */
class RangesTest {
  private static final int TRIALS = 5_000;
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final ColumnType DECIMAL = ColumnType.decimal(6, 2);

  @Test
  void setsOfDecimalsAreThoseOfTheirValues() {
    sameAsSets(DECIMAL, 25);
  }

  @Test
  void setsOfIntegersAreThoseOfTheirValuesWhateverTheBounds() {
    sameAsSets(INTEGER, 100);
  }

  private static void sameAsSets(ColumnType type, int step) {
    for (int seed = 0; seed < TRIALS; seed++) {
      Random random = new Random(seed);
      List<Range> first = ranges(random);
      List<Range> second = ranges(random);
      Ranges a = Ranges.of(type, first);
      Ranges b = Ranges.of(type, second);
      Set<BigDecimal> common = values(a, type, step);
      common.retainAll(values(b, type, step));
      Set<BigDecimal> either = values(a, type, step);
      either.addAll(values(b, type, step));

      assertThat(values(a, type, step)).as("seed %s", seed).isEqualTo(plain(first, step));
      assertThat(values(a.intersect(b), type, step)).as("seed %s", seed).isEqualTo(common);
      assertThat(values(a.union(b), type, step)).as("seed %s", seed).isEqualTo(either);
      assertThat(a.isWithin(b))
          .as("seed %s", seed)
          .isEqualTo(values(b, type, step).containsAll(values(a, type, step)));
      assertThat(a.isEmpty()).as("seed %s", seed).isEqualTo(values(a, type, step).isEmpty());
    }
  }

  /** Ranges whose bounds are multiples of a half, some of them open, some upside down. */
  private static List<Range> ranges(Random random) {
    List<Range> ranges = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      ranges.add(
          new Range(
              random.nextInt(6) == 0 ? null : bound(random),
              random.nextBoolean(),
              random.nextInt(6) == 0 ? null : bound(random),
              random.nextBoolean()));
    }
    return ranges;
  }

  private static Object bound(Random random) {
    int halves = random.nextInt(13) - 6;
    return halves % 2 == 0 && random.nextBoolean()
        ? (Object) (long) (halves / 2)
        : BigDecimal.valueOf(halves * 50L, 2);
  }

  private static Set<BigDecimal> values(Ranges ranges, ColumnType type, int step) {
    Set<BigDecimal> values = new TreeSet<>();
    for (int hundredths = -500; hundredths <= 500; hundredths += step) {
      BigDecimal value = BigDecimal.valueOf(hundredths, 2);
      if (Ranges.of(type, ComparisonOperator.EQUAL, value).isWithin(ranges)) {
        values.add(value);
      }
    }
    return values;
  }

  private static Set<BigDecimal> plain(List<Range> ranges, int step) {
    Set<BigDecimal> values = new TreeSet<>();
    for (int hundredths = -500; hundredths <= 500; hundredths += step) {
      BigDecimal value = BigDecimal.valueOf(hundredths, 2);
      if (ranges.stream().anyMatch(range -> lies(value, range))) {
        values.add(value);
      }
    }
    return values;
  }

  private static boolean lies(BigDecimal value, Range range) {
    int low = range.lower() == null ? 1 : value.compareTo(number(range.lower()));
    int high = range.upper() == null ? -1 : value.compareTo(number(range.upper()));
    return (low > 0 || (low == 0 && range.lowerIncluded()))
        && (high < 0 || (high == 0 && range.upperIncluded()));
  }

  private static BigDecimal number(Object bound) {
    return bound instanceof Long value ? BigDecimal.valueOf(value) : (BigDecimal) bound;
  }
}
