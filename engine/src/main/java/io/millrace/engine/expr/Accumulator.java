package io.millrace.engine.expr;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The state of one aggregate over one group. One thread at a time.
 *
 * <p>For linear aggregates {@code add(x, w)} then {@code add(x, -w)} is the identity, in any order,
 * to the last bit; the range of the result is checked in {@link #result()} alone, so order never
 * matters.
 */
public interface Accumulator {
  /** Adds {@code weight} copies of a cell; NULL counts only where the aggregate says so. */
  void add(@Nullable Object cell, long weight);

  /**
   * The aggregate's value.
   *
   * @throws io.millrace.engine.error.DatabaseException 22003 if it is out of its type's range
   */
  @Nullable Object result();

  /** Writes the state; equal states write equal bytes. */
  void write(DataOutput out) throws IOException;

  /** Replaces the state by one that was written. */
  void read(DataInput in) throws IOException;
}
