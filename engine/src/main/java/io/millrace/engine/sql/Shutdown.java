package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code SHUTDOWN}: closes the database for all connections.
 *
 * <p>Immutable.
 */
public final class Shutdown extends SqlStatement {
  public Shutdown(SqlParserPos position) {
    super(position, "SHUTDOWN", SqlKind.OTHER);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("SHUTDOWN");
  }
}
