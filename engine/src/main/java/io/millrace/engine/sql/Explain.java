package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code EXPLAIN [ANALYZE] statement}; {@code EXPLAIN PLAN FOR} reads as {@code EXPLAIN}.
 *
 * <p>Immutable.
 */
public final class Explain extends SqlStatement {
  /** Whether the statement is to be run, too. */
  public final boolean analyze;

  public final SqlNode statement;

  public Explain(SqlParserPos position, boolean analyze, SqlNode statement) {
    super(position, "EXPLAIN", SqlKind.EXPLAIN);
    this.analyze = analyze;
    this.statement = statement;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(statement);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("EXPLAIN");
    optional(writer, analyze, "ANALYZE");
    statement.unparse(writer, 0, 0);
  }
}
