package io.millrace.storage.row;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a row, and the format of its bytes.
 *
 * <p>A row is one {@code byte[]} that nobody changes once it is made. Two rows of a type are equal
 * iff their bytes are, and ordered as their bytes are (unsigned): column by column, NULL after all
 * values. The format, in this order:
 *
 * <ol>
 *   <li>For each column
 *       <ul>
 *         <li>if it is nullable, a tag byte: 01 before a value, 02 for NULL;
 *         <li>the encoding of the cell as {@link CellType} describes it. A NULL of fixed width is
 *             that many zero bytes, a NULL of variable width is nothing.
 *       </ul>
 *   <li>The trailer: for each column of variable width its end, the offset of the first byte behind
 *       its encoding, as an unsigned big-endian number. Each takes 1 byte if the whole row has at
 *       most 255 bytes, 2 if it has at most 65,535, else 3.
 * </ol>
 *
 * <p>So a column starts at a constant distance behind the end of the last column of variable width
 * before it, or behind the start of the row, and is read without looking at any other column. No
 * column's encoding is a prefix of another of its type, so comparing whole rows compares columns;
 * the trailer follows from the columns and never decides. A row has at most 16 MiB.
 *
 * <p>Immutable and thread-safe. Reading a fixed-width column costs O(1), any column O(its length).
 */
public final class RowType {
  /** The most bytes that a row may have. */
  public static final int MAX_ROW_BYTES = 1 << 24;

  static final byte TAG_VALUE = 1;
  static final byte TAG_NULL = 2;

  private static final int MAX_BYTES_WITH_NARROW_ENDS = 255;
  private static final int MAX_BYTES_WITH_MEDIUM_ENDS = 65_535;
  private static final int NONE = -1;

  private final ColumnType[] columns;

  /** Distance of each column's first byte from its anchor: the row's start or an end. */
  private final int[] distance;

  /** Which entry of the trailer is each column's anchor, or {@link #NONE}. */
  private final int[] anchor;

  /** Bytes of each column of fixed width with its tag; NONE where the width varies. */
  private final int[] size;

  /** How many columns before each have variable width. */
  private final int[] variableBefore;

  private final int variableCount;
  private final int fixedBytes;

  private RowType(ColumnType[] columns) {
    this.columns = columns;
    int n = columns.length;
    distance = new int[n];
    anchor = new int[n];
    size = new int[n];
    variableBefore = new int[n + 1];
    int variables = 0;
    int sinceAnchor = 0;
    int fixed = 0;
    for (int c = 0; c < n; c++) {
      int tag = columns[c].nullable() ? 1 : 0;
      distance[c] = sinceAnchor;
      anchor[c] = variables - 1;
      variableBefore[c] = variables;
      if (columns[c].isFixedWidth()) {
        size[c] = tag + columns[c].width();
        sinceAnchor += size[c];
        fixed += size[c];
      } else {
        size[c] = NONE;
        sinceAnchor = 0;
        fixed += tag;
        variables++;
      }
    }
    variableBefore[n] = variables;
    variableCount = variables;
    fixedBytes = fixed;
  }

  /** The row type with these columns. */
  public static RowType of(List<ColumnType> columns) {
    return new RowType(columns.toArray(new ColumnType[0]));
  }

  /** The row type with these columns. */
  public static RowType of(ColumnType... columns) {
    return new RowType(columns.clone());
  }

  /** The number of columns. */
  public int size() {
    return columns.length;
  }

  /** The type of one column. */
  public ColumnType column(int index) {
    return columns[index];
  }

  /** All column types, in order, unmodifiable. */
  public List<ColumnType> columns() {
    return Collections.unmodifiableList(Arrays.asList(columns));
  }

  /** The type of rows with these columns of this type, in this order; a column may repeat. */
  public RowType project(int... indexes) {
    ColumnType[] chosen = new ColumnType[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      chosen[i] = columns[indexes[i]];
    }
    return new RowType(chosen);
  }

  /** The type of rows with this type's columns, then the other's. */
  public RowType concat(RowType other) {
    List<ColumnType> all = new ArrayList<>(columns());
    all.addAll(other.columns());
    return of(all);
  }

