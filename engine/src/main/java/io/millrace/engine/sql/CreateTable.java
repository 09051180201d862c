package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code CREATE TABLE [IF NOT EXISTS] name (elements)}. Constraints that were written beside a
 * column stand among the constraints of the table, in the order of the text.
 *
 * <p>Immutable.
 */
public final class CreateTable extends SqlStatement {
  public final boolean ifNotExists;

  public final SqlIdentifier name;

  public final List<ColumnDefinition> columns;

  public final List<TableConstraint> constraints;

  public CreateTable(
      SqlParserPos position,
      boolean ifNotExists,
      SqlIdentifier name,
      List<ColumnDefinition> columns,
      List<TableConstraint> constraints) {
    super(position, "CREATE TABLE", SqlKind.OTHER_DDL);
    this.ifNotExists = ifNotExists;
    this.name = name;
    this.columns = List.copyOf(columns);
    this.constraints = List.copyOf(constraints);
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("CREATE TABLE");
    optional(writer, ifNotExists, "IF NOT EXISTS");
    name.unparse(writer, 0, 0);
    SqlWriter.Frame frame = writer.startList("(", ")");
    for (ColumnDefinition column : columns) {
      writer.sep(",");
      column.unparse(writer);
    }
    for (TableConstraint constraint : constraints) {
      writer.sep(",");
      constraint.unparse(writer);
    }
    writer.endList(frame);
  }
}
