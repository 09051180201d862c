package io.millrace.engine.plan;

import io.millrace.engine.sql.Marker;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;

/**
 * Drops what means nothing in a subquery: ORDER BY without LIMIT anywhere, and LIMIT in EXISTS,
 * which people write for speed. Each would cost a window per outer row.
 */
final class SubqueryLimits extends RexShuttle {
  private SubqueryLimits() {}

  static RelNode drop(RelNode root) {
    SubqueryLimits rex = new SubqueryLimits();
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            return super.visit(node).accept(rex);
          }
        });
  }

  @Override
  public RexNode visitSubQuery(RexSubQuery subQuery) {
    RexSubQuery inner = (RexSubQuery) super.visitSubQuery(subQuery);
    RelNode rel = drop(inner.rel);
    return inner.clone(withoutSort(rel, inner.getKind() == SqlKind.EXISTS));
  }

  private static RelNode withoutSort(RelNode rel, boolean exists) {
    if (rel instanceof Sort sort) {
      boolean meaningless = sort.offset == null && (sort.fetch == null || (exists && isSome(sort)));
      return meaningless ? withoutSort(sort.getInput(), exists) : rel;
    }
    if (exists && rel instanceof Project project && !project.containsOver()) {
      RelNode input = withoutSort(project.getInput(), true);
      return input == project.getInput()
          ? rel
          : project.copy(project.getTraitSet(), input, project.getProjects(), project.getRowType());
    }
    return rel;
  }

  private static boolean isSome(Sort sort) {
    RexNode written = sort.fetch == null ? null : Marker.WITH_TIES.off(sort.fetch);
    Long rows = written instanceof RexLiteral fetch ? fetch.getValueAs(Long.class) : null;
    return rows != null && rows > 0;
  }
}
