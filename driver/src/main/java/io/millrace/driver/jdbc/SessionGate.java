package io.millrace.driver.jdbc;

import io.millrace.engine.session.RowStream;
import io.millrace.engine.session.Session;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The only way to the session: one call at a time, errors made JDBC's, nothing after closing.
 *
 * <p>Closing, aborting and cancelling come from any thread. They first cancel what runs, so they
 * wait for the statement to notice and not for it to end. Waiting for the gate ignores interrupts:
 * who interrupts a thread does not mean our commit.
 */
final class SessionGate {
  private final Session session;
  private final ReentrantLock lock = new ReentrantLock();
  private final Object cancelLock = new Object();
  private volatile boolean closed;
  private @Nullable StatementCore running;

  SessionGate(Session session) {
    this.session = session;
  }

  /** A call into the session. */
  interface Call<T extends @Nullable Object> {
    T apply(Session session) throws SQLException;
  }

  /** A call into the session without a result. */
  interface Run {
    void apply(Session session) throws SQLException;
  }

  void run(Run run) throws SQLException {
    call(
        session -> {
          run.apply(session);
          return true;
        });
  }

  <T extends @Nullable Object> T call(Call<T> call) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      return call.apply(session);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      throw SqlErrors.of(e);
    } finally {
      lock.unlock();
    }
  }

  /** A call that {@link #cancel} with the same owner ends. */
  <T extends @Nullable Object> T call(StatementCore owner, Call<T> call) throws SQLException {
    lock.lock();
    try {
      checkOpen();
      setRunning(owner);
      return call.apply(session);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      boolean ours = SqlErrors.isCancel(e) && owner.takeCancelRequest();
      throw ours ? SqlErrors.cancelled(e) : SqlErrors.of(e);
    } finally {
      setRunning(null);
      lock.unlock();
    }
  }

  private void setRunning(@Nullable StatementCore owner) {
    synchronized (cancelLock) {
      running = owner;
    }
  }

  /** Ends what the owner runs, if it runs: never the statement of another. */
  void cancel(StatementCore owner) {
    synchronized (cancelLock) {
      if (running == owner) {
        cancelRunning(owner);
      }
    }
  }

  private void cancelAny() {
    synchronized (cancelLock) {
      if (running != null) {
        cancelRunning(running);
      }
    }
  }

  private void cancelRunning(StatementCore owner) {
    session.cancel();
    owner.cancelReading();
  }

  /** How far what runs has come; never waits for it. */
  Optional<MillraceProgress> progress() {
    return session
        .progress()
        .map(
            now ->
                new MillraceProgress(
                    now.phase(), now.rowsDone(), now.rowsExpected(), now.elapsedMillis()));
  }

  /** Gives rows back; those of a closed session went with it. */
  void release(RowStream rows) {
    lock.lock();
    try {
      if (!closed) {
        rows.close();
      }
    } finally {
      lock.unlock();
    }
  }

  void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.connectionClosed();
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Whether the session answers within the time; 0 waits for as long as a statement runs. */
  boolean isValid(int timeoutSeconds) {
    if (closed || !enter(timeoutSeconds)) {
      return false;
    }
    try {
      return !closed && session.isValid();
    } catch (RuntimeException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean enter(int timeoutSeconds) {
    if (timeoutSeconds == 0) {
      lock.lock();
      return true;
    }
    try {
      return lock.tryLock(timeoutSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return lock.tryLock();
    }
  }

  /** Rolls back and closes; a second call does nothing. */
  void close() throws SQLException {
    end(Session::close);
  }

  /** Ends the session without waiting for more than the running statement's next check. */
  void abort() throws SQLException {
    end(Session::abort);
  }

  /** From now on every call is refused; what runs is cancelled. */
  void markClosed() {
    closed = true;
    cancelAny();
  }

  private interface End {
    void apply(Session session);
  }

  private boolean ended;

  private void end(End end) throws SQLException {
    markClosed();
    lock.lock();
    try {
      if (!ended) {
        ended = true;
        end.apply(session);
      }
    } catch (RuntimeException | AssertionError e) {
      throw SqlErrors.of(e);
    } finally {
      lock.unlock();
    }
  }
}
