package io.millrace.storage.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Laws of keys over random row types, cells and key formats. */
class KeyFormatLawsTest {
  private static final int TYPES = 1_000;
  private static final int ROWS = 10;

  /** A random key format and what it was made of. */
  private static final class Sample {
    final RowType type;
    final int[] columns;
    final boolean[] descending;
    final boolean[] tagged;
    final boolean[] nullsFirst;
    final KeyFormat format;

    Sample(RandomRows rows) {
      type = rows.rowType();
      Random random = rows.random();
      int size = type.size() == 0 ? 0 : random.nextInt(4);
      columns = new int[size];
      descending = new boolean[size];
      tagged = new boolean[size];
      nullsFirst = new boolean[size];
      for (int i = 0; i < size; i++) {
        columns[i] = random.nextInt(type.size());
        descending[i] = random.nextBoolean();
        tagged[i] = random.nextInt(3) > 0;
        nullsFirst[i] = random.nextBoolean();
      }
      format = new KeyFormat(type, columns, descending, tagged, nullsFirst);
    }

    @Nullable Object[] keyCells(@Nullable Object[] cells) {
      @Nullable Object[] key = new @Nullable Object[columns.length];
      for (int i = 0; i < key.length; i++) {
        key[i] = type.column(columns[i]).normalize(cells[columns[i]]);
      }
      return key;
    }

    boolean hasKey(@Nullable Object[] cells) {
      for (int i = 0; i < columns.length; i++) {
        if (!tagged[i] && cells[columns[i]] == null) {
          return false;
        }
      }
      return true;
    }

    int compare(@Nullable Object[] a, @Nullable Object[] b) {
      for (int i = 0; i < columns.length; i++) {
        int order = compareColumn(i, a[columns[i]], b[columns[i]]);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }

    private int compareColumn(int i, @Nullable Object a, @Nullable Object b) {
      int order = RandomRows.compare(type.column(columns[i]), a, b);
      if (a == null || b == null) {
        return nullsFirst[i] ? -order : order;
      }
      return descending[i] ? -order : order;
    }

    @Override
    public String toString() {
      return format.toString();
    }
  }

