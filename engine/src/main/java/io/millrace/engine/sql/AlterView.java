package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code ALTER MATERIALIZED VIEW name SUSPEND [CASCADE] | RESUME}.
 *
 * <p>Immutable.
 */
public final class AlterView extends SqlStatement {
  /** What is to happen to the view. */
  public enum Action {
    SUSPEND,
    RESUME
  }

  public final SqlIdentifier name;

  public final Action action;

  /** Whether what reads the view is suspended with it. */
  public final boolean cascade;

  public AlterView(SqlParserPos position, SqlIdentifier name, Action action, boolean cascade) {
    super(position, "ALTER MATERIALIZED VIEW", SqlKind.OTHER_DDL);
    this.name = name;
    this.action = action;
    this.cascade = cascade;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("ALTER MATERIALIZED VIEW");
    name.unparse(writer, 0, 0);
    writer.keyword(action.name());
    optional(writer, cascade, "CASCADE");
  }
}
