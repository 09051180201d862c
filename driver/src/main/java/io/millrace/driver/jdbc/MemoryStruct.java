package io.millrace.driver.jdbc;

import io.millrace.engine.session.ListValue;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a ROW behind the {@link Struct} interface. Immutable. */
final class MemoryStruct implements Struct {
  private final String typeName;
  private final List<@Nullable Object> fields;
  private final String text;

  private MemoryStruct(String typeName, List<@Nullable Object> fields, String text) {
    this.typeName = typeName;
    this.fields = fields;
    this.text = text;
  }

  /** What an application makes a row value of. */
  static MemoryStruct of(String typeName, @Nullable Object[] fields) {
    List<@Nullable Object> copy = Collections.unmodifiableList(Arrays.asList(fields.clone()));
    return new MemoryStruct(typeName, copy, copy.toString());
  }

  static MemoryStruct of(ListValue value) {
    return new MemoryStruct(value.typeName(), value.values(), value.toString());
  }

  /** The fields as they were given, or as the session gave them. */
  List<@Nullable Object> fields() {
    return fields;
  }

  @Override
  public String getSQLTypeName() {
    return typeName;
  }

  @Override
  public @Nullable Object[] getAttributes() throws SQLException {
    @Nullable Object[] values = new @Nullable Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      Object field = fields.get(i);
      values[i] = field == null ? null : ObjectCells.standard(field);
    }
    return values;
  }

  @Override
  public @Nullable Object[] getAttributes(Map<String, Class<?>> map) throws SQLException {
    return getAttributes();
  }

  @Override
  public String toString() {
    return text;
  }
}
