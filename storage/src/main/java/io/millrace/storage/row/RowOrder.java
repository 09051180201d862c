package io.millrace.storage.row;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The order of rows, keys and entries: unsigned lexicographic order of their bytes.
 *
 * <p>By the row format this is the order of the cells, column by column, NULL last.
 */
public final class RowOrder {
  /** Compares two byte strings as unsigned bytes; a proper prefix comes first. Not for nulls. */
  public static final Comparator<byte[]> COMPARATOR = Arrays::compareUnsigned;

  private RowOrder() {}
}
