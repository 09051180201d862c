package io.millrace.engine.sql;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Brings OVER to a form that Calcite understands: names of WINDOW clauses are replaced by what they
 * stand for (Calcite gives a frame that follows a name the bounds of another), and aggregates get
 * their form of {@link WindowAggregateSyntax}.
 */
final class WindowSyntax extends SqlShuttle {
  /** The place of the WINDOW clause among the operands of SELECT. */
  private static final int WINDOWS = 6;

  private final Map<String, SqlWindow> windows = new LinkedHashMap<>();

  private WindowSyntax(@Nullable SqlNodeList declared) {
    if (declared == null) {
      return;
    }
    for (SqlNode node : declared) {
      SqlWindow window = resolved((SqlWindow) node);
      SqlIdentifier name = ((SqlWindow) node).getDeclName();
      if (name != null) {
        window.setDeclName(name);
        windows.put(key(name), window);
      }
    }
  }

  /**
   * The statement in that form; parts of it are changed in place.
   *
   * @throws DatabaseException 42P20 if a window is not defined or may not be changed as asked
   */
  static SqlNode plain(SqlNode statement) {
    SqlNode plain = statement.accept(new WindowSyntax(null));
    return plain == null ? statement : plain;
  }

  private static String key(SqlIdentifier name) {
    return name.getSimple().toLowerCase(Locale.ROOT);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the visitor hands back what it left as it was
  public @Nullable SqlNode visit(SqlCall call) {
    if (call instanceof SqlOrderBy ordered && !ordered.query.isA(SqlKind.QUERY)) {
      throw CalciteErrors.at(
          ErrorCode.INVALID_QUERY.exception("ORDER BY unexpected", "Correct the statement."),
          ordered.orderList.getParserPosition());
    }
    if (call instanceof SqlOrderBy ordered && ordered.query instanceof SqlSelect select) {
      WindowSyntax inner = new WindowSyntax(select.getWindowList());
      inner.select(select);
      SqlNodeList order = inner.visited(ordered.orderList);
      return order == ordered.orderList
          ? ordered
          : new SqlOrderBy(
              ordered.getParserPosition(), select, order, ordered.offset, ordered.fetch);
    }
    if (call instanceof SqlSelect select) {
      return new WindowSyntax(select.getWindowList()).select(select);
    }
    if (call.getKind() == SqlKind.OVER) {
      return over(call);
    }
    return super.visit(call);
  }

  /** In place: a SELECT is more than its operands. */
  private SqlSelect select(SqlSelect select) {
    select.setSelectList(visited(select.getSelectList()));
    select.setFrom(visited(select.getFrom()));
    select.setWhere(visited(select.getWhere()));
    select.setGroupBy(visited(select.getGroup()));
    select.setHaving(visited(select.getHaving()));
    select.setQualify(visited(select.getQualify()));
    select.setOrderBy(visited(select.getOrderList()));
    SqlNodeList declared = select.getWindowList();
    if (!windows.isEmpty()) {
      select.setOperand(WINDOWS, new SqlNodeList(windows.values(), declared.getParserPosition()));
    }
    return select;
  }

  private SqlNode over(SqlCall call) {
    SqlNode function = call.operand(0).accept(this);
    SqlNode window = call.operand(1);
    if (window instanceof SqlIdentifier name) {
      window = named(name);
    } else if (window instanceof SqlWindow spec) {
      window = resolved(spec);
    }
    if (function instanceof SqlCall written) {
      function = WindowAggregateSyntax.plain(written);
    }
    if (window instanceof SqlWindow spec) {
      FrameOffsets.prepare(spec);
      markNullable(function, !SqlWindow.isExcludeNoOthers(spec.getExclude()));
    }
    return call.getOperator().createCall(call.getParserPosition(), function, window);
  }

  /**
   * Marks the argument of which the result may be NULL although it never is: where rows are
   * excluded, a frame may be empty; NTH_VALUE may not find its row; and what LAG and LEAD find may
   * be NULL whatever their default is.
   */
  private static void markNullable(SqlNode function, boolean excludes) {
    if (!(function instanceof SqlCall call) || call.operandCount() == 0) {
      return;
    }
    if (call.getKind() == SqlKind.IGNORE_NULLS || call.getKind() == SqlKind.RESPECT_NULLS) {
      markNullable(call.operand(0), excludes);
      return;
    }
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    boolean away = name.equals("LAG") || name.equals("LEAD");
    int argument = away ? 2 : 0;
    if ((away && call.operandCount() > 2)
        || name.equals("NTH_VALUE")
        || (excludes && !away && !WindowAggregateSyntax.isStar(call.operand(0)))) {
      call.setOperand(argument, Marker.NULLABLE.on(call.operand(argument)));
    }
  }

  private SqlWindow named(SqlIdentifier name) {
    SqlWindow window = windows.get(key(name));
    if (window == null) {
      throw CalciteErrors.at(
          ErrorCode.WINDOWING_ERROR.exception(
              "Window \"" + name + "\" is not defined", "Define it in WINDOW."),
          name.getParserPosition());
    }
    return copy(window, window.getPartitionList(), window.getOrderList(), window);
  }

  /** The window with what the one that it names has. */
  private SqlWindow resolved(SqlWindow window) {
    SqlNodeList partition = visited(window.getPartitionList());
    SqlNodeList order = visited(window.getOrderList());
    SqlIdentifier name = window.getRefName();
    if (name == null) {
      return copy(window, partition, order, window);
    }
    SqlWindow base = named(name);
    if (!partition.isEmpty()) {
      throw refused(name, "PARTITION BY cannot be added to window \"" + name + "\"");
    }
    if (!order.isEmpty() && !base.getOrderList().isEmpty()) {
      throw refused(name, "Window \"" + name + "\" has an ORDER BY already");
    }
    if (base.getLowerBound() != null) {
      throw refused(name, "Window \"" + name + "\" has a frame and cannot be changed");
    }
    return copy(
        window, base.getPartitionList(), order.isEmpty() ? base.getOrderList() : order, window);
  }

  @SuppressWarnings("unchecked") // a list stays a list
  private <N extends @Nullable SqlNode> N visited(N node) {
    return node == null ? node : (N) node.accept(this);
  }

  private static DatabaseException refused(SqlIdentifier name, String why) {
    return CalciteErrors.at(
        ErrorCode.WINDOWING_ERROR.exception(why, "Write the whole window in OVER."),
        name.getParserPosition());
  }

  /** Each use has a window of its own, for validation writes into it. */
  private static SqlWindow copy(
      SqlWindow like, SqlNodeList partition, SqlNodeList order, SqlWindow frame) {
    SqlParserPos position = like.getParserPosition();
    return SqlWindow.create(
        null,
        null,
        copy(partition),
        copy(order),
        SqlLiteral.createBoolean(frame.isRows(), position),
        copy(frame.getLowerBound()),
        copy(frame.getUpperBound()),
        null,
        frame.getExclude(),
        position);
  }

  private static SqlNodeList copy(SqlNodeList list) {
    List<SqlNode> copies = new ArrayList<>();
    list.forEach(node -> copies.add(copy(node)));
    return new SqlNodeList(copies, list.getParserPosition());
  }

  @SuppressWarnings("NullAway") // nothing for nothing
  private static SqlNode copy(@Nullable SqlNode node) {
    return node == null ? null : node.accept(new SqlNodeCopy());
  }
}
