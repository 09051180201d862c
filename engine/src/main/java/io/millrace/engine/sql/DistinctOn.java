package io.millrace.engine.sql;

import io.millrace.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT DISTINCT ON (e, ...) ... ORDER BY ...}: of the rows with equal expressions the
 * first by the order. That is {@code QUALIFY ROW_NUMBER() OVER (PARTITION BY e, ... ORDER BY ...) =
 * 1}. Until the ORDER BY behind it is known, the expressions stand in QUALIFY as a call. Stateless.
 */
public final class DistinctOn {
  private static final SqlOperator CALL =
      new SqlFunction(
          "DISTINCT ON",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.BOOLEAN_NOT_NULL,
          null,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.SYSTEM);

  private DistinctOn() {}

  /**
   * The SELECT, just read, with its expressions.
   *
   * @param expressions null for a SELECT without ON
   */
  public static SqlSelect in(SqlSelect select, @Nullable SqlNodeList expressions) {
    if (expressions == null) {
      return select;
    }
    List<SqlNode> operands = new ArrayList<>(expressions);
    if (select.getQualify() != null) {
      operands.add(SqlNodeList.of(select.getQualify()));
    }
    select.setQualify(CALL.createCall(expressions.getParserPosition(), operands));
    return select;
  }

  /** Whether a query that has just been read is one. */
  public static boolean isIn(SqlNode query) {
    return query instanceof SqlSelect select
        && select.getQualify() instanceof SqlCall call
        && call.getOperator().equals(CALL);
  }

  /** Changes the SELECT to one with ROW_NUMBER over the order. */
  static void rewrite(SqlSelect select, @Nullable SqlNodeList order) {
    SqlCall call = (SqlCall) select.getQualify();
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : call.getOperandList()) {
      if (key instanceof SqlNodeList qualify) {
        throw CalciteErrors.at(
            ErrorCode.FEATURE_NOT_SUPPORTED.exception(
                "QUALIFY beside DISTINCT ON", "Write one of the two in a derived table."),
            qualify.get(0).getParserPosition());
      }
      keys.add(meant(key, select));
    }
    List<SqlNode> sorts = new ArrayList<>();
    if (order != null) {
      order.forEach(item -> sorts.add(meantItem(item, select)));
    }
    sorts.forEach(DistinctOn::refuseWindow);
    SqlWindow window =
        SqlWindow.create(
            null,
            null,
            new SqlNodeList(keys, position),
            new SqlNodeList(sorts, position),
            SqlLiteral.createBoolean(false, position),
            null,
            null,
            null,
            SqlWindow.createExcludeNoOthers(position),
            position);
    SqlNode number =
        SqlStdOperatorTable.OVER.createCall(
            position, SqlStdOperatorTable.ROW_NUMBER.createCall(position), window);
    select.setQualify(
        SqlStdOperatorTable.EQUALS.createCall(
            position, number, SqlLiteral.createExactNumeric("1", position)));
  }

  private static void refuseWindow(SqlNode item) {
    SqlNode over = OverCalls.find(item);
    if (over != null) {
      throw CalciteErrors.at(
          ErrorCode.FEATURE_NOT_SUPPORTED.exception(
              "A window function in ORDER BY with DISTINCT ON", "Compute it in a derived table."),
          over.getParserPosition());
    }
  }

  private static SqlNode meantItem(SqlNode item, SqlSelect select) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall call = (SqlCall) item;
        SqlNode inner = meantItem(call.operand(0), select);
        yield call.getOperator().createCall(call.getParserPosition(), inner);
      }
      default -> meant(item, select);
    };
  }

  /** The expression that a position or a name of the select list stands for; a copy, as always. */
  private static SqlNode meant(SqlNode node, SqlSelect select) {
    SqlNode meant = node;
    if (node instanceof SqlNumericLiteral number && number.isInteger()) {
      meant = atPosition(number, select.getSelectList());
    } else if (node instanceof SqlIdentifier name && name.isSimple()) {
      for (SqlNode item : select.getSelectList()) {
        if (item.getKind() == SqlKind.AS
            && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
            && alias.getSimple().equalsIgnoreCase(name.getSimple())) {
          meant = ((SqlCall) item).operand(0);
        }
      }
    }
    SqlNode copy = meant.accept(new SqlNodeCopy());
    return copy == null ? meant : copy;
  }

  private static SqlNode atPosition(SqlNumericLiteral number, SqlNodeList items) {
    long position = number.longValue(true);
    boolean stars =
        items.stream()
            .limit(Math.max(position, 0))
            .anyMatch(item -> item instanceof SqlIdentifier column && column.isStar());
    if (stars) {
      throw CalciteErrors.at(
          ErrorCode.FEATURE_NOT_SUPPORTED.exception(
              "A position behind * with DISTINCT ON", "Write the column's name."),
          number.getParserPosition());
    }
    if (position < 1 || position > items.size()) {
      throw CalciteErrors.at(
          ErrorCode.INVALID_COLUMN_REFERENCE.exception(
              "Position " + position + " is not in the select list",
              "Write a number from 1 to " + items.size() + "."),
          number.getParserPosition());
    }
    SqlNode item = items.get((int) position - 1);
    return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
  }

  /**
   * Checks a validated SELECT, all of whose names are full: the order must begin with the
   * expressions, in any order, so that the rows that are kept are those seen first.
   *
   * @throws io.millrace.engine.error.DatabaseException 42P10 with line and column
   */
  static void check(SqlSelect select) {
    SqlCall number = ((SqlCall) select.getQualify()).operand(0);
    SqlWindow window = number.operand(1);
    List<SqlNode> left = new ArrayList<>(window.getPartitionList());
    for (SqlNode item : window.getOrderList()) {
      SqlNode expression = sorted(item);
      boolean isKey =
          window.getPartitionList().stream()
              .anyMatch(key -> key.equalsDeep(expression, Litmus.IGNORE));
      left.removeIf(key -> key.equalsDeep(expression, Litmus.IGNORE));
      if (!isKey && !left.isEmpty()) {
        throw CalciteErrors.at(
            ErrorCode.INVALID_COLUMN_REFERENCE.exception(
                "ORDER BY does not begin with the expressions of DISTINCT ON",
                "Order by those first."),
            expression.getParserPosition());
      }
    }
  }

  private static SqlNode sorted(SqlNode item) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> sorted(((SqlCall) item).operand(0));
      default -> item;
    };
  }
}
