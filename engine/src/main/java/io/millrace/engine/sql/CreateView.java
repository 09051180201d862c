package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code CREATE [OR REPLACE] VIEW name [(columns)] AS query}: a view that is expanded when it is
 * used.
 *
 * <p>Immutable.
 */
public final class CreateView extends SqlStatement {
  public final boolean replace;

  public final SqlIdentifier name;

  /** The names of the columns; empty if the query names them. */
  public final SqlNodeList columns;

  public final SqlFragment query;

  public CreateView(
      SqlParserPos position,
      boolean replace,
      SqlIdentifier name,
      SqlNodeList columns,
      SqlFragment query) {
    super(position, "CREATE VIEW", SqlKind.OTHER_DDL);
    this.replace = replace;
    this.name = name;
    this.columns = columns;
    this.query = query;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name, columns, query.node());
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("CREATE");
    optional(writer, replace, "OR REPLACE");
    writer.keyword("VIEW");
    name.unparse(writer, 0, 0);
    columns(writer, columns);
    writer.keyword("AS");
    query.node().unparse(writer, 0, 0);
  }
}