  /** This type with all columns nullable. */
  public RowType nullable() {
    ColumnType[] relaxed = new ColumnType[columns.length];
    for (int c = 0; c < relaxed.length; c++) {
      relaxed[c] = columns[c].withNullable(true);
    }
    return new RowType(relaxed);
  }

  /**
   * The row with these cells, each of its column's {@link CellType#cellClass class}. Cells are
   * brought to their {@link ColumnType#normalize normal form} on the way.
   *
   * @throws RowException if a column can't hold its cell (22001, 22003, 22008, 22021, 23502) or the
   *     row gets too long (54000)
   */
  public byte[] encode(@Nullable Object... cells) {
    if (cells.length != columns.length) {
      throw new AssertionError(cells.length + " cells for the row type " + this);
    }
    int c = 0;
    try {
      long body = fixedBytes;
      for (; c < cells.length; c++) {
        Object cell = cells[c];
        if (size[c] == NONE && cell != null) {
          body += CellCodec.encodedLength(columns[c], cell);
        }
      }
      byte[] row = newRow(body);
      int at = 0;
      for (c = 0; c < cells.length; c++) {
        at = write(cells[c], c, row, at);
        if (size[c] == NONE) {
          putEnd(row, variableBefore[c], at);
        }
      }
      return row;
    } catch (ClassCastException e) {
      throw wrongClass(cells[c], c, e);
    } catch (RowException e) {
      throw c < cells.length ? e.atColumn(c) : e;
    }
  }

  private int write(@Nullable Object cell, int c, byte[] row, int start) {
    ColumnType type = columns[c];
    int at = start;
    if (cell == null) {
      if (!type.nullable()) {
        throw nullInNotNull(type);
      }
      row[at] = TAG_NULL;
      return at + (size[c] == NONE ? 1 : size[c]);
    }
    if (type.nullable()) {
      row[at++] = TAG_VALUE;
    }
    return CellCodec.write(type, cell, row, at);
  }

  static RowException nullInNotNull(ColumnType type) {
    return new RowException("23502", "NULL in a column of type " + type);
  }

  AssertionError wrongClass(@Nullable Object cell, int c, ClassCastException cause) {
    String name = cell == null ? "null" : cell.getClass().getName();
    return new AssertionError(
        "column " + c + " of type " + columns[c] + " was given a " + name, cause);
  }

  /** An empty row for columns of {@code body} bytes. */
  byte[] newRow(long body) {
    long length = body + variableCount;
    if (length > MAX_BYTES_WITH_NARROW_ENDS) {
      length += variableCount;
      if (length > MAX_BYTES_WITH_MEDIUM_ENDS) {
        length += variableCount;
        if (length > MAX_ROW_BYTES) {
          throw tooLong(length);
        }
      }
    }
    return new byte[(int) length];
  }

  static RowException tooLong(long length) {
    return new RowException(
        "54000", "row of " + length + " bytes is longer than the limit of " + MAX_ROW_BYTES);
  }

  /** Writes the end of a column, given its place among those of variable width. */
  void putEnd(byte[] row, int variable, int end) {
    int left = variableCount - variable;
    int length = row.length;
    if (length <= MAX_BYTES_WITH_NARROW_ENDS) {
      row[length - left] = (byte) end;
    } else if (length <= MAX_BYTES_WITH_MEDIUM_ENDS) {
      BigEndian.putShort(row, length - 2 * left, end);
    } else {
      BigEndian.putMedium(row, length - 3 * left, end);
    }
  }

  /** The end of a column, given its place among those of variable width. */
  int variableEnd(byte[] row, int variable) {
    int left = variableCount - variable;
    int length = row.length;
    if (length <= MAX_BYTES_WITH_NARROW_ENDS) {
      return row[length - left] & 0xFF;
    }
    if (length <= MAX_BYTES_WITH_MEDIUM_ENDS) {
      return BigEndian.getShort(row, length - 2 * left) & 0xFFFF;
    }
    return BigEndian.getMedium(row, length - 3 * left);
  }

