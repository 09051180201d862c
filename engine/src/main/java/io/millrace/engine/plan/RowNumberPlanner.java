package io.millrace.engine.plan;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.SortColumn;
import io.millrace.engine.operator.TopK;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The first rows of each group: {@code ROW_NUMBER() OVER (PARTITION BY .. ORDER BY ..)} of which
 * predicates above bound the number and nobody else reads it. LIMIT in a correlated subquery
 * arrives in this form too.
 *
 * <p>Ties go by all other columns of the SELECT list as written. A predicate over columns of the
 * PARTITION BY goes below, all others stay above: they must not change who is first.
 */
final class RowNumberPlanner {
  private final PlanBuilder builder;
  private final Project project;
  private final int number;
  private final RexOver over;

  /** What the operator sees, over the input's fields: the other fields, then keys. */
  private final List<Expr> columns = new ArrayList<>();

  private final List<Integer> fields = new ArrayList<>();

  RowNumberPlanner(PlanBuilder builder, Project project) {
    this.builder = builder;
    this.project = project;
    this.number = numberField(project);
    this.over = (RexOver) project.getProjects().get(number);
  }

  /** The one field that is a window function, which must be ROW_NUMBER. */
  private static int numberField(Project project) {
    int found = -1;
    for (int field = 0; field < project.getProjects().size(); field++) {
      RexNode expression = project.getProjects().get(field);
      if (!RexOver.containsOver(expression)) {
        continue;
      }
      if (found >= 0
          || !(expression instanceof RexOver over)
          || over.getAggOperator().getKind() != SqlKind.ROW_NUMBER) {
        throw Unsupported.window(position(expression));
      }
      found = field;
    }
    return found;
  }

  private static SqlParserPos position(RexNode expression) {
    SqlParserPos position =
        expression instanceof RexOver over ? over.getParserPosition() : SqlParserPos.ZERO;
    return position == null ? SqlParserPos.ZERO : position;
  }

  Built build(ImmutableBitSet needed, List<Expr> predicates) {
    NumberBounds bounds = new NumberBounds();
    List<Expr> others = new ArrayList<>();
    for (Expr predicate : predicates) {
      if (!bounds.add(predicate, number)) {
        others.add(predicate);
      }
    }
    if (!bounds.any() || needed.get(number) || Predicates.fields(others).get(number)) {
      throw Unsupported.window(position(over));
    }
    for (int field = 0; field < project.getProjects().size(); field++) {
      if (field != number) {
        fields.add(field);
        columns.add(builder.expressions.of(project.getProjects().get(field)));
      }
    }
    List<Integer> group = new ArrayList<>();
    over.getWindow().partitionKeys.forEach(key -> group.add(column(key)));
    List<SortColumn> order = new ArrayList<>();
    over.getWindow().orderKeys.forEach(key -> order.add(sortColumn(key)));

    List<Expr> staying = new ArrayList<>();
    List<Expr> moving = moving(others, group, staying);
    Built input = builder.build(project.getInput(), Predicates.fields(columns), moving);
    PlanNode rows =
        builder.nodes.map(input.node(), columns.stream().map(c -> builder.bind(c, input)).toList());
    PlanNode top =
        builder.nodes.node(
            new TopK(rows.operator().outputType(), group, order, bounds.offset(), bounds.fetch()),
            rows);
    return builder.filtered(Built.of(top, project.getProjects().size(), fields), staying);
  }

  private int column(RexNode key) {
    Expr expression = builder.expressions.of(key);
    int known = columns.indexOf(expression);
    if (known >= 0) {
      return known;
    }
    columns.add(expression);
    return columns.size() - 1;
  }

  private SortColumn sortColumn(RexFieldCollation key) {
    boolean descending = key.getDirection().isDescending();
    boolean nullsFirst =
        key.getNullDirection() == RelFieldCollation.NullDirection.UNSPECIFIED
            ? descending
            : key.getNullDirection() == RelFieldCollation.NullDirection.FIRST;
    return new SortColumn(column(key.left), descending, nullsFirst);
  }

  /** Those that hold for whole groups, over the input's fields. */
  private List<Expr> moving(List<Expr> predicates, List<Integer> group, List<Expr> staying) {
    List<Expr> moving = new ArrayList<>();
    for (Expr predicate : predicates) {
      boolean overGroups =
          Predicates.fields(predicate).asList().stream()
              .allMatch(field -> group.contains(fields.indexOf(field)));
      Expr below =
          Exprs.rewrite(
              predicate,
              e -> e instanceof ColumnRef c ? columns.get(fields.indexOf(c.index())) : e);
      if (overGroups && Predicates.isMovable(below)) {
        moving.add(below);
      } else {
        staying.add(predicate);
      }
    }
    return moving;
  }
}
