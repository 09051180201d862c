package io.millrace.engine.expr;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Single cells in a stored form, without their type: a tag byte, then
 *
 * <ul>
 *   <li>0 NULL: nothing
 *   <li>1 Boolean: one byte
 *   <li>2 Long: 8 bytes
 *   <li>3 BigDecimal: scale int, length int, unscaled value in two's complement
 *   <li>4 Double: IEEE bits in 8 bytes, one NaN
 *   <li>5 String: length int in bytes, UTF-8
 *   <li>6 byte[]: length int, bytes
 *   <li>7 UUID: 16 bytes
 *   <li>8 List: number of elements int, each as a cell
 * </ul>
 */
final class CellCoding {
  private static final int NULL = 0;
  private static final int BOOLEAN = 1;
  private static final int LONG = 2;
  private static final int DECIMAL = 3;
  private static final int DOUBLE = 4;
  private static final int TEXT = 5;
  private static final int BYTES = 6;
  private static final int UUID_TAG = 7;
  private static final int LIST = 8;

  private CellCoding() {}

  static void write(@Nullable Object cell, DataOutput out) throws IOException {
    if (cell == null) {
      out.writeByte(NULL);
    } else if (cell instanceof Boolean value) {
      out.writeByte(BOOLEAN);
      out.writeBoolean(value);
    } else if (cell instanceof Long value) {
      out.writeByte(LONG);
      out.writeLong(value);
    } else if (cell instanceof BigDecimal value) {
      out.writeByte(DECIMAL);
      out.writeInt(value.scale());
      writeBytes(value.unscaledValue().toByteArray(), out);
    } else if (cell instanceof Double value) {
      out.writeByte(DOUBLE);
      out.writeLong(Double.doubleToLongBits(value));
    } else if (cell instanceof String value) {
      out.writeByte(TEXT);
      writeText(value, out);
    } else if (cell instanceof byte[] value) {
      out.writeByte(BYTES);
      writeBytes(value, out);
    } else if (cell instanceof UUID value) {
      out.writeByte(UUID_TAG);
      out.writeLong(value.getMostSignificantBits());
      out.writeLong(value.getLeastSignificantBits());
    } else if (cell instanceof List<?> value) {
      out.writeByte(LIST);
      out.writeInt(value.size());
      for (Object element : value) {
        write(element, out);
      }
    } else {
      throw new AssertionError("no stored form of a " + cell.getClass().getName());
    }
  }

  static @Nullable Object read(DataInput in) throws IOException {
    int tag = in.readByte();
    return switch (tag) {
      case NULL -> null;
      case BOOLEAN -> in.readBoolean();
      case LONG -> in.readLong();
      case DECIMAL -> {
        int scale = in.readInt();
        yield new BigDecimal(new BigInteger(readBytes(in)), scale);
      }
      case DOUBLE -> Double.longBitsToDouble(in.readLong());
      case TEXT -> readText(in);
      case BYTES -> readBytes(in);
      case UUID_TAG -> new UUID(in.readLong(), in.readLong());
      case LIST -> {
        int size = in.readInt();
        List<@Nullable Object> cells = new ArrayList<>();
        for (int i = 0; i < size; i++) {
          cells.add(read(in));
        }
        yield cells;
      }
      default -> throw new IOException("unknown kind of value " + tag);
    };
  }

  static void writeText(String text, DataOutput out) throws IOException {
    writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
  }

  static String readText(DataInput in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
