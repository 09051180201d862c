package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code SHOW name} or {@code SHOW ALL}.
 *
 * <p>Immutable.
 */
public final class ShowSetting extends SqlStatement {
  /** Null for all settings. */
  public final @Nullable SqlIdentifier name;

  public ShowSetting(SqlParserPos position, @Nullable SqlIdentifier name) {
    super(position, "SHOW", SqlKind.OTHER);
    this.name = name;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("SHOW");
    if (name == null) {
      writer.keyword("ALL");
    } else {
      name.unparse(writer, 0, 0);
    }
  }
}
