package io.millrace.engine.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.store.Store;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScannedArrangementTest {
  private static final RowType TYPE =
      RowType.of(
          ColumnType.of(CellType.INTEGER).notNull(), ColumnType.of(CellType.INTEGER).notNull());
  private static final KeyFormat KEY =
      new KeyFormat(TYPE, new int[] {0}, new boolean[1], new boolean[1]);
  private static final int MAP = 1;

  private final List<byte[]> lookedUp = new ArrayList<>();
  private final ArrangementReader source = counting(new KeptArrangement(trace()));
  private final ArrangementReader scanned = new ScannedArrangement(source, () -> {});

  /** Rows (k, 10k + i) with weight i + 1, i of k times, for the even keys below 20. */
  private static Trace trace() {
    ZSetBuilder entries = new ZSetBuilder();
    for (long key = 0; key < 20; key += 2) {
      for (long i = 0; i < key; i++) {
        entries.add(KEY.entry(TYPE.encode(key, 10 * key + i)), i + 1);
      }
    }
    Store store = Store.inMemory();
    store.apply(MAP, new TraceChange.Add(entries.build()));
    return store.cut(1).trace(MAP);
  }

  private ArrangementReader counting(ArrangementReader reader) {
    return new ArrangementReader() {
      @Override
      public Cursor rows(byte[] key) {
        lookedUp.add(key);
        return reader.rows(key);
      }

      @Override
      public Optional<KeyedCursor> from(byte[] key) {
        return reader.from(key);
      }
    };
  }

  private static ZSet rows(ArrangementReader reader, long key) {
    ZSetBuilder rows = new ZSetBuilder();
    Cursor cursor = reader.rows(Objects.requireNonNull(KEY.keyOf(key)));
    while (cursor.next()) {
      rows.add(cursor.row(), cursor.weight());
    }
    return rows.build();
  }

  private static ZSet expected(long key) {
    return rows(new KeptArrangement(trace()), key);
  }

  @Test
  void ascendingKeysAreMergedWithOneWalk() {
    for (long key : new long[] {-3, 3, 4, 5, 6, 6, 12, 18, 19, 40}) {
      assertThat(rows(scanned, key)).as("key %d", key).isEqualTo(expected(key));
    }
    assertThat(lookedUp).isEmpty();
  }

  @Test
  void aKeyOutOfOrderIsLookedUpAndTheWalkGoesOn() {
    assertThat(rows(scanned, 8).size()).isEqualTo(8);
    assertThat(rows(scanned, 4)).isEqualTo(expected(4));
    assertThat(rows(scanned, 8)).isEqualTo(expected(8));
    assertThat(rows(scanned, 10)).isEqualTo(expected(10));
    assertThat(lookedUp).hasSize(1);
  }

  @Test
  void aReaderThatHasNoOrderIsOnlyLookedUpIn() {
    ArrangementReader unordered = key -> source.rows(key);

    assertThat(unordered.entries()).isEqualTo(ArrangementReader.UNORDERED);
    assertThat(rows(new ScannedArrangement(unordered, () -> {}), 4)).isEqualTo(expected(4));
    assertThat(rows(new ScannedArrangement(unordered, () -> {}), 6)).isEqualTo(expected(6));
    assertThat(lookedUp).hasSize(2);
  }
}
