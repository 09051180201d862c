package io.millrace.storage.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Copying encoded bytes gives what decoding and encoding again would. */
class RowCopyLawsTest {
  private static final int TYPES = 1_000;

  @Test
  void aProjectionIsTheEncodingOfTheChosenCells() {
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          RowType type = rows.rowType();
          int[] chosen = choice(rows.random(), type.size());
          @Nullable Object[] cells = rows.cells(type);
          RowProjection projection = new RowProjection(type, chosen);

          byte[] projected = projection.apply(type.encode(cells));

          assertThat(projected)
              .as("seed %d %s %s", seed, type, Arrays.toString(chosen))
              .isEqualTo(projection.type().encode(pick(cells, chosen)))
              .isEqualTo(type.projectRow(type.encode(cells), chosen));
        });
  }

  @Test
  void aProjectionToAllColumnsCopiesNothing() {
    RowType type = RowType.of(ColumnType.varchar(9), ColumnType.of(CellType.DATE));
    byte[] row = type.encode("a", 1L);

    assertThat(new RowProjection(type, 0, 1).apply(row)).isSameAs(row);
    assertThat(new RowProjection(type, 1, 0).apply(row)).isNotEqualTo(row);
    assertThat(new RowProjection(type, 0).apply(row)).isNotEqualTo(row);
    assertThat(new RowProjection(type).apply(row)).isEmpty();
  }

  @Test
  void joinedRowsAreTheEncodingOfAllTheirCells() {
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          RowType left = rows.rowType();
          RowType right = rows.rowType();
          @Nullable Object[] leftCells = rows.cells(left);
          @Nullable Object[] rightCells = rows.cells(right);
          @Nullable Object[] cells = Arrays.copyOf(leftCells, left.size() + right.size());
          System.arraycopy(rightCells, 0, cells, left.size(), right.size());
          byte[] leftRow = left.encode(leftCells);
          byte[] rightRow = right.encode(rightCells);
          RowType both = left.concat(right);
          int[] chosen = choice(rows.random(), both.size());
          RowType target = both.project(chosen).nullable();

          assertThat(new RowConcat(left, right).apply(leftRow, rightRow))
              .as("seed %d %s %s", seed, left, right)
              .isEqualTo(both.encode(cells))
              .isEqualTo(left.concatRows(leftRow, right, rightRow));
          assertThat(new RowConcat(left, right, both.nullable()).apply(leftRow, rightRow))
              .as("seed %d %s %s", seed, left, right)
              .isEqualTo(both.nullable().encode(cells));
          assertThat(new RowConcat(left, right, chosen, target).apply(leftRow, rightRow))
              .as("seed %d %s %s %s", seed, left, right, Arrays.toString(chosen))
              .isEqualTo(target.encode(pick(cells, chosen)));
        });
  }

  @Test
  void aCastOfNullabilityIsTheEncodingInTheOtherType() {
    AtomicInteger withNull = new AtomicInteger();
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          RowType type = rows.rowType();
          @Nullable Object[] cells = rows.cells(type);
          byte[] row = type.encode(cells);

          byte[] relaxed = new RowCast(type, type.nullable()).apply(row);

          assertThat(relaxed).as("seed %d %s", seed, type).isEqualTo(type.nullable().encode(cells));
          assertThat(new RowCast(type.nullable(), type).apply(relaxed))
              .as("seed %d %s", seed, type)
              .isEqualTo(row);
          for (int c = 0; c < cells.length; c++) {
            if (cells[c] == null) {
              withNull.incrementAndGet();
              assertRefusesNull(type.nullable(), c, relaxed);
            }
          }
        });
    assertThat(withNull).hasPositiveValue();
  }

  private static void assertRefusesNull(RowType type, int nullColumn, byte[] row) {
    ColumnType[] columns = type.columns().toArray(new ColumnType[0]);
    columns[nullColumn] = columns[nullColumn].notNull();
    RowCast cast = new RowCast(type, RowType.of(columns));
    assertThatThrownBy(() -> cast.apply(row))
        .isInstanceOfSatisfying(
            RowException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("23502");
              assertThat(e.column()).isEqualTo(nullColumn);
            });
  }

  @Test
  void castsThatKeepBytesCostNothingAndOthersAreRefused() {
    RowType narrow = RowType.of(ColumnType.varchar(5), ColumnType.decimal(9, 2));
    RowType wide = RowType.of(ColumnType.varchar(9), ColumnType.decimal(18, 2));
    RowType otherWidth = RowType.of(ColumnType.varchar(9), ColumnType.decimal(19, 2));
    RowType otherScale = RowType.of(ColumnType.varchar(9), ColumnType.decimal(18, 3));
    byte[] row = narrow.encode("abc", new java.math.BigDecimal("1.50"));

    assertThat(new RowCast(narrow, wide).apply(row)).isSameAs(row);
    assertThat(new RowCast(narrow, wide).isIdentity()).isTrue();
    assertThat(new RowCast(narrow, narrow.nullable()).isIdentity()).isTrue();
    assertThat(new RowCast(RowType.of(narrow.column(0).notNull()), narrow.project(0)).isIdentity())
        .isFalse();
    assertThat(RowCast.isPossible(narrow, wide)).isTrue();
    assertThat(RowCast.isPossible(wide.project(0), narrow.project(0))).isFalse();
    assertThat(RowCast.isPossible(wide.project(1), narrow.project(1))).isFalse();
    assertThat(RowCast.isPossible(narrow, otherWidth)).isFalse();
    assertThat(RowCast.isPossible(narrow, otherScale)).isFalse();
    assertThat(RowCast.isPossible(narrow, narrow.project(0))).isFalse();
    assertThat(RowCast.isPossible(narrow, narrow.nullable())).isTrue();
    assertThatThrownBy(() -> new RowCast(narrow, otherWidth)).isInstanceOf(AssertionError.class);
  }

  @Test
  void castsLookIntoLists() {
    ColumnType pair = ColumnType.row(List.of(ColumnType.varchar(5), ColumnType.decimal(9, 2)));
    ColumnType wider = ColumnType.row(List.of(ColumnType.varchar(9), ColumnType.decimal(18, 2)));
    ColumnType longer = ColumnType.row(List.of(ColumnType.varchar(5)));
    RowType narrow = RowType.of(ColumnType.array(pair));
    RowType wide = RowType.of(ColumnType.array(wider));

    assertThat(RowCast.isPossible(narrow, wide)).isTrue();
    assertThat(RowCast.isPossible(wide, narrow)).isFalse();
    assertThat(RowCast.isPossible(narrow, RowType.of(ColumnType.array(longer)))).isFalse();
    assertThat(RowCast.isPossible(narrow, RowType.of(pair))).isFalse();
  }

  @Test
  void aWriterWritesWhatEncodingGives() {
    AtomicInteger copies = new AtomicInteger();
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          RowType type = rows.rowType();
          RowType source = rows.chance(2) ? type : type.nullable();
          RowWriter writer = new RowWriter(type);
          for (int i = 0; i < 3; i++) {
            @Nullable Object[] cells = rows.cells(type);
            byte[] sourceRow = source.encode(cells);
            for (int c = 0; c < cells.length; c++) {
              if (rows.chance(2)) {
                writer.copy(source, sourceRow, c);
                copies.incrementAndGet();
              } else if (cells[c] instanceof Long value) {
                writer.putLong(value);
              } else {
                writer.put(cells[c]);
              }
            }

            assertThat(writer.row()).as("seed %d %s", seed, type).isEqualTo(type.encode(cells));
          }
        });
    assertThat(copies).hasPositiveValue();
  }

  @Test
  void aWriterForgetsARowThatFailed() {
    RowType type = RowType.of(ColumnType.of(CellType.INTEGER), ColumnType.varchar(2));
    RowWriter writer = new RowWriter(type);

    assertThatThrownBy(() -> writer.putLong(1).put("abc"))
        .isInstanceOfSatisfying(
            RowException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("22001");
              assertThat(e.column()).isEqualTo(1);
            });
    assertThat(writer.putLong(2).put("ab").row()).isEqualTo(type.encode(2L, "ab"));
  }

  private static int[] choice(Random random, int size) {
    if (size == 0) {
      return new int[0];
    }
    // Runs of neighbours are copied in one go, so they must occur as well as jumps and repeats.
    int[] chosen = new int[random.nextInt(size + 2)];
    int next = random.nextInt(size);
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = next;
      next = random.nextInt(3) > 0 ? (next + 1) % size : random.nextInt(size);
    }
    return chosen;
  }

  private static @Nullable Object[] pick(@Nullable Object[] cells, int[] chosen) {
    @Nullable Object[] picked = new @Nullable Object[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      picked[i] = cells[chosen[i]];
    }
    return picked;
  }
}
