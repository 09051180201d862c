package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Makes SELECT nodes. */
public final class Selects {
  private Selects() {}

  /** {@code SELECT items FROM from} and nothing more; without FROM if that is null. */
  public static SqlSelect of(SqlParserPos position, SqlNodeList items, @Nullable SqlNode from) {
    return new SqlSelect(
        position, null, items, from, null, null, null, null, null, null, null, null, null);
  }
}
