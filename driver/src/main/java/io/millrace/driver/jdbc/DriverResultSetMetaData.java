package io.millrace.driver.jdbc;

import io.millrace.engine.session.ColumnDescription;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes the columns of a result, before execution too. Immutable. */
record DriverResultSetMetaData(List<ColumnDescription> columns) implements ResultSetMetaData {
  private ColumnDescription column(int index) throws SQLException {
    if (index < 1 || index > columns.size()) {
      throw SqlErrors.of(
          "07009", "There is no column " + index + ". Use 1 to " + columns.size() + ".");
    }
    return columns.get(index - 1);
  }

  private SqlTypes type(int index) throws SQLException {
    ColumnDescription column = column(index);
    return SqlTypes.of(column.jdbcType(), column.typeName());
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public boolean isAutoIncrement(int index) throws SQLException {
    column(index);
    return false;
  }

  @Override
  public boolean isCaseSensitive(int index) throws SQLException {
    return type(index).isText();
  }

  @Override
  public boolean isSearchable(int index) throws SQLException {
    column(index);
    return true;
  }

  @Override
  public boolean isCurrency(int index) throws SQLException {
    column(index);
    return false;
  }

  @Override
  public int isNullable(int index) throws SQLException {
    return column(index).nullable() ? columnNullable : columnNoNulls;
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return type(index).isNumeric();
  }

  @Override
  public int getColumnDisplaySize(int index) throws SQLException {
    int precision = getPrecision(index);
    return switch (type(index)) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> precision + 1;
      case DECIMAL -> precision + 3;
      case REAL -> 15;
      case DOUBLE -> 24;
      case BOOLEAN -> 5;
      case BINARY, VARBINARY -> (int) Math.min(2L * precision, Integer.MAX_VALUE);
      default -> precision;
    };
  }

  @Override
  public String getColumnLabel(int index) throws SQLException {
    return column(index).label();
  }

  @Override
  public String getColumnName(int index) throws SQLException {
    return column(index).name();
  }

  @Override
  public String getSchemaName(int index) throws SQLException {
    return orEmpty(column(index).schema());
  }

  @Override
  public int getPrecision(int index) throws SQLException {
    return Math.max(0, column(index).precision());
  }

  @Override
  public int getScale(int index) throws SQLException {
    return Math.max(0, column(index).scale());
  }

  @Override
  public String getTableName(int index) throws SQLException {
    return orEmpty(column(index).table());
  }

  @Override
  public String getCatalogName(int index) throws SQLException {
    column(index);
    return "";
  }

  @Override
  public int getColumnType(int index) throws SQLException {
    return column(index).jdbcType();
  }

  @Override
  public String getColumnTypeName(int index) throws SQLException {
    return SqlTypes.baseName(column(index).typeName());
  }

  @Override
  public boolean isReadOnly(int index) throws SQLException {
    column(index);
    return true;
  }

  @Override
  public boolean isWritable(int index) throws SQLException {
    column(index);
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int index) throws SQLException {
    column(index);
    return false;
  }

  @Override
  public String getColumnClassName(int index) throws SQLException {
    return type(index).objectClass().getName();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return Wrappers.isWrapperFor(this, type);
  }
}
