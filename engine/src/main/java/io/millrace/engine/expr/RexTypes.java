package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Calcite's types as ours. FLOAT is DOUBLE, both timestamps with a zone are one, an interval keeps
 * only whether it counts months or microseconds, the type of a bare NULL is VARCHAR.
 */
public final class RexTypes {
  private static final int MOST_DIMENSIONS = 16;

  private RexTypes() {}

  /**
   * The column type, nullability included.
   *
   * @throws io.millrace.engine.error.DatabaseException 0A000 if there is none
   */
  public static ColumnType of(RelDataType type) {
    return bare(type).withNullable(type.isNullable());
  }

  /** The types of a row's fields. */
  public static RowType rowType(RelDataType struct) {
    List<ColumnType> columns = new ArrayList<>();
    for (RelDataTypeField field : struct.getFieldList()) {
      columns.add(of(field.getType()));
    }
    return RowType.of(columns);
  }

  private static ColumnType bare(RelDataType type) {
    SqlTypeName name = type.getSqlTypeName();
    if (SqlTypeName.YEAR_INTERVAL_TYPES.contains(name)) {
      return ColumnType.of(CellType.INTERVAL_MONTHS);
    }
    if (SqlTypeName.DAY_INTERVAL_TYPES.contains(name)) {
      return ColumnType.of(CellType.INTERVAL_MICROS);
    }
    return switch (name) {
      case BOOLEAN -> ColumnType.of(CellType.BOOLEAN);
      case TINYINT -> ColumnType.of(CellType.TINYINT);
      case SMALLINT -> ColumnType.of(CellType.SMALLINT);
      case INTEGER -> ColumnType.of(CellType.INTEGER);
      case BIGINT -> ColumnType.of(CellType.BIGINT);
      case DECIMAL -> decimal(type);
      case REAL -> ColumnType.of(CellType.REAL);
      case FLOAT, DOUBLE -> ColumnType.of(CellType.DOUBLE);
      case CHAR -> ColumnType.character(length(type));
      case VARCHAR -> ColumnType.varchar(length(type));
      case BINARY -> ColumnType.binary(length(type));
      case VARBINARY -> ColumnType.varbinary(length(type));
      case DATE -> ColumnType.of(CellType.DATE);
      case TIME -> ColumnType.of(CellType.TIME);
      case TIMESTAMP -> ColumnType.of(CellType.TIMESTAMP);
      case TIMESTAMP_TZ, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          ColumnType.of(CellType.TIMESTAMP_WITH_TIME_ZONE);
      case UUID -> ColumnType.of(CellType.UUID);
      case NULL, UNKNOWN -> ColumnType.of(CellType.VARCHAR);
      case ARRAY -> ColumnType.array(of(element(type)));
      case ROW -> ColumnType.row(rowType(type).columns());
      default ->
          throw Failures.unsupported(
              "Type " + type.getFullTypeString().replace(" NOT NULL", ""),
              "Use a scalar type, or CAST to one.");
    };
  }

  private static RelDataType element(RelDataType array) {
    int depth = 0;
    for (RelDataType t = array; t.getComponentType() != null; t = t.getComponentType()) {
      if (++depth > MOST_DIMENSIONS) {
        throw Failures.unsupported(
            "An array of more than " + MOST_DIMENSIONS + " dimensions", "Use another table.");
      }
    }
    RelDataType element = array.getComponentType();
    if (element == null) {
      throw new AssertionError("array without elements: " + array);
    }
    return element;
  }

  private static ColumnType decimal(RelDataType type) {
    int precision = Math.min(Math.max(type.getPrecision(), 1), ColumnType.MAX_DECIMAL_PRECISION);
    int scale = Math.min(Math.max(type.getScale(), 0), ColumnType.MAX_DECIMAL_PRECISION);
    return ColumnType.decimal(Math.max(precision, scale), scale);
  }

  private static int length(RelDataType type) {
    int precision = type.getPrecision();
    return precision < 0 || precision == Integer.MAX_VALUE ? ColumnType.UNLIMITED : precision;
  }
}
