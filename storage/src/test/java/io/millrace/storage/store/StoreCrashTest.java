package io.millrace.storage.store;

import static io.millrace.storage.store.Changes.add;
import static io.millrace.storage.store.Changes.bytes;
import static io.millrace.storage.store.Changes.put;
import static io.millrace.storage.store.Changes.record;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process in the middle of its commits, over and over, in the same folder. */
final class StoreCrashTest {
  private static final int KILLS = 10;
  private static final int ENTRIES = 100;
  private static final int TOTAL_MAP = 1;
  private static final int ENTRY_MAP = 2;
  private static final int VERSION_MAP = 3;

  /** Small, so that segments are recycled and checkpoints run all the time. */
  private static final StoreOptions OPTIONS =
      StoreOptions.defaults()
          .withLogSegmentBytes(8 << 10)
          .withCheckpointLogBytes(20 << 10)
          .withCacheSizeBytes(1 << 20);

  @TempDir private Path folder;

  /** Commits without end and prints each version once it is acknowledged. */
  public static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      Store store = Store.open(Path.of(arguments[0]), OPTIONS);
      long version = replay(store);
      System.out.println(version);
      while (true) {
        version++;
        long ticket = store.append(record(version, Long.toString(version)));
        apply(store, version);
        store.cut(version);
        if (store.checkpointDue()) {
          store.checkpoint(version);
        }
        store.force(ticket);
        System.out.println(version);
      }
    }
  }

  private static void apply(Store store, long version) {
    store.apply(TOTAL_MAP, add("total", 1));
    store.apply(ENTRY_MAP, add("entry " + version % ENTRIES, 1));
    store.apply(VERSION_MAP, put("key " + version % ENTRIES, Long.toString(version)));
  }

  private static long replay(Store store) {
    long version = store.imageVersion();
    for (LogRecord record : store.tail()) {
      assertThat(record.version()).isEqualTo(version + 1);
      version = record.version();
      apply(store, version);
    }
    store.recovered(version);
    return version;
  }

  @Test
  void noAcknowledgedCommitIsLostAndNoneIsThereInPart() throws Exception {
    Random random = new Random(4711);
    long acknowledged = 0;
    long first = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      try (ChildProcess child = new ChildProcess(Child.class, folder.toString())) {
        int commits = 50 + random.nextInt(800);
        String line = child.readLine();
        for (int i = 0; line != null && i < commits; i++) {
          acknowledged = Long.parseLong(line);
          line = child.readLine();
        }
        child.kill();
        while (line != null && line.matches("[0-9]+")) {
          acknowledged = Math.max(acknowledged, Long.parseLong(line));
          line = child.readLine();
        }
      }
      first = Math.max(first, check(acknowledged, kill));
    }
    assertThat(acknowledged).isGreaterThan(KILLS * 50L);
    assertThat(first).as("a checkpoint was recovered from").isPositive();
  }

  /** Returns the version of the image that recovery began with. */
  private long check(long acknowledged, int kill) {
    try (Store store = Store.open(folder, OPTIONS)) {
      long imageVersion = store.imageVersion();
      long version = replay(store);
      // One more may have been logged than was heard of.
      assertThat(version).as("kill %d", kill).isBetween(acknowledged, acknowledged + 1);
      Snapshot snapshot = store.cut(version);
      assertThat(snapshot.trace(TOTAL_MAP).weight(bytes("total"))).isEqualTo(version);
      for (long i = 0; i < Math.min(ENTRIES, version); i++) {
        long newest = version - (version - i) % ENTRIES;
        String about = "kill %d, entry %d of version %d".formatted(kill, i, version);
        assertThat(snapshot.trace(ENTRY_MAP).weight(bytes("entry " + i)))
            .as(about)
            .isEqualTo(newest / ENTRIES + (i == 0 ? 0 : 1));
        byte[] value = snapshot.state(VERSION_MAP).get(bytes("key " + i));
        assertThat(value).as(about).isEqualTo(newest == 0 ? null : bytes(Long.toString(newest)));
      }
      return imageVersion;
    }
  }
}
