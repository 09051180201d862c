package io.millrace.engine.sql;

import io.millrace.storage.row.ColumnType;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** Column types as Calcite's types; the way back is in {@code expr}. */
public final class RelTypes {
  private static final MillraceTypeFactory FACTORY = MillraceTypeFactory.INSTANCE;

  private RelTypes() {}

  /** The same type, nullability included. */
  public static RelDataType of(ColumnType column) {
    RelDataType type =
        switch (column.type()) {
          case BOOLEAN -> FACTORY.createSqlType(SqlTypeName.BOOLEAN);
          case TINYINT -> FACTORY.createSqlType(SqlTypeName.TINYINT);
          case SMALLINT -> FACTORY.createSqlType(SqlTypeName.SMALLINT);
          case INTEGER -> FACTORY.createSqlType(SqlTypeName.INTEGER);
          case BIGINT -> FACTORY.createSqlType(SqlTypeName.BIGINT);
          case DECIMAL ->
              FACTORY.createSqlType(SqlTypeName.DECIMAL, column.precision(), column.scale());
          case REAL -> FACTORY.createSqlType(SqlTypeName.REAL);
          case DOUBLE -> FACTORY.createSqlType(SqlTypeName.DOUBLE);
          case CHAR -> text(SqlTypeName.CHAR, column.precision());
          case VARCHAR -> text(SqlTypeName.VARCHAR, column.precision());
          case BINARY -> sized(SqlTypeName.BINARY, column.precision());
          case VARBINARY -> sized(SqlTypeName.VARBINARY, column.precision());
          case DATE -> FACTORY.createSqlType(SqlTypeName.DATE);
          case TIME -> FACTORY.createSqlType(SqlTypeName.TIME);
          case TIMESTAMP -> FACTORY.createSqlType(SqlTypeName.TIMESTAMP);
          case TIMESTAMP_WITH_TIME_ZONE -> FACTORY.createSqlType(SqlTypeName.TIMESTAMP_TZ);
          case UUID -> FACTORY.createSqlType(SqlTypeName.UUID);
          case INTERVAL_MONTHS -> interval(TimeUnit.YEAR, TimeUnit.MONTH);
          case INTERVAL_MICROS -> interval(TimeUnit.DAY, TimeUnit.SECOND);
          case ARRAY -> FACTORY.createArrayType(of(column.element()), -1);
          case ROW -> row(column);
        };
    return FACTORY.createTypeWithNullability(type, column.nullable());
  }

  /** Fields have the names that Calcite gives those of a row constructor. */
  private static RelDataType row(ColumnType row) {
    RelDataTypeFactory.Builder fields = FACTORY.builder();
    for (int i = 0; i < row.parts().size(); i++) {
      fields.add("EXPR$" + i, of(row.parts().get(i)));
    }
    return fields.build();
  }

  private static RelDataType text(SqlTypeName name, int length) {
    return FACTORY.createTypeWithCharsetAndCollation(
        sized(name, length), FACTORY.getDefaultCharset(), SqlCollation.IMPLICIT);
  }

  private static RelDataType sized(SqlTypeName name, int length) {
    return length == ColumnType.UNLIMITED
        ? FACTORY.createSqlType(name)
        : FACTORY.createSqlType(name, length);
  }

  private static RelDataType interval(TimeUnit from, TimeUnit to) {
    return FACTORY.createSqlIntervalType(new SqlIntervalQualifier(from, to, SqlParserPos.ZERO));
  }
}
