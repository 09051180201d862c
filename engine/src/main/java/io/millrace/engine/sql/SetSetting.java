package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code SET name = value}.
 *
 * <p>Immutable.
 */
public final class SetSetting extends SqlStatement {
  public final SqlIdentifier name;

  /** A literal, or an identifier for a word; null for DEFAULT. */
  public final @Nullable SqlNode value;

  public SetSetting(SqlParserPos position, SqlIdentifier name, @Nullable SqlNode value) {
    super(position, "SET", SqlKind.SET_OPTION);
    this.name = name;
    this.value = value;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name, value);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("SET");
    name.unparse(writer, 0, 0);
    writer.keyword("=");
    if (value == null) {
      writer.keyword("DEFAULT");
    } else {
      value.unparse(writer, 0, 0);
    }
  }
}
