package io.millrace.storage.store;

import static io.millrace.storage.store.Changes.bytes;
import static io.millrace.storage.store.Changes.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log alone, written and read without an image. */
final class LogTest {
  private static final StoreOptions OPTIONS = StoreOptions.defaults();

  @TempDir private Path folder;

  private LogContents read() throws IOException {
    return read(0);
  }

  private LogContents read(long imageVersion) throws IOException {
    return LogContents.read(new LogFolder(folder, OPTIONS.logSegmentBytes()), imageVersion, 0);
  }

  private Log open(StoreOptions options) throws IOException {
    LogFolder files = new LogFolder(folder, options.logSegmentBytes());
    files.adoptSpares();
    return new Log(files, options, LogContents.read(files, 0, 0), new Health());
  }

  /** Writes versions 1 to a number, each with its own payload, and leaves as a crash would. */
  private void write(int count, boolean forced) throws IOException {
    Log log = open(OPTIONS);
    for (int version = 1; version <= count; version++) {
      long ticket = log.append(record(version, "payload " + version));
      if (forced) {
        log.force(ticket);
      }
    }
    log.close(false);
  }

  private static List<String> texts(LogContents contents) {
    List<String> texts = new ArrayList<>();
    for (LogRecord record : contents) {
      texts.add(Changes.text(record));
    }
    return texts;
  }

  private static List<String> expected(int count) {
    List<String> texts = new ArrayList<>();
    for (int version = 1; version <= count; version++) {
      texts.add(version + ":payload " + version);
    }
    return texts;
  }

  private static int recordBytes(int version) {
    return LogFormat.HEADER_BYTES + bytes("payload " + version).length;
  }

  /** The offset of a version's record in the first segment. */
  private static int offset(int version) {
    int offset = SegmentHeader.BYTES;
    for (int before = 1; before < version; before++) {
      offset += recordBytes(before);
    }
    return offset;
  }

  @Test
  void recordsComeBackWholeAndInOrder() throws IOException {
    Log log = open(OPTIONS);
    log.append(new LogRecord(3, 77, LogRecord.Kind.CATALOG, new byte[0]));
    log.append(new LogRecord(8, -1, LogRecord.Kind.DELTA, new byte[] {0, -1}));
    log.close(true);

    List<LogRecord> records = new ArrayList<>();
    for (LogRecord record : read(2)) {
      records.add(record);
    }

    assertThat(records).hasSize(2);
    assertThat(records.get(0).version()).isEqualTo(3);
    assertThat(records.get(0).timeline()).isEqualTo(1);
    assertThat(records.get(0).clockMillis()).isEqualTo(77);
    assertThat(records.get(0).kind()).isEqualTo(LogRecord.Kind.CATALOG);
    assertThat(records.get(0).payload()).isEmpty();
    assertThat(records.get(1).version()).isEqualTo(8);
    assertThat(records.get(1).clockMillis()).isEqualTo(-1);
    assertThat(records.get(1).payload()).isEqualTo(new byte[] {0, -1});
  }

  @Test
  void aVersionThatDoesNotRiseIsRefused() throws IOException {
    Log log = open(OPTIONS);
    log.append(record(5, "a"));

    assertThatThrownBy(() -> log.append(record(5, "b"))).isInstanceOf(AssertionError.class);
    log.close(true);
  }

  @Test
  void onlyWhatTheImageLacksIsReplayed() throws IOException {
    write(5, true);

    assertThat(texts(read(3))).containsExactly("4:payload 4", "5:payload 5");
    assertThat(read(3).lastVersion()).isEqualTo(5);
    assertThat(read(9).lastVersion()).isEqualTo(9);
    assertThat(texts(read(9))).isEmpty();
  }

  @Test
  void aRecordThatSaysTheTruthIsInTheImageNeedsThatImage() throws IOException {
    Log log = open(OPTIONS);
    log.append(record(7, "a"));
    log.append(new LogRecord(8, 0, LogRecord.Kind.IMAGE, new byte[0]));
    log.append(record(9, "b"));
    log.close(true);

    assertThat(texts(read(8))).containsExactly("9:b");
    assertThatThrownBy(() -> read(7))
        .hasMessageContaining("the checkpoint of version 8, but the image stands at version 7");
  }

  @Test
  void aTailTornAtAnyByteOfTheLastRecordIsDropped() throws IOException {
    write(3, true);
    Path segment = Folders.segment(folder, 1);
    byte[] whole = Files.readAllBytes(segment);

    for (int cut = 0; cut < recordBytes(3); cut++) {
      byte[] zeroed = whole.clone();
      Arrays.fill(zeroed, offset(3) + cut, zeroed.length, (byte) 0);
      Files.write(segment, zeroed);
      assertDropped(cut);

      Files.write(segment, Arrays.copyOf(whole, offset(3) + cut));
      assertDropped(cut);
    }
  }

