package io.millrace.engine.query;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Scan;
import java.util.List;

/** Turns expressions over a scan's columns into expressions over the relation's. */
final class TableColumns {
  private TableColumns() {}

  static Expr of(Expr expr, Scan scan, Relation relation) {
    List<Integer> ids = relation.columnIds();
    return Exprs.mapColumns(expr, column -> ids.indexOf(scan.columnIds().get(column)));
  }
}
