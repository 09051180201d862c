package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code CREATE SCHEMA [IF NOT EXISTS] name}.
 *
 * <p>Immutable.
 */
public final class CreateSchema extends SqlStatement {
  public final boolean ifNotExists;

  public final SqlIdentifier name;

  public CreateSchema(SqlParserPos position, boolean ifNotExists, SqlIdentifier name) {
    super(position, "CREATE SCHEMA", SqlKind.OTHER_DDL);
    this.ifNotExists = ifNotExists;
    this.name = name;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("CREATE SCHEMA");
    optional(writer, ifNotExists, "IF NOT EXISTS");
    name.unparse(writer, 0, 0);
  }
}
