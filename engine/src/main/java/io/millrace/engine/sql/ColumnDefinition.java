package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlWriter;
import org.jspecify.annotations.Nullable;

/**
 * A column of {@link CreateTable}.
 *
 * @param notNull whether NOT NULL was written; a primary key implies it without
 * @param defaultValue null if there is none
 */
public record ColumnDefinition(
    SqlIdentifier name, SqlDataTypeSpec type, boolean notNull, @Nullable SqlFragment defaultValue) {
  void unparse(SqlWriter writer) {
    name.unparse(writer, 0, 0);
    type.unparse(writer, 0, 0);
    if (defaultValue != null) {
      writer.keyword("DEFAULT");
      defaultValue.node().unparse(writer, 0, 0);
    }
    if (notNull) {
      writer.keyword("NOT NULL");
    }
  }
}
