package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.RangeOffset;
import io.millrace.engine.operator.WindowCall.Kind;
import io.millrace.engine.operator.WindowFrame.Bound;
import io.millrace.engine.operator.WindowFrame.Exclusion;
import io.millrace.engine.operator.WindowFrame.Unit;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Queries of windows against the definition of each call: for every copy of a row, all others are
 * asked one by one whether they are in its frame.
 */
final class WindowOracleTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);
  private static final ColumnType DOUBLE = ColumnType.of(CellType.DOUBLE);
  private static final ColumnType TIMESTAMP = ColumnType.of(CellType.TIMESTAMP);
  private static final ColumnType MONTHS = ColumnType.of(CellType.INTERVAL_MONTHS);

  /** A partition, what rows are ordered by, another order, a value, and a number above 0. */
  private static final List<Integer> PARTITION = List.of(0);

  private static final int KEY = 1;
  private static final int OTHER_KEY = 2;
  private static final int VALUE = 3;
  private static final int NUMBER = 4;

  private static RowType type(ColumnType key) {
    return RowType.of(INTEGER, key, INTEGER, INTEGER, INTEGER);
  }

  /** One end of a frame: so far behind the current row, negative before it, or null for no end. */
  private record End(@Nullable Long distance) {
    boolean isCurrent() {
      return distance != null && distance == 0;
    }

    Bound bound(boolean lower, Unit unit, ColumnType key) {
      if (distance == null) {
        return lower ? Bound.FIRST : Bound.LAST;
      }
      if (unit != Unit.RANGE || isCurrent()) {
        return Bound.rows(distance);
      }
      ColumnType amount = key.equals(TIMESTAMP) ? MONTHS : INTEGER;
      return Bound.range(Long.signum(distance), RangeOffset.of(key, amount, Math.abs(distance)));
    }
  }

  private record Frame(Unit unit, End lower, End upper, Exclusion exclusion) {
    WindowFrame operand(ColumnType key) {
      return new WindowFrame(
          unit, lower.bound(true, unit, key), upper.bound(false, unit, key), exclusion);
    }
  }

  /** The copies of one partition's rows in their order. */
  private static final class Partition {
    private final List<@Nullable Object[]> rows;
    private final List<SortColumn> order;
    private final ColumnType key;

    Partition(List<@Nullable Object[]> rows, List<SortColumn> order, ColumnType key) {
      this.rows = rows;
      this.order = order;
      this.key = key;
      rows.sort(byOrder().thenComparing(ties()));
    }

    private static Comparator<@Nullable Object[]> by(SortColumn column) {
      Comparator<Long> values =
          column.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
      return Comparator.comparing(
          row -> (Long) row[column.column()],
          column.nullsFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values));
    }

    private Comparator<@Nullable Object[]> byOrder() {
      return order.stream()
          .map(Partition::by)
          .reduce(Comparator::thenComparing)
          .orElse(Comparator.comparing(row -> row.length));
    }

    private static Comparator<@Nullable Object[]> ties() {
      return IntStream.rangeClosed(0, NUMBER)
          .mapToObj(column -> by(SortColumn.ascending(column)))
          .reduce(Comparator::thenComparing)
          .orElseThrow();
    }

    @Nullable Object cell(int row, int column) {
      return rows.get(row)[column];
    }

    boolean arePeers(int a, int b) {
      return byOrder().compare(rows.get(a), rows.get(b)) == 0;
    }

    /** How many groups of peers begin up to a row. */
    int group(int row) {
      return (int) IntStream.rangeClosed(0, row).filter(i -> i == 0 || !arePeers(i, i - 1)).count();
    }

    /** The rows of the frame of one of them. */
    List<Integer> frame(Frame frame, int row) {
      return IntStream.range(0, rows.size())
          .filter(i -> isIn(frame, row, i) && !isExcluded(frame.exclusion(), row, i))
          .boxed()
          .toList();
    }

    private boolean isExcluded(Exclusion exclusion, int row, int i) {
      return switch (exclusion) {
        case NO_OTHERS -> false;
        case CURRENT_ROW -> i == row;
        case GROUP -> arePeers(i, row);
        case TIES -> i != row && arePeers(i, row);
      };
    }

    private boolean isIn(Frame frame, int row, int i) {
      Long lower = frame.lower().distance();
      Long upper = frame.upper().distance();
      return (lower == null || isBeyond(frame.unit(), row, i, lower, 1))
          && (upper == null || isBeyond(frame.unit(), row, i, upper, -1));
    }

    /** Whether a row is on the bound or beyond it, behind it for a side of 1, before it for −1. */
    private boolean isBeyond(Unit unit, int row, int i, long distance, int side) {
      return switch (unit) {
        case ROWS -> side * (i - row - distance) >= 0;
        case GROUPS -> side * (group(i) - group(row) - distance) >= 0;
        case RANGE ->
            (distance == 0 || cell(row, KEY) == null)
                ? side * (group(i) - group(row)) >= 0
                : isBeyondValue(row, i, distance, side);
      };
    }

    private boolean isBeyondValue(int row, int i, long distance, int side) {
      SortColumn column = order.get(0);
      Long value = (Long) cell(i, KEY);
      if (value == null) {
        return column.nullsFirst() == (side < 0);
      }
      int direction = column.descending() ? -1 : 1;
      Long base = (Long) Objects.requireNonNull(cell(row, KEY));
      return side * direction * Long.compare(value, moved(base, direction * distance)) >= 0;
    }

    private long moved(long base, long change) {
      return key.equals(TIMESTAMP) ? micros(time(base).plusMonths(change)) : base + change;
    }
  }

  private static LocalDateTime time(long micros) {
    return LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC).plus(micros, ChronoUnit.MICROS);
  }

  private static long micros(LocalDateTime time) {
    return ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), time);
  }

  /** A call, and what it says of a row by its definition. */
  private record Case(WindowCall call, Definition definition) {}

  private interface Definition {
    @Nullable Object of(Partition rows, int row);
  }

  private static final class Trial {
    private final Random random;
    private final ColumnType key;
    private final List<SortColumn> order = new ArrayList<>();
    private final List<Case> cases = new ArrayList<>();

    Trial(long seed) {
      // Seeds that lie near each other begin with nearly the same numbers.
      random = new Random(seed * 0x9E3779B97F4A7C15L);
      key = random.nextInt(3) == 0 ? TIMESTAMP : INTEGER;
      order.add(new SortColumn(KEY, random.nextBoolean(), random.nextBoolean()));
      boolean values = random.nextInt(3) > 0;
      if (!values && random.nextBoolean()) {
        order.add(new SortColumn(OTHER_KEY, random.nextBoolean(), random.nextBoolean()));
      }
      int calls = 1 + random.nextInt(3);
      for (int i = 0; i < calls; i++) {
        Unit unit = values ? Unit.RANGE : random.nextBoolean() ? Unit.ROWS : Unit.GROUPS;
        addFramed(frame(unit), random.nextInt(9), random.nextBoolean());
      }
      if (random.nextInt(3) == 0) {
        addUnframed(random.nextInt(10), random.nextBoolean());
      }
    }

    private End end(boolean lower) {
      int kind = random.nextInt(5);
      long away = lower ? random.nextInt(5) - 3 : random.nextInt(5) - 1;
      return new End(kind == 0 ? null : kind == 1 ? Long.valueOf(0) : Long.valueOf(away));
    }

    private Frame frame(Unit unit) {
      Exclusion exclusion =
          random.nextBoolean()
              ? Exclusion.NO_OTHERS
              : List.of(Exclusion.values()).get(random.nextInt(4));
      return new Frame(unit, end(true), end(false), exclusion);
    }

    private void addFramed(Frame frame, int kind, boolean ignoreNulls) {
      WindowFrame operand = frame.operand(key);
      switch (kind) {
        case 0 -> addValue(Kind.FIRST_VALUE, 0, frame, ignoreNulls, number -> 0);
        case 1 -> addValue(Kind.LAST_VALUE, 0, frame, ignoreNulls, number -> -1);
        case 2 -> addValue(Kind.NTH_VALUE, 2, frame, ignoreNulls, number -> 1);
        case 3 -> addValue(Kind.NTH_VALUE, -1, frame, ignoreNulls, number -> number - 1);
        case 4 ->
            cases.add(
                new Case(
                    WindowCall.aggregate(
                        new AggregateCall(AggregateFunction.SUM, VALUE, false, BIGINT), operand),
                    (rows, row) -> values(rows, frame, row).reduce(Long::sum).orElse(null)));
        case 5 ->
            cases.add(
                new Case(
                    WindowCall.aggregate(
                        new AggregateCall(AggregateFunction.MIN, VALUE, false, INTEGER), operand),
                    (rows, row) -> values(rows, frame, row).reduce(Math::min).orElse(null)));
        case 6 ->
            cases.add(
                new Case(
                    WindowCall.aggregate(
                        new AggregateCall(AggregateFunction.COUNT, VALUE, true, BIGINT), operand),
                    (rows, row) -> values(rows, frame, row).distinct().count()));
        case 7 ->
            cases.add(
                new Case(
                    WindowCall.aggregate(
                        new AggregateCall(AggregateFunction.SUM, VALUE, true, BIGINT), operand),
                    (rows, row) ->
                        values(rows, frame, row).distinct().reduce(Long::sum).orElse(null)));
        default ->
            cases.add(
                new Case(
                    WindowCall.aggregate(
                        new AggregateCall(
                            AggregateFunction.PERCENTILE_DISC,
                            List.of(VALUE),
                            ignoreNulls,
                            List.of(),
                            BigDecimal.ONE,
                            INTEGER),
                        operand),
                    (rows, row) -> values(rows, frame, row).reduce(Math::max).orElse(null)));
      }
    }

    private static Stream<Long> values(Partition rows, Frame frame, int row) {
      return rows.frame(frame, row).stream()
          .map(i -> (Long) rows.cell(i, VALUE))
          .filter(Objects::nonNull);
    }

    private interface Place {
      long of(long number);
    }

    /** A value of the frame at a place, from 0, or from the end for −1; number −1 is a column's. */
    private void addValue(Kind kind, long number, Frame frame, boolean ignoreNulls, Place place) {
      WindowCall call =
          WindowCall.value(kind, VALUE, number, ignoreNulls, frame.operand(key), INTEGER);
      cases.add(
          new Case(
              number < 0 ? call.withNumberIn(NUMBER) : call,
              (rows, row) -> {
                Long written = (Long) rows.cell(row, NUMBER);
                List<Integer> seen =
                    rows.frame(frame, row).stream()
                        .filter(i -> !ignoreNulls || rows.cell(i, VALUE) != null)
                        .toList();
                if (number < 0 && written == null) {
                  return null;
                }
                long at = place.of(written == null ? 0 : written);
                long from = at < 0 ? seen.size() - 1L : at;
                return from < 0 || from >= seen.size()
                    ? null
                    : rows.cell(seen.get((int) from), VALUE);
              }));
    }

    private void addUnframed(int kind, boolean ignoreNulls) {
      switch (kind) {
        case 0 -> addRank(Kind.ROW_NUMBER, BIGINT, (rows, row) -> row + 1L);
        case 1 -> addRank(Kind.RANK, BIGINT, (rows, row) -> before(rows, row) + 1L);
        case 2 -> addRank(Kind.DENSE_RANK, BIGINT, (rows, row) -> (long) rows.group(row));
        case 3 ->
            addRank(
                Kind.PERCENT_RANK,
                DOUBLE,
                (rows, row) -> {
                  int others = rows.rows.size() - 1;
                  return others == 0 ? 0.0 : (double) before(rows, row) / others;
                });
        case 4 ->
            addRank(
                Kind.CUME_DIST,
                DOUBLE,
                (rows, row) -> {
                  long through =
                      IntStream.range(0, rows.rows.size())
                          .filter(i -> rows.group(i) <= rows.group(row))
                          .count();
                  return (double) through / rows.rows.size();
                });
        case 5 -> addAway(WindowCall.lag(VALUE, 2, ignoreNulls, INTEGER), 2L, ignoreNulls);
        case 6 -> addAway(WindowCall.lead(VALUE, 1, ignoreNulls, INTEGER), -1L, ignoreNulls);
        case 7 ->
            cases.add(
                new Case(
                    WindowCall.ntile(3, BIGINT), (rows, row) -> bucket(rows.rows.size(), row)));
        case 8 -> addAway(WindowCall.lag(VALUE, 0, ignoreNulls, INTEGER), 0L, ignoreNulls);
        default ->
            addAway(
                WindowCall.lag(VALUE, 1, ignoreNulls, INTEGER).withNumberIn(NUMBER),
                null,
                ignoreNulls);
      }
    }

    private void addRank(Kind kind, ColumnType type, Definition definition) {
      cases.add(new Case(WindowCall.ranking(kind, type), definition));
    }

    /** Of three, the ones with a row more first. */
    private static long bucket(int size, int row) {
      int first = (size + 2) / 3;
      int second = first + (size + 1) / 3;
      return row < first ? 1 : row < second ? 2 : 3;
    }

    private static int before(Partition rows, int row) {
      return (int) IntStream.range(0, row).filter(i -> !rows.arePeers(i, row)).count();
    }

    /** A value so many rows back, in the column for null. */
    private void addAway(WindowCall call, @Nullable Long back, boolean ignoreNulls) {
      cases.add(
          new Case(
              call,
              (rows, row) -> {
                Long rowsBack = back == null ? (Long) rows.cell(row, NUMBER) : back;
                if (rowsBack == null) {
                  return null;
                }
                int at = row;
                for (long left = Math.abs(rowsBack); left > 0; ) {
                  at -= Long.signum(rowsBack);
                  if (at < 0 || at >= rows.rows.size()) {
                    return null;
                  }
                  left -= ignoreNulls && rows.cell(at, VALUE) == null ? 0 : 1;
                }
                return rows.cell(at, VALUE);
              }));
    }

    private @Nullable Object cell(int column) {
      if (random.nextInt(5) == 0) {
        return null;
      }
      return switch (column) {
        case KEY -> key.equals(TIMESTAMP) ? nearMonthEnd() : Long.valueOf(random.nextInt(9));
        case NUMBER -> 1L + random.nextInt(3);
        case VALUE -> random.nextInt(7) - 3L;
        default -> (long) random.nextInt(2);
      };
    }

    private Long nearMonthEnd() {
      return micros(
          LocalDateTime.of(2023, 1, 31, 0, 0)
              .plusMonths(random.nextInt(5))
              .minusDays(random.nextInt(2))
              .plusHours(1 + 11L * random.nextInt(3)));
    }

    void check() {
      RowType type = type(key);
      ZSetBuilder bag = new ZSetBuilder();
      List<List<@Nullable Object[]>> partitions =
          Stream.generate(() -> (List<@Nullable Object[]>) new ArrayList<@Nullable Object[]>())
              .limit(3)
              .toList();
      int size = random.nextInt(26);
      for (int i = 0; i < size; i++) {
        @Nullable Object[] cells = new @Nullable Object[type.size()];
        Arrays.setAll(cells, this::cell);
        int copies = 1 + random.nextInt(2);
        bag.add(type.encode(cells), copies);
        Long partition = (Long) cells[0];
        partitions
            .get(partition == null ? 2 : partition.intValue())
            .addAll(Collections.nCopies(copies, cells));
      }
      List<WindowCall> calls = cases.stream().map(Case::call).toList();
      Window window = new Window(type, PARTITION, order, calls);
      assertThat(rows(window, bag.build()))
          .as(window.describe())
          .containsExactlyInAnyOrderElementsOf(expected(partitions));
    }

    private static List<String> rows(Window window, ZSet bag) {
      ZSet output =
          CircuitRun.sum(
              window.evaluate(
                  OperatorLaws.statement(), List.of(new CircuitRun.ZSetInput(bag, false, 10))));
      List<String> rows = new ArrayList<>();
      output.forEach(
          (row, weight) ->
              rows.addAll(
                  Collections.nCopies(
                      (int) weight, Arrays.toString(window.outputType().decode(row)))));
      return rows;
    }

    private List<String> expected(List<List<@Nullable Object[]>> partitions) {
      List<String> expected = new ArrayList<>();
      for (List<@Nullable Object[]> rows : partitions) {
        Partition partition = new Partition(rows, order, key);
        for (int row = 0; row < rows.size(); row++) {
          List<@Nullable Object> cells = new ArrayList<>(Arrays.asList(rows.get(row)));
          for (Case each : cases) {
            cells.add(each.definition().of(partition, row));
          }
          expected.add(cells.toString());
        }
      }
      return expected;
    }
  }

  @Test
  void aCallIsWhatItsDefinitionSays() {
    Set<Object> seen = new HashSet<>();
    for (int seed = 0; seed < 1000; seed++) {
      Trial trial = new Trial(seed);
      try {
        trial.check();
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
      seen.add(trial.key);
      for (Case each : trial.cases) {
        WindowFrame frame = each.call().frame();
        seen.addAll(List.of(each.call().kind(), frame.unit(), frame.exclusion()));
      }
    }
    assertThat(seen).contains(INTEGER, TIMESTAMP);
    assertThat(seen).contains((Object[]) Kind.values());
    assertThat(seen).contains((Object[]) Unit.values());
    assertThat(seen).contains((Object[]) Exclusion.values());
  }
}
