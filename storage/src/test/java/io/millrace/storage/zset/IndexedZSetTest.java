package io.millrace.storage.zset;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class IndexedZSetTest {
  private static final RowType ORDERS =
      RowType.of(ColumnType.of(CellType.BIGINT).notNull(), ColumnType.varchar(10));

  @Test
  void rowsAreFoundByTheirKey() {
    KeyFormat byName = KeyFormat.untagged(ORDERS, 1);
    byte[] first = ORDERS.encode(1L, "b");
    byte[] second = ORDERS.encode(2L, "a");
    byte[] third = ORDERS.encode(3L, "b");
    byte[] nameless = ORDERS.encode(4L, null);
    ZSet zset =
        new ZSetBuilder().add(third, -3).add(nameless, 9).add(second, 2).add(first, 1).build();

    IndexedZSet index = IndexedZSet.of(zset, byName);

    assertThat(index.keyCount()).isEqualTo(2);
    assertThat(index.size()).isEqualTo(3);
    assertThat(index.key(0)).isEqualTo(byName.keyOf("a"));
    assertThat(index.rows(0)).isEqualTo(ZSet.of(second, 2));
    assertThat(index.rows(1)).isEqualTo(ZSet.of(first, 1).plus(ZSet.of(third, -3)));
    assertThat(index.forKey(index.key(1))).isEqualTo(index.rows(1));
    assertThat(index.forKey(new byte[] {5})).isEqualTo(ZSet.EMPTY);
    assertThat(index.isEmpty()).isFalse();
  }

  @Test
  void aTaggedKeyKeepsRowsWithNull() {
    KeyFormat byName = KeyFormat.tagged(ORDERS, 1);
    ZSet zset = ZSet.of(ORDERS.encode(4L, null), 9);

    IndexedZSet index = IndexedZSet.of(zset, byName);

    assertThat(index.rows(0)).isEqualTo(zset);
    assertThat(IndexedZSet.of(ZSet.EMPTY, byName).isEmpty()).isTrue();
    assertThat(IndexedZSet.of(ZSet.EMPTY, byName).keyCount()).isZero();
  }

  @Test
  void anIndexHoldsExactlyTheRowsThatHaveAKey() {
    AtomicInteger shared = new AtomicInteger();
    RandomZSets.forSeeds(
        500,
        random -> {
          ZSet zset = random.zset();
          RowKey lastByte = row -> row.length == 0 ? null : new byte[] {row[row.length - 1]};
          Map<byte[], ZSet> expected = new TreeMap<>(Arrays::compareUnsigned);
          zset.forEach(
              (row, weight) -> {
                byte[] key = lastByte.of(row);
                if (key != null) {
                  expected.merge(key, ZSet.of(row, weight), ZSet::plus);
                }
              });

          IndexedZSet index = IndexedZSet.of(zset, lastByte);

          assertThat(index.keyCount()).isEqualTo(expected.size());
          expected.forEach((key, rows) -> assertThat(index.forKey(key)).isEqualTo(rows));
          for (int i = 1; i < index.keyCount(); i++) {
            assertThat(Arrays.compareUnsigned(index.key(i - 1), index.key(i))).isNegative();
          }
          shared.addAndGet(index.size() - index.keyCount());
        });
    assertThat(shared).hasPositiveValue();
  }

  @Test
  void indexesAreEqualIffTheyHoldTheSameUnderTheSameKeys() {
    ZSet zset = ZSet.of(ORDERS.encode(1L, "a"), 1);
    KeyFormat byName = KeyFormat.untagged(ORDERS, 1);

    assertThat(IndexedZSet.of(zset, byName))
        .isEqualTo(IndexedZSet.of(zset, byName))
        .hasSameHashCodeAs(IndexedZSet.of(zset, byName))
        .isNotEqualTo(IndexedZSet.of(zset.negate(), byName))
        .isNotEqualTo(IndexedZSet.of(zset, KeyFormat.untagged(ORDERS, 0)));
  }
}
