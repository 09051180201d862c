package io.millrace.storage.row;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the cells of ARRAY and ROW types, which are lists; the format is described in {@link
 * CellType}.
 *
 * <p>It keeps the order of {@link #compare}: no encoding of an element is a prefix of another, NULL
 * has the greatest tag, and the end of an array sorts before any element that goes on. Elements
 * have a tag even where none can be NULL, so arrays of equal elements are equal whatever they were
 * made from.
 */
final class ListCodec {
  private static final byte AT_END = 0;

  /** The least that an element takes. */
  private static final int TAG_LENGTH = 1;

  private ListCodec() {}

  private static int endLength(ColumnType type) {
    return type.type() == CellType.ARRAY ? 1 : 0;
  }

  private static void checkSize(ColumnType type, List<?> cells) {
    if (type.type() == CellType.ROW && cells.size() != type.parts().size()) {
      throw new AssertionError(cells.size() + " fields for a " + type);
    }
  }

  static List<@Nullable Object> normalize(ColumnType type, List<?> cells) {
    encodedLength(type, cells);
    @Nullable Object[] normal = new @Nullable Object[cells.size()];
    for (int i = 0; i < normal.length; i++) {
      Object cell = cells.get(i);
      normal[i] = cell == null ? null : CellCodec.normalize(type.part(i), cell);
    }
    return Collections.unmodifiableList(Arrays.asList(normal));
  }

  /** The number of bytes that {@link #write} will write; more than a row has is refused early. */
  static int encodedLength(ColumnType type, List<?> cells) {
    checkSize(type, cells);
    long length = endLength(type);
    for (int i = 0; i < cells.size(); i++) {
      Object cell = cells.get(i);
      length += TAG_LENGTH + (cell == null ? 0 : CellCodec.encodedLength(type.part(i), cell));
      if (length > RowType.MAX_ROW_BYTES) {
        throw RowType.tooLong(length);
      }
    }
    return (int) length;
  }

  static int write(ColumnType type, List<?> cells, byte[] out, int start) {
    int at = start;
    for (int i = 0; i < cells.size(); i++) {
      Object cell = cells.get(i);
      if (cell == null) {
        out[at++] = RowType.TAG_NULL;
      } else {
        out[at++] = RowType.TAG_VALUE;
        at = CellCodec.write(type.part(i), cell, out, at);
      }
    }
    if (type.type() == CellType.ARRAY) {
      out[at++] = AT_END;
    }
    return at;
  }

  /** The cells of the list whose encoding starts at {@code from}. */
  static List<@Nullable Object> read(ColumnType type, byte[] in, int from) {
    @Nullable Object[] cells = new @Nullable Object[count(type, in, from)];
    int at = from;
    for (int i = 0; i < cells.length; i++) {
      if (in[at++] != RowType.TAG_NULL) {
        ColumnType part = type.part(i);
        int end = CellCodec.skip(part, in, at, 0);
        cells[i] = CellCodec.read(part, in, at, end);
        at = end;
      }
    }
    return Collections.unmodifiableList(Arrays.asList(cells));
  }

  private static int count(ColumnType type, byte[] in, int from) {
    if (type.type() == CellType.ROW) {
      return type.parts().size();
    }
    int count = 0;
    for (int at = from; in[at] != AT_END; at = skipElement(type.element(), in, at, 0)) {
      count++;
    }
    return count;
  }

  private static int skipElement(ColumnType element, byte[] in, int at, int mask) {
    return (byte) (in[at] ^ mask) == RowType.TAG_NULL
        ? at + TAG_LENGTH
        : CellCodec.skip(element, in, at + TAG_LENGTH, mask);
  }

  /** Where the encoding that starts at {@code start} ends; its bytes are XORed with the mask. */
  static int skip(ColumnType type, byte[] in, int start, int mask) {
    int at = start;
    if (type.type() == CellType.ROW) {
      for (ColumnType field : type.parts()) {
        at = skipElement(field, in, at, mask);
      }
      return at;
    }
    while ((byte) (in[at] ^ mask) != AT_END) {
      at = skipElement(type.element(), in, at, mask);
    }
    return at + endLength(type);
  }

  static int compare(ColumnType type, List<?> a, List<?> b) {
    int length = Math.min(a.size(), b.size());
    for (int i = 0; i < length; i++) {
      Object x = a.get(i);
      Object y = b.get(i);
      int order =
          x == null || y == null
              ? Boolean.compare(x == null, y == null)
              : type.part(i).compare(x, y);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }
}
