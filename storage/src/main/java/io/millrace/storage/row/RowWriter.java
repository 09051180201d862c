package io.millrace.storage.row;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes one row after the other, column by column from the left, without boxing numbers: for
 * operators that compute rows in a loop.
 *
 * <p>Mutable, one thread at a time. It keeps its buffer, so a row costs one array, its own. After a
 * {@link RowException} the columns written so far are gone and the next row may begin.
 */
public final class RowWriter {
  private static final int FIRST_CAPACITY = 128;

  private final RowType type;
  private final int[] ends;
  private byte[] buffer = new byte[FIRST_CAPACITY];
  private int at;
  private int column;

  /** A writer of rows of this type. */
  public RowWriter(RowType type) {
    this.type = type;
    this.ends = new int[type.variableBefore(type.size())];
  }

  /** Writes the next column, null for NULL. */
  public RowWriter put(@Nullable Object cell) {
    if (cell == null) {
      return putNull();
    }
    try {
      ColumnType columnType = type.column(column);
      reserve(1L + CellCodec.encodedLength(columnType, cell));
      tag(columnType);
      return finish(CellCodec.write(columnType, cell, buffer, at));
    } catch (RowException e) {
      throw failed(e);
    } catch (ClassCastException e) {
      throw type.wrongClass(cell, column, e);
    }
  }

  /** Writes NULL as the next column. */
  public RowWriter putNull() {
    ColumnType columnType = type.column(column);
    if (!columnType.nullable()) {
      throw failed(RowType.nullInNotNull(columnType));
    }
    int width = columnType.isFixedWidth() ? columnType.width() : 0;
    reserve(1L + width);
    buffer[at++] = RowType.TAG_NULL;
    Arrays.fill(buffer, at, at + width, (byte) 0);
    return finish(at + width);
  }

  /** Writes the next column, of an integer, date, time or interval type. */
  public RowWriter putLong(long value) {
    ColumnType columnType = type.column(column);
    if (columnType.type().cellClass() != Long.class) {
      throw new AssertionError("column " + column + " of type " + columnType + " holds no long");
    }
    reserve(1L + columnType.width());
    tag(columnType);
    try {
      CellCodec.writeLong(columnType, value, buffer, at);
    } catch (RowException e) {
      throw failed(e);
    }
    return finish(at + columnType.width());
  }

  /** Writes the next column as a copy of a column, of the same type up to nullability. */
  public RowWriter copy(RowType from, byte[] row, int index) {
    ColumnType columnType = type.column(column);
    int start = from.start(row, index);
    if (from.column(index).nullable()) {
      if (row[start] == RowType.TAG_NULL) {
        return putNull();
      }
      start++;
    }
    int length = from.end(row, index) - start;
    reserve(1L + length);
    tag(columnType);
    System.arraycopy(row, start, buffer, at, length);
    return finish(at + length);
  }

  /**
   * The row with the columns written since the last one.
   *
   * @throws RowException 54000 if it gets too long
   */
  public byte[] row() {
    if (column != type.size()) {
      throw new AssertionError("row of type " + type + " has only " + column + " columns yet");
    }
    int length = at;
    reset();
    byte[] row = type.newRow(length);
    System.arraycopy(buffer, 0, row, 0, length);
    for (int v = 0; v < ends.length; v++) {
      type.putEnd(row, v, ends[v]);
    }
    return row;
  }

  private void tag(ColumnType columnType) {
    if (columnType.nullable()) {
      buffer[at++] = RowType.TAG_VALUE;
    }
  }

  private RowWriter finish(int end) {
    at = end;
    if (!type.column(column).isFixedWidth()) {
      ends[type.variableBefore(column)] = end;
    }
    column++;
    return this;
  }

  private void reserve(long more) {
    long needed = at + more;
    if (needed > buffer.length) {
      if (needed > RowType.MAX_ROW_BYTES) {
        throw failed(RowType.tooLong(needed));
      }
      buffer = Arrays.copyOf(buffer, (int) Math.max(needed, 2L * buffer.length));
    }
  }

  private RowException failed(RowException e) {
    RowException located = e.column() == RowException.NO_COLUMN ? e.atColumn(column) : e;
    reset();
    return located;
  }

  private void reset() {
    at = 0;
    column = 0;
  }
}
