package io.millrace.engine.expr;

import java.math.BigInteger;

/** Exact numbers to the nearest double, half to even, in one rounding. */
final class Rounding {
  /** More than twice the bits of a double, so that one sticky bit below them decides. */
  private static final int QUOTIENT_BITS = 128;

  private static final int PRECISION = 53;
  private static final int LEAST_NORMAL = -1022;

  private Rounding() {}

  /** {@code mantissa · 2^exponent}; infinite if that is beyond all doubles. */
  static double nearest(BigInteger mantissa, long exponent) {
    BigInteger magnitude = mantissa.abs();
    int bits = magnitude.bitLength();
    long top = bits - 1 + exponent;
    if (bits == 0 || top < Double.MIN_EXPONENT - PRECISION) {
      return 0.0;
    }
    if (top > Double.MAX_EXPONENT) {
      return mantissa.signum() * Double.POSITIVE_INFINITY;
    }
    // Subnormal doubles have fewer bits, down to none: then only the rounding is left.
    int kept = (int) Math.min(PRECISION, PRECISION + top - LEAST_NORMAL);
    int dropped = bits - kept;
    if (dropped <= 0) {
      return mantissa.signum() * Math.scalb((double) magnitude.longValue(), (int) exponent);
    }
    long result = magnitude.shiftRight(dropped).longValue();
    boolean half = magnitude.testBit(dropped - 1);
    boolean beyondHalf = magnitude.getLowestSetBit() < dropped - 1;
    if (half && (beyondHalf || (result & 1) == 1)) {
      result++;
    }
    return mantissa.signum() * Math.scalb((double) result, (int) (exponent + dropped));
  }

  /** {@code numerator · 2^exponent / denominator}, the denominator positive. */
  static double quotient(BigInteger numerator, long exponent, BigInteger denominator) {
    int shift = Math.max(0, QUOTIENT_BITS + denominator.bitLength() - numerator.bitLength());
    BigInteger[] parts = numerator.abs().shiftLeft(shift).divideAndRemainder(denominator);
    BigInteger exact = sticky(parts[0], parts[1].signum() != 0);
    return numerator.signum() * nearest(exact, exponent - shift - 1);
  }

  /** {@code √(numerator · 2^exponent / denominator)}, neither of them negative. */
  static double squareRoot(BigInteger numerator, long exponent, BigInteger denominator) {
    int shift = Math.max(0, 2 * QUOTIENT_BITS + denominator.bitLength() - numerator.bitLength());
    if (((exponent - shift) & 1) != 0) {
      shift++;
    }
    BigInteger[] parts = numerator.shiftLeft(shift).divideAndRemainder(denominator);
    BigInteger[] root = parts[0].sqrtAndRemainder();
    boolean inexact = parts[1].signum() != 0 || root[1].signum() != 0;
    return nearest(sticky(root[0], inexact), (exponent - shift) / 2 - 1);
  }

  /** The number with one more bit that says whether something was cut off below it. */
  private static BigInteger sticky(BigInteger value, boolean inexact) {
    BigInteger doubled = value.shiftLeft(1);
    return inexact ? doubled.setBit(0) : doubled;
  }
}
