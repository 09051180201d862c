package io.millrace.engine.session;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.CellText;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.lang.reflect.Array;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of an ARRAY or ROW: its elements or fields as plain Java values. Immutable.
 *
 * <p>As text it is what a CAST to VARCHAR gives.
 */
public final class ListValue {
  private final ColumnType type;
  private final List<?> cells;
  private final ZoneOffset offset;

  ListValue(ColumnType type, List<?> cells, ZoneOffset offset) {
    this.type = type;
    this.cells = cells;
    this.offset = offset;
  }

  /** Whether this is a ROW. */
  public boolean isRow() {
    return type.type() == CellType.ROW;
  }

  /** The SQL name of its type, without lengths. */
  public String typeName() {
    return type.typeName();
  }

  /** The SQL name of the type of an ARRAY's elements, without lengths. */
  public String elementTypeName() {
    return type.element().typeName();
  }

  /** The constant of {@link java.sql.Types} of an ARRAY's elements. */
  public int elementJdbcType() {
    return type.element().type().jdbcType();
  }

  /** Its elements or fields, null for NULL, unmodifiable; lists in it are of this class. */
  public List<@Nullable Object> values() {
    List<@Nullable Object> values = new ArrayList<>(cells.size());
    for (int i = 0; i < cells.size(); i++) {
      values.add(JavaValues.toJava(type.parts().get(isRow() ? i : 0), cells.get(i), offset));
    }
    return Collections.unmodifiableList(values);
  }

  /**
   * The cell for a list, an array of Java's or a value of this class.
   *
   * @throws io.millrace.engine.error.DatabaseException 42804 for anything else; or for an element,
   *     as {@link JavaValues#toCell}
   */
  static Object toCell(ColumnType type, Object value) {
    List<?> given = elements(type, value);
    boolean isRow = type.type() == CellType.ROW;
    if (isRow && given.size() != type.parts().size()) {
      throw mismatch(given.size() + " values", type);
    }
    List<@Nullable Object> cells = new ArrayList<>(given.size());
    for (int i = 0; i < given.size(); i++) {
      cells.add(JavaValues.toCell(type.parts().get(isRow ? i : 0), given.get(i)));
    }
    return cells;
  }

  private static List<?> elements(ColumnType type, Object value) {
    if (value instanceof ListValue list) {
      return list.values();
    }
    if (value instanceof List<?> list) {
      return list;
    }
    if (value.getClass().isArray() && !(value instanceof byte[])) {
      List<@Nullable Object> elements = new ArrayList<>();
      for (int i = 0; i < Array.getLength(value); i++) {
        elements.add(Array.get(value, i));
      }
      return elements;
    }
    throw mismatch(value.getClass().getName(), type);
  }

  private static RuntimeException mismatch(String actual, ColumnType type) {
    return ErrorCode.DATATYPE_MISMATCH.exception(
        "A parameter", actual, type.withNullable(true).toString());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ListValue that
        && type.equals(that.type)
        && type.compare(cells, that.cells) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + cells.size();
  }

  @Override
  public String toString() {
    return CellText.of(type, cells);
  }
}
