package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code CREATE [UNIQUE] INDEX [IF NOT EXISTS] name ON table (columns)}.
 *
 * <p>Immutable.
 */
public final class CreateIndex extends SqlStatement {
  public final boolean unique;

  public final boolean ifNotExists;

  public final SqlIdentifier name;

  public final SqlIdentifier table;

  public final List<IndexColumn> columns;

  public CreateIndex(
      SqlParserPos position,
      boolean unique,
      boolean ifNotExists,
      SqlIdentifier name,
      SqlIdentifier table,
      List<IndexColumn> columns) {
    super(position, "CREATE INDEX", SqlKind.OTHER_DDL);
    this.unique = unique;
    this.ifNotExists = ifNotExists;
    this.name = name;
    this.table = table;
    this.columns = List.copyOf(columns);
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name, table);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("CREATE");
    optional(writer, unique, "UNIQUE");
    writer.keyword("INDEX");
    optional(writer, ifNotExists, "IF NOT EXISTS");
    name.unparse(writer, 0, 0);
    writer.keyword("ON");
    table.unparse(writer, 0, 0);
    parenthesized(writer, columns, column -> column.unparse(writer));
  }
}
