package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlWriter;

/** A column of an index, with its direction. */
public record IndexColumn(SqlIdentifier name, boolean descending) {
  void unparse(SqlWriter writer) {
    name.unparse(writer, 0, 0);
    if (descending) {
      writer.keyword("DESC");
    }
  }
}
