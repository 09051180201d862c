package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code DROP [MATERIALIZED] VIEW [IF EXISTS] name [RESTRICT | CASCADE]}.
 *
 * <p>Immutable.
 */
public final class DropView extends SqlStatement {
  public final boolean materialized;

  public final boolean ifExists;

  public final SqlIdentifier name;

  public final boolean cascade;

  public DropView(
      SqlParserPos position,
      boolean materialized,
      boolean ifExists,
      SqlIdentifier name,
      boolean cascade) {
    super(position, "DROP VIEW", SqlKind.OTHER_DDL);
    this.materialized = materialized;
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
    writer.keyword("DROP");
    optional(writer, materialized, "MATERIALIZED");
    writer.keyword("VIEW");
    optional(writer, ifExists, "IF EXISTS");
    name.unparse(writer, 0, 0);
    optional(writer, cascade, "CASCADE");
  }
}
