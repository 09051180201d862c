package io.millrace.storage.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;

/**
 * Encodes and decodes one non-null cell, without the tag byte of a nullable column. The encodings
 * are described in {@link CellType}.
 */
final class CellCodec {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private CellCodec() {}

  /** The one form that equal cells share; see {@link ColumnType#normalize}. */
  static Object normalize(ColumnType type, Object cell) {
    if (!type.parts().isEmpty()) {
      return ListCodec.normalize(type, (List<?>) cell);
    }
    int length = encodedLength(type, cell);
    return switch (type.type()) {
      case DECIMAL -> decimal(type, (BigDecimal) cell);
      case REAL -> (double) toFloat(type, (Double) cell);
      case DOUBLE -> canonical((Double) cell);
      case CHAR -> stripped((String) cell);
      default -> {
        // Writing checks the range of every other fixed-width cell.
        if (type.isFixedWidth()) {
          write(type, cell, new byte[length], 0);
        }
        yield cell;
      }
    };
  }

  private static String stripped(String text) {
    return text.substring(0, TextCodec.strippedLength(text));
  }

  /**
   * The number of bytes that {@link #write} will write; checks the length of text, bytes and lists.
   */
  static int encodedLength(ColumnType type, Object cell) {
    return switch (type.type()) {
      case CHAR -> textLength(type, (String) cell, TextCodec.strippedLength((String) cell));
      case VARCHAR -> textLength(type, (String) cell, ((String) cell).length());
      case BINARY, VARBINARY -> binaryLength(type, (byte[]) cell);
      case ARRAY, ROW -> ListCodec.encodedLength(type, (List<?>) cell);
      default -> type.width();
    };
  }

  private static int textLength(ColumnType type, String text, int end) {
    int limit = type.precision();
    if (limit != ColumnType.UNLIMITED && end > limit) {
      int characters = text.codePointCount(0, end);
      if (characters > limit) {
        throw tooLong(type, characters, "characters");
      }
    }
    checkBytes(end);
    return TextCodec.encodedLength(text, end);
  }

  private static int binaryLength(ColumnType type, byte[] value) {
    if (type.precision() != ColumnType.UNLIMITED && value.length > type.precision()) {
      throw tooLong(type, value.length, "bytes");
    }
    checkBytes(value.length);
    return TextCodec.encodedLength(value);
  }

  /** Refuses what no row can hold before its encoded length could overflow an int. */
  private static void checkBytes(int atLeast) {
    if (atLeast > RowType.MAX_ROW_BYTES) {
      throw RowType.tooLong(atLeast);
    }
  }

  private static RowException tooLong(ColumnType type, int length, String unit) {
    return new RowException(
        "22001", "value of " + length + " " + unit + " is too long for " + type.withNullable(true));
  }

  /**
   * Writes the encoding and returns where it ends. Cells of no fixed width must have passed {@link
   * #encodedLength}.
   */
  static int write(ColumnType type, Object cell, byte[] out, int at) {
    switch (type.type()) {
      case BOOLEAN -> out[at] = (byte) ((Boolean) cell ? 1 : 0);
      case TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMP_WITH_TIME_ZONE,
          INTERVAL_MONTHS,
          INTERVAL_MICROS ->
          writeLong(type, (Long) cell, out, at);
      case DECIMAL -> writeDecimal(type, (BigDecimal) cell, out, at);
      case REAL -> BigEndian.putInt(out, at, orderedBits(toFloat(type, (Double) cell)));
      case DOUBLE -> BigEndian.putLong(out, at, orderedBits((double) (Double) cell));
      case CHAR -> {
        return TextCodec.write((String) cell, TextCodec.strippedLength((String) cell), out, at);
      }
      case VARCHAR -> {
        return TextCodec.write((String) cell, ((String) cell).length(), out, at);
      }
      case BINARY, VARBINARY -> {
        return TextCodec.write((byte[]) cell, out, at);
      }
      case UUID -> writeUuid((UUID) cell, out, at);
      case ARRAY, ROW -> {
        return ListCodec.write(type, (List<?>) cell, out, at);
      }
    }
    return at + type.width();
  }

  /** Writes an integer, a date, a time or an interval. */
  static void writeLong(ColumnType type, long value, byte[] out, int at) {
    checkRange(type, value);
    switch (type.width()) {
      case 1 -> out[at] = (byte) (value ^ Byte.MIN_VALUE);
      case 2 -> BigEndian.putShort(out, at, (int) value ^ Short.MIN_VALUE);
      case 4 -> BigEndian.putInt(out, at, (int) value ^ Integer.MIN_VALUE);
      default -> BigEndian.putLong(out, at, value ^ Long.MIN_VALUE);
    }
  }

  private static void checkRange(ColumnType type, long value) {
    int unusedBits = 64 - 8 * type.width();
    if ((value << unusedBits) >> unusedBits != value) {
      throw type.type() == CellType.DATE
          ? new RowException("22008", "date of epoch day " + value + " is out of range")
          : RowException.outOfRange(value, type);
    }
    if (type.type() == CellType.TIME && (value < 0 || value >= MICROS_PER_DAY)) {
      throw new RowException("22008", "time of " + value + " microseconds is not within a day");
    }
  }