  private void assertDropped(int cut) throws IOException {
    LogContents contents = read();
    assertThat(texts(contents)).as("cut at %d", cut).isEqualTo(expected(2));
    // Before the last byte of the length has arrived, nothing shows that there was a record.
    assertThat(contents.timeline()).as("cut at %d", cut).isEqualTo(cut < 4 ? 1 : 2);
  }

  @Test
  void aFlippedBitInTheLastRecordDropsItAndRaisesTheTimeline() throws IOException {
    write(3, true);
    Path segment = Folders.segment(folder, 1);
    byte[] whole = Files.readAllBytes(segment);

    for (int bit = 0; bit < 8 * recordBytes(3); bit++) {
      byte[] damaged = whole.clone();
      damaged[offset(3) + bit / 8] ^= (byte) (1 << (bit % 8));
      Files.write(segment, damaged);

      LogContents contents = read();
      assertThat(texts(contents)).as("bit %d", bit).isEqualTo(expected(2));
      assertThat(contents.timeline()).as("bit %d", bit).isEqualTo(2);
    }
  }

  @Test
  void aFlippedBitBelowARecordThatKnowsOfAForceIsCorruption() throws IOException {
    write(4, true);
    Path segment = Folders.segment(folder, 1);
    byte[] whole = Files.readAllBytes(segment);

    for (int bit = 0; bit < 8 * recordBytes(2); bit++) {
      byte[] damaged = whole.clone();
      damaged[offset(2) + bit / 8] ^= (byte) (1 << (bit % 8));
      Files.write(segment, damaged);

      assertThatThrownBy(this::read)
          .as("bit %d", bit)
          .isInstanceOf(StoreException.class)
          .extracting("sqlState")
          .isEqualTo("XX001");
    }
  }

  @Test
  void whatWasNeverForcedIsATornTailEvenInTheMiddle() throws IOException {
    write(4, false);
    Path segment = Folders.segment(folder, 1);
    byte[] damaged = Files.readAllBytes(segment);
    damaged[offset(2) + 45] ^= 1;
    Files.write(segment, damaged);

    LogContents contents = read();

    assertThat(texts(contents)).isEqualTo(expected(1));
    assertThat(contents.timeline()).isEqualTo(2);
  }

  @Test
  void damageThatTheImageCoversHarmsNobody() throws IOException {
    write(4, true);
    Path segment = Folders.segment(folder, 1);
    byte[] damaged = Files.readAllBytes(segment);
    damaged[offset(4) + 45] ^= 1;
    Files.write(segment, damaged);

    assertThat(read(4).lastVersion()).isEqualTo(4);
    assertThat(read(7).lastVersion()).isEqualTo(7);
  }

  @Test
  void aWholeRecordBehindADroppedTailNeverComesBackToLife() throws IOException {
    write(4, false);
    Path segment = Folders.segment(folder, 1);
    byte[] whole = Files.readAllBytes(segment);
    byte[] damaged = whole.clone();
    damaged[offset(2) + 45] ^= 1;
    Files.write(segment, damaged);

    Log log = open(OPTIONS);
    log.force(log.append(record(2, "second life")));
    log.close(false);
    // Even if the torn record should heal, the segment ended before it.
    Files.write(segment, whole);

    assertThat(texts(read())).containsExactly("1:payload 1", "2:second life");
    assertThat(read().timeline()).isEqualTo(2);
  }

  @Test
  void aDroppedTailStaysDroppedWhenNothingIsWrittenAfterIt() throws IOException {
    write(2, true);
    Path segment = Folders.segment(folder, 1);
    byte[] damaged = Files.readAllBytes(segment);
    damaged[offset(2) + 45] ^= 1;
    Files.write(segment, damaged);

    open(OPTIONS).close(true);
    open(OPTIONS).close(true);

    assertThat(texts(read())).isEqualTo(expected(1));
    assertThat(read().timeline()).isEqualTo(2);
  }

  @Test
  void aLogThatAcknowledgedBeforeItForcedRaisesTheTimelineUnlessItWasClosed() throws IOException {
    StoreOptions options = OPTIONS.withDurability(Durability.OFF);
    Log log = open(options);
    log.append(record(1, "payload 1"));
    log.close(true);
    assertThat(read().timeline()).isEqualTo(1);

    log = open(options);
    log.append(record(2, "payload 2"));
    log.close(false);

    assertThat(read().timeline()).isEqualTo(2);
    assertThat(texts(read())).isEqualTo(expected(2));
  }

  @Test
  void aLogThatEndsBeforeItsClosingMarkIsCorrupt() throws IOException {
    Log log = open(OPTIONS);
    log.append(record(1, "payload 1"));
    log.append(record(2, "payload 2"));
    log.close(true);
    Path segment = Folders.segment(folder, 1);
    byte[] damaged = Files.readAllBytes(segment);
    Arrays.fill(damaged, offset(2), damaged.length, (byte) 0);
    Files.write(segment, damaged);

    assertThatThrownBy(this::read).isInstanceOf(StoreException.class);
  }

