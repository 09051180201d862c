package io.millrace.storage.store;

import static io.millrace.storage.store.Changes.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GroupCommitTest {
  private static final int THREADS = 8;
  private static final int COMMITS = 60;

  @TempDir private Path folder;

  @Test
  void commitsOfManyThreadsShareForces() throws Exception {
    Object commitLock = new Object();
    AtomicLong version = new AtomicLong();
    try (Store store = Store.open(folder, StoreOptions.defaults())) {
      store.recovered(0);

      inThreads(
          () -> {
            for (int i = 0; i < COMMITS; i++) {
              long ticket;
              synchronized (commitLock) {
                ticket = store.append(record(version.incrementAndGet(), "x"));
              }
              store.force(ticket);
            }
            return null;
          });

      assertThat(store.statistics().records()).isEqualTo(THREADS * COMMITS);
      assertThat(store.statistics().forces()).isBetween(1L, (long) (THREADS * COMMITS * 3 / 4));
    }
    try (Store store = Store.open(folder, StoreOptions.defaults())) {
      assertThat(store.tail()).hasSize(THREADS * COMMITS);
    }
  }

  @Test
  void anEarlierTicketNeedsNoForceOfItsOwn() {
    try (Store store = Store.open(folder, StoreOptions.defaults())) {
      store.recovered(0);
      long first = store.append(record(1, "a"));
      long second = store.append(record(2, "b"));

      store.force(second);
      store.force(first);

      assertThat(store.statistics().forces()).isEqualTo(1);
    }
  }

  @Test
  void normalDurabilityForcesSoonWithoutBeingAsked() throws Exception {
    StoreOptions options = StoreOptions.defaults().withDurability(Durability.NORMAL);
    try (Store store = Store.open(folder, options)) {
      store.recovered(0);
      store.force(store.append(record(1, "a")));

      long deadline = System.nanoTime() + 10_000_000_000L;
      while (store.statistics().forces() == 0 && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(store.statistics().forces()).isEqualTo(1);
    }
  }

  @Test
  void noDurabilityNeverForcesForACommit() {
    StoreOptions options = StoreOptions.defaults().withDurability(Durability.OFF);
    try (Store store = Store.open(folder, options)) {
      store.recovered(0);
      store.force(store.append(record(1, "a")));

      assertThat(store.statistics().forces()).isZero();
    }
  }

  @Test
  void aFailedForceLeavesTheOutcomeOpenForAllThatWaitAndEndsTheStore() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    Health health = new Health();
    StoreOptions options = StoreOptions.defaults();
    LogFolder files = new BreakingFolder(folder, broken);
    Log log = new Log(files, options, LogContents.read(files, 0, 0), health);
    log.force(log.append(record(1, "a")));
    long second = log.append(record(2, "b"));
    long third = log.append(record(3, "c"));
    broken.set(true);

    assertOutcomeUnknown(() -> log.force(second));
    broken.set(false);

    // Never again as if clean, though the disk would now say that all is well.
    assertOutcomeUnknown(() -> log.force(third));
    assertThatThrownBy(health::check).hasMessageContaining("reopen the database");
    log.close(false);
  }

  private static void assertOutcomeUnknown(Runnable force) {
    assertThatThrownBy(force::run)
        .isInstanceOf(StoreException.class)
        .extracting("sqlState")
        .isEqualTo("08007");
  }

  private static void inThreads(Callable<Void> work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Void>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(executor.submit(work));
      }
      for (Future<Void> future : running) {
        future.get();
      }
    } finally {
      executor.shutdown();
    }
  }

  /** Files on a disk that fails on demand. */
  private static final class BreakingFolder extends LogFolder {
    private final AtomicBoolean broken;

    BreakingFolder(Path folder, AtomicBoolean broken) {
      super(folder, 1 << 20);
      this.broken = broken;
    }

    @Override
    synchronized LogSegment create(
        long number, long timeline, long previousVersion, boolean forcedFirst) throws IOException {
      LogSegment made = super.create(number, timeline, previousVersion, forcedFirst);
      return new LogSegment(made.path(), made.header(), 1 << 20) {
        @Override
        void force() throws IOException {
          if (broken.get()) {
            throw new IOException("the disk is on fire");
          }
          super.force();
        }
      };
    }
  }
}
