package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code DROP TABLE [IF EXISTS] name, ... [RESTRICT | CASCADE]}.
 *
 * <p>Immutable.
 */
public final class DropTable extends SqlStatement {
  public final boolean ifExists;

  public final SqlNodeList names;

  public final boolean cascade;

  public DropTable(SqlParserPos position, boolean ifExists, SqlNodeList names, boolean cascade) {
    super(position, "DROP TABLE", SqlKind.OTHER_DDL);
    this.ifExists = ifExists;
    this.names = names;
    this.cascade = cascade;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(names);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("DROP TABLE");
    optional(writer, ifExists, "IF EXISTS");
    names.unparse(writer, 0, 0);
    optional(writer, cascade, "CASCADE");
  }
}
