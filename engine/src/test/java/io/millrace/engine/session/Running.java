package io.millrace.engine.session;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Work in another thread, whose failure its end throws. */
final class Running implements AutoCloseable {
  private static final long LIMIT_SECONDS = 60;

  private final CountDownLatch started = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable Throwable failure;

  private Running(Runnable work) {
    thread =
        new Thread(
            () -> {
              started.countDown();
              try {
                work.run();
              } catch (Throwable e) {
                failure = e;
              }
            });
    thread.setDaemon(true);
  }

  /** Starts work and returns once its thread runs. */
  static Running start(Runnable work) {
    Running running = new Running(work);
    running.thread.start();
    try {
      running.started.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return running;
  }

  boolean isAlive() {
    return thread.isAlive();
  }

  /** Waits for the end and throws what the work threw. */
  void end() {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (thread.isAlive()) {
      AssertionError stuck = new AssertionError("still running: " + thread.getState());
      stuck.setStackTrace(thread.getStackTrace());
      throw stuck;
    }
    Throwable thrown = failure;
    if (thrown != null) {
      throw new AssertionError(thrown.toString(), thrown);
    }
  }

  @Override
  public void close() {
    end();
  }

  /** Waits, without sleeping, until something holds. */
  static void await(BooleanSupplier condition) {
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > limit) {
        throw new AssertionError("did not come true within " + LIMIT_SECONDS + " s");
      }
      Thread.onSpinWait();
    }
  }
}
