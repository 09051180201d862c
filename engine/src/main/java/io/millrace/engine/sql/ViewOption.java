package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;

/**
 * An option of a view, {@code name = value}; the value is a literal, or an identifier for a word.
 */
public record ViewOption(SqlIdentifier name, SqlNode value) {
  void unparse(SqlWriter writer) {
    name.unparse(writer, 0, 0);
    writer.keyword("=");
    value.unparse(writer, 0, 0);
  }
}
