package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code TRUNCATE [TABLE] name}: removes all rows, in a transaction like any other.
 *
 * <p>Immutable.
 */
public final class TruncateTable extends SqlStatement {
  public final SqlIdentifier name;

  public TruncateTable(SqlParserPos position, SqlIdentifier name) {
    super(position, "TRUNCATE TABLE", SqlKind.OTHER_DDL);
    this.name = name;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("TRUNCATE TABLE");
    name.unparse(writer, 0, 0);
  }
}
