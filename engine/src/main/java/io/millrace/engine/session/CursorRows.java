package io.millrace.engine.session;

import io.millrace.engine.circuit.Progress;
import io.millrace.engine.commit.StoreErrors;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.RowErrors;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.engine.query.Cancellation;
import io.millrace.engine.query.ResultCursor;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowException;
import io.millrace.storage.store.StoreException;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query's rows, evaluated as they are read. One thread at a time. */
final class CursorRows implements RowStream {
  private final ResultCursor cursor;
  private final List<ColumnType> types;
  private final Session session;
  private final ZoneOffset offset;
  private final Cancellation cancellation;
  private final Runnable release;
  private long left;
  private boolean closed;
  private long expiredAfterMillis = -1;

  /** At most {@code maxRows} rows, 0 for all; {@code release} runs once, when it is closed. */
  CursorRows(
      ResultCursor cursor,
      QueryPlan plan,
      Session session,
      long maxRows,
      Cancellation cancellation,
      Runnable release) {
    this.cursor = cursor;
    this.types = Execution.visibleTypes(plan);
    this.session = session;
    this.offset = session.offset();
    this.cancellation = cancellation;
    this.release = release;
    this.left = maxRows == 0 ? Long.MAX_VALUE : maxRows;
    session.snapshots().opened(this);
  }

  @Override
  public boolean next() {
    session.snapshots().enter();
    try {
      return advance();
    } finally {
      session.snapshots().leave();
    }
  }

  /** Nobody read it for too long: lets go of its snapshot, while no row is being worked out. */
  void expire(long idleMillis) {
    expiredAfterMillis = idleMillis;
    release.run();
  }

  private boolean advance() {
    if (expiredAfterMillis >= 0 && !closed) {
      throw ErrorCode.SNAPSHOT_TIMEOUT.exception(
          "The result was closed", expiredAfterMillis, "Run the query again.");
    }
    if (closed || left == 0) {
      close();
      return false;
    }
    try {
      left--;
      session.reads(cancellation);
      if (cursor.next()) {
        return true;
      }
    } catch (ArithmeticException e) {
      close();
      throw ErrorCode.NUMERIC_OUT_OF_RANGE.exception("A weight or value", "BIGINT").causedBy(e);
    } catch (RowException e) {
      close();
      throw RowErrors.of(e);
    } catch (StoreException e) {
      close();
      throw StoreErrors.of(e);
    } catch (StackOverflowError e) {
      close();
      throw ErrorCode.TOO_COMPLEX.exception();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    } finally {
      session.reads(null);
    }
    close();
    return false;
  }

  @Override
  public @Nullable Object value(int column) {
    return JavaValues.toJava(types.get(column), cursor.cell(column), offset);
  }

  /** How far the query has come. */
  Progress progress() {
    return cancellation.progress();
  }

  @Override
  public void cancel() {
    cancellation.cancel();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      session.snapshots().closed(this);
      release.run();
    }
  }
}
