package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code ADVISE VIEWS [FOR query]}: which incremental views would serve a query, or those that the
 * session ran.
 *
 * <p>Immutable, as long as nobody changes the query.
 */
public final class AdviseViews extends SqlStatement {
  public final @Nullable SqlFragment query;

  public AdviseViews(SqlParserPos position, @Nullable SqlFragment query) {
    super(position, "ADVISE VIEWS", SqlKind.OTHER_DDL);
    this.query = query;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return query == null ? operands() : operands(query.node());
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("ADVISE VIEWS");
    if (query != null) {
      writer.keyword("FOR");
      query.node().unparse(writer, 0, 0);
    }
  }
}
