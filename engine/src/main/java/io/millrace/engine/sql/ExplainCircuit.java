package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code EXPLAIN CIRCUIT view [AS (TEXT | DOT | JSON)]}.
 *
 * <p>Immutable.
 */
public final class ExplainCircuit extends SqlStatement {
  /** How the circuit is to be written. */
  public enum Format {
    TEXT,
    DOT,
    JSON
  }

  public final SqlIdentifier view;

  public final Format format;

  public ExplainCircuit(SqlParserPos position, SqlIdentifier view, Format format) {
    super(position, "EXPLAIN CIRCUIT", SqlKind.EXPLAIN);
    this.view = view;
    this.format = format;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(view);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("EXPLAIN CIRCUIT");
    view.unparse(writer, 0, 0);
    writer.keyword("AS");
    writer.keyword(format.name());
  }
}
