package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code VERIFY MATERIALIZED VIEW name}: compares a view with its query, as bags.
 *
 * <p>Immutable.
 */
public final class VerifyView extends SqlStatement {
  public final SqlIdentifier name;

  public VerifyView(SqlParserPos position, SqlIdentifier name) {
    super(position, "VERIFY MATERIALIZED VIEW", SqlKind.OTHER_DDL);
    this.name = name;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("VERIFY MATERIALIZED VIEW");
    name.unparse(writer, 0, 0);
  }
}