  /** The integer, date, time or interval, or the unscaled value of a short DECIMAL, at a place. */
  static long readLong(byte[] in, int at, int width) {
    return switch (width) {
      case 1 -> (byte) (in[at] ^ Byte.MIN_VALUE);
      case 2 -> (short) (BigEndian.getShort(in, at) ^ Short.MIN_VALUE);
      case 4 -> BigEndian.getInt(in, at) ^ Integer.MIN_VALUE;
      default -> BigEndian.getLong(in, at) ^ Long.MIN_VALUE;
    };
  }

  private static BigDecimal decimal(ColumnType type, BigDecimal value) {
    BigDecimal scaled = value;
    if (value.scale() != type.scale()) {
      // A huge exponent is refused before setScale would write out its zeros.
      if ((long) value.precision() - value.scale() > type.precision() && value.signum() != 0) {
        throw RowException.outOfRange(value, type);
      }
      try {
        scaled = value.setScale(type.scale());
      } catch (ArithmeticException e) {
        throw RowException.outOfRange(value, type);
      }
    }
    if (scaled.precision() > type.precision()) {
      throw RowException.outOfRange(value, type);
    }
    return scaled;
  }

  private static void writeDecimal(ColumnType type, BigDecimal value, byte[] out, int at) {
    BigInteger unscaled = decimal(type, value).unscaledValue();
    if (!type.isLongDecimal()) {
      BigEndian.putLong(out, at, unscaled.longValue() ^ Long.MIN_VALUE);
      return;
    }
    long high =
        unscaled.bitLength() < 64
            ? unscaled.longValue() >> 63
            : unscaled.shiftRight(64).longValue();
    BigEndian.putLong(out, at, high ^ Long.MIN_VALUE);
    BigEndian.putLong(out, at + 8, unscaled.longValue());
  }

  private static BigDecimal readDecimal(ColumnType type, byte[] in, int at) {
    long high = BigEndian.getLong(in, at) ^ Long.MIN_VALUE;
    if (!type.isLongDecimal()) {
      return BigDecimal.valueOf(high, type.scale());
    }
    long low = BigEndian.getLong(in, at + 8);
    if (high == low >> 63) {
      return BigDecimal.valueOf(low, type.scale());
    }
    byte[] unscaled = new byte[16];
    BigEndian.putLong(unscaled, 0, high);
    BigEndian.putLong(unscaled, 8, low);
    return new BigDecimal(new BigInteger(unscaled), type.scale());
  }

  private static float toFloat(ColumnType type, double value) {
    float rounded = (float) value;
    if (Float.isInfinite(rounded) && !Double.isInfinite(value)) {
      throw RowException.outOfRange(value, type);
    }
    return rounded == 0 ? 0f : rounded;
  }

  private static double canonical(double value) {
    if (value == 0) {
      return 0.0;
    }
    return Double.isNaN(value) ? Double.NaN : value;
  }

  static long orderedBits(double value) {
    // doubleToLongBits already makes one NaN of all.
    long bits = value == 0 ? 0 : Double.doubleToLongBits(value);
    return bits ^ (bits >> 63 | Long.MIN_VALUE);
  }

  private static int orderedBits(float value) {
    int bits = Float.floatToIntBits(value);
    return bits ^ (bits >> 31 | Integer.MIN_VALUE);
  }

  static double readDouble(byte[] in, int at) {
    long bits = BigEndian.getLong(in, at);
    return Double.longBitsToDouble(bits ^ (~bits >> 63 | Long.MIN_VALUE));
  }

  static double readReal(byte[] in, int at) {
    int bits = BigEndian.getInt(in, at);
    return Float.intBitsToFloat(bits ^ (~bits >> 31 | Integer.MIN_VALUE));
  }

  private static void writeUuid(UUID value, byte[] out, int at) {
    BigEndian.putLong(out, at, value.getMostSignificantBits());
    BigEndian.putLong(out, at + 8, value.getLeastSignificantBits());
  }

  /** The cell whose encoding is the bytes {@code from} to {@code to}. */
  static Object read(ColumnType type, byte[] in, int from, int to) {
    return switch (type.type()) {
      case BOOLEAN -> in[from] != 0;
      case TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMP_WITH_TIME_ZONE,
          INTERVAL_MONTHS,
          INTERVAL_MICROS ->
          readLong(in, from, type.width());
      case DECIMAL -> readDecimal(type, in, from);
      case REAL -> readReal(in, from);
      case DOUBLE -> readDouble(in, from);
      case CHAR, VARCHAR -> TextCodec.readText(in, from, to);
      case BINARY, VARBINARY -> TextCodec.readBytes(in, from, to);
      case UUID -> new UUID(BigEndian.getLong(in, from), BigEndian.getLong(in, from + 8));
      case ARRAY, ROW -> ListCodec.read(type, in, from);
    };
  }

  /**
   * Where the encoding that starts at {@code start} ends; its bytes are XORed with {@code mask}.
   */
  static int skip(ColumnType type, byte[] in, int start, int mask) {
    if (type.isFixedWidth()) {
      return start + type.width();
    }
    return type.parts().isEmpty()
        ? TextCodec.skip(in, start, mask)
        : ListCodec.skip(type, in, start, mask);
  }
}
