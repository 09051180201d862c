package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.operator.TopK.Counting;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TopKOperatorLawsTest {
  private static final RowType TYPE =
      RowType.of(ColumnType.of(CellType.INTEGER), ColumnType.varchar(5), ColumnType.decimal(9, 2));

  private static void check(List<SortColumn> order, long offset, long fetch) {
    new OperatorLaws(new TopK(TYPE, order, offset, fetch), TYPE).check();
  }

  @Test
  void ascendingWithNullsLast() {
    check(List.of(SortColumn.ascending(0)), 0, 3);
  }

  @Test
  void descendingWithOffset() {
    check(List.of(SortColumn.descending(1), SortColumn.ascending(2)), 2, 4);
  }

  @Test
  void nullsWhereTheyAreAskedFor() {
    check(List.of(new SortColumn(2, true, false), new SortColumn(0, false, true)), 1, 5);
  }

  @Test
  void anOffsetAlone() {
    check(List.of(SortColumn.ascending(1)), 3, TopK.ALL);
  }

  @Test
  void noOrderIsTheOrderOfTheColumns() {
    check(List.of(), 0, 2);
  }

  @Test
  void eachGroupHasPlacesOfItsOwn() {
    new OperatorLaws(
            new TopK(TYPE, List.of(1), List.of(SortColumn.descending(0)), 0, 2, Counting.ROWS),
            TYPE)
        .check();
    new OperatorLaws(
            new TopK(
                TYPE, List.of(0, 1), List.of(SortColumn.ascending(1)), 1, TopK.ALL, Counting.ROWS),
            TYPE)
        .check();
  }

  @Test
  void tiesWithTheLastRowComeToo() {
    for (Counting counting : List.of(Counting.ROWS_WITH_TIES, Counting.GROUPS)) {
      new OperatorLaws(
              new TopK(TYPE, List.of(1), List.of(SortColumn.descending(0)), 0, 2, counting), TYPE)
          .groupedBy(1)
          .check();
      new OperatorLaws(
              new TopK(TYPE, List.of(), List.of(SortColumn.ascending(0)), 1, 3, counting), TYPE)
          .check();
    }
  }

  @Test
  void rowsOfAGroupAreCountedApartFromThoseOfOthers() {
    byte[] x1 = TYPE.encode(1L, "x", BigDecimal.ZERO);
    byte[] x2 = TYPE.encode(2L, "x", BigDecimal.ZERO);
    byte[] y3 = TYPE.encode(3L, "y", BigDecimal.ZERO);
    ZSet rows = ZSet.of(x1, 1).plus(ZSet.of(x2, 1)).plus(ZSet.of(y3, 1));
    TopK topK = new TopK(TYPE, List.of(1), List.of(SortColumn.ascending(0)), 0, 1, Counting.ROWS);

    ZSet result =
        CircuitRun.sum(
            topK.evaluate(
                OperatorLaws.statement(), List.of(new CircuitRun.ZSetInput(rows, false, 3))));

    assertThat(result).isEqualTo(ZSet.of(x1, 1).plus(ZSet.of(y3, 1)));
  }

  @Test
  void fetchingNothingYieldsNothing() {
    check(List.of(SortColumn.ascending(0)), 0, 0);
  }

  @Test
  void copiesOfARowAreSplitAtTheBorders() {
    byte[] first = TYPE.encode(1L, "x", BigDecimal.ZERO);
    byte[] second = TYPE.encode(2L, "x", BigDecimal.ZERO);
    ZSet rows = ZSet.of(first, 3).plus(ZSet.of(second, 4));
    TopK topK = new TopK(TYPE, List.of(SortColumn.ascending(0)), 2, 3);

    ZSet result =
        CircuitRun.sum(
            topK.evaluate(
                OperatorLaws.statement(), List.of(new CircuitRun.ZSetInput(rows, false, 2))));

    assertThat(result).isEqualTo(ZSet.of(first, 1).plus(ZSet.of(second, 2)));
  }

  @Test
  void nullsComeLastAscendingAndFirstDescendingUnlessSaid() {
    byte[] none = TYPE.encode(null, "x", BigDecimal.ZERO);
    byte[] one = TYPE.encode(1L, "x", BigDecimal.ZERO);
    byte[] two = TYPE.encode(2L, "x", BigDecimal.ZERO);

    assertThat(first(SortColumn.ascending(0), none, one, two)).isEqualTo(one);
    assertThat(first(new SortColumn(0, false, true), none, one, two)).isEqualTo(none);
    assertThat(first(SortColumn.descending(0), none, one, two)).isEqualTo(none);
    assertThat(first(new SortColumn(0, true, false), none, one, two)).isEqualTo(two);
  }

  private static byte[] first(SortColumn order, byte[]... rows) {
    ZSet bag = ZSet.EMPTY;
    for (byte[] row : rows) {
      bag = bag.plus(ZSet.of(row, 1));
    }
    ZSet result =
        CircuitRun.sum(
            new TopK(TYPE, List.of(order), 0, 1)
                .evaluate(
                    OperatorLaws.statement(), List.of(new CircuitRun.ZSetInput(bag, false, 3))));
    return result.row(0);
  }

  private static final RowType NUMBERS =
      RowType.of(
          ColumnType.of(CellType.INTEGER).notNull(),
          ColumnType.of(CellType.INTEGER).notNull(),
          ColumnType.of(CellType.INTEGER).notNull());

  /** Places counted copy by copy: within column 0, by column 1 descending. */
  @ParameterizedTest
  @EnumSource
  void placesAreCountedAsSqlCountsThem(Counting counting) {
    Random random = new Random(5);
    List<SortColumn> order = List.of(SortColumn.descending(1));
    for (int i = 0; i < 200; i++) {
      RandomStream rows = new RandomStream(NUMBERS, 0, random, true);
      ZSetBuilder bag = new ZSetBuilder();
      for (int size = random.nextInt(12); size > 0; size--) {
        bag.add(rows.row(), 1 + random.nextInt(2));
      }
      long offset = random.nextInt(4);
      long fetch = random.nextInt(5) == 0 ? TopK.ALL : random.nextInt(5);
      ZSet input = bag.build();
      TopK topK = new TopK(NUMBERS, List.of(0), order, offset, fetch, counting);

      ZSet result =
          CircuitRun.sum(
              topK.evaluate(
                  OperatorLaws.statement(),
                  List.of(new CircuitRun.ZSetInput(input, false, input.size()))));

      assertThat(result)
          .as("%s from %d, %d", input, offset, fetch)
          .isEqualTo(counted(input, offset, fetch, counting));
    }
  }

  private static ZSet counted(ZSet input, long offset, long fetch, Counting counting) {
    List<byte[]> copies = new ArrayList<>();
    input.forEach((row, weight) -> copies.addAll(Collections.nCopies((int) weight, row)));
    copies.sort(
        Comparator.<byte[]>comparingLong(row -> NUMBERS.getLong(row, 0))
            .thenComparingLong(row -> -NUMBERS.getLong(row, 1))
            .thenComparingLong(row -> NUMBERS.getLong(row, 2)));
    ZSetBuilder kept = new ZSetBuilder();
    for (int i = 0; i < copies.size(); i++) {
      byte[] row = copies.get(i);
      List<byte[]> group =
          copies.stream().filter(r -> NUMBERS.getLong(r, 0) == NUMBERS.getLong(row, 0)).toList();
      List<byte[]> before =
          group.stream().filter(r -> NUMBERS.getLong(r, 1) > NUMBERS.getLong(row, 1)).toList();
      long place = (long) i - copies.indexOf(group.get(0));
      long rank = before.size();
      long value = before.stream().mapToLong(r -> NUMBERS.getLong(r, 1)).distinct().count();
      boolean counts =
          switch (counting) {
            case ROWS -> place >= offset && place - offset < fetch;
            case ROWS_WITH_TIES -> place >= offset && rank - offset < fetch;
            case GROUPS -> value >= offset && value - offset < fetch;
          };
      kept.add(row, counts ? 1 : 0);
    }
    return kept.build();
  }
}