  /** Where the column's encoding starts, its tag byte included. */
  public int start(byte[] row, int column) {
    int entry = anchor[column];
    return entry == NONE ? distance[column] : variableEnd(row, entry) + distance[column];
  }

  /** Where the column's encoding ends, its terminator included. */
  public int end(byte[] row, int column) {
    return size[column] == NONE
        ? variableEnd(row, variableBefore[column])
        : start(row, column) + size[column];
  }

  private int valueStart(byte[] row, int column) {
    return start(row, column) + (columns[column].nullable() ? 1 : 0);
  }

  /** How many of the first {@code column} columns have variable width. */
  int variableBefore(int column) {
    return variableBefore[column];
  }

  /** Whether all rows of this type have one length. */
  boolean isFixedWidth() {
    return variableCount == 0;
  }

  /** The length of all columns of fixed width and of all tag bytes. */
  int fixedBytes() {
    return fixedBytes;
  }

  /** Whether the row has NULL in this column. */
  public boolean isNull(byte[] row, int column) {
    return columns[column].nullable() && row[start(row, column)] == TAG_NULL;
  }

  /** The cell of one column, null for NULL. */
  public @Nullable Object get(byte[] row, int column) {
    ColumnType type = columns[column];
    int from = start(row, column);
    if (type.nullable()) {
      if (row[from] == TAG_NULL) {
        return null;
      }
      from++;
    }
    return CellCodec.read(type, row, from, size[column] == NONE ? end(row, column) : NONE);
  }

  /**
   * The value of an integer, date, time or interval column that is not NULL, or the unscaled value
   * of a DECIMAL of at most 18 digits. Nothing is allocated. For a NULL the result means nothing.
   */
  public long getLong(byte[] row, int column) {
    return CellCodec.readLong(row, valueStart(row, column), columns[column].width());
  }

  /** The value of a REAL or DOUBLE column that is not NULL; for a NULL it means nothing. */
  public double getDouble(byte[] row, int column) {
    int at = valueStart(row, column);
    return columns[column].type() == CellType.REAL
        ? CellCodec.readReal(row, at)
        : CellCodec.readDouble(row, at);
  }

  /** The value of a BOOLEAN column that is not NULL; for a NULL it means nothing. */
  public boolean getBoolean(byte[] row, int column) {
    return row[valueStart(row, column)] != 0;
  }

  /** All cells of the row, null for NULL. */
  public @Nullable Object[] decode(byte[] row) {
    @Nullable Object[] cells = new @Nullable Object[columns.length];
    for (int c = 0; c < cells.length; c++) {
      cells[c] = get(row, c);
    }
    return cells;
  }

  /** The row whose columns are all NULL; every column must be nullable. */
  public byte[] nulls() {
    return encode(new @Nullable Object[columns.length]);
  }

  /** The row with only these columns. For many rows make a {@link RowProjection} once. */
  public byte[] projectRow(byte[] row, int... indexes) {
    return new RowProjection(this, indexes).apply(row);
  }

  /**
   * The row with the columns of {@code left}, of this type, and of {@code right}. For many rows
   * make a {@link RowConcat} once.
   */
  public byte[] concatRows(byte[] left, RowType rightType, byte[] right) {
    return new RowConcat(this, rightType).apply(left, right);
  }

  /**
   * Checks every byte: the row must be what encoding its cells gives.
   *
   * @throws RowException XX001 if it is not
   */
  public void check(byte[] row) {
    boolean valid;
    try {
      valid = Arrays.equals(row, encode(decode(row)));
    } catch (IndexOutOfBoundsException | NegativeArraySizeException | RowException e) {
      valid = false;
    }
    if (!valid) {
      throw new RowException("XX001", "corrupted row of " + row.length + " bytes, type " + this);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowType that && Arrays.equals(columns, that.columns);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(columns);
  }

  /** The columns in SQL, e.g. {@code (BIGINT NOT NULL, VARCHAR(10))}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("(");
    for (ColumnType column : columns) {
      text.append(text.length() > 1 ? ", " : "").append(column);
    }
    return text.append(")").toString();
  }
}
