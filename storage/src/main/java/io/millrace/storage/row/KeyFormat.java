package io.millrace.storage.row;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keys that are cut from rows of one type: some columns, each ascending or descending, one after
 * the other, without a trailer; and entries, which are a key followed by the whole row.
 *
 * <p>Each key column is its encoding in the row (see {@link RowType}), with two differences:
 *
 * <ul>
 *   <li>A <b>tagged</b> column always has a tag byte, an untagged one never, whatever the row's
 *       column is. So keys of a NOT NULL and of a nullable column match. A row with NULL in an
 *       untagged column has no key: that is what a join over {@code =} wants, while groups, indexes
 *       and IS NOT DISTINCT FROM want tagged columns.
 *   <li>All bytes of a <b>descending</b> column are complemented, its tag byte too.
 * </ul>
 *
 * <p>NULL comes after all values ascending and before them descending, unless the constructor is
 * told where NULLs go: a NULL that sorts as the least value has tag byte 00 instead of 02.
 *
 * <p>No key is a proper prefix of another of the same format, and bytes compare as the cells do.
 * Two formats agree on keys iff their columns have the same types up to nullability and length; in
 * particular TINYINT and INTEGER, and DECIMALs of different scale, don't, so callers cast key
 * columns to one type first. CHAR and VARCHAR encode alike (CHAR without its trailing blanks).
 *
 * <p>Immutable and thread-safe. Every method costs O(bytes of the key), and of the row where it is
 * copied.
 */
public final class KeyFormat {
  private static final int[] NO_COLUMNS = {};

  private final RowType rowType;
  private final KeyColumn[] columns;

  /** Columns that keep a row from having a key if they are NULL. */
  private final int[] excluding;

  /** The length of all keys, or -1 where it varies. */
  private final int fixedLength;

  /** Keys of these columns of the row, NULLs last where ascending and first where descending. */
  public KeyFormat(RowType row, int[] columns, boolean[] descending, boolean[] tagged) {
    this(row, columns, descending, tagged, descending);
  }

  /** Keys of these columns of the row, with NULLs where {@code nullsFirst} says. */
  public KeyFormat(
      RowType row, int[] columns, boolean[] descending, boolean[] tagged, boolean[] nullsFirst) {
    this.rowType = row;
    this.columns = new KeyColumn[columns.length];
    int[] nullable = new int[columns.length];
    int nullables = 0;
    int length = 0;
    for (int i = 0; i < columns.length; i++) {
      ColumnType type = row.column(columns[i]);
      byte nullTag =
          nullsFirst[i] == descending[i] ? KeyColumn.NULL_GREATEST : KeyColumn.NULL_LEAST;
      KeyColumn column = new KeyColumn(columns[i], type, descending[i], tagged[i], nullTag);
      this.columns[i] = column;
      if (type.nullable() && !tagged[i]) {
        nullable[nullables++] = i;
      }
      int width = column.fixedLength();
      length = width < 0 || length < 0 ? -1 : length + width;
    }
    excluding = nullables == 0 ? NO_COLUMNS : Arrays.copyOf(nullable, nullables);
    fixedLength = length;
  }

  /** Ascending untagged keys, for joins over {@code =} and for primary keys. */
  public static KeyFormat untagged(RowType row, int... columns) {
    boolean[] none = new boolean[columns.length];
    return new KeyFormat(row, columns, none, none);
  }

  /** Ascending tagged keys, for groups, indexes and joins over IS NOT DISTINCT FROM. */
  public static KeyFormat tagged(RowType row, int... columns) {
    boolean[] all = new boolean[columns.length];
    Arrays.fill(all, true);
    return new KeyFormat(row, columns, new boolean[columns.length], all);
  }

  /** The type of the rows that keys are cut from. */
  public RowType rowType() {
    return rowType;
  }

  /** The number of key columns. */
  public int size() {
    return columns.length;
  }

  /** The index in the row of key column {@code i}. */
  public int column(int i) {
    return columns[i].column();
  }

  /** The indexes in the row of all key columns. */
  public int[] columns() {
    return Arrays.stream(columns).mapToInt(KeyColumn::column).toArray();
  }

  /** Whether key column {@code i} is descending. */
  public boolean isDescending(int i) {
    return columns[i].descending();
  }

  /** Whether NULLs of key column {@code i} come before its values. */
  public boolean isNullsFirst(int i) {
    boolean greatest = columns[i].nullTag() == KeyColumn.NULL_GREATEST;
    return greatest == columns[i].descending();
  }

  /** Whether key column {@code i} is tagged. */
  public boolean isTagged(int i) {
    return columns[i].tagged();
  }

