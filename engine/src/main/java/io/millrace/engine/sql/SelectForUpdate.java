package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code query FOR UPDATE}: a query whose rows no other transaction may change before this one
 * ends.
 *
 * <p>Immutable.
 */
public final class SelectForUpdate extends SqlStatement {
  public final SqlNode query;

  public SelectForUpdate(SqlParserPos position, SqlNode query) {
    super(position, "SELECT FOR UPDATE", SqlKind.OTHER);
    this.query = query;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(query);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    query.unparse(writer, 0, 0);
    writer.keyword("FOR UPDATE");
  }
}
