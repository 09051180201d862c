package io.millrace.engine.expr;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;

/**
 * An exact sum of doubles, or of their squares and products. One thread at a time.
 *
 * <p>Every finite double is an integer times a power of two, and so is any sum of them: {@code
 * mantissa · 2^exponent}. Such sums form a group, so that what was added can be taken away again in
 * any order. The mantissa is as wide as the spread of the magnitudes asks for, at most some 2,100
 * bits. Written with an odd mantissa (or 0 and exponent 0): exponent int, then length int and two's
 * complement bytes.
 */
final class BinarySum {
  private static final int EXPONENT_BIAS = 1075;
  private static final long FRACTION = (1L << 52) - 1;

  private BigInteger mantissa = BigInteger.ZERO;
  private int exponent;

  /** Adds {@code weight} copies of a finite double. */
  void add(double value, long weight) {
    add(BigInteger.valueOf(mantissa(value)), exponent(value), weight);
  }

  /** Adds {@code weight} copies of the square of a finite double. */
  void addSquare(double value, long weight) {
    BigInteger root = BigInteger.valueOf(mantissa(value));
    add(root.multiply(root), 2 * exponent(value), weight);
  }

  /** The power of two that a finite double is {@link #mantissa} times of. */
  static int exponent(double value) {
    return Math.max(biased(value), 1) - EXPONENT_BIAS;
  }

  private static int biased(double value) {
    return (int) (Double.doubleToRawLongBits(value) >>> 52) & 0x7FF;
  }

  static long mantissa(double value) {
    long bits = Double.doubleToRawLongBits(value);
    long fraction = bits & FRACTION;
    long magnitude = biased(value) == 0 ? fraction : fraction | (FRACTION + 1);
    return bits < 0 ? -magnitude : magnitude;
  }

  /** Adds {@code weight} copies of {@code value · 2^valueExponent}. */
  void add(BigInteger value, int valueExponent, long weight) {
    add(value.multiply(BigInteger.valueOf(weight)), valueExponent);
  }

  private void add(BigInteger value, int valueExponent) {
    if (value.signum() == 0) {
      return;
    }
    if (mantissa.signum() == 0) {
      mantissa = value;
      exponent = valueExponent;
    } else if (valueExponent >= exponent) {
      mantissa = mantissa.add(value.shiftLeft(valueExponent - exponent));
    } else {
      mantissa = mantissa.shiftLeft(exponent - valueExponent).add(value);
      exponent = valueExponent;
    }
  }

  BigInteger mantissa() {
    return mantissa;
  }

  int exponent() {
    return exponent;
  }

  void write(DataOutput out) throws IOException {
    int zeros = Math.max(mantissa.getLowestSetBit(), 0);
    out.writeInt(mantissa.signum() == 0 ? 0 : exponent + zeros);
    CellCoding.writeBytes(mantissa.shiftRight(zeros).toByteArray(), out);
  }

  void read(DataInput in) throws IOException {
    exponent = in.readInt();
    mantissa = new BigInteger(CellCoding.readBytes(in));
  }
}
