package io.millrace.engine.sql;

import io.millrace.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * {@code ARRAY(SELECT e FROM ... ORDER BY o)} as {@code COALESCE((SELECT ARRAY_AGG(x ORDER BY o0)
 * FROM (SELECT e, o FROM ... ORDER BY o) AS r (x, o0)), ARRAY[])}.
 *
 * <p>One object rewrites one of them.
 */
final class ArrayQueries {
  private final SqlParserPos position;
  private final List<SqlNode> order = new ArrayList<>();
  private final List<SqlNode> names = new ArrayList<>();

  private ArrayQueries(SqlParserPos position) {
    this.position = position;
    names.add(name("x"));
  }

  /**
   * The expression in the other form, or the node as it is.
   *
   * @throws io.millrace.engine.error.DatabaseException 42601 for several columns, with line and
   *     column
   */
  static @Nullable SqlNode rewrite(@Nullable SqlNode node) {
    return node instanceof SqlCall call && call.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR
        ? new ArrayQueries(call.getParserPosition()).rewritten(call.operand(0))
        : node;
  }

  private SqlNode rewritten(SqlNode query) {
    SqlNode rows = query instanceof SqlOrderBy ordered ? ordered(ordered) : query;
    check(rows);
    List<SqlNode> operands = new ArrayList<>(List.of(rows, name("r")));
    operands.addAll(names);
    SqlNode list = OwnAggregates.ARRAY_AGG.createCall(position, name("x"));
    if (!order.isEmpty()) {
      SqlNodeList keys = new SqlNodeList(order, position);
      list = SqlStdOperatorTable.WITHIN_GROUP.createCall(position, list, keys);
    }
    SqlNode select =
        Selects.of(
            position, SqlNodeList.of(list), SqlStdOperatorTable.AS.createCall(position, operands));
    SqlNode none = SqlLibraryOperators.ARRAY.createCall(position);
    return SqlStdOperatorTable.COALESCE.createCall(position, select, none);
  }

  private void check(SqlNode query) {
    SqlSelect select = select(query);
    if (select != null && select.getSelectList().size() > names.size()) {
      throw CalciteErrors.at(
          ErrorCode.SYNTAX_ERROR.exception("ARRAY", "Its query must have one column."), position);
    }
  }

  private SqlIdentifier name(String name) {
    return new SqlIdentifier(name, position);
  }

  private static @Nullable SqlSelect select(SqlNode query) {
    if (query instanceof SqlOrderBy ordered) {
      return select(ordered.query);
    }
    SqlNode body = query instanceof SqlWith with ? with.body : query;
    return body instanceof SqlSelect select ? select : null;
  }

  /** The query with what it is ordered by as more columns, if it may have more. */
  private SqlNode ordered(SqlOrderBy query) {
    SqlSelect select = select(query.query);
    SqlSelect open = select == null || select.isDistinct() ? null : select;
    List<SqlNode> positions = new ArrayList<>();
    for (SqlNode item : query.orderList) {
      SqlNode key = sorted(item);
      boolean own = open == null || isColumn(key, open.getSelectList().get(0));
      SqlIdentifier name = open == null || own ? name("x") : added(key, open.getSelectList());
      order.add(like(item, name));
      int place = own ? 1 : names.size();
      SqlNode number = SqlLiteral.createExactNumeric(String.valueOf(place), position);
      positions.add(isStar(open) && !own ? item : like(item, number));
    }
    return new SqlOrderBy(
        query.getParserPosition(),
        query.query,
        new SqlNodeList(positions, query.orderList.getParserPosition()),
        query.offset,
        query.fetch);
  }

  private static boolean isStar(@Nullable SqlSelect select) {
    return select != null
        && select.getSelectList().get(0) instanceof SqlIdentifier item
        && item.isStar();
  }

  private static SqlNode sorted(SqlNode item) {
    return isDirection(item) ? sorted(((SqlCall) item).operand(0)) : item;
  }

  private static boolean isDirection(SqlNode item) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> true;
      default -> false;
    };
  }

  /** Another expression in the directions of an item. */
  private static SqlNode like(SqlNode item, SqlNode expression) {
    if (!isDirection(item)) {
      return expression;
    }
    SqlCall call = (SqlCall) item;
    SqlNode operand = call.operand(0);
    return call.getOperator().createCall(call.getParserPosition(), like(operand, expression));
  }

  /** Whether a key is the query's own column, by position, by name or as it is written. */
  private static boolean isColumn(SqlNode key, SqlNode column) {
    if (key instanceof SqlNumericLiteral
        || SqlUtil.stripAs(column).equalsDeep(key, Litmus.IGNORE)) {
      return true;
    }
    if (!(key instanceof SqlIdentifier name) || !name.isSimple()) {
      return false;
    }
    // Of the one column that a star may be there is no other name.
    return column instanceof SqlIdentifier item
        ? item.isStar()
        : column.getKind() == SqlKind.AS
            && ((SqlCall) column).operand(1) instanceof SqlIdentifier alias
            && alias.getSimple().equalsIgnoreCase(name.getSimple());
  }

  private SqlIdentifier added(SqlNode key, SqlNodeList items) {
    SqlNode copy = key.accept(new SqlNodeCopy());
    items.add(copy == null ? key : copy);
    names.add(name("o" + (names.size() - 1)));
    return (SqlIdentifier) SqlNode.clone(names.get(names.size() - 1));
  }
}
