package io.millrace.engine.operator;

import io.millrace.engine.expr.Accumulator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of one group in a tick: how many rows it has, and its accumulators.
 *
 * <p>Stored as the number of rows in 8 bytes, then each accumulator as it writes itself; a group
 * without rows is not stored. Mutable, one thread at a time.
 */
final class GroupState {
  private final Grouping grouping;
  private final @Nullable Accumulator[] accumulators;
  private long rows;

  /** The state in stored form, or that of a group without rows. */
  GroupState(Grouping grouping, byte @Nullable [] stored) {
    this.grouping = grouping;
    this.accumulators = grouping.newAccumulators();
    if (stored != null) {
      read(stored);
    }
  }

  private void read(byte[] stored) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored))) {
      rows = in.readLong();
      for (Accumulator accumulator : accumulators) {
        if (accumulator != null) {
          accumulator.read(in);
        }
      }
    } catch (IOException e) {
      throw new AssertionError(
          "a group's state must have more than " + stored.length + " bytes", e);
    }
  }

  /** The stored form, or null if the group has no rows. */
  byte @Nullable [] toBytes() {
    if (rows == 0) {
      return null;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(rows);
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

  boolean isEmpty() {
    return rows == 0;
  }

  /** Adds a row to the group's size and to the accumulators of linear calls. */
  void addRow(byte[] row, long weight) {
    rows = Math.addExact(rows, weight);
    List<Grouping.Kept> calls = grouping.calls();
    for (int i = 0; i < accumulators.length; i++) {
      Accumulator accumulator = accumulators[i];
      if (accumulator != null && calls.get(i).method() == Grouping.Method.LINEAR) {
        accumulator.add(grouping.argument(calls.get(i).call(), row), weight);
      }
    }
  }

  /** Adds a value to, or takes it from, the distinct values of a call. */
  void addValue(int call, @Nullable Object value, int sign) {
    Accumulator accumulator = accumulators[call];
    if (accumulator == null) {
      throw new AssertionError("call " + call + " must have an accumulator");
    }
    accumulator.add(value, sign);
  }

  /**
   * The output row.
   *
   * @param extremes by call, for calls that keep no accumulator
   */
  byte[] outputRow(byte[] group, @Nullable Object[] extremes) {
    @Nullable Object[] results = extremes.clone();
    for (int i = 0; i < results.length; i++) {
      Accumulator accumulator = accumulators[i];
      if (accumulator != null) {
        results[i] = accumulator.result();
      }
    }
    return grouping.outputRow(group, results);
  }
}
