package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code CREATE [INCREMENTAL] MATERIALIZED VIEW}: a view whose rows are kept, by each commit if it
 * is incremental, else by {@link RefreshView}.
 *
 * <p>Immutable.
 */
public final class CreateMaterializedView extends SqlStatement {
  public final boolean incremental;

  public final boolean ifNotExists;

  public final SqlIdentifier name;

  /** The names of the columns; empty if the query names them. */
  public final SqlNodeList columns;

  /** The options in {@code WITH (...)}, as written; names may repeat. */
  public final List<ViewOption> options;

  public final SqlFragment query;

  /** False if the view is to be filled later. */
  public final boolean withData;

  public CreateMaterializedView(
      SqlParserPos position,
      boolean incremental,
      boolean ifNotExists,
      SqlIdentifier name,
      SqlNodeList columns,
      List<ViewOption> options,
      SqlFragment query,
      boolean withData) {
    super(position, "CREATE MATERIALIZED VIEW", SqlKind.OTHER_DDL);
    this.incremental = incremental;
    this.ifNotExists = ifNotExists;
    this.name = name;
    this.columns = columns;
    this.options = List.copyOf(options);
    this.query = query;
    this.withData = withData;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name, columns, query.node());
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("CREATE");
    optional(writer, incremental, "INCREMENTAL");
    writer.keyword("MATERIALIZED VIEW");
    optional(writer, ifNotExists, "IF NOT EXISTS");
    name.unparse(writer, 0, 0);
    columns(writer, columns);
    if (!options.isEmpty()) {
      writer.keyword("WITH");
      parenthesized(writer, options, option -> option.unparse(writer));
    }
    writer.keyword("AS");
    query.node().unparse(writer, 0, 0);
    optional(writer, !withData, "WITH NO DATA");
  }
}
