package io.millrace.engine.query;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Scan;
import java.util.List;

/** Turns expressions over a scan's columns into expressions over the table's. */
final class TableColumns {
  private TableColumns() {}

  static Expr of(Expr expr, Scan scan, Table table) {
    List<Integer> tableIds = table.columnIds();
    return Exprs.mapColumns(expr, column -> tableIds.indexOf(scan.columnIds().get(column)));
  }
}
