package io.millrace.storage.store;

import static io.millrace.storage.store.Changes.add;
import static io.millrace.storage.store.Changes.bytes;
import static io.millrace.storage.store.Changes.put;
import static io.millrace.storage.store.Changes.record;
import static io.millrace.storage.store.Changes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSetBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StoreTest {
  @TempDir private Path folder;

  private Store open(boolean inMemory) {
    if (inMemory) {
      return Store.inMemory();
    }
    Store store = Store.open(folder, StoreOptions.defaults().withDurability(Durability.OFF));
    store.recovered(0);
    return store;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSnapshotStaysWhatItWasWhenLaterChangesAreApplied(boolean inMemory) {
    try (Store store = open(inMemory)) {
      store.apply(1, add("a", 1, "b", 2));
      store.apply(2, put("k", "old"));
      Snapshot before = store.cut(1);

      store.apply(1, add("a", -1, "c", 1));
      store.apply(2, put("k", "new", "l", "x"));
      Snapshot after = store.cut(2);

      assertThat(text(before.trace(1))).isEqualTo("a=1 b=2");
      assertThat(text(before.state(2))).isEqualTo("k=old");
      assertThat(text(after.trace(1))).isEqualTo("b=2 c=1");
      assertThat(text(after.state(2))).isEqualTo("k=new l=x");
      StateCursor backwards = after.state(2).descending(bytes("k"), bytes("l"));
      assertThat(backwards.next()).isTrue();
      assertThat(backwards.key()).isEqualTo(bytes("k"));
      assertThat(backwards.value()).isEqualTo(bytes("new"));
      assertThat(backwards.next()).isFalse();
      assertThat(before.version()).isEqualTo(1);
    }
  }

  @Test
  void anEntryWhoseWeightBecomesZeroLeavesTheMap() {
    try (Store store = open(true)) {
      store.apply(1, add("a", 3, "b", -2));
      store.apply(1, add("a", -1, "b", 2));

      Snapshot snapshot = store.cut(1);

      assertThat(text(snapshot.trace(1))).isEqualTo("a=2");
      assertThat(snapshot.trace(1).size()).isEqualTo(1);
      assertThat(snapshot.trace(1).weight(bytes("a"))).isEqualTo(2);
      assertThat(snapshot.trace(1).weight(bytes("b"))).isZero();
    }
  }

  @Test
  void aNullValueRemovesItsKey() {
    try (Store store = open(true)) {
      store.apply(1, put("a", "1", "b", "2"));
      store.apply(1, put("a", null, "absent", null));

      Snapshot snapshot = store.cut(1);

      assertThat(text(snapshot.state(1))).isEqualTo("b=2");
      assertThat(snapshot.state(1).get(bytes("a"))).isNull();
      assertThat(snapshot.state(1).get(bytes("b"))).isEqualTo(bytes("2"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDroppedMapIsStillReadByEarlierSnapshotsOnly(boolean inMemory) {
    try (Store store = open(inMemory)) {
      store.apply(1, add("a", 1));
      store.apply(2, add("b", 1));
      Snapshot before = store.cut(1);

      store.dropMap(1);
      Snapshot after = store.cut(2);
      store.checkpoint(2);
      store.awaitCheckpoint();

      assertThat(text(before.trace(1))).isEqualTo("a=1");
      assertThat(text(after.trace(1))).isEmpty();
      assertThat(text(after.trace(2))).isEqualTo("b=1");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMapThatComesBackAfterItsDropIsEmptyAndMayChangeItsKind(boolean inMemory) {
    try (Store store = open(inMemory)) {
      store.apply(1, add("a", 1));
      store.cut(1);
      store.dropMap(1);
      store.apply(1, put("k", "v"));

      assertThat(text(store.cut(2).state(1))).isEqualTo("k=v");
    }
  }

  @Test
  void anAbsentMapReadsAsEmptyInBothKinds() {
    try (Store store = open(true)) {
      Snapshot snapshot = store.cut(0);

      assertThat(snapshot.trace(7).size()).isZero();
      assertThat(snapshot.state(7).get(bytes("a"))).isNull();
      assertThat(text(snapshot.trace(7).range(bytes("a"), bytes("b")))).isEmpty();
    }
  }

  @Test
  void prefixesAndRangesCutExactly() {
    try (Store store = open(true)) {
      store.apply(1, add("a", 1, "ab", 1, "abc", 1, "b", 1, "c\u00ff", 1));
      Snapshot snapshot = store.cut(1);

      assertThat(text(snapshot.trace(1).cursor(bytes("ab")))).isEqualTo("ab=1 abc=1");
      assertThat(text(snapshot.trace(1).range(bytes("ab"), bytes("b")))).isEqualTo("ab=1 abc=1");
      assertThat(text(snapshot.trace(1).range(bytes("abb"), new byte[0])))
          .isEqualTo("abc=1 b=1 c\u00ff=1");
      assertThat(text(snapshot.trace(1).range(new byte[0], bytes("ab")))).isEqualTo("a=1");
      assertThat(text(snapshot.trace(1).range(bytes("b"), bytes("a")))).isEmpty();
    }
  }

  @Test
  void aPrefixOfHighBytesHasNoUpperBound() {
    assertThat(PageWalk.after(new byte[] {1, -1, -1})).isEqualTo(new byte[] {2});
    assertThat(PageWalk.after(new byte[] {-1, -1})).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void randomChangesReadLikeASortedMap(long seed) {
    Random random = new Random(seed);
    TreeMap<byte[], Long> expected = new TreeMap<>(RowOrder.COMPARATOR);
    try (Store store = open(seed % 2 == 0)) {
      for (int version = 1; version <= 40; version++) {
        ZSetBuilder delta = new ZSetBuilder();
        for (int i = 0; i < 200; i++) {
          byte[] entry = new byte[1 + random.nextInt(3)];
          random.nextBytes(entry);
          long weight = random.nextInt(5) - 2L;
          delta.add(entry, weight);
          expected.merge(entry, weight, Long::sum);
        }
        expected.values().removeIf(weight -> weight == 0);
        store.apply(1, new TraceChange.Add(delta.build()));
      }
      Snapshot snapshot = store.cut(40);
      for (int probe = 0; probe < 200; probe++) {
        byte[] from = new byte[random.nextInt(3)];
        byte[] to = new byte[random.nextInt(3)];
        random.nextBytes(from);
        random.nextBytes(to);
        assertSame(snapshot.trace(1).range(from, to), expected, from, to, seed);
        assertSame(snapshot.trace(1).cursor(from), expected, from, PageWalk.after(from), seed);
        List<String> backwards = entries(snapshot.trace(1).range(from, to));
        Collections.reverse(backwards);
        assertThat(entries(snapshot.trace(1).descending(from, to)))
            .as("seed %d", seed)
            .isEqualTo(backwards);
      }
      assertThat(snapshot.trace(1).size()).isEqualTo(expected.size());
    }
  }

  private static List<String> entries(Cursor cursor) {
    List<String> entries = new ArrayList<>();
    while (cursor.next()) {
      entries.add(HexFormat.of().formatHex(cursor.row()) + "=" + cursor.weight());
    }
    return entries;
  }

  private static void assertSame(
      Cursor actual, NavigableMap<byte[], Long> entries, byte[] from, byte[] to, long seed) {
    for (var entry : entries.tailMap(from, true).entrySet()) {
      if (to.length > 0 && Arrays.compareUnsigned(entry.getKey(), to) >= 0) {
        break;
      }
      assertThat(actual.next()).as("seed %d", seed).isTrue();
      assertThat(actual.row()).as("seed %d", seed).isEqualTo(entry.getKey());
      assertThat(actual.weight()).as("seed %d", seed).isEqualTo(entry.getValue());
    }
    assertThat(actual.next()).as("seed %d", seed).isFalse();
  }

  @Test
  void bulkLoadPutsWhatTheCursorYields() {
    try (Store store = open(true)) {
      store.apply(1, add("a", 1, "b", 5));
      store.apply(2, put("k", "v"));
      Snapshot source = store.cut(1);

      store.bulkLoad(3, source.trace(1).cursor(new byte[0]));
      store.bulkLoad(4, source.state(2).cursor(new byte[0]));

      assertThat(text(store.cut(2).trace(3))).isEqualTo("a=1 b=5");
      assertThat(text(store.cut(2).state(4))).isEqualTo("k=v");
    }
  }

  @Test
  void aFailedChangeEndsTheStoreAndLeavesItsSnapshotsReadable() {
    Store store = open(true);
    store.apply(1, add("a", Long.MAX_VALUE));
    Snapshot snapshot = store.cut(1);

    assertThatThrownBy(() -> store.apply(1, add("a", 1))).isInstanceOf(StoreException.class);

    assertThatThrownBy(() -> store.cut(2))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("reopen the database to recover");
    assertThatThrownBy(() -> store.append(record(2, ""))).isInstanceOf(StoreException.class);
    assertThat(snapshot.trace(1).size()).isEqualTo(1);
    store.close();
  }

  @Test
  void weightsOfAllSizesSurviveTheImage() {
    try (Store store = open(false)) {
      store.append(record(1, ""));
      store.apply(1, add("a", 1, "b", -1, "c", Long.MAX_VALUE, "d", Long.MIN_VALUE, "e", 300));
      store.cut(1);
    }
    try (Store store = Store.open(folder, StoreOptions.defaults())) {
      assertThat(store.imageVersion()).isEqualTo(1);
      assertThat(text(store.cut(1).trace(1)))
          .isEqualTo("a=1 b=-1 c=9223372036854775807 d=-9223372036854775808 e=300");
    }
  }

  @Test
  void closingTwiceAndReleasingALeaseTwiceDoNothing() {
    Store store = open(false);
    Lease lease = store.lease();
    lease.close();
    lease.close();
    store.close();
    store.close();

    assertThatThrownBy(() -> store.cut(1))
        .isInstanceOf(StoreException.class)
        .extracting("sqlState")
        .isEqualTo("08003");
  }
}
