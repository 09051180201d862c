package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;

/**
 * Makes fields of outer rows that window functions read columns of the window's input: the
 * decorrelator does not look into what windows are partitioned and ordered by.
 */
final class CorrelatedWindows extends RexShuttle {
  private final int inputFields;
  private final List<RexNode> outer = new ArrayList<>();
  private boolean inside;

  private CorrelatedWindows(int inputFields) {
    this.inputFields = inputFields;
  }

  static RelNode move(RelNode root) {
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            RelNode copy = super.visit(node);
            return copy instanceof Project project && project.containsOver()
                ? moved(project)
                : copy;
          }
        });
  }

  private static RelNode moved(Project project) {
    RelNode input = project.getInput();
    CorrelatedWindows windows = new CorrelatedWindows(input.getRowType().getFieldCount());
    List<RexNode> expressions = windows.visitList(project.getProjects());
    if (windows.outer.isEmpty()) {
      return project;
    }
    List<RexNode> columns = new ArrayList<>();
    for (int field = 0; field < windows.inputFields; field++) {
      columns.add(RexInputRef.of(field, input.getRowType()));
    }
    columns.addAll(windows.outer);
    return project.copy(
        project.getTraitSet(),
        LogicalProject.create(input, List.of(), columns, (List<String>) null, Set.of()),
        expressions,
        project.getRowType());
  }

  @Override
  public RexNode visitOver(RexOver over) {
    boolean before = inside;
    inside = true;
    RexNode moved = super.visitOver(over);
    inside = before;
    return moved;
  }

  @Override
  public RexNode visitFieldAccess(RexFieldAccess access) {
    if (!inside) {
      return access;
    }
    if (!outer.contains(access)) {
      outer.add(access);
    }
    return new RexInputRef(inputFields + outer.indexOf(access), access.getType());
  }
}
