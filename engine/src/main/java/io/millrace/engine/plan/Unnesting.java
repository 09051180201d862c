package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns UNNEST, which arrives as a correlated join with the elements of an outer row's arrays, into
 * {@link UnnestRel}, before the decorrelator runs, which does not know it.
 *
 * <p>Where the join does nothing with the elements but test and compute, it is an UnnestRel over
 * its left input. Anywhere else (under an aggregate, in IN or EXISTS, joined with a table) the
 * elements become a relation of their own: those of all different arrays of the left input, found
 * by equality with the outer row's columns, as rows of a table would be.
 */
final class Unnesting extends RelHomogeneousShuttle {
  private final RexBuilder rex;

  private Unnesting(RexBuilder rex) {
    this.rex = rex;
  }

  /** The same query with an UnnestRel for each UNNEST. */
  static RelNode apply(RelNode root) {
    return root.accept(new Unnesting(root.getCluster().getRexBuilder()));
  }

  @Override
  public RelNode visit(RelNode node) {
    RelNode rel = super.visit(node);
    if (rel instanceof Correlate correlate) {
      return correlate(correlate);
    }
    boolean isFree = rel instanceof Uncollect && RelOptUtil.getVariablesUsed(rel).isEmpty();
    return isFree ? uncorrelated((Uncollect) rel) : rel;
  }

