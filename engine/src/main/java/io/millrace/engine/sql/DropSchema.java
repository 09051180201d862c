package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code DROP SCHEMA [IF EXISTS] name [RESTRICT | CASCADE]}.
 *
 * <p>Immutable.
 */
public final class DropSchema extends SqlStatement {
  public final boolean ifExists;

  public final SqlIdentifier name;

  public final boolean cascade;

  public DropSchema(SqlParserPos position, boolean ifExists, SqlIdentifier name, boolean cascade) {
    super(position, "DROP SCHEMA", SqlKind.OTHER_DDL);
    this.ifExists = ifExists;
    this.name = name;
    this.cascade = cascade;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("DROP SCHEMA");
    optional(writer, ifExists, "IF EXISTS");
    name.unparse(writer, 0, 0);
    optional(writer, cascade, "CASCADE");
  }
}