  @Test
  void theLogGoesOnOverManySegments() throws IOException {
    Log log = open(OPTIONS.withLogSegmentBytes(4096));
    for (int version = 1; version <= 500; version++) {
      log.append(record(version, "payload " + version));
    }
    assertThat(log.segments()).isGreaterThan(5);
    log.close(false);

    assertThat(texts(read())).isEqualTo(expected(500));
    assertThat(texts(read(300))).isEqualTo(expected(500).subList(300, 500));
  }

  @Test
  void aRecordLargerThanASegmentGetsOneOfItsOwn() throws IOException {
    Log log = open(OPTIONS.withLogSegmentBytes(4096));
    String large = "x".repeat(3_000_000);
    log.append(record(1, "small"));
    log.append(record(2, large));
    log.append(record(3, "small"));
    log.close(false);

    assertThat(texts(read())).containsExactly("1:small", "2:" + large, "3:small");
  }

  @Test
  void aMissingOrDamagedOlderSegmentIsCorruption() throws IOException {
    Log log = open(OPTIONS.withLogSegmentBytes(4096));
    for (int version = 1; version <= 300; version++) {
      log.append(record(version, "payload " + version));
    }
    log.close(false);
    Path second = Folders.segment(folder, 2);
    byte[] whole = Files.readAllBytes(second);

    byte[] damaged = whole.clone();
    damaged[1000] ^= 1;
    Files.write(second, damaged);
    assertThatThrownBy(this::read).hasMessageContaining("is damaged after version");

    Files.delete(second);
    assertThatThrownBy(this::read).hasMessageContaining("segment 2 is missing");

    Files.delete(Folders.segment(folder, 1));
    assertThatThrownBy(this::read).hasMessageContaining("the image stands at version 0");
  }

  @Test
  void whatARecycledSegmentHeldBeforeNeverComesBack() throws IOException {
    StoreOptions options = OPTIONS.withLogSegmentBytes(4096);
    Log log = open(options);
    int version = 1;
    while (version < 400) {
      log.append(record(version, "payload " + version));
      if (version % 50 == 0) {
        log.free(version - 50L);
      }
      version++;
    }
    log.close(false);

    LogFolder files = new LogFolder(folder, 4096);
    assertThat(files.segments().firstKey()).isGreaterThan(3);
    assertThat(folder.toFile().list((dir, name) -> name.startsWith(LogFolder.SPARE_PREFIX)))
        .isNotEmpty();
    assertThat(texts(read(350))).isEqualTo(expected(399).subList(350, 399));
  }

  @Test
  void theBytesBehindTheEndOfARecycledSegmentAreNoTornTail() throws IOException {
    LogFolder files = new LogFolder(folder, 4096);
    Path spare = folder.resolve(LogFolder.SPARE_PREFIX + 1);
    byte[] stale = new byte[4096];
    Arrays.fill(stale, (byte) 0x55);
    Files.write(spare, stale);
    files.adoptSpares();

    LogSegment segment = files.create(1, 1, 0, true);
    segment.close();
    assertThat(spare).doesNotExist();
    assertThat(read().timeline()).isEqualTo(1);

    Log log = new Log(files, OPTIONS, read(), new Health());
    log.append(record(1, "payload 1"));
    log.close(false);
    assertThat(read().timeline()).isEqualTo(1);
    assertThat(texts(read())).isEqualTo(expected(1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void randomDamageLosesATailOrIsReportedAndNeverChangesARecord(long seed) throws IOException {
    Random random = new Random(seed);
    write(20, seed % 2 == 0);
    Path segment = Folders.segment(folder, 1);
    byte[] whole = Files.readAllBytes(segment);
    int reported = 0;
    int dropped = 0;
    for (int round = 0; round < 100; round++) {
      byte[] damaged = whole.clone();
      int start = SegmentHeader.BYTES + random.nextInt(offset(21) - SegmentHeader.BYTES);
      int end = Math.min(damaged.length, start + 1 + random.nextInt(100));
      for (int i = start; i < end; i++) {
        damaged[i] = random.nextBoolean() ? 0 : (byte) random.nextInt();
      }
      Files.write(segment, damaged);
      try {
        List<String> texts = texts(read());
        dropped += texts.size() < 20 ? 1 : 0;
        assertThat(texts)
            .as("seed %d round %d", seed, round)
            .isEqualTo(expected(20).subList(0, texts.size()));
      } catch (StoreException e) {
        assertThat(e.sqlState()).isEqualTo("XX001");
        reported++;
      }
    }
    assertThat(reported + dropped).as("seed %d", seed).isGreaterThan(50);
  }
}