  /** UNNEST of arrays that the input has as its fields. */
  private RelNode uncorrelated(Uncollect uncollect) {
    RelNode input = uncollect.getInput();
    int fields = input.getRowType().getFieldCount();
    List<RexNode> arrays = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      arrays.add(rex.makeInputRef(input, i));
    }
    UnnestRel unnest = new UnnestRel(input, arrays, false, null);
    return project(unnest, elements(unnest, uncollect), uncollect);
  }

  /** The fields of an UnnestRel that an Uncollect of the same arrays has. */
  private List<RexNode> elements(UnnestRel unnest, Uncollect uncollect) {
    int first = unnest.getInput().getRowType().getFieldCount();
    List<RexNode> elements = new ArrayList<>();
    for (int i = 0; i < uncollect.getRowType().getFieldCount(); i++) {
      elements.add(rex.makeInputRef(unnest, first + i));
    }
    return elements;
  }

  /** A projection with the row type of the node that it stands for. */
  private RelNode project(RelNode input, List<RexNode> fields, RelNode like) {
    List<RexNode> typed = new ArrayList<>();
    List<RelDataTypeField> types = like.getRowType().getFieldList();
    for (int i = 0; i < fields.size(); i++) {
      typed.add(rex.ensureType(types.get(i).getType(), fields.get(i), true));
    }
    return LogicalProject.create(input, List.of(), typed, like.getRowType(), Set.of());
  }

  private RelNode correlate(Correlate correlate) {
    RelNode simple = elementwise(correlate);
    if (simple != null) {
      return simple;
    }
    Relations relations = new Relations(correlate);
    RelNode right = correlate.getRight().accept(relations);
    return right == correlate.getRight()
        ? correlate
        : correlate.copy(correlate.getTraitSet(), List.of(correlate.getLeft(), right));
  }

  /** What the right side of a join does with each element. */
  private final class Chain {
    private final Correlate correlate;
    private final ToLeft toLeft;
    final List<RexNode> conditions = new ArrayList<>();

    /** The fields so far, over those of the UnnestRel. */
    List<RexNode> fields = List.of();

    List<RexNode> arrays = List.of();

    Chain(Correlate correlate) {
      this.correlate = correlate;
      this.toLeft = new ToLeft(correlate.getCorrelationId());
    }

    /** Whether a node is an Uncollect of the left row's arrays below filters and projections. */
    boolean follow(RelNode rel) {
      if (rel instanceof Uncollect uncollect) {
        return begin(uncollect);
      }
      if (rel instanceof Filter filter && follow(filter.getInput())) {
        conditions.add(over(filter.getCondition()));
        return true;
      }
      if (rel instanceof Project project && !project.containsOver() && follow(project.getInput())) {
        fields = project.getProjects().stream().map(this::over).toList();
        return true;
      }
      return false;
    }

    private boolean begin(Uncollect uncollect) {
      if (!(uncollect.getInput() instanceof Project project && isOneRow(project.getInput()))) {
        return false;
      }
      arrays = project.getProjects().stream().map(e -> e.accept(toLeft)).toList();
      fields = elements(unnest(null), uncollect);
      return true;
    }

    UnnestRel unnest(@Nullable RexNode condition) {
      boolean outer = correlate.getJoinType() == JoinRelType.LEFT;
      return new UnnestRel(correlate.getLeft(), arrays, outer, outer ? condition : null);
    }

    /** An expression over the fields so far, and over the left row, as one over the UnnestRel. */
    private RexNode over(RexNode expression) {
      return expression.accept(
          new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
              return rex.ensureType(ref.getType(), fields.get(ref.getIndex()), true);
            }

            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
              RexNode own = toLeft.own(access);
              return own == null ? super.visitFieldAccess(access) : own;
            }
          });
    }
  }

  private static boolean isOneRow(RelNode rel) {
    return rel instanceof Values values && values.getTuples().size() == 1;
  }

  /** The correlated join as an UnnestRel over its left input, or null if it does more. */
  private @Nullable RelNode elementwise(Correlate correlate) {
    JoinRelType type = correlate.getJoinType();
    if (!(correlate instanceof LogicalCorrelate)
        || (type != JoinRelType.INNER && type != JoinRelType.LEFT)) {
      return null;
    }
    Chain chain = new Chain(correlate);
    if (!chain.follow(correlate.getRight())) {
      return null;
    }
    boolean outer = type == JoinRelType.LEFT;
    RexNode condition = RexUtil.composeConjunction(rex, chain.conditions);
    boolean always = condition.isAlwaysTrue();
    UnnestRel unnest = chain.unnest(always ? null : condition);
    RelNode rows = outer || always ? unnest : LogicalFilter.create(unnest, condition);
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < correlate.getLeft().getRowType().getFieldCount(); i++) {
      fields.add(rex.makeInputRef(unnest, i));
    }
    for (RexNode field : chain.fields) {
      fields.add(outer ? ifMatched(unnest, field) : field);
    }
    return project(rows, fields, correlate);
  }

  /** What the right side computes is NULL where there is no element. */
  private RexNode ifMatched(UnnestRel unnest, RexNode field) {
    int left = unnest.getInput().getRowType().getFieldCount();
    if (field instanceof RexInputRef ref && ref.getIndex() >= left) {
      return field;
    }
    RexNode place = rex.makeInputRef(unnest, unnest.ordinality());
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, place),
        field,
        rex.makeNullLiteral(field.getType()));
  }

  /** Columns of the outer row as fields of the left input. */
  private final class ToLeft extends RexShuttle {
    private final CorrelationId id;

    ToLeft(CorrelationId id) {
      this.id = id;
    }

    @Nullable RexNode own(RexFieldAccess access) {
      return access.getReferenceExpr() instanceof RexCorrelVariable variable
              && variable.id.equals(id)
          ? rex.makeInputRef(access.getType(), access.getField().getIndex())
          : null;
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      RexNode own = own(access);
      return own == null ? super.visitFieldAccess(access) : own;
    }
  }

  /** Replaces each Uncollect of a join's left rows by a relation of all their elements. */
  private final class Relations extends RelHomogeneousShuttle {
    private final Correlate correlate;

    Relations(Correlate correlate) {
      this.correlate = correlate;
    }

    @Override
    public RelNode visit(RelNode node) {
      return node instanceof Uncollect uncollect && isOf(uncollect)
          ? relation(uncollect)
          : super.visit(node);
    }

    private boolean isOf(Uncollect uncollect) {
      return uncollect.getInput() instanceof Project project
          && isOneRow(project.getInput())
          && RelOptUtil.getVariablesUsed(uncollect).equals(Set.of(correlate.getCorrelationId()));
    }

    private RelNode relation(Uncollect uncollect) {
      Project arrays = (Project) uncollect.getInput();
      List<RexFieldAccess> used = columnsOf(arrays);
      RelNode keys = different(used);
      List<RexNode> expressions = new ArrayList<>();
      for (RexNode array : arrays.getProjects()) {
        expressions.add(array.accept(new ToPosition(used)));
      }
      UnnestRel unnest = new UnnestRel(keys, expressions, false, null);
      List<RexNode> same = new ArrayList<>();
      for (int i = 0; i < used.size(); i++) {
        same.add(
            rex.makeCall(
                SqlStdOperatorTable.IS_NOT_DISTINCT_FROM,
                rex.makeInputRef(unnest, i),
                used.get(i)));
      }
      RelNode own = LogicalFilter.create(unnest, RexUtil.composeConjunction(rex, same));
      return project(own, elements(unnest, uncollect), uncollect);
    }

    /** The columns of the outer row that expressions read, each once. */
    private List<RexFieldAccess> columnsOf(Project arrays) {
      Set<Integer> seen = new TreeSet<>();
      List<RexFieldAccess> used = new ArrayList<>();
      RexShuttle collect =
          new RexShuttle() {
            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
              if (access.getReferenceExpr() instanceof RexCorrelVariable) {
                if (seen.add(access.getField().getIndex())) {
                  used.add(access);
                }
                return access;
              }
              return super.visitFieldAccess(access);
            }
          };
      collect.apply(arrays.getProjects());
      return used;
    }

    /** The different values of those columns in the left input, or more. */
    private RelNode different(List<RexFieldAccess> columns) {
      RelNode left = correlate.getLeft();
      int end = 1 + columns.stream().mapToInt(c -> c.getField().getIndex()).max().orElse(-1);
      // What stands beside a correlated join would stand twice, and both would bind its columns.
      while (left instanceof Correlate other
          && end <= other.getLeft().getRowType().getFieldCount()) {
        left = other.getLeft();
      }
      List<RexNode> fields = new ArrayList<>();
      List<String> names = new ArrayList<>();
      for (RexFieldAccess column : columns) {
        names.add("key" + fields.size());
        fields.add(rex.makeInputRef(left, column.getField().getIndex()));
      }
      RelNode keys = LogicalProject.create(left, List.of(), fields, names, Set.of());
      return LogicalAggregate.create(
          keys, List.of(), ImmutableBitSet.range(fields.size()), null, List.of());
    }
  }

  /** Columns of the outer row as fields, by their place in a list. */
  private final class ToPosition extends RexShuttle {
    private final List<RexFieldAccess> columns;

    ToPosition(List<RexFieldAccess> columns) {
      this.columns = columns;
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).getField().getIndex() == access.getField().getIndex()
            && access.getReferenceExpr() instanceof RexCorrelVariable) {
          return rex.makeInputRef(access.getType(), i);
        }
      }
      return super.visitFieldAccess(access);
    }
  }
}
