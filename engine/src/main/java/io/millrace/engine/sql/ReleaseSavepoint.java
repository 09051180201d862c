package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code RELEASE [SAVEPOINT] name}.
 *
 * <p>Immutable.
 */
public final class ReleaseSavepoint extends SqlStatement {
  public final SqlIdentifier name;

  public ReleaseSavepoint(SqlParserPos position, SqlIdentifier name) {
    super(position, "RELEASE SAVEPOINT", SqlKind.OTHER);
    this.name = name;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("RELEASE SAVEPOINT");
    name.unparse(writer, 0, 0);
  }
}
