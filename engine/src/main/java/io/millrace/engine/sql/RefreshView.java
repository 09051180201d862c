package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code REFRESH MATERIALIZED VIEW name}: computes the rows of a view anew.
 *
 * <p>Immutable.
 */
public final class RefreshView extends SqlStatement {
  public final SqlIdentifier name;

  public RefreshView(SqlParserPos position, SqlIdentifier name) {
    super(position, "REFRESH MATERIALIZED VIEW", SqlKind.OTHER_DDL);
    this.name = name;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("REFRESH MATERIALIZED VIEW");
    name.unparse(writer, 0, 0);
  }
}
