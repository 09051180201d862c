package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code COMMIT [WORK]}.
 *
 * <p>Immutable.
 */
public final class CommitTransaction extends SqlStatement {
  public CommitTransaction(SqlParserPos position) {
    super(position, "COMMIT", SqlKind.COMMIT);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("COMMIT");
  }
}
