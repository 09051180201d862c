package io.millrace.engine.expr;

import io.millrace.engine.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * SINGLE_VALUE: the cell of the only row. To be linear it sums the cells, each written as bytes and
 * read as one great number; while there is one row, the sum is its cell.
 *
 * <p>State: the number of rows long, the sum as length int and two's complement bytes.
 */
final class SingleValueAccumulator implements Accumulator {
  private BigInteger sum = BigInteger.ZERO;
  private long rows;

  @Override
  public void add(@Nullable Object cell, long weight) {
    rows = Math.addExact(rows, weight);
    if (cell != null) {
      sum = sum.add(number(cell).multiply(BigInteger.valueOf(weight)));
    }
  }

  /** The cell's bytes as a positive number: their first, the kind of cell, is never 0. */
  private static BigInteger number(Object cell) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      CellCoding.write(cell, new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new BigInteger(1, bytes.toByteArray());
  }

  @Override
  public @Nullable Object result() {
    if (rows > 1) {
      throw ErrorCode.CARDINALITY_VIOLATION.exception();
    }
    if (sum.signum() == 0) {
      return null;
    }
    try {
      return CellCoding.read(new DataInputStream(new ByteArrayInputStream(sum.toByteArray())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(rows);
    CellCoding.writeBytes(sum.toByteArray(), out);
  }

  @Override
  public void read(DataInput in) throws IOException {
    rows = in.readLong();
    sum = new BigInteger(CellCoding.readBytes(in));
  }
}
