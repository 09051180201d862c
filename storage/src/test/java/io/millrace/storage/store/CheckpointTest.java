package io.millrace.storage.store;

import static io.millrace.storage.store.Changes.add;
import static io.millrace.storage.store.Changes.bytes;
import static io.millrace.storage.store.Changes.put;
import static io.millrace.storage.store.Changes.record;
import static io.millrace.storage.store.Changes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.TraceChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckpointTest {
  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().withDurability(Durability.OFF);

  @TempDir private Path folder;
  @TempDir private Path copies;

  private Store open(StoreOptions options) {
    Store store = Store.open(folder, options);
    store.recovered(store.imageVersion());
    return store;
  }

  /** One commit that moves 1 from what is under "sum" in map 1 to the same in map 2. */
  private static Snapshot commit(Store store, long version) {
    store.append(record(version, "payload " + version));
    store.apply(1, add("sum", 1, "entry " + version % 10, 1));
    store.apply(2, put("version", Long.toString(version)));
    return store.cut(version);
  }

  private static void commitAll(Store store, long from, long to) {
    for (long version = from; version <= to; version++) {
      commit(store, version);
    }
  }

  private static List<String> tail(Store store) {
    List<String> texts = new ArrayList<>();
    store.tail().forEach(record -> texts.add(text(record)));
    return texts;
  }

  @Test
  void aStoreThatWasClosedReplaysNothing() {
    try (Store store = open(OPTIONS)) {
      commitAll(store, 1, 7);
    }
    try (Store store = open(OPTIONS)) {
      assertThat(store.imageVersion()).isEqualTo(7);
      assertThat(store.tail()).isEmpty();
      assertThat(text(store.cut(7).state(2))).isEqualTo("version=7");
      assertThat(store.cut(7).trace(1).weight(bytes("sum"))).isEqualTo(7);
    }
  }

  @Test
  void afterACrashTheImageStandsAtTheCheckpointAndTheLogHasTheRest() throws IOException {
    try (Store store = open(OPTIONS)) {
      commitAll(store, 1, 5);
      store.checkpoint(5);
      store.awaitCheckpoint();
      commitAll(store, 6, 7);
      Folders.copy(folder, copies);
    }
    try (Store store = Store.open(copies, OPTIONS)) {
      assertThat(store.imageVersion()).isEqualTo(5);
      assertThat(tail(store)).containsExactly("6:payload 6", "7:payload 7");
      assertThat(text(store.cut(5).state(2))).isEqualTo("version=5");
      store.apply(2, put("version", "7"));
      store.recovered(7);
    }
    try (Store store = Store.open(copies, OPTIONS)) {
      assertThat(store.imageVersion()).isEqualTo(7);
      assertThat(text(store.cut(7).state(2))).isEqualTo("version=7");
    }
  }

  @Test
  void withoutACheckpointTheLogAloneIsTheTruth() throws IOException {
    try (Store store = open(OPTIONS)) {
      commitAll(store, 1, 3);
      Folders.copy(folder, copies);
    }
    Files.delete(copies.resolve(StoreFolder.IMAGE_FILE));
    try (Store store = Store.open(copies, OPTIONS)) {
      assertThat(store.imageVersion()).isZero();
      assertThat(tail(store)).containsExactly("1:payload 1", "2:payload 2", "3:payload 3");
    }
  }

  @Test
  void aLostImageOrLogIsReportedAndNotStartedAnew() throws IOException {
    try (Store store = open(OPTIONS.withLogSegmentBytes(4096))) {
      for (int round = 0; round < 6; round++) {
        commitAll(store, 1 + 100L * round, 100 + 100L * round);
        store.checkpoint(100 + 100L * round);
        store.awaitCheckpoint();
      }
      Folders.copy(folder, copies);
    }
    Path withoutLog = Folders.copy(copies, copies.resolve("without-log"));
    for (Path segment : new LogFolder(withoutLog, 4096).segments().values()) {
      Files.delete(segment);
    }
    Files.delete(copies.resolve(StoreFolder.IMAGE_FILE));

    assertCorrupt(copies);
    assertCorrupt(withoutLog);
  }

  private static void assertCorrupt(Path database) {
    assertThatThrownBy(() -> Store.open(database, OPTIONS).close())
        .isInstanceOf(StoreException.class)
        .extracting("sqlState")
        .isEqualTo("XX001");
  }

  @Test
  void aBatchThatWasNotCheckpointedIsNotPartlyInTheImage() throws IOException {
    String value = "v".repeat(200);
    try (Store store = open(OPTIONS)) {
      commit(store, 1);
      store.checkpoint(1);
      store.awaitCheckpoint();
      // More than MVStore's own buffer limit would bear, which is 19 MB.
      for (int part = 0; part < 100; part++) {
        TreeMap<byte[], byte @Nullable []> values = new TreeMap<>(RowOrder.COMPARATOR);
        for (int i = 0; i < 2_000; i++) {
          values.put(bytes(part * 2_000L + i), bytes(value));
        }
        store.apply(3, new TraceChange.Put(values));
      }
      assertThat(store.statistics().dirtyBytes()).isGreaterThan(40_000_000);
      Folders.copy(folder, copies);
    }
    try (Store store = Store.open(copies, OPTIONS)) {
      assertThat(store.imageVersion()).isEqualTo(1);
      assertThat(store.cut(1).state(3).size()).isZero();
      store.recovered(1);
    }
  }

  @Test
  void theLogKeepsOneGenerationMoreThanTheImageNeeds() {
    try (Store store = open(OPTIONS.withLogSegmentBytes(4096))) {
      commitAll(store, 1, 200);
      store.checkpoint(200);
      store.awaitCheckpoint();
      int before = store.statistics().segments();
      commitAll(store, 201, 400);
      int more = store.statistics().segments();

      store.checkpoint(400);
      store.awaitCheckpoint();

      assertThat(before).isGreaterThan(2);
      assertThat(more).isGreaterThan(before + 1);
      assertThat(store.statistics().segments()).isBetween(more - before, more - before + 1);
    }
  }

  @Test
  void whenTheNewestCheckpointIsUnreadableTheOneBeforeItServes() throws IOException {
    try (Store store = open(OPTIONS.withLogSegmentBytes(4096))) {
      for (int round = 0; round < 4; round++) {
        commitAll(store, 1 + 100L * round, 100 + 100L * round);
        store.checkpoint(100 + 100L * round);
        store.awaitCheckpoint();
      }
      commitAll(store, 401, 402);
      Folders.copy(folder, copies);
    }
    destroyNewestChunk(copies.resolve(StoreFolder.IMAGE_FILE));

    try (Store store = Store.open(copies, OPTIONS)) {
      assertThat(store.imageVersion()).isEqualTo(300);
      assertThat(tail(store))
          .hasSize(102)
          .startsWith("301:payload 301")
          .endsWith("402:payload 402");
      assertThat(text(store.cut(300).state(2))).isEqualTo("version=300");
    }
  }

  /** Overwrites the first block of the chunk with the highest version. */
  private static void destroyNewestChunk(Path image) throws IOException {
    byte[] bytes = Files.readAllBytes(image);
    int newest = -1;
    long newestVersion = -1;
    for (int block = 2 * 4096; block < bytes.length; block += 4096) {
      String start = new String(bytes, block, 200, StandardCharsets.ISO_8859_1);
      if (start.startsWith("chunk:")) {
        long version = Long.parseLong(start.replaceAll("(?s).*,version:([0-9a-f]+).*", "$1"), 16);
        if (version > newestVersion) {
          newest = block;
          newestVersion = version;
        }
      }
    }
    Arrays.fill(bytes, newest, newest + 4096, (byte) 0);
    Files.write(image, bytes);
  }

  @Test
  void aDroppedMapIsGoneFromTheImage() {
    try (Store store = open(OPTIONS)) {
      commit(store, 1);
      store.checkpoint(1);
      store.append(record(2, "drop"));
      store.dropMap(1);
      store.cut(2);
    }
    try (Store store = open(OPTIONS)) {
      assertThat(store.cut(2).trace(1).size()).isZero();
      assertThat(store.image().store().getMapNames())
          .containsExactlyInAnyOrder("millrace", "states.2");
    }
  }

  @Test
  void aCheckpointBecomesDueByLogBytesAndByDirtyBytes() {
    try (Store store = open(OPTIONS.withCheckpointLogBytes(2000))) {
      assertThat(store.checkpointDue()).isFalse();
      commitAll(store, 1, 50);
      assertThat(store.checkpointDue()).isTrue();

      store.checkpoint(50);
      store.awaitCheckpoint();

      assertThat(store.checkpointDue()).isFalse();
      assertThat(store.statistics().logBytesSinceCheckpoint()).isZero();
    }
    try (Store store = open(OPTIONS.withCheckpointDirtyBytes(100))) {
      commit(store, 51);
      assertThat(store.checkpointDue()).isTrue();
    }
  }

  @Test
  void theReplayedTailCountsTowardsTheNextCheckpoint() throws IOException {
    try (Store store = open(OPTIONS)) {
      commitAll(store, 1, 50);
      Folders.copy(folder, copies);
    }
    try (Store store = Store.open(copies, OPTIONS.withCheckpointLogBytes(2000))) {
      assertThat(store.checkpointDue()).isTrue();
    }
  }

  /** A store with 20,000 keys in maps 1 and 2 at version 1, and space reused at once. */
  private Store filled() {
    Store store = open(OPTIONS.withCacheSizeBytes(1 << 20));
    store.image().store().setRetentionTime(1);
    TreeMap<byte[], byte @Nullable []> values = new TreeMap<>(RowOrder.COMPARATOR);
    for (long key = 0; key < 20_000; key++) {
      values.put(bytes(key), bytes("first"));
    }
    store.append(record(1, "fill"));
    store.apply(1, new TraceChange.Put(values));
    store.apply(2, new TraceChange.Put(values));
    return store;
  }

  private static Snapshot updateAndCheckpoint(
      Store store, long version, Random random, int updateCount) {
    store.append(record(version, "update"));
    TreeMap<byte[], byte @Nullable []> updates = new TreeMap<>(RowOrder.COMPARATOR);
    for (int i = 0; i < updateCount; i++) {
      updates.put(bytes(random.nextInt(20_000)), bytes("later " + version));
    }
    store.apply(1, new TraceChange.Put(updates));
    Snapshot snapshot = store.cut(version);
    store.checkpoint(version);
    store.awaitCheckpoint();
    return snapshot;
  }

  @Test
  void aReaderWithALeaseSeesItsSnapshotThroughManyCheckpoints() {
    Random random = new Random(7);
    try (Store store = filled()) {
      Snapshot first = store.cut(1);
      store.checkpoint(1);
      Lease lease = store.lease();
      StateCursor walk = first.state(1).cursor(new byte[0]);
      int walked = 0;
      for (long version = 2; version <= 30; version++) {
        updateAndCheckpoint(store, version, random, 2_000);
        for (int i = 0; i < 400 && walk.next(); i++) {
          assertThat(walk.value()).isEqualTo(bytes("first"));
          walked++;
        }
      }
      while (walk.next()) {
        assertThat(walk.value()).isEqualTo(bytes("first"));
        walked++;
      }

      assertThat(walked).isEqualTo(20_000);
      lease.close();
    }
  }

  @Test
  void aMapThatNobodyWritesStaysReadableWhileCompactionMovesItsPages() {
    Random random = new Random(8);
    try (Store store = filled()) {
      Snapshot newest = store.cut(1);
      store.checkpoint(1);
      for (long version = 2; version <= 60; version++) {
        newest = updateAndCheckpoint(store, version, random, 150);
        Lease lease = store.lease();
        assertThat(count(newest.state(2).cursor(new byte[0]))).isEqualTo(20_000);
        lease.close();
      }

      // 2.7 MB here, and 4.2 MB without compaction.
      assertThat(store.statistics().imageBytes()).isLessThan(3_500_000);
    }
  }

  private static long count(StateCursor cursor) {
    long count = 0;
    while (cursor.next()) {
      count++;
    }
    return count;
  }

  @Test
  void commitsGoOnWhileCheckpointsAreWritten() throws IOException {
    StoreOptions options = OPTIONS.withLogSegmentBytes(8192).withCheckpointLogBytes(6000);
    int checkpoints = 0;
    try (Store store = open(options)) {
      for (long version = 1; version <= 2_000; version++) {
        commit(store, version);
        if (store.checkpointDue()) {
          store.checkpoint(version);
          checkpoints++;
        }
      }
      store.awaitCheckpoint();
      assertThat(store.statistics().checkpoints()).isEqualTo(checkpoints);
      Folders.copy(folder, copies);
    }
    assertThat(checkpoints).isGreaterThan(5);
    try (Store store = Store.open(copies, options)) {
      assertThat(store.cut(store.imageVersion()).trace(1).weight(bytes("sum")))
          .isEqualTo(store.imageVersion());
      assertThat(store.imageVersion() + tail(store).size()).isEqualTo(2_000);
    }
  }
}
