package io.millrace.engine.operator;

import io.millrace.engine.expr.Accumulator;
import io.millrace.engine.expr.OrderedValues;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
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

  /** Adds a row to the group's size and to the accumulators that are fed with rows. */
  void addRow(byte[] row, long weight) {
    rows = Math.addExact(rows, weight);
    List<Grouping.Kept> calls = grouping.calls();
    for (int i = 0; i < accumulators.length; i++) {
      Accumulator accumulator = accumulators[i];
      if (accumulator != null && calls.get(i).feed() == Grouping.Feed.ROWS) {
        accumulator.add(calls.get(i).call().input(grouping.inputType(), row), weight);
      }
    }
  }

  /** Adds a value to, or takes it from, the distinct values of a call. */
  void addValue(int call, @Nullable Object value, int sign) {
    accumulator(call).add(value, sign);
  }

  private Accumulator accumulator(int call) {
    Accumulator accumulator = accumulators[call];
    if (accumulator == null) {
      throw new AssertionError("call " + call + " must have an accumulator");
    }
    return accumulator;
  }

  /** How many values an ordered call has; 0 if nobody counts them. */
  long size(int call) {
    Accumulator accumulator = accumulators[call];
    return accumulator == null ? 0 : (Long) Objects.requireNonNull(accumulator.result());
  }

  /**
   * The output row.
   *
   * @param values the values of an ordered call
   */
  byte[] outputRow(byte[] group, IntFunction<OrderedValues> values) {
    List<Grouping.Kept> calls = grouping.calls();
    @Nullable Object[] results = new @Nullable Object[calls.size()];
    for (int i = 0; i < results.length; i++) {
      Grouping.Kept kept = calls.get(i);
      results[i] = kept.isOrdered() ? kept.call().result(values.apply(i)) : accumulator(i).result();
    }
    return grouping.outputRow(group, results);
  }
}
