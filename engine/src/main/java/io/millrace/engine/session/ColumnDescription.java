package io.millrace.engine.session;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result or relation, as JDBC describes it.
 *
 * @param name its name
 * @param label its alias, or the name
 * @param table the relation it belongs to, or null
 * @param schema that relation's schema, or null
 * @param typeName the SQL name of its type, without length
 * @param jdbcType a constant of {@link java.sql.Types}
 * @param precision digits, or length in characters or bytes; 0 where meaningless
 * @param scale digits after the point; 6 for times
 * @param nullable whether NULL is possible
 * @param javaClass the class of its values
 */
public record ColumnDescription(
    String name,
    String label,
    @Nullable String table,
    @Nullable String schema,
    String typeName,
    int jdbcType,
    int precision,
    int scale,
    boolean nullable,
    Class<?> javaClass) {

  /** The description of a column by its type. */
  static ColumnDescription of(
      String name, ColumnType type, @Nullable String table, @Nullable String schema) {
    CellType cell = type.type();
    return new ColumnDescription(
        name,
        name,
        table,
        schema,
        type.typeName(),
        cell.jdbcType(),
        JavaValues.precision(type),
        JavaValues.scale(type),
        type.nullable(),
        JavaValues.javaClass(cell));
  }
}
