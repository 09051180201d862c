package io.millrace.engine.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.DatabaseException;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class AccumulatorLawsTest {
  private static final ColumnType DOUBLE = ColumnType.of(CellType.DOUBLE);
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);
  private static final ColumnType DECIMAL = ColumnType.decimal(20, 4);
  private static final ColumnType BOOLEAN = ColumnType.of(CellType.BOOLEAN);
  private static final int SEEDS = 40;

  /** A function over cells of some types. */
  record Subject(AggregateFunction function, List<ColumnType> arguments, ColumnType result) {
    Subject(AggregateFunction function, ColumnType argument, ColumnType result) {
      this(function, List.of(argument), result);
    }

    Accumulator empty() {
      return function.newAccumulator(arguments, result);
    }

    /** What the accumulator takes of a row of random cells. */
    @Nullable Object cell(Random random) {
      List<@Nullable Object> cells = new ArrayList<>();
      arguments.forEach(argument -> cells.add(cell(argument, random)));
      List<Integer> places = IntStream.range(0, arguments.size()).boxed().toList();
      return new AggregateCall(function, places, false, List.of(), null, result).input(cells::get);
    }

    private static @Nullable Object cell(ColumnType argument, Random random) {
      if (random.nextInt(6) == 0) {
        return null;
      }
      return switch (argument.type()) {
        case BOOLEAN -> random.nextBoolean();
        case DOUBLE -> randomDouble(random);
        case DECIMAL -> BigDecimal.valueOf(random.nextLong(), 4);
        default -> random.nextInt(3) == 0 ? random.nextLong() : (long) random.nextInt(100);
      };
    }
  }

  /** All magnitudes, and now and then something that isn't finite. */
  private static double randomDouble(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> 1e308 * (random.nextBoolean() ? 1 : -1);
      case 1 -> 1e-300 * random.nextGaussian();
      case 2 -> Double.MIN_VALUE * random.nextInt(100);
      case 3 -> random.nextInt(20) == 0 ? Double.NaN : 0.1;
      case 4 -> random.nextInt(20) == 0 ? Double.POSITIVE_INFINITY : -0.3;
      case 5 -> random.nextInt(20) == 0 ? Double.NEGATIVE_INFINITY : 1e17;
      default -> random.nextGaussian() * 1000;
    };
  }

  static final List<AggregateFunction> PAIRS =
      List.of(
          AggregateFunction.COVAR_POP,
          AggregateFunction.COVAR_SAMP,
          AggregateFunction.CORR,
          AggregateFunction.REGR_COUNT,
          AggregateFunction.REGR_AVGY,
          AggregateFunction.REGR_AVGX,
          AggregateFunction.REGR_SYY,
          AggregateFunction.REGR_SXX,
          AggregateFunction.REGR_SXY,
          AggregateFunction.REGR_SLOPE,
          AggregateFunction.REGR_INTERCEPT,
          AggregateFunction.REGR_R2);

  static Stream<Subject> linear() {
    List<Subject> subjects = new ArrayList<>();
    for (AggregateFunction function :
        List.of(AggregateFunction.SUM, AggregateFunction.SUM0, AggregateFunction.AVG)) {
      subjects.add(new Subject(function, DOUBLE, DOUBLE));
      subjects.add(new Subject(function, BIGINT, ColumnType.decimal(38, 10)));
      subjects.add(new Subject(function, DECIMAL, ColumnType.decimal(38, 8)));
    }
    for (AggregateFunction function :
        List.of(
            AggregateFunction.VAR_POP,
            AggregateFunction.VAR_SAMP,
            AggregateFunction.STDDEV_POP,
            AggregateFunction.STDDEV_SAMP)) {
      subjects.add(new Subject(function, DOUBLE, DOUBLE));
      subjects.add(new Subject(function, BIGINT, DOUBLE));
      subjects.add(new Subject(function, DECIMAL, DOUBLE));
    }
    subjects.add(new Subject(AggregateFunction.COUNT, DOUBLE, BIGINT));
    subjects.add(new Subject(AggregateFunction.BOOL_AND, BOOLEAN, BOOLEAN));
    subjects.add(new Subject(AggregateFunction.BOOL_OR, BOOLEAN, BOOLEAN));
    subjects.add(new Subject(AggregateFunction.BIT_AND, BIGINT, BIGINT));
    subjects.add(new Subject(AggregateFunction.BIT_OR, BIGINT, BIGINT));
    subjects.add(new Subject(AggregateFunction.BIT_XOR, BIGINT, BIGINT));
    subjects.add(new Subject(AggregateFunction.COUNT_IF, BOOLEAN, BIGINT));
    subjects.add(new Subject(AggregateFunction.COUNT, List.of(DOUBLE, BIGINT, DECIMAL), BIGINT));
    subjects.add(new Subject(AggregateFunction.COUNT_ROWS, List.of(BOOLEAN, BIGINT), BIGINT));
    for (AggregateFunction function : PAIRS) {
      subjects.add(new Subject(function, List.of(DOUBLE, DOUBLE), DOUBLE));
      subjects.add(new Subject(function, List.of(BIGINT, DECIMAL), DOUBLE));
      subjects.add(new Subject(function, List.of(DECIMAL, DOUBLE), DOUBLE));
    }
    subjects.add(new Subject(AggregateFunction.SINGLE_VALUE, DECIMAL, DECIMAL));
    subjects.add(new Subject(AggregateFunction.SINGLE_VALUE, DOUBLE, DOUBLE));
    return subjects.stream();
  }

  private static byte[] state(Accumulator accumulator) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    accumulator.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  static Object outcome(Accumulator accumulator) {
    try {
      return Objects.requireNonNullElse(accumulator.result(), "NULL");
    } catch (DatabaseException e) {
      return e.sqlState();
    }
  }

  private static List<@Nullable Object> cells(Subject subject, Random random) {
    List<@Nullable Object> cells = new ArrayList<>();
    int size = random.nextInt(30);
    for (int i = 0; i < size; i++) {
      cells.add(subject.cell(random));
    }
    return cells;
  }

  static Accumulator over(Subject subject, List<@Nullable Object> cells) {
    Accumulator accumulator = subject.empty();
    cells.forEach(cell -> accumulator.add(cell, 1));
    return accumulator;
  }

  @ParameterizedTest
  @MethodSource("linear")
  void orderNeverMatters(Subject subject) throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<@Nullable Object> cells = cells(subject, random);
      Accumulator first = over(subject, cells);
      Collections.shuffle(cells, random);

      Accumulator second = over(subject, cells);

      assertThat(state(second)).as("seed %d", seed).isEqualTo(state(first));
      assertThat(outcome(second)).as("seed %d", seed).isEqualTo(outcome(first));
    }
  }

  @ParameterizedTest
  @MethodSource("linear")
  void removingWhatWasAddedLeavesTheVeryBytes(Subject subject) throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Accumulator accumulator = over(subject, cells(subject, random));
      byte[] before = state(accumulator);
      List<@Nullable Object> cells = cells(subject, random);
      cells.forEach(cell -> accumulator.add(cell, 2));

      Collections.shuffle(cells, random);
      cells.forEach(cell -> accumulator.add(cell, -1));
      Collections.shuffle(cells, random);
      cells.forEach(cell -> accumulator.add(cell, -1));

      assertThat(state(accumulator)).as("seed %d", seed).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @MethodSource("linear")
  void aStateThatWasWrittenGoesOnAsBefore(Subject subject) throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Accumulator kept = over(subject, cells(subject, random));
      Accumulator read = subject.empty();
      read.read(new DataInputStream(new ByteArrayInputStream(state(kept))));

      for (Object cell : cells(subject, random)) {
        long weight = random.nextInt(5) - 2L;
        kept.add(cell, weight);
        read.add(cell, weight);
      }

      assertThat(state(read)).as("seed %d", seed).isEqualTo(state(kept));
    }
  }

  @ParameterizedTest
  @MethodSource("linear")
  void nothingIsTheStateOfNothing(Subject subject) throws IOException {
    Accumulator accumulator = subject.empty();
    byte[] empty = state(accumulator);
    Object cell = subject.arguments().equals(List.of(BOOLEAN)) ? (Object) true : null;
    cell = subject.arguments().equals(List.of(BIGINT)) ? (Object) 3L : cell;

    accumulator.add(cell, 1);
    byte[] one = state(accumulator);
    accumulator.add(cell, -1);

    assertThat(state(accumulator)).isEqualTo(empty);
    if (cell != null) {
      assertThat(one).isNotEqualTo(empty);
    }
  }

  private static BigDecimal exactSum(List<Double> values) {
    return values.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static List<Double> finite(Random random) {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      double value = randomDouble(random);
      if (Double.isFinite(value) && Math.abs(value) < 1e300) {
        values.add(value);
      }
    }
    return values;
  }

  private static Object over(AggregateFunction function, List<?> values, ColumnType argument) {
    return outcome(over(new Subject(function, argument, DOUBLE), new ArrayList<>(values)));
  }

  @Test
  void sumsAndAveragesOfDoublesAreRoundedOnce() {
    for (long seed = 0; seed < 500; seed++) {
      List<Double> values = finite(new Random(seed));
      BigDecimal sum = exactSum(values);
      BigDecimal mean = sum.divide(BigDecimal.valueOf(values.size()), new MathContext(1500));

      assertThat(over(AggregateFunction.SUM, values, DOUBLE))
          .as("seed %d", seed)
          .isEqualTo(sum.doubleValue() + 0.0);
      assertThat(over(AggregateFunction.AVG, values, DOUBLE))
          .as("seed %d", seed)
          .isEqualTo(mean.doubleValue() + 0.0);
    }
  }

  @Test
  void variancesAreRoundedOnce() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<Double> values = new ArrayList<>();
      double base = seed % 3 == 0 ? 1e15 : 0;
      for (int i = 0; i < 2 + random.nextInt(20); i++) {
        values.add(base + random.nextGaussian());
      }
      BigDecimal n = BigDecimal.valueOf(values.size());
      BigDecimal squares =
          values.stream()
              .map(x -> new BigDecimal(x).pow(2))
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      BigDecimal spread = squares.multiply(n).subtract(exactSum(values).pow(2));
      MathContext precise = new MathContext(200, RoundingMode.HALF_EVEN);
      BigDecimal population = spread.divide(n.multiply(n), precise);
      BigDecimal sample = spread.divide(n.multiply(n.subtract(BigDecimal.ONE)), precise);

      assertThat(over(AggregateFunction.VAR_POP, values, DOUBLE))
          .as("seed %d", seed)
          .isEqualTo(population.doubleValue());
      assertThat(over(AggregateFunction.STDDEV_SAMP, values, DOUBLE))
          .as("seed %d", seed)
          .isEqualTo(sample.sqrt(precise).doubleValue());
    }
  }

  @Test
  void roundingIsToTheNearestDoubleDownToTheSmallest() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      BigInteger mantissa = new BigInteger(1 + random.nextInt(120), random);
      int exponent = -1200 + random.nextInt(2300);
      BigDecimal exact =
          exponent >= 0
              ? new BigDecimal(mantissa.shiftLeft(exponent))
              : new BigDecimal(mantissa)
                  .divide(new BigDecimal(BigInteger.ONE.shiftLeft(-exponent)));

      assertThat(Rounding.nearest(mantissa, exponent)).isEqualTo(exact.doubleValue());
    }
  }

  @Test
  void theSmallestDoublesAddUp() {
    List<Double> values = List.of(Double.MIN_VALUE, 3 * Double.MIN_VALUE, -Double.MIN_NORMAL);

    assertThat(over(AggregateFunction.SUM, values, DOUBLE))
        .isEqualTo(4 * Double.MIN_VALUE - Double.MIN_NORMAL);
  }

  @Test
  void whatIsFarBelowATieBreaksIt() {
    BigInteger tie = BigInteger.ONE.shiftLeft(53).add(BigInteger.ONE);
    BigInteger divisor = BigInteger.ONE.shiftLeft(400).add(BigInteger.ONE);

    assertThat(Rounding.quotient(tie.multiply(divisor), 0, divisor)).isEqualTo(0x1p53);
    assertThat(Rounding.quotient(tie.multiply(divisor).add(BigInteger.ONE), 0, divisor))
        .isEqualTo(0x1p53 + 2);
    assertThat(Rounding.squareRoot(tie.multiply(tie), 0, BigInteger.ONE)).isEqualTo(0x1p53);
    assertThat(
            Rounding.squareRoot(
                tie.multiply(tie).multiply(divisor).add(BigInteger.ONE), 0, divisor))
        .isEqualTo(0x1p53 + 2);
  }

  @Test
  void varianceOfEqualLargeNumbersIsZero() {
    List<Long> values = List.of(9_007_199_254_740_993L, 9_007_199_254_740_993L);

    assertThat(over(AggregateFunction.STDDEV_POP, values, BIGINT)).isEqualTo(0.0);
    assertThat(over(AggregateFunction.VAR_SAMP, List.of(1L, 2L, 4L), BIGINT))
        .isEqualTo(2.3333333333333335);
  }

  @Test
  void theRangeIsCheckedOnTheFinishedSumOnly() {
    Subject subject = new Subject(AggregateFunction.SUM, ColumnType.of(CellType.INTEGER), BIGINT);
    Accumulator accumulator = subject.empty();
    accumulator.add(Long.MAX_VALUE, 3);
    assertThat(outcome(accumulator)).isEqualTo("22003");

    accumulator.add(Long.MAX_VALUE, -2);

    assertThat(outcome(accumulator)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void sumsOfDoublesBeyondTheirRangeFailAndComeBack() {
    Accumulator accumulator = new Subject(AggregateFunction.SUM, DOUBLE, DOUBLE).empty();
    accumulator.add(1.5e308, 2);
    assertThat(outcome(accumulator)).isEqualTo("22003");
    accumulator.add(Double.POSITIVE_INFINITY, 1);
    assertThat(outcome(accumulator)).isEqualTo(Double.POSITIVE_INFINITY);
    accumulator.add(Double.NEGATIVE_INFINITY, 1);
    assertThat(outcome(accumulator)).isEqualTo(Double.NaN);

    accumulator.add(Double.POSITIVE_INFINITY, -1);
    accumulator.add(Double.NEGATIVE_INFINITY, -1);
    accumulator.add(1.5e308, -1);

    assertThat(outcome(accumulator)).isEqualTo(1.5e308);
  }

  @Test
  void averagesRoundHalfUpAtTheirScale() {
    Subject subject = new Subject(AggregateFunction.AVG, BIGINT, ColumnType.decimal(38, 6));
    Accumulator accumulator = subject.empty();
    accumulator.add(1L, 1);
    accumulator.add(2L, 2);

    assertThat(outcome(accumulator)).isEqualTo(new BigDecimal("1.666667"));
  }

  @Test
  void onlyOneRowHasASingleValue() {
    Accumulator accumulator =
        new Subject(AggregateFunction.SINGLE_VALUE, ColumnType.varchar(-1), DOUBLE).empty();
    assertThat(outcome(accumulator)).isEqualTo("NULL");
    accumulator.add("a", 1);
    accumulator.add("\uD83D\uDE00", 1);
    assertThat(outcome(accumulator)).isEqualTo("21000");

    accumulator.add("a", -1);
    assertThat(outcome(accumulator)).isEqualTo("\uD83D\uDE00");

    accumulator.add(null, 1);
    assertThat(outcome(accumulator)).isEqualTo("21000");
  }

  @Test
  void extremesTakeTheLeastAndTheGreatestAndCannotForget() {
    Accumulator least =
        AggregateFunction.ANY_VALUE.newAccumulator(ColumnType.varchar(-1), ColumnType.varchar(-1));
    Accumulator greatest = AggregateFunction.MAX.newAccumulator(DOUBLE, DOUBLE);
    for (String text : List.of("b", "\uD83D\uDE00", "\uFFFD", "c")) {
      least.add(text, 1);
    }
    for (Double number : List.of(1.0, Double.NaN, Double.POSITIVE_INFINITY)) {
      greatest.add(number, 2);
    }

    assertThat(least.result()).isEqualTo("b");
    assertThat(greatest.result()).isEqualTo(Double.NaN);
    assertThatThrownBy(() -> least.add("b", -1)).isInstanceOf(AssertionError.class);
  }

  @Test
  void bitsAreCounted() {
    Accumulator and = AggregateFunction.BIT_AND.newAccumulator(BIGINT, BIGINT);
    Accumulator xor = AggregateFunction.BIT_XOR.newAccumulator(BIGINT, BIGINT);
    for (Accumulator accumulator : List.of(and, xor)) {
      accumulator.add(-1L, 1);
      accumulator.add(6L, 1);
      accumulator.add(3L, 1);
    }

    assertThat(and.result()).isEqualTo(2L);
    assertThat(xor.result()).isEqualTo(-1L ^ 6L ^ 3L);

    and.add(3L, -1);
    assertThat(and.result()).isEqualTo(6L);
  }

  @Test
  void countsKnowRowsFromValues() {
    RowType input = RowType.of(BIGINT);
    Accumulator rows =
        new AggregateCall(AggregateFunction.COUNT, AggregateCall.NO_ARGUMENT, false, BIGINT)
            .newAccumulator(input);
    Accumulator values =
        new AggregateCall(AggregateFunction.COUNT, 0, false, BIGINT).newAccumulator(input);
    for (Accumulator accumulator : List.of(rows, values)) {
      accumulator.add(null, 2);
      accumulator.add(5L, 3);
    }

    assertThat(rows.result()).isEqualTo(5L);
    assertThat(values.result()).isEqualTo(3L);
  }

  @Test
  void everyFunctionKeepsItsStoredCode() throws IOException {
    for (AggregateFunction function : AggregateFunction.values()) {
      assertThat(AggregateFunction.ofCode(function.code())).isEqualTo(function);
      AggregateCall call =
          new AggregateCall(
              function,
              List.of(3, 1),
              true,
              List.of(AggregateOrder.descending(1), new AggregateOrder(2, false, true)),
              function.readsSize() ? new BigDecimal("0.25") : ", ",
              DECIMAL);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      call.write(new DataOutputStream(bytes));
      assertThat(
              AggregateCall.read(
                  new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
          .isEqualTo(call);
    }
    assertThat(AggregateFunction.SINGLE_VALUE.code()).isEqualTo(17);
    assertThat(AggregateFunction.STRING_AGG.code()).isEqualTo(37);
    assertThat(AggregateFunction.ARRAY_AGG.code()).isEqualTo(38);
    assertThat(AggregateFunction.ofCode(39)).isNull();
  }
}
