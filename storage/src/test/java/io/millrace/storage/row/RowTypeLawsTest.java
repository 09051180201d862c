package io.millrace.storage.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Laws of the row format over random types and cells. */
class RowTypeLawsTest {
  private static final int TYPES = 400;
  private static final int ROWS = 20;

  @Test
  void rowsDecodeToTheNormalFormOfTheirCells() {
    Set<CellType> seen = new HashSet<>();
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          RowType type = rows.rowType();
          type.columns().forEach(column -> seen.add(column.type()));
          for (int i = 0; i < ROWS; i++) {
            @Nullable Object[] cells = rows.cells(type);

            byte[] row = type.encode(cells);

            assertThat(RandomRows.plain(type.decode(row)))
                .as("seed %d %s", seed, type)
                .isEqualTo(RandomRows.plain(normal(type, cells)));
            type.check(row);
          }
        });
    assertThat(seen).hasSize(CellType.values().length);
  }

  @Test
  void randomTypesHaveFromNoColumnToSeven() {
    Set<Integer> sizes = new HashSet<>();

    RandomRows.forSeeds(TYPES, (seed, rows) -> sizes.add(rows.rowType().size()));

    assertThat(sizes).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void aColumnIsReadByItsIndexAlone() {
    AtomicInteger longs = new AtomicInteger();
    AtomicInteger doubles = new AtomicInteger();
    AtomicInteger nulls = new AtomicInteger();
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          RowType type = rows.rowType();
          @Nullable Object[] cells = normal(type, rows.cells(type));
          byte[] row = type.encode(cells);
          for (int c = 0; c < cells.length; c++) {
            Object cell = cells[c];
            assertThat(RandomRows.plain(type.get(row, c)))
                .as("seed %d column %d", seed, c)
                .isEqualTo(RandomRows.plain(cell));
            assertThat(type.isNull(row, c))
                .as("seed %d column %d", seed, c)
                .isEqualTo(cell == null);
            if (cell instanceof Long value) {
              assertThat(type.getLong(row, c)).as("seed %d column %d", seed, c).isEqualTo(value);
              longs.incrementAndGet();
            } else if (cell instanceof Double value) {
              assertThat(type.getDouble(row, c)).as("seed %d column %d", seed, c).isEqualTo(value);
              doubles.incrementAndGet();
            } else if (cell instanceof Boolean value) {
              assertThat(type.getBoolean(row, c)).as("seed %d column %d", seed, c).isEqualTo(value);
            } else if (cell == null) {
              nulls.incrementAndGet();
            }
          }
        });
    assertThat(longs).hasPositiveValue();
    assertThat(doubles).hasPositiveValue();
    assertThat(nulls).hasPositiveValue();
  }

  @Test
  void rowsCompareAsTheirCellsDoWithNullLast() {
    int[] seen = new int[3];
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          RowType type = rows.rowType();
          for (int i = 0; i < ROWS; i++) {
            @Nullable Object[] a = rows.cells(type);
            @Nullable Object[] b = rows.chance(3) ? rows.cells(type) : rows.neighbour(type, a);
            int expected = RandomRows.compare(type, a, b);

            int order = RowOrder.COMPARATOR.compare(type.encode(a), type.encode(b));

            assertThat(Integer.signum(order))
                .as("seed %d %s %s %s", seed, type, Arrays.toString(a), Arrays.toString(b))
                .isEqualTo(expected);
            seen[expected + 1]++;
          }
        });
    assertThat(Arrays.stream(seen).min().orElse(0)).isGreaterThan(TYPES);
  }

  @Test
  void cellsOfAColumnCompareAsRowsOfItDo() {
    int[] seen = new int[3];
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          ColumnType column = rows.columnType().notNull();
          RowType type = RowType.of(column);
          for (int i = 0; i < ROWS; i++) {
            @Nullable Object[] a = normal(type, rows.cells(type));
            @Nullable Object[] b = rows.chance(3) ? a.clone() : normal(type, rows.cells(type));

            int order = column.compare(present(a[0]), present(b[0]));

            int expected = RowOrder.COMPARATOR.compare(type.encode(a), type.encode(b));
            assertThat(Integer.signum(order))
                .as("seed %d %s %s %s", seed, type, a[0], b[0])
                .isEqualTo(Integer.signum(expected));
            seen[Integer.signum(expected) + 1]++;
          }
        });
    assertThat(Arrays.stream(seen).min().orElse(0)).isGreaterThan(TYPES);
  }

  private static Object present(@Nullable Object cell) {
    if (cell == null) {
      throw new AssertionError("NULL in a column that holds none");
    }
    return cell;
  }

  @Test
  void textAndBytesOfAnyTwoLengthsCompareAsTheirValuesDo() {
    RowType text = RowType.of(ColumnType.of(CellType.VARCHAR));
    RowType bytes = RowType.of(ColumnType.of(CellType.VARBINARY));
    RandomRows rows = new RandomRows(1);
    for (int i = 0; i < 20_000; i++) {
      String a = rows.text(3);
      String b = rows.text(3);
      byte[] x = rows.bytes(3);
      byte[] y = rows.bytes(3);

      int textOrder = RowOrder.COMPARATOR.compare(text.encode(a), text.encode(b));
      int byteOrder = RowOrder.COMPARATOR.compare(bytes.encode(x), bytes.encode(y));

      int[] codePointsA = a.codePoints().toArray();
      int[] codePointsB = b.codePoints().toArray();
      assertThat(Integer.signum(textOrder))
          .as("%s %s", Arrays.toString(codePointsA), Arrays.toString(codePointsB))
          .isEqualTo(Integer.signum(Arrays.compare(codePointsA, codePointsB)));
      assertThat(Integer.signum(byteOrder))
          .as("%s %s", Arrays.toString(x), Arrays.toString(y))
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(x, y)));
    }
  }

  @Test
  void rowsAroundEachWidthOfTheTrailerRoundTrip() {
    Set<Integer> lengths = new HashSet<>();
    for (int base : new int[] {255, 65_535}) {
      for (int variables = 1; variables <= 3; variables++) {
        ColumnType[] columns = new ColumnType[variables + 1];
        Arrays.fill(columns, ColumnType.varbinary(ColumnType.UNLIMITED));
        columns[variables] = ColumnType.of(CellType.INTEGER);
        RowType type = RowType.of(columns);
        for (int length = base - 30; length <= base + 5; length++) {
          @Nullable Object[] cells = new @Nullable Object[variables + 1];
          Arrays.fill(cells, new byte[0]);
          cells[variables - 1] = filled(length);
          cells[variables] = (long) length;

          byte[] row = type.encode(cells);

          type.check(row);
          assertThat(type.decode(row)).as("%d bytes", row.length).isEqualTo(cells);
          lengths.add(row.length);
        }
      }
    }
    assertThat(lengths).contains(254, 255, 257, 258, 65_534, 65_535, 65_537, 65_538);
  }

  @Test
  void longDecimalsAroundTheLimitsOfTheirHalvesRoundTrip() {
    ColumnType column = ColumnType.decimal(38, 0);
    RowType type = RowType.of(column);
    for (int bits : new int[] {62, 63, 64, 65}) {
      for (int more = -2; more <= 2; more++) {
        for (int sign : new int[] {-1, 1}) {
          BigInteger value =
              BigInteger.ONE
                  .shiftLeft(bits)
                  .add(BigInteger.valueOf(more))
                  .multiply(BigInteger.valueOf(sign));

          Object read = type.get(type.encode(new BigDecimal(value)), 0);

          assertThat(read).isEqualTo(new BigDecimal(value));
        }
      }
    }
  }

  private static byte[] filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 7);
    return bytes;
  }

  @Test
  void aRowTellsItsTypeFromAnyCutOrLongerOne() {
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          RowType type = rows.rowType();
          byte[] row = type.encode(rows.cells(type));

          byte[] longer = Arrays.copyOf(row, row.length + 1);

          assertCorrupted(type, longer, seed);
          if (row.length > 0) {
            assertCorrupted(type, Arrays.copyOf(row, row.length - 1), seed);
          }
        });
  }

  @Test
  void aChangedTrailerIsCorruption() {
    AtomicInteger changed = new AtomicInteger();
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          RowType type = rows.rowType();
          byte[] row = type.encode(rows.cells(type));
          if (type.columns().stream().anyMatch(column -> !column.isFixedWidth())) {
            row[row.length - 1] += (byte) (1 + rows.random().nextInt(255));
            assertCorrupted(type, row, seed);
            changed.incrementAndGet();
          }
        });
    assertThat(changed).hasPositiveValue();
  }

  @Test
  void bytesThatNoEncoderWritesAreCorruption() {
    RowType real = RowType.of(ColumnType.of(CellType.DOUBLE).notNull());
    byte[] negativeZero = real.encode(0.0);
    negativeZero[0] = 0x7F;
    Arrays.fill(negativeZero, 1, 8, (byte) 0xFF);
    RowType nullable = RowType.of(ColumnType.of(CellType.INTEGER));
    byte[] dirtyNull = nullable.nulls();
    dirtyNull[4] = 1;
    byte[] wrongTag = nullable.encode(5L);
    wrongTag[0] = 3;
    RowType text = RowType.of(ColumnType.varchar(5).notNull());
    byte[] malformed = text.encode("abc");
    malformed[1] = (byte) 0xC0;

    assertCorrupted(real, negativeZero, 0);
    assertCorrupted(nullable, dirtyNull, 0);
    assertCorrupted(nullable, wrongTag, 0);
    assertCorrupted(text, malformed, 0);
  }

  private static void assertCorrupted(RowType type, byte[] row, long seed) {
    assertThatThrownBy(() -> type.check(row))
        .as("seed %d %s", seed, type)
        .isInstanceOfSatisfying(
            RowException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
  }

  @Test
  void aRowTypeIsItsColumns() {
    RowType type = RowType.of(ColumnType.decimal(12, 2).notNull(), ColumnType.varchar(10));

    assertThat(type).isEqualTo(RowType.of(type.columns())).hasSameHashCodeAs(type.project(0, 1));
    assertThat(type).isNotEqualTo(type.nullable()).isNotEqualTo(type.project(1, 0));
    assertThat(type).hasToString("(DECIMAL(12,2) NOT NULL, VARCHAR(10))");
  }

  static @Nullable Object[] normal(RowType type, @Nullable Object[] cells) {
    @Nullable Object[] normal = new @Nullable Object[cells.length];
    for (int c = 0; c < cells.length; c++) {
      normal[c] = type.column(c).normalize(cells[c]);
    }
    return normal;
  }
}
