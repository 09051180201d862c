package io.millrace.storage.row;

import org.jspecify.annotations.Nullable;

/**
 * How one column stands in a key: see {@link KeyFormat}.
 *
 * @param column its index in the row
 * @param type its type in the row, whose nullability says whether the row has a tag byte
 * @param nullTag the tag byte of NULL: 02, after all values, or 00, before them
 */
record KeyColumn(int column, ColumnType type, boolean descending, boolean tagged, byte nullTag) {
  static final byte NULL_GREATEST = RowType.TAG_NULL;
  static final byte NULL_LEAST = 0;

  private int mask() {
    return descending ? 0xFF : 0;
  }

  private int tagLength() {
    return tagged ? 1 : 0;
  }

  /** The number of key bytes of a fixed-width column, NULL or not; -1 where it varies. */
  int fixedLength() {
    return type.isFixedWidth() ? tagLength() + type.width() : -1;
  }

  /** The number of key bytes of this column of the row. */
  int length(RowType rowType, byte[] row) {
    if (type.isFixedWidth()) {
      return tagLength() + type.width();
    }
    int inRow = rowType.end(row, column) - rowType.start(row, column);
    return inRow - (type.nullable() ? 1 : 0) + tagLength();
  }

  /** Whether this column keeps the row from having a key. */
  boolean excludes(RowType rowType, byte[] row) {
    return !tagged && rowType.isNull(row, column);
  }

  /** Copies this column of the row into a key and returns where it ends. */
  int copy(RowType rowType, byte[] row, byte[] key, int start) {
    int from = rowType.start(row, column);
    int to = rowType.end(row, column);
    int at = start;
    byte tag = RowType.TAG_VALUE;
    if (type.nullable()) {
      tag = row[from++] == RowType.TAG_NULL ? nullTag : RowType.TAG_VALUE;
    }
    if (tagged) {
      key[at++] = tag;
    }
    System.arraycopy(row, from, key, at, to - from);
    return finish(key, start, at + to - from);
  }

  /** The number of key bytes of a cell. */
  int length(@Nullable Object cell) {
    if (type.isFixedWidth()) {
      return tagLength() + type.width();
    }
    return tagLength() + (cell == null ? 0 : CellCodec.encodedLength(probeType(), cell));
  }

  /** Writes a cell into a key and returns where it ends. */
  int write(@Nullable Object cell, byte[] key, int start) {
    int at = start;
    if (cell == null) {
      key[at++] = nullTag;
      return finish(key, start, at + (type.isFixedWidth() ? type.width() : 0));
    }
    if (tagged) {
      key[at++] = RowType.TAG_VALUE;
    }
    return finish(key, start, CellCodec.write(probeType(), cell, key, at));
  }

  /** A text longer than the column allows is a legal probe; it just isn't found. */
  private ColumnType probeType() {
    return type.unlimited();
  }

  private int finish(byte[] key, int start, int end) {
    if (descending) {
      for (int i = start; i < end; i++) {
        key[i] = (byte) ~key[i];
      }
    }
    return end;
  }

  private boolean isNull(byte[] key, int at) {
    return tagged && (byte) (key[at] ^ mask()) == nullTag;
  }

  /** Where this column ends in a key in which it starts at {@code at}. */
  int skip(byte[] key, int at) {
    if (type.isFixedWidth()) {
      return at + tagLength() + type.width();
    }
    return isNull(key, at) ? at + 1 : CellCodec.skip(type, key, at + tagLength(), mask());
  }

  /** The cell of this column in a key in which it starts at {@code at}. */
  @Nullable Object read(byte[] key, int at) {
    if (isNull(key, at)) {
      return null;
    }
    int from = at + tagLength();
    int to = skip(key, at);
    if (!descending) {
      return CellCodec.read(type, key, from, to);
    }
    byte[] plain = new byte[to - from];
    for (int i = 0; i < plain.length; i++) {
      plain[i] = (byte) ~key[from + i];
    }
    return CellCodec.read(type, plain, 0, plain.length);
  }
}
