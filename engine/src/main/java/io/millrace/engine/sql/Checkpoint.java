package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code CHECKPOINT}: writes the image now.
 *
 * <p>Immutable.
 */
public final class Checkpoint extends SqlStatement {
  public Checkpoint(SqlParserPos position) {
    super(position, "CHECKPOINT", SqlKind.OTHER);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("CHECKPOINT");
  }
}
