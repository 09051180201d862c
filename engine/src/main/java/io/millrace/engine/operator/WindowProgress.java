package io.millrace.engine.operator;

import io.millrace.engine.expr.Accumulator;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.storage.row.RowType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a window's running calls have counted up to the end of a group of peers.
 *
 * <p>Stored as the number of rows in 8 bytes, that of groups in 8 bytes, then each accumulator as
 * it writes itself. Mutable, one thread at a time.
 */
final class WindowProgress {
  private final List<WindowCall> calls;
  private final @Nullable Accumulator[] accumulators;
  private final RowType type;
  private long rows;
  private long groups;

  /** Of a partition's start. */
  WindowProgress(List<WindowCall> calls, RowType type) {
    this.calls = calls;
    this.type = type;
    this.accumulators = new @Nullable Accumulator[calls.size()];
    for (int call = 0; call < accumulators.length; call++) {
      boolean runs = calls.get(call).kind() == WindowCall.Kind.AGGREGATE && calls.get(call).runs();
      accumulators[call] = runs ? calls.get(call).requireAggregate().newAccumulator(type) : null;
    }
  }

  /** In stored form; the start's if there is none. */
  WindowProgress(List<WindowCall> calls, RowType type, byte @Nullable [] stored) {
    this(calls, type);
    if (stored == null) {
      return;
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored))) {
      rows = in.readLong();
      groups = in.readLong();
      for (Accumulator accumulator : accumulators) {
        if (accumulator != null) {
          accumulator.read(in);
        }
      }
    } catch (IOException e) {
      throw new AssertionError("a milestone must have more than " + stored.length + " bytes", e);
    }
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(rows);
      out.writeLong(groups);
      for (Accumulator accumulator : accumulators) {
        if (accumulator != null) {
          accumulator.write(out);
        }
      }
    } catch (IOException e) {
      throw new AssertionError("an array in memory failed to take bytes", e);
    }
    return bytes.toByteArray();
  }

  long rows() {
    return rows;
  }

  long groups() {
    return groups;
  }

  /** Adds the copies of a row that there are after the tick. */
  void add(WindowEntry entry) {
    rows = Math.addExact(rows, entry.after);
    for (int call = 0; call < accumulators.length; call++) {
      Accumulator accumulator = accumulators[call];
      if (accumulator != null) {
        AggregateCall aggregate = calls.get(call).requireAggregate();
        accumulator.add(
            aggregate.input(argument -> entry.cell(aggregate.arguments().get(argument))),
            entry.after);
      }
    }
  }

  void endGroup() {
    groups++;
  }

  WindowProgress copy() {
    return new WindowProgress(calls, type, toBytes());
  }

  /** The accumulator of a call, to go on with; null of a call that has none. */
  @Nullable Accumulator accumulator(WindowCall call) {
    return copy().accumulators[calls.indexOf(call)];
  }
}
