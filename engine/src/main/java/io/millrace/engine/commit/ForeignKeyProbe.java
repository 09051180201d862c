package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.KeyedAccess;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowException;
import io.millrace.storage.row.RowType;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the rows at the two ends of a foreign key. Immutable.
 *
 * <p>Both ends have an index, so a look-up costs O(log n). Where the columns have other types at
 * one end than at the other, a key is brought to the other's types by its values: what the other
 * cannot hold exactly isn't there.
 */
final class ForeignKeyProbe {
  private final Table table;
  private final ForeignKey key;
  private final Table referenced;
  private final KeyFormat keys;
  private final KeyFormat referencedKeys;
  private final KeyedAccess access;
  private final KeyedAccess referencedAccess;
  private final boolean sameBytes;

  private ForeignKeyProbe(Table table, ForeignKey key, Table referenced) {
    this.table = table;
    this.key = key;
    this.referenced = referenced;
    this.keys = KeyFormat.untagged(table.rowType(), positions(key.columns()));
    this.referencedKeys =
        KeyFormat.untagged(referenced.rowType(), positions(key.referencedColumns()));
    this.access = access(table, keys);
    this.referencedAccess = access(referenced, referencedKeys);
    this.sameBytes = haveSameBytes(keys, referencedKeys);
  }

  static ForeignKeyProbe of(Catalog catalog, Table table, ForeignKey key) {
    return new ForeignKeyProbe(table, key, (Table) catalog.require(key.referencedTable()));
  }

  private static int[] positions(List<Integer> columns) {
    return columns.stream().mapToInt(Integer::intValue).toArray();
  }

  private static KeyedAccess access(Table table, KeyFormat format) {
    return KeyedAccess.find(table, format)
        .orElseThrow(() -> new AssertionError("a foreign key needs an index of " + table.name()));
  }

  private static boolean haveSameBytes(KeyFormat a, KeyFormat b) {
    for (int i = 0; i < a.size(); i++) {
      if (!type(a, i).hasKeysOf(type(b, i))) {
        return false;
      }
    }
    return true;
  }

  private static ColumnType type(KeyFormat format, int i) {
    return format.rowType().column(format.column(i));
  }

  /** The table that has the key. */
  Table table() {
    return table;
  }

  /** The table that it refers to. */
  Table referenced() {
    return referenced;
  }

  ForeignKey key() {
    return key;
  }

  /** Why a row of the table must not stand in it, or null if it may. */
  @Nullable DatabaseException violation(byte[] row, RelationReader referencedRows) {
    byte[] own = keys.key(row);
    if (own == null) {
      return isPartlyNull(row) ? mixed(row) : null;
    }
    byte[] wanted = convert(own, keys, referencedKeys);
    return wanted != null && has(referencedRows, referencedAccess, wanted) ? null : missing(row);
  }

  /** Why a row must not go from the referenced table, or null if it may: it is gone already. */
  @Nullable DatabaseException violationWithout(
      byte[] referencedRow, RelationReader rows, RelationReader referencedRows) {
    byte[] gone = referencedKeys.key(referencedRow);
    if (gone == null || has(referencedRows, referencedAccess, gone)) {
      return null;
    }
    byte[] referring = convert(gone, referencedKeys, keys);
    return referring != null && has(rows, access, referring)
        ? stillReferenced(referencedRow)
        : null;
  }

  private boolean isPartlyNull(byte[] row) {
    return key.match() == ForeignKey.Match.FULL
        && key.columns().stream().anyMatch(column -> !table.rowType().isNull(row, column));
  }

  private static boolean has(RelationReader rows, KeyedAccess access, byte[] key) {
    return access.over(rows).rows(key).next();
  }

  private byte @Nullable [] convert(byte[] from, KeyFormat format, KeyFormat target) {
    if (sameBytes) {
      return from;
    }
    @Nullable Object[] cells = format.cells(from);
    for (int i = 0; i < cells.length; i++) {
      if (!type(format, i).hasKeysOf(type(target, i))) {
        cells[i] = exactly(cells[i], type(target, i));
        if (cells[i] == null) {
          return null;
        }
      }
    }
    return target.keyOf(cells);
  }

  /** The cell as one of another type of the same class, or null if that has no equal one. */
  private static @Nullable Object exactly(@Nullable Object cell, ColumnType type) {
    try {
      return type.normalize(
          switch (type.type()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> integer(cell);
            case DECIMAL -> cell instanceof Long number ? BigDecimal.valueOf(number) : cell;
            case REAL -> cell instanceof Double number && !isFloat(number) ? null : cell;
            default -> cell;
          });
    } catch (RowException | ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable Object integer(@Nullable Object cell) {
    return cell instanceof BigDecimal number ? (Long) number.longValueExact() : cell;
  }

  private static boolean isFloat(double number) {
    return Double.compare((float) number, number) == 0;
  }

  private DatabaseException missing(byte[] row) {
    return ErrorCode.FOREIGN_KEY_VIOLATION.exception(
        names(table, key.columns()),
        values(table.rowType(), key.columns(), row),
        table.name(),
        referenced.name(),
        names(referenced, key.referencedColumns()),
        key.name());
  }

  private DatabaseException mixed(byte[] row) {
    return ErrorCode.MATCH_FULL_VIOLATION.exception(
        names(table, key.columns()),
        values(table.rowType(), key.columns(), row),
        table.name(),
        key.name());
  }

  private DatabaseException stillReferenced(byte[] row) {
    return ErrorCode.STILL_REFERENCED.exception(
        names(referenced, key.referencedColumns()),
        values(referenced.rowType(), key.referencedColumns(), row),
        referenced.name(),
        table.name(),
        names(table, key.columns()),
        key.name());
  }

  private static String names(Table table, List<Integer> columns) {
    return String.join(", ", columns.stream().map(i -> table.columns().get(i).name()).toList());
  }

  private static String values(RowType rowType, List<Integer> columns, byte[] row) {
    return String.join(
        ", ", columns.stream().map(i -> String.valueOf(rowType.get(row, i))).toList());
  }
}
