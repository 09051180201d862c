package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code SAVEPOINT name}.
 *
 * <p>Immutable.
 */
public final class SetSavepoint extends SqlStatement {
  public final SqlIdentifier name;

  public SetSavepoint(SqlParserPos position, SqlIdentifier name) {
    super(position, "SAVEPOINT", SqlKind.OTHER);
    this.name = name;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("SAVEPOINT");
    name.unparse(writer, 0, 0);
  }
}
