package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.RowErrors;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowException;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a caller's deltas into Z-sets of rows, by table id. */
final class TableDeltas {
  private TableDeltas() {}

  static Map<Integer, ZSet> encode(List<TableDelta> deltas, Catalog catalog, String schema) {
    Map<Integer, ZSetBuilder> builders = new LinkedHashMap<>();
    for (TableDelta delta : deltas) {
      Table table = TableDdl.table(catalog, name(delta.table(), schema));
      ZSetBuilder builder = builders.computeIfAbsent(table.id(), id -> new ZSetBuilder());
      for (TableDelta.SignedRow row : delta.rows()) {
        builder.add(encode(table, row.values()), row.weight());
      }
    }
    Map<Integer, ZSet> net = new LinkedHashMap<>();
    builders.forEach((id, builder) -> net.put(id, builder.build()));
    return net;
  }

  private static QualifiedName name(String name, String schema) {
    int dot = name.indexOf('.');
    return dot < 0
        ? new QualifiedName(schema, name)
        : new QualifiedName(name.substring(0, dot), name.substring(dot + 1));
  }

  private static byte[] encode(Table table, List<@Nullable Object> values) {
    RowType rowType = table.rowType();
    if (values.size() != rowType.size()) {
      throw ErrorCode.WRONG_COLUMN_COUNT.exception(values.size(), rowType.size());
    }
    @Nullable Object[] cells = new @Nullable Object[values.size()];
    for (int i = 0; i < cells.length; i++) {
      Column column = table.columns().get(i);
      ColumnType type = column.type();
      cells[i] = JavaValues.toCell(type, values.get(i));
      if (cells[i] == null && !type.nullable()) {
        throw ErrorCode.NOT_NULL_VIOLATION.exception(column.name(), table.name());
      }
    }
    try {
      return rowType.encode(cells);
    } catch (RowException e) {
      throw RowErrors.of(e);
    }
  }
}
