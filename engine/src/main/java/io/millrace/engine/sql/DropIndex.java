package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code DROP INDEX [IF EXISTS] name}.
 *
 * <p>Immutable.
 */
public final class DropIndex extends SqlStatement {
  public final boolean ifExists;

  public final SqlIdentifier name;

  public DropIndex(SqlParserPos position, boolean ifExists, SqlIdentifier name) {
    super(position, "DROP INDEX", SqlKind.OTHER_DDL);
    this.ifExists = ifExists;
    this.name = name;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("DROP INDEX");
    optional(writer, ifExists, "IF EXISTS");
    name.unparse(writer, 0, 0);
  }
}
