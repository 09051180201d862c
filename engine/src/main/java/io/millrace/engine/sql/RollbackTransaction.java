package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code ROLLBACK [WORK] [TO [SAVEPOINT] name]}.
 *
 * <p>Immutable.
 */
public final class RollbackTransaction extends SqlStatement {
  /** Null if the whole transaction is to be undone. */
  public final @Nullable SqlIdentifier savepoint;

  public RollbackTransaction(SqlParserPos position, @Nullable SqlIdentifier savepoint) {
    super(position, "ROLLBACK", SqlKind.ROLLBACK);
    this.savepoint = savepoint;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(savepoint);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("ROLLBACK");
    if (savepoint != null) {
      writer.keyword("TO SAVEPOINT");
      savepoint.unparse(writer, 0, 0);
    }
  }
}
