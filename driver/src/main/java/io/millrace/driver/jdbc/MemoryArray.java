package io.millrace.driver.jdbc;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Elements behind the {@link Array} interface. Immutable. */
final class MemoryArray implements Array {
  private final String elementType;
  private final @Nullable Object[] elements;

  MemoryArray(String elementType, @Nullable Object[] elements) {
    this.elementType = elementType.toUpperCase(Locale.ROOT);
    this.elements = elements.clone();
  }

  @Override
  public String getBaseTypeName() {
    return elementType;
  }

  @Override
  public int getBaseType() {
    return SqlTypes.named(elementType).map(SqlTypes::jdbcType).orElse(Types.OTHER);
  }

  @Override
  public Object getArray() {
    return elements.clone();
  }

  @Override
  public Object getArray(Map<String, Class<?>> map) {
    return getArray();
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    int from = MemoryBlob.offset(index, elements.length);
    MemoryBlob.checkLength(count);
    return Arrays.copyOfRange(elements, from, (int) Math.min((long) from + count, elements.length));
  }

  @Override
  public Object getArray(long index, int count, Map<String, Class<?>> map) throws SQLException {
    return getArray(index, count);
  }

  private static SQLException noResultSet() {
    return SqlErrors.notSupported("Array.getResultSet()", "Use getArray().");
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    throw noResultSet();
  }

  @Override
  public ResultSet getResultSet(Map<String, Class<?>> map) throws SQLException {
    throw noResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    throw noResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count, Map<String, Class<?>> map)
      throws SQLException {
    throw noResultSet();
  }

  @Override
  public void free() {}
}
