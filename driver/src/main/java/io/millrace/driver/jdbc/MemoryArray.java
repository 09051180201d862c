package io.millrace.driver.jdbc;

import io.millrace.engine.session.ListValue;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Elements behind the {@link Array} interface. Immutable.
 *
 * <p>{@link #getArray} gives an {@code Integer[]} for INTEGER elements and so on: the class that
 * {@code getObject} returns for such a column; {@code Object[]} if an element is of another.
 */
final class MemoryArray implements Array {
  private static final String OF_ARRAYS = " ARRAY";

  private final String elementType;
  private final List<@Nullable Object> elements;
  private final String text;

  private MemoryArray(String elementType, List<@Nullable Object> elements, String text) {
    this.elementType = elementType;
    this.elements = elements;
    this.text = text;
  }

  /** What an application makes an array of. */
  static MemoryArray of(String elementType, @Nullable Object[] elements) {
    List<@Nullable Object> copy = Collections.unmodifiableList(Arrays.asList(elements.clone()));
    return new MemoryArray(elementType.toUpperCase(Locale.ROOT), copy, copy.toString());
  }

  static MemoryArray of(ListValue value) {
    return new MemoryArray(value.elementTypeName(), value.values(), value.toString());
  }

  /** The elements as they were given, or as the session gave them. */
  List<@Nullable Object> elements() {
    return elements;
  }

  @Override
  public String getBaseTypeName() {
    return elementType;
  }

  @Override
  public int getBaseType() {
    if (elementType.endsWith(OF_ARRAYS)) {
      return Types.ARRAY;
    }
    return SqlTypes.named(elementType).map(SqlTypes::jdbcType).orElse(Types.OTHER);
  }

  @Override
  public Object getArray() throws SQLException {
    return array(elements);
  }

  @Override
  public Object getArray(Map<String, Class<?>> map) throws SQLException {
    return getArray();
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    return array(slice(index, count));
  }

  @Override
  public Object getArray(long index, int count, Map<String, Class<?>> map) throws SQLException {
    return getArray(index, count);
  }

  private List<@Nullable Object> slice(long index, int count) throws SQLException {
    int from = MemoryBlob.offset(index, elements.size());
    MemoryBlob.checkLength(count);
    return elements.subList(from, (int) Math.min((long) from + count, elements.size()));
  }

  private Object array(List<@Nullable Object> some) throws SQLException {
    @Nullable Object[] values = new @Nullable Object[some.size()];
    for (int i = 0; i < values.length; i++) {
      Object element = some.get(i);
      Object value = element == null ? null : ObjectCells.standard(element);
      values[i] = value instanceof MemoryArray inner ? inner.getArray() : value;
    }
    Class<?> type = elementClass(elementType);
    for (Object value : values) {
      if (value != null && !type.isInstance(value)) {
        return values;
      }
    }
    Object[] typed = (Object[]) java.lang.reflect.Array.newInstance(type, values.length);
    System.arraycopy(values, 0, typed, 0, values.length);
    return typed;
  }

  private static Class<?> elementClass(String typeName) {
    if (typeName.endsWith(OF_ARRAYS)) {
      String inner = typeName.substring(0, typeName.length() - OF_ARRAYS.length());
      return java.lang.reflect.Array.newInstance(elementClass(inner), 0).getClass();
    }
    Class<?> type = SqlTypes.named(typeName).<Class<?>>map(SqlTypes::objectClass).orElse(null);
    return type == null ? Object.class : type;
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return getResultSet(1, elements.size());
  }

  @Override
  public ResultSet getResultSet(Map<String, Class<?>> map) throws SQLException {
    return getResultSet();
  }

  /** A row for each element: its place, from 1, and itself. */
  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    MetadataRows rows = new MetadataRows("INDEX int", "VALUE", elementType, getBaseType());
    long place = index;
    for (Object element : slice(index, count)) {
      rows.add((int) place++, element);
    }
    return rows.resultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count, Map<String, Class<?>> map)
      throws SQLException {
    return getResultSet(index, count);
  }

  /** The elements in brackets, as a CAST to VARCHAR shows them. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public void free() {}
}
