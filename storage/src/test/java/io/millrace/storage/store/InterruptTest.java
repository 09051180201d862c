package io.millrace.storage.store;

import static io.millrace.storage.store.Changes.bytes;
import static io.millrace.storage.store.Changes.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.TraceChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InterruptTest {
  private static final int KEYS = 50_000;
  private static final long DEADLINE_NANOS = 30_000_000_000L;

  @TempDir private Path folder;

  private final AtomicBoolean stopped = new AtomicBoolean();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicReference<@Nullable Snapshot> published = new AtomicReference<>();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong version = new AtomicLong();

  @Test
  void interruptsOfReadersAndWritersBreakNothing() throws Exception {
    StoreOptions options = StoreOptions.defaults().withCacheSizeBytes(1 << 20);
    List<Thread> threads = new ArrayList<>();
    try (Store store = Store.open(folder, options)) {
      store.recovered(0);
      fill(store);
      // The maps are read from the file from here on.
      store.checkpoint(1);
      store.awaitCheckpoint();
      version.set(1);
      for (int i = 0; i < 3; i++) {
        int seed = i;
        threads.add(new Thread(() -> run(() -> read(store, new Random(seed)))));
      }
      threads.add(new Thread(() -> run(() -> write(store))));
      threads.forEach(Thread::start);

      long deadline = System.nanoTime() + DEADLINE_NANOS;
      long interrupts = 0;
      while (!hasSeenEnough(store) && failure.get() == null && System.nanoTime() < deadline) {
        threads.forEach(Thread::interrupt);
        interrupts++;
        if (interrupts % 50 == 0) {
          // MVStore's cache holds pages weakly beyond its size, so without this nobody reads files.
          System.gc();
        }
        LockSupport.parkNanos(20_000);
      }
      stopped.set(true);
      for (Thread thread : threads) {
        thread.join();
      }

      assertThat(failure.get()).isNull();
      assertThat(hasSeenEnough(store)).isTrue();
      assertThat(interrupts).isGreaterThan(50);
    }
    try (Store store = Store.open(folder, options)) {
      assertThat(store.imageVersion()).isEqualTo(version.get());
      assertThat(store.cut(version.get()).state(1).size()).isEqualTo(KEYS);
    }
  }

  private boolean hasSeenEnough(Store store) {
    return reads.get() > 1_000
        && version.get() > 60
        && store.statistics().checkpoints() > 2
        && store.image().store().getFileStore().getReadCount() > 300;
  }

  private void run(Runnable work) {
    try {
      while (!stopped.get()) {
        work.run();
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }

  private void fill(Store store) {
    TreeMap<byte[], byte @Nullable []> values = new TreeMap<>(RowOrder.COMPARATOR);
    for (long key = 0; key < KEYS; key++) {
      values.put(bytes(key), bytes("value " + key));
    }
    store.append(record(1, "fill"));
    store.apply(1, new TraceChange.Put(values));
    published.set(store.cut(1));
  }

  private void read(Store store, Random random) {
    Lease lease = store.lease();
    try {
      Snapshot snapshot = published.get();
      if (snapshot != null) {
        StateCursor cursor = snapshot.state(1).range(bytes(random.nextInt(KEYS)), new byte[0]);
        for (int i = 0; i < 100 && cursor.next(); i++) {
          reads.incrementAndGet();
        }
      }
    } finally {
      lease.close();
    }
  }

  private void write(Store store) {
    long next = version.get() + 1;
    TreeMap<byte[], byte @Nullable []> values = new TreeMap<>(RowOrder.COMPARATOR);
    values.put(bytes(next * 7919 % KEYS), bytes("version " + next));
    long ticket = store.append(record(next, "update"));
    store.apply(1, new TraceChange.Put(values));
    Snapshot snapshot = store.cut(next);
    if (next % 20 == 0) {
      store.checkpoint(next);
    }
    store.force(ticket);
    published.set(snapshot);
    version.set(next);
  }

  @Test
  void aCommitOfAnInterruptedThreadSucceedsAndKeepsTheInterrupt() {
    Thread.currentThread().interrupt();
    boolean stillInterrupted;
    try (Store store = Store.open(folder, StoreOptions.defaults())) {
      store.recovered(0);
      fill(store);
      store.force(1);
      store.checkpoint(1);
      store.awaitCheckpoint();
      stillInterrupted = Thread.currentThread().isInterrupted();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }

    assertThat(stillInterrupted).isTrue();
    try (Store store = Store.open(folder, StoreOptions.defaults())) {
      assertThat(store.imageVersion()).isEqualTo(1);
    }
  }
}
