package io.millrace.engine.plan;

import io.millrace.engine.plan.QueryPlan.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;

/**
 * ORDER BY output columns, by number or name, as the full planner has it. By what is not selected,
 * by expressions, or twice by one column is not plain. Stateless.
 */
final class PlainOrder {
  private PlainOrder() {}

  static List<SortKey> of(List<SqlNode> order, PlainQuery query) {
    List<SortKey> keys = new ArrayList<>();
    for (SqlNode item : order) {
      SortKey key = key(item, query);
      NotPlain.unless(keys.stream().noneMatch(earlier -> earlier.column() == key.column()));
      keys.add(key);
    }
    return keys;
  }

  private static SortKey key(SqlNode item, PlainQuery query) {
    SqlNode node = item;
    SqlKind nulls = null;
    if (node.getKind() == SqlKind.NULLS_FIRST || node.getKind() == SqlKind.NULLS_LAST) {
      nulls = node.getKind();
      node = ((SqlCall) node).operand(0);
    }
    boolean descending = node.getKind() == SqlKind.DESCENDING;
    if (descending) {
      node = ((SqlCall) node).operand(0);
    }
    boolean nullsFirst = nulls == null ? descending : nulls == SqlKind.NULLS_FIRST;
    int column = column(node, query);
    // Of two equal items the first is taken.
    NotPlain.unless(query.items().indexOf(query.items().get(column)) == column);
    return new SortKey(column, descending, nullsFirst);
  }

  private static int column(SqlNode node, PlainQuery query) {
    List<String> labels = query.labels();
    if (node instanceof SqlNumericLiteral number) {
      NotPlain.unless(number.isInteger() && number.getPrec() < 5);
      int column = number.intValue(true) - 1;
      NotPlain.unless(column >= 0 && column < labels.size());
      return column;
    }
    NotPlain.unless(node instanceof SqlIdentifier written && written.isSimple());
    SqlIdentifier name = (SqlIdentifier) node;
    int found = -1;
    for (int i = 0; i < labels.size(); i++) {
      if (PlainFrom.isSame(labels.get(i), name.getSimple())) {
        NotPlain.unless(found < 0);
        found = i;
      }
    }
    NotPlain.unless(found >= 0 && query.isNamed(found, name));
    return found;
  }
}
