package io.millrace.driver.jdbc;

import io.millrace.engine.session.ColumnDescription;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result set of {@link java.sql.DatabaseMetaData} under construction.
 *
 * <p>Its shape is a text such as {@code "TABLE_CAT, ORDINAL_POSITION int"}: names in the order that
 * the JDBC text gives, VARCHAR unless another type follows.
 */
final class MetadataRows {
  private final List<ColumnDescription> columns = new ArrayList<>();
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  MetadataRows(String shape) {
    for (String column : shape.split(",", -1)) {
      String[] parts = column.strip().split(" ", 2);
      columns.add(column(parts[0], parts.length == 1 ? "" : parts[1]));
    }
  }

  /** Columns by their shape, then one of any type. */
  MetadataRows(String shape, String name, String typeName, int jdbcType) {
    this(shape);
    columns.add(column(name, typeName, jdbcType, 0, Object.class));
  }

  private static ColumnDescription column(String name, String type) {
    return switch (type) {
      case "int" -> column(name, "INTEGER", Types.INTEGER, 10, Integer.class);
      case "short" -> column(name, "SMALLINT", Types.SMALLINT, 5, Short.class);
      case "long" -> column(name, "BIGINT", Types.BIGINT, 19, Long.class);
      case "boolean" -> column(name, "BOOLEAN", Types.BOOLEAN, 1, Boolean.class);
      default -> column(name, "VARCHAR", Types.VARCHAR, 1024, String.class);
    };
  }

  private static ColumnDescription column(
      String name, String typeName, int jdbcType, int precision, Class<?> javaClass) {
    return new ColumnDescription(
        name, name, null, null, typeName, jdbcType, precision, 0, true, javaClass);
  }

  void add(@Nullable Object... row) {
    if (row.length != columns.size()) {
      throw new AssertionError("row of " + row.length + " for " + columns.size() + " columns");
    }
    rows.add(row);
  }

  /** Orders by columns, nulls first. */
  MetadataRows sortedBy(int... keys) {
    rows.sort((a, b) -> compare(a, b, keys));
    return this;
  }

  private static int compare(@Nullable Object[] a, @Nullable Object[] b, int[] keys) {
    for (int key : keys) {
      int order = compare(a[key], b[key]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(@Nullable Object a, @Nullable Object b) {
    if (a == null || b == null) {
      return Boolean.compare(a != null, b != null);
    }
    if (a instanceof Number x && b instanceof Number y) {
      return Long.compare(x.longValue(), y.longValue());
    }
    if (a instanceof Boolean x && b instanceof Boolean y) {
      return Boolean.compare(x, y);
    }
    return a.toString().compareTo(b.toString());
  }

  DriverResultSet resultSet() throws SQLException {
    return new DriverResultSet(ResultSetOwner.MEMORY, columns, new BufferedRows(rows));
  }
}
