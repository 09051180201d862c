package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;

/** Parts window functions from the expressions that they stand in, as QUALIFY brings them. */
final class WindowSplit {
  private WindowSplit() {}

  /**
   * The projection as one over another that has the window functions as fields of their own; the
   * very projection if they are fields already.
   */
  static Project of(Project project) {
    boolean nested =
        project.getProjects().stream()
            .anyMatch(e -> RexOver.containsOver(e) && !(e instanceof RexOver));
    if (!nested) {
      return project;
    }
    RelNode input = project.getInput();
    List<RexNode> inner = new ArrayList<>();
    for (int field = 0; field < input.getRowType().getFieldCount(); field++) {
      inner.add(RexInputRef.of(field, input.getRowType()));
    }
    List<RexNode> outer = new ArrayList<>();
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            int known = inner.indexOf(over);
            if (known < 0) {
              known = inner.size();
              inner.add(over);
            }
            return new RexInputRef(known, over.getType());
          }
        };
    project.getProjects().forEach(e -> outer.add(e.accept(shuttle)));
    RelNode windows = LogicalProject.create(input, List.of(), inner, (List<String>) null, Set.of());
    return LogicalProject.create(
        windows, List.of(), outer, project.getRowType().getFieldNames(), Set.of());
  }
}
