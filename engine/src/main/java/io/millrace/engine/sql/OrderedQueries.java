package io.millrace.engine.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Queries with ORDER BY, OFFSET or LIMIT, in the forms that Calcite knows:
 *
 * <ul>
 *   <li>{@code (q ORDER BY a LIMIT 2) ORDER BY b} is {@code SELECT * FROM (q ...) ORDER BY b};
 *   <li>so is a SELECT DISTINCT with window functions, of whose columns the check of ORDER BY asks
 *       that they be selected.
 * </ul>
 *
 * Stateless.
 */
final class OrderedQueries {
  private OrderedQueries() {}

  static SqlOrderBy plain(SqlOrderBy ordered) {
    if (ordered.query instanceof SqlOrderBy) {
      return over(ordered, ordered.orderList);
    }
    if (ordered.query instanceof SqlSelect select
        && select.isDistinct()
        && OverCalls.find(select.getSelectList()) != null) {
      SqlNodeList order = overColumns(ordered.orderList, select.getSelectList());
      return order == null ? ordered : over(ordered, order);
    }
    return ordered;
  }

  private static SqlOrderBy over(SqlOrderBy ordered, SqlNodeList order) {
    return new SqlOrderBy(
        ordered.getParserPosition(), all(ordered.query), order, ordered.offset, ordered.fetch);
  }

  private static SqlSelect all(SqlNode query) {
    SqlParserPos position = query.getParserPosition();
    return Selects.of(position, SqlNodeList.of(SqlIdentifier.star(position)), query);
  }

  /** The order over the columns that the items give; null if it is by something else. */
  private static @Nullable SqlNodeList overColumns(SqlNodeList order, SqlNodeList items) {
    List<SqlNode> columns = new ArrayList<>();
    for (SqlNode item : order) {
      SqlNode column = column(item, items);
      if (column == null) {
        return null;
      }
      columns.add(column);
    }
    return new SqlNodeList(columns, order.getParserPosition());
  }

  private static @Nullable SqlNode column(SqlNode key, SqlNodeList items) {
    switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall call = (SqlCall) key;
        SqlNode inner = column(call.operand(0), items);
        return inner == null
            ? null
            : call.getOperator().createCall(call.getParserPosition(), inner);
      }
      case LITERAL -> {
        return key;
      }
      default -> {
        // A name that is no column of the result is an error there, too.
        boolean isName = key instanceof SqlIdentifier name && name.isSimple();
        return isName ? key : position(key, items);
      }
    }
  }

  private static @Nullable SqlNode position(SqlNode key, SqlNodeList items) {
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      if (item instanceof SqlIdentifier column && column.isStar()) {
        return null;
      }
      SqlNode expression = item.getKind() == SqlKind.AS ? SqlUtil.stripAs(item) : item;
      if (expression.equalsDeep(key, Litmus.IGNORE)) {
        return SqlLiteral.createExactNumeric(String.valueOf(i + 1), key.getParserPosition());
      }
    }
    return null;
  }
}
