package io.millrace.engine.expr;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;

/**
 * A sum of integers of any size. One thread at a time.
 *
 * <p>The sum is {@code wide + narrow}: additions go to the long as long as they fit, which is
 * nearly always. Written as length int and two's complement bytes of the whole.
 */
final class IntegerSum {
  private BigInteger wide = BigInteger.ZERO;
  private long narrow;

  void add(long value, long weight) {
    long product = value * weight;
    long sum = narrow + product;
    boolean productOverflows = Math.multiplyHigh(value, weight) != product >> 63;
    if (productOverflows || ((narrow ^ sum) & (product ^ sum)) < 0) {
      wide = wide.add(BigInteger.valueOf(value).multiply(BigInteger.valueOf(weight)));
      return;
    }
    narrow = sum;
  }

  void add(BigInteger value, long weight) {
    if (value.bitLength() < Long.SIZE) {
      add(value.longValue(), weight);
    } else {
      wide = wide.add(value.multiply(BigInteger.valueOf(weight)));
    }
  }

  BigInteger value() {
    return wide.signum() == 0 ? BigInteger.valueOf(narrow) : wide.add(BigInteger.valueOf(narrow));
  }

  void write(DataOutput out) throws IOException {
    CellCoding.writeBytes(value().toByteArray(), out);
  }

  void read(DataInput in) throws IOException {
    BigInteger value = new BigInteger(CellCoding.readBytes(in));
    boolean fits = value.bitLength() < Long.SIZE;
    narrow = fits ? value.longValue() : 0;
    wide = fits ? BigInteger.ZERO : value;
  }
}
