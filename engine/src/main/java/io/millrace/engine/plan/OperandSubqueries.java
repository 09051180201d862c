package io.millrace.engine.plan;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Makes subqueries left of IN, as of {@code (SELECT ...) IN (SELECT ...)}, columns of a projection
 * below: they would become a part of the condition of a join, where no rule looks for them.
 */
final class OperandSubqueries extends RexShuttle {
  /** Moves those in subqueries: when a rule takes these apart, it looks for the next at once. */
  private static final RexShuttle INSIDE =
      new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery subquery) {
          RexSubQuery inner = (RexSubQuery) super.visitSubQuery(subquery);
          return inner.clone(move(inner.rel));
        }
      };

  private final int inputFields;
  private final List<RexNode> columns = new ArrayList<>();
  private boolean operand;

  private OperandSubqueries(RelNode input) {
    inputFields = input.getRowType().getFieldCount();
    for (int field = 0; field < inputFields; field++) {
      columns.add(RexInputRef.of(field, input.getRowType()));
    }
  }

  static RelNode move(RelNode root) {
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            RelNode copy = super.visit(node).accept(INSIDE);
            if (copy instanceof Filter filter) {
              return moved(filter);
            }
            return copy instanceof Project project ? moved(project) : copy;
          }
        });
  }

  private static RelNode moved(Filter filter) {
    OperandSubqueries operands = new OperandSubqueries(filter.getInput());
    RexNode condition = filter.getCondition().accept(operands);
    if (operands.isEmpty()) {
      return filter;
    }
    Below below = operands.below(filter.getInput(), filter.getVariablesSet(), List.of(condition));
    RelNode rows =
        LogicalFilter.create(
            below.rel, below.expressions.get(0), ImmutableSet.copyOf(below.variables));
    return LogicalProject.create(
        rows,
        List.of(),
        new OperandSubqueries(filter.getInput()).columns,
        filter.getRowType().getFieldNames(),
        Set.of());
  }

  private static RelNode moved(Project project) {
    OperandSubqueries operands = new OperandSubqueries(project.getInput());
    List<RexNode> expressions = operands.visitList(project.getProjects());
    if (operands.isEmpty()) {
      return project;
    }
    Below below = operands.below(project.getInput(), project.getVariablesSet(), expressions);
    return LogicalProject.create(
        below.rel,
        List.of(),
        below.expressions,
        project.getRowType().getFieldNames(),
        below.variables);
  }

  private boolean isEmpty() {
    return columns.size() == inputFields;
  }

  /** The projection below, and what stands above it. */
  private record Below(RelNode rel, List<RexNode> expressions, Set<CorrelationId> variables) {}

  /** The variables mean rows of the input there, so those above it need others. */
  private Below below(RelNode input, Set<CorrelationId> variables, List<RexNode> expressions) {
    RelNode rel =
        moved(LogicalProject.create(input, List.of(), columns, (List<String>) null, variables));
    Set<CorrelationId> above = new HashSet<>();
    List<RexNode> renamed = expressions;
    for (CorrelationId variable : variables) {
      CorrelationId id = input.getCluster().createCorrel();
      RexNode row = input.getCluster().getRexBuilder().makeCorrel(rel.getRowType(), id);
      CorrelatedFields fields =
          new CorrelatedFields(
              variable, f -> input.getCluster().getRexBuilder().makeFieldAccess(row, f));
      renamed = fields.visitList(renamed);
      above.add(id);
    }
    return new Below(rel, renamed, above);
  }

  @Override
  public RexNode visitSubQuery(RexSubQuery subquery) {
    if (!operand) {
      operand = true;
      RexNode moved = super.visitSubQuery(subquery);
      operand = false;
      return moved;
    }
    if (!columns.contains(subquery)) {
      columns.add(subquery);
    }
    return new RexInputRef(columns.indexOf(subquery), subquery.getType());
  }
}