  /** Whether the row has a key: no untagged key column is NULL. */
  public boolean hasKey(byte[] row) {
    for (int i : excluding) {
      if (columns[i].excludes(rowType, row)) {
        return false;
      }
    }
    return true;
  }

  /** The row's key, null if an untagged key column is NULL. */
  public byte @Nullable [] key(byte[] row) {
    if (!hasKey(row)) {
      return null;
    }
    byte[] key = new byte[keyLength(row)];
    copyKey(row, key);
    return key;
  }

  /** The row's key followed by the row, which must {@link #hasKey have a key}. */
  public byte[] entry(byte[] row) {
    if (!hasKey(row)) {
      throw new AssertionError("a row with NULL in an untagged key column has no entry");
    }
    int length = keyLength(row);
    byte[] entry = new byte[length + row.length];
    copyKey(row, entry);
    System.arraycopy(row, 0, entry, length, row.length);
    return entry;
  }

  private int keyLength(byte[] row) {
    if (fixedLength >= 0) {
      return fixedLength;
    }
    int length = 0;
    for (KeyColumn column : columns) {
      length += column.length(rowType, row);
    }
    return length;
  }

  private void copyKey(byte[] row, byte[] key) {
    int at = 0;
    for (KeyColumn column : columns) {
      at = column.copy(rowType, row, key, at);
    }
  }

  /**
   * The key with these cells, one for each key column; null if one of an untagged column is null.
   * Text and bytes may be longer than the column allows: such a key just isn't found.
   *
   * @throws RowException 22003, 22008, 22021 if a cell can't be encoded
   */
  public byte @Nullable [] keyOf(@Nullable Object... cells) {
    if (cells.length != columns.length) {
      throw new AssertionError(cells.length + " cells for a key of " + columns.length);
    }
    return prefixOf(cells);
  }

  /**
   * The start that all keys with these cells in their first columns have in common; null if one of
   * an untagged column is null. Entries with it lie between it and its {@link #successor}.
   *
   * @throws RowException 22003, 22008, 22021 if a cell can't be encoded
   */
  public byte @Nullable [] prefixOf(@Nullable Object... cells) {
    int length = 0;
    for (int i = 0; i < cells.length; i++) {
      if (cells[i] == null && !columns[i].tagged()) {
        return null;
      }
      length += columns[i].length(cells[i]);
    }
    byte[] key = new byte[length];
    int at = 0;
    for (int i = 0; i < cells.length; i++) {
      at = columns[i].write(cells[i], key, at);
    }
    return key;
  }

  /** The length of the key at the start of an entry. */
  public int length(byte[] entry) {
    return fixedLength >= 0 ? fixedLength : start(entry, columns.length);
  }

  /** The length of the first {@code prefixColumns} columns of a key or entry. */
  public int prefixLength(byte[] entry, int prefixColumns) {
    return start(entry, prefixColumns);
  }

  private int start(byte[] key, int column) {
    int at = 0;
    for (int i = 0; i < column; i++) {
      at = columns[i].skip(key, at);
    }
    return at;
  }

  /** The key at the start of an entry. */
  public byte[] keyOfEntry(byte[] entry) {
    return Arrays.copyOf(entry, length(entry));
  }

  /** The row behind the key of an entry. */
  public byte[] rowOf(byte[] entry) {
    return Arrays.copyOfRange(entry, length(entry), entry.length);
  }

  /** The cell of key column {@code i} of a key or entry, null for NULL. */
  public @Nullable Object cell(byte[] key, int i) {
    return columns[i].read(key, start(key, i));
  }

  /** All cells of a key or entry, null for NULL. */
  public @Nullable Object[] cells(byte[] key) {
    @Nullable Object[] cells = new @Nullable Object[columns.length];
    int at = 0;
    for (int i = 0; i < cells.length; i++) {
      cells[i] = columns[i].read(key, at);
      at = columns[i].skip(key, at);
    }
    return cells;
  }

  /**
   * The least byte string that is greater than all that start with {@code prefix}; empty if there
   * is none because the prefix has no byte but FF.
   */
  public static byte[] successor(byte[] prefix) {
    int last = prefix.length - 1;
    while (last >= 0 && prefix[last] == (byte) 0xFF) {
      last--;
    }
    byte[] next = Arrays.copyOf(prefix, last + 1);
    if (last >= 0) {
      next[last]++;
    }
    return next;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyFormat that
        && rowType.equals(that.rowType)
        && Arrays.equals(columns, that.columns);
  }

  @Override
  public int hashCode() {
    return 31 * rowType.hashCode() + Arrays.hashCode(columns);
  }

  @Override
  public String toString() {
    return "KeyFormat" + Arrays.toString(columns) + " of " + rowType;
  }
}