  @Test
  void keysCompareAsTheirColumnsInTheirDirectionsDo() {
    int[] seen = new int[3];
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          Sample sample = new Sample(rows);
          for (int i = 0; i < ROWS; i++) {
            @Nullable Object[] a = rows.cells(sample.type);
            @Nullable Object[] b = rows.neighbour(sample.type, a);
            byte[] keyA = sample.format.key(sample.type.encode(a));
            byte[] keyB = sample.format.key(sample.type.encode(b));
            assertThat(keyA != null).as("seed %d", seed).isEqualTo(sample.hasKey(a));
            if (keyA != null && keyB != null) {
              int expected = sample.compare(a, b);
              assertThat(Integer.signum(Arrays.compareUnsigned(keyA, keyB)))
                  .as("seed %d %s %s %s", seed, sample, Arrays.toString(a), Arrays.toString(b))
                  .isEqualTo(expected);
              if (expected != 0) {
                assertThat(isPrefix(keyA, keyB) || isPrefix(keyB, keyA))
                    .as("seed %d", seed)
                    .isFalse();
              }
              seen[expected + 1]++;
            }
          }
        });
    assertThat(Arrays.stream(seen).min().orElse(0)).isGreaterThan(TYPES / 2);
  }

  @Test
  void rowsShareAKeyIffTheirKeyColumnsAreEqual() {
    AtomicInteger equal = new AtomicInteger();
    AtomicInteger different = new AtomicInteger();
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          Sample sample = new Sample(rows);
          RowProjection projection = new RowProjection(sample.type, sample.columns);
          @Nullable Object[] cells = rows.cells(sample.type);
          byte[] a = sample.type.encode(cells);
          byte[] b = sample.type.encode(rows.neighbour(sample.type, cells));
          byte[] keyA = sample.format.key(a);
          byte[] keyB = sample.format.key(b);
          if (keyA != null && keyB != null) {
            boolean sameColumns = Arrays.equals(projection.apply(a), projection.apply(b));
            assertThat(Arrays.equals(keyA, keyB)).as("seed %d", seed).isEqualTo(sameColumns);
            equal.addAndGet(sameColumns ? 1 : 0);
            different.addAndGet(sameColumns ? 0 : 1);
          }
        });
    assertThat(equal).hasPositiveValue();
    assertThat(different).hasPositiveValue();
  }

  @Test
  void keysMatchWhetherColumnsAreNullableOrNot() {
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          Sample sample = new Sample(rows);
          RowType nullable = sample.type.nullable();
          KeyFormat other =
              new KeyFormat(
                  nullable, sample.columns, sample.descending, sample.tagged, sample.nullsFirst);
          @Nullable Object[] cells = rows.cells(sample.type);

          byte[] key = other.key(nullable.encode(cells));

          assertThat(key)
              .as("seed %d %s", seed, sample)
              .isEqualTo(sample.format.key(sample.type.encode(cells)));
        });
  }

  @Test
  void anEntryIsItsKeyAndItsRow() {
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          Sample sample = new Sample(rows);
          KeyFormat format = sample.format;
          byte[] row = sample.type.encode(rows.cells(sample.type));
          byte[] key = format.key(row);
          assertThat(format.hasKey(row)).as("seed %d", seed).isEqualTo(key != null);
          if (key == null) {
            assertThatThrownBy(() -> format.entry(row)).isInstanceOf(AssertionError.class);
            return;
          }

          byte[] entry = format.entry(row);

          assertThat(format.length(entry)).as("seed %d %s", seed, sample).isEqualTo(key.length);
          assertThat(format.length(key)).as("seed %d %s", seed, sample).isEqualTo(key.length);
          assertThat(format.keyOfEntry(entry)).as("seed %d", seed).isEqualTo(key);
          assertThat(format.rowOf(entry)).as("seed %d", seed).isEqualTo(row);
        });
  }

  @Test
  void cellsGoIntoKeysAndComeOutAgain() {
    AtomicInteger nulls = new AtomicInteger();
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          Sample sample = new Sample(rows);
          KeyFormat format = sample.format;
          @Nullable Object[] cells = rows.cells(sample.type);
          @Nullable Object[] keyCells = sample.keyCells(cells);
          byte[] key = format.key(sample.type.encode(cells));

          assertThat(format.keyOf(keyCells)).as("seed %d %s", seed, sample).isEqualTo(key);
          if (key != null) {
            assertThat(RandomRows.plain(format.cells(key)))
                .as("seed %d %s", seed, sample)
                .isEqualTo(RandomRows.plain(keyCells));
            for (int i = 0; i < keyCells.length; i++) {
              assertThat(RandomRows.plain(format.cell(key, i)))
                  .as("seed %d %s", seed, sample)
                  .isEqualTo(RandomRows.plain(keyCells[i]));
              nulls.addAndGet(keyCells[i] == null ? 1 : 0);
            }
          }
        });
    assertThat(nulls).hasPositiveValue();
  }

  @Test
  void aPrefixCoversExactlyTheKeysThatBeginWithItsCells() {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger outside = new AtomicInteger();
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          Sample sample = new Sample(rows);
          KeyFormat format = sample.format;
          int columns = rows.random().nextInt(format.size() + 1);
          @Nullable Object[] a = rows.cells(sample.type);
          @Nullable Object[] b = rows.neighbour(sample.type, a);
          @Nullable Object[] first = Arrays.copyOf(sample.keyCells(a), columns);
          byte[] prefix = format.prefixOf(first);
          byte[] key = format.key(sample.type.encode(b));
          if (prefix == null || key == null) {
            return;
          }
          @Nullable Object[] other = Arrays.copyOf(sample.keyCells(b), columns);
          byte[] next = KeyFormat.successor(prefix);

          boolean covered =
              Arrays.compareUnsigned(prefix, key) <= 0
                  && (next.length == 0 || Arrays.compareUnsigned(key, next) < 0);

          boolean expected = Arrays.deepEquals(first, other);
          assertThat(covered).as("seed %d %s", seed, sample).isEqualTo(expected);
          if (expected) {
            assertThat(format.prefixLength(key, columns)).isEqualTo(prefix.length);
            inside.incrementAndGet();
          } else {
            outside.incrementAndGet();
          }
        });
    assertThat(inside).hasPositiveValue();
    assertThat(outside).hasPositiveValue();
  }

  @Test
  void theSuccessorIsTheLeastStringBehindAllWithThePrefix() {
    assertThat(KeyFormat.successor(bytes(1, 2))).isEqualTo(bytes(1, 3));
    assertThat(KeyFormat.successor(bytes(1, 0x7F))).isEqualTo(bytes(1, 0x80));
    assertThat(KeyFormat.successor(bytes(1, 0xFF, 0xFF))).isEqualTo(bytes(2));
    assertThat(KeyFormat.successor(bytes(0xFF, 0xFF))).isEmpty();
    assertThat(KeyFormat.successor(bytes())).isEmpty();
  }

  @Test
  void charAndVarcharKeysMatchAndLongProbesAreLegal() {
    RowType stripped = RowType.of(ColumnType.character(5));
    RowType text = RowType.of(ColumnType.varchar(9).notNull());
    KeyFormat ofStripped = KeyFormat.untagged(stripped, 0);
    KeyFormat ofText = KeyFormat.untagged(text, 0);

    assertThat(ofStripped.key(stripped.encode("ab  "))).isEqualTo(ofText.key(text.encode("ab")));
    assertThat(ofStripped.keyOf("abcdefghij")).isEqualTo(ofText.keyOf("abcdefghij")).isNotEmpty();
  }

  @Test
  void formatsAreEqualIffTheyMakeTheSameKeysOfTheSameRows() {
    RowType type = RowType.of(ColumnType.of(CellType.DATE), ColumnType.of(CellType.DATE));

    assertThat(KeyFormat.tagged(type, 0))
        .isEqualTo(KeyFormat.tagged(type, 0))
        .hasSameHashCodeAs(KeyFormat.tagged(type, 0))
        .isNotEqualTo(KeyFormat.tagged(type, 1))
        .isNotEqualTo(KeyFormat.untagged(type, 0));
  }

  @Test
  void aFormatTellsWhatItsColumnsAre() {
    RandomRows.forSeeds(
        TYPES,
        (seed, rows) -> {
          Sample sample = new Sample(rows);
          KeyFormat format = sample.format;

          assertThat(format.columns()).as("seed %d", seed).isEqualTo(sample.columns);
          for (int i = 0; i < format.size(); i++) {
            assertThat(format.column(i)).as("seed %d", seed).isEqualTo(sample.columns[i]);
            assertThat(format.isDescending(i)).as("seed %d", seed).isEqualTo(sample.descending[i]);
            assertThat(format.isTagged(i)).as("seed %d", seed).isEqualTo(sample.tagged[i]);
          }
        });
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static boolean isPrefix(byte[] prefix, byte[] bytes) {
    return prefix.length <= bytes.length
        && Arrays.equals(prefix, 0, prefix.length, bytes, 0, prefix.length);
  }
}
