/**
 * Canonical rows: one immutable {@code byte[]} per row, its columns in order-preserving encoding,
 * and the keys that are cut from it.
 *
 * <p>Rows are equal iff their bytes are, and ordered as their bytes are (unsigned). The format is
 * written field by field in {@link io.millrace.storage.row.RowType}; the encoding of each SQL type
 * in {@link io.millrace.storage.row.CellType}. A key ({@link io.millrace.storage.row.KeyFormat}) is
 * not a row: it has no trailer, and its columns may be descending.
 */
@NullMarked
package io.millrace.storage.row;

import org.jspecify.annotations.NullMarked;
