package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code ALTER TABLE table ADD constraint}.
 *
 * <p>Immutable.
 */
public final class AddConstraint extends SqlStatement {
  public final SqlIdentifier table;

  public final TableConstraint constraint;

  public AddConstraint(SqlParserPos position, SqlIdentifier table, TableConstraint constraint) {
    super(position, "ALTER TABLE", SqlKind.OTHER_DDL);
    this.table = table;
    this.constraint = constraint;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(table);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("ALTER TABLE");
    table.unparse(writer, 0, 0);
    writer.keyword("ADD");
    constraint.unparse(writer);
  }
}
