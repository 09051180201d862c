package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code BEGIN} or {@code START TRANSACTION}, with the transaction's modes.
 *
 * <p>Immutable.
 */
public final class BeginTransaction extends SqlStatement {
  /** Null if the session's is to be used. */
  public final @Nullable IsolationLevel isolation;

  public final boolean readOnly;

  public BeginTransaction(
      SqlParserPos position, @Nullable IsolationLevel isolation, boolean readOnly) {
    super(position, "START TRANSACTION", SqlKind.OTHER);
    this.isolation = isolation;
    this.readOnly = readOnly;
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("START TRANSACTION");
    if (isolation != null) {
      writer.keyword("ISOLATION LEVEL");
      writer.keyword(isolation.sql());
    }
    optional(writer, readOnly, "READ ONLY");
  }
}
