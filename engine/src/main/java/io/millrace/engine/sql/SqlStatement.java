package io.millrace.engine.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A statement that Calcite does not know, or knows otherwise: all but queries, INSERT, UPDATE,
 * DELETE and MERGE.
 *
 * <p>{@link #unparse} writes text that parses to an equal statement. Statements are read, not
 * rewritten: a visitor sees their operands, a shuttle must be given the operands one by one.
 */
public abstract sealed class SqlStatement extends SqlCall
    permits AddConstraint,
        AdviseViews,
        AlterView,
        BeginTransaction,
        Checkpoint,
        CommitTransaction,
        CreateIndex,
        CreateMaterializedView,
        CreateSchema,
        CreateTable,
        CreateView,
        DropConstraint,
        DropIndex,
        DropSchema,
        DropTable,
        DropView,
        Explain,
        ExplainCircuit,
        RefreshView,
        ReleaseSavepoint,
        RollbackTransaction,
        SelectForUpdate,
        SetSavepoint,
        SetSetting,
        ShowSetting,
        Shutdown,
        TruncateTable,
        VerifyView {
  private final SqlOperator operator;

  SqlStatement(SqlParserPos position, String name, SqlKind kind) {
    super(position);
    this.operator = new SqlSpecialOperator(name, kind);
  }

  @Override
  public SqlOperator getOperator() {
    return operator;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of();
  }

  @Override
  public abstract void unparse(SqlWriter writer, int leftPrec, int rightPrec);

  static List<SqlNode> operands(@Nullable SqlNode... nodes) {
    return Arrays.stream(nodes).filter(Objects::nonNull).toList();
  }

  static void optional(SqlWriter writer, boolean present, String keyword) {
    if (present) {
      writer.keyword(keyword);
    }
  }

  /** A list of column names; nothing if it is empty. */
  static void columns(SqlWriter writer, SqlNodeList columns) {
    if (!columns.isEmpty()) {
      parenthesized(writer, columns.getList(), column -> column.unparse(writer, 0, 0));
    }
  }

  static <T extends @Nullable Object> void parenthesized(
      SqlWriter writer, List<T> elements, Consumer<? super T> unparse) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    for (T element : elements) {
      writer.sep(",");
      unparse.accept(element);
    }
    writer.endList(frame);
  }
}
