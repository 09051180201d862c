package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code ALTER TABLE table DROP CONSTRAINT [IF EXISTS] name [RESTRICT | CASCADE]}.
 *
 * <p>Immutable.
 */
public final class DropConstraint extends SqlStatement {
  public final SqlIdentifier table;

  public final boolean ifExists;

  public final SqlIdentifier constraint;

  /** Whether foreign keys that need it go with it. */
  public final boolean cascade;

  public DropConstraint(
      SqlParserPos position,
      SqlIdentifier table,
      boolean ifExists,
      SqlIdentifier constraint,
      boolean cascade) {
    super(position, "ALTER TABLE", SqlKind.OTHER_DDL);
    this.table = table;
    this.ifExists = ifExists;
    this.constraint = constraint;
    this.cascade = cascade;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(table, constraint);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("ALTER TABLE");
    table.unparse(writer, 0, 0);
    writer.keyword("DROP CONSTRAINT");
    optional(writer, ifExists, "IF EXISTS");
    constraint.unparse(writer, 0, 0);
    optional(writer, cascade, "CASCADE");
  }
}
