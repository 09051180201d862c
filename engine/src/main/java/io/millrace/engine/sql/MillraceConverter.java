package io.millrace.engine.sql;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/** The converter of validated statements to relational trees. */
final class MillraceConverter extends SqlToRelConverter {
  MillraceConverter(
      RelOptTable.ViewExpander views,
      SqlValidator validator,
      Prepare.CatalogReader names,
      RelOptCluster cluster,
      Config config) {
    super(views, validator, names, cluster, Convertlets.INSTANCE, config);
  }

  /**
   * The body as what it stands for. The inherited form converts it as a statement of its own, whose
   * columns must be exactly those that were validated; but as a branch of a set operation, or right
   * of IN, a literal that was cast to the common type is NOT NULL where that type may be null.
   */
  @Override
  public RelRoot convertWith(SqlWith with, boolean top) {
    return convertQueryRecursive(with.body, top, null);
  }
}
