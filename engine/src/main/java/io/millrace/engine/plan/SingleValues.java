package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.ConditionalCorrelate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Moves the check that a scalar subquery has one row to where its value is used.
 *
 * <p>A decorrelated subquery has a group for each value of its correlated columns, also for those
 * that no outer row asks for; SINGLE_VALUE would fail for such a group. So it becomes the least
 * value and the number of rows, and {@code SINGLE_ROW(value, rows)} above the joins that hand the
 * group on fails if there are several.
 *
 * <p>Works upwards: each node is rewritten together with what its old fields are over the new node.
 * An old field is a column, or SINGLE_ROW of two; all other expressions over a check are computed
 * where they were, which checks there.
 */
final class SingleValues {
  /** Evaluated by {@code expr} under this name. */
  static final SqlFunction SINGLE_ROW =
      new SqlFunction(
          "SINGLE_ROW",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0_NULLABLE,
          null,
          OperandTypes.ANY_ANY,
          SqlFunctionCategory.SYSTEM);

  private record Rewritten(RelNode rel, List<RexNode> fields) {}

  private final RexBuilder rex;

  private SingleValues(RexBuilder rex) {
    this.rex = rex;
  }

  static RelNode defer(RelNode root) {
    if (!contains(root)) {
      return root;
    }
    SingleValues pass = new SingleValues(root.getCluster().getRexBuilder());
    return pass.computed(pass.rewrite(root), root.getRowType());
  }

  private static boolean contains(RelNode root) {
    boolean[] found = new boolean[1];
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        found[0] |= node instanceof Aggregate aggregate && hasSingleValue(aggregate);
        super.visit(node, ordinal, parent);
      }
    }.go(root);
    return found[0];
  }

  private static boolean hasSingleValue(Aggregate aggregate) {
    return aggregate.getAggCallList().stream().anyMatch(SingleValues::isSingleValue);
  }

  static boolean isSingleValue(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.SINGLE_VALUE;
  }

  private Rewritten rewrite(RelNode rel) {
    if (rel instanceof Project project) {
      return project.containsOver() ? windows(project) : project(project);
    }
    if (rel instanceof Filter filter) {
      Rewritten input = rewrite(filter.getInput());
      RexNode condition = substituted(filter.getCondition(), input.fields(), 0);
      return new Rewritten(LogicalFilter.create(input.rel(), condition), input.fields());
    }
    if (rel instanceof Join join) {
      return join(join);
    }
    if (rel instanceof Correlate correlate) {
      return correlate(correlate);
    }
    List<RelNode> inputs = new ArrayList<>();
    rel.getInputs().forEach(input -> inputs.add(computed(rewrite(input), input.getRowType())));
    RelNode copy = inputs.isEmpty() ? rel : rel.copy(rel.getTraitSet(), inputs);
    return copy instanceof Aggregate aggregate && hasSingleValue(aggregate)
        ? aggregate(aggregate)
        : plain(copy);
  }

  private static Rewritten plain(RelNode rel) {
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < rel.getRowType().getFieldCount(); i++) {
      fields.add(RexInputRef.of(i, rel.getRowType()));
    }
    return new Rewritten(rel, fields);
  }

  /** The node with exactly its old fields, checks done. */
  private RelNode computed(Rewritten node, RelDataType rowType) {
    if (RexUtil.isIdentity(node.fields(), node.rel().getRowType())) {
      return node.rel();
    }
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < node.fields().size(); i++) {
      RelDataType type = rowType.getFieldList().get(i).getType();
      fields.add(rex.ensureType(type, node.fields().get(i), true));
    }
    return LogicalProject.create(node.rel(), List.of(), fields, rowType.getFieldNames(), Set.of());
  }

  private static boolean isCheck(RexNode node) {
    return node instanceof RexCall call && call.getOperator().equals(SINGLE_ROW);
  }

  private Rewritten project(Project project) {
    Rewritten input = rewrite(project.getInput());
    List<RexNode> columns = new ArrayList<>();
    List<RexNode> fields = new ArrayList<>();
    List<RexNode> substituted = new ArrayList<>();
    project.getProjects().forEach(p -> substituted.add(substituted(p, input.fields(), 0)));
    for (RexNode expression : substituted) {
      List<RexNode> parts =
          isCheck(expression) ? ((RexCall) expression).getOperands() : List.of(expression);
      List<RexNode> refs = new ArrayList<>();
      for (RexNode part : parts) {
        refs.add(new RexInputRef(columns.size(), part.getType()));
        columns.add(part);
      }
      fields.add(refs.size() == 1 ? refs.get(0) : check(refs));
    }
    RelNode rel =
        LogicalProject.create(
            input.rel(), List.of(), columns, (List<String>) null, project.getVariablesSet());
    return new Rewritten(rel, fields);
  }

  /** Windows are over all rows; what stands beside them is computed, and so checked, above. */
  private Rewritten windows(Project project) {
    if (!WindowSplit.isSplit(project)) {
      return rewrite(WindowSplit.of(project));
    }
    Rewritten input = rewrite(project.getInput());
    List<RexNode> columns = new ArrayList<>(plain(input.rel()).fields());
    List<RexNode> fields = new ArrayList<>(input.fields());
    for (RexNode over :
        project.getProjects().subList(fields.size(), project.getProjects().size())) {
      RexNode window = substituted(over, input.fields(), 0);
      fields.add(new RexInputRef(columns.size(), window.getType()));
      columns.add(window);
    }
    RelNode rel =
        LogicalProject.create(
            input.rel(), List.of(), columns, (List<String>) null, project.getVariablesSet());
    return new Rewritten(rel, fields);
  }

  private Rewritten join(Join join) {
    Rewritten left = rewrite(join.getLeft());
    Rewritten right = rewrite(join.getRight());
    List<RexNode> pairFields = pairFields(left, right);
    RexNode condition = substituted(join.getCondition(), pairFields, 0);
    RelNode rel =
        join.copy(
            join.getTraitSet(), condition, left.rel(), right.rel(), join.getJoinType(), false);
    return new Rewritten(rel, joinedFields(join, join.getJoinType(), pairFields, rel));
  }

  private static boolean isMark(BiRel join, JoinRelType type, int field) {
    return type == JoinRelType.LEFT_MARK && field >= join.getLeft().getRowType().getFieldCount();
  }

  /** As a join; the right side sees the left row as it has become. */
  private Rewritten correlate(Correlate correlate) {
    Rewritten left = rewrite(correlate.getLeft());
    RelDataType leftType = left.rel().getRowType();
    RexNode row = rex.makeCorrel(leftType, correlate.getCorrelationId());
    RelNode seen =
        new CorrelatedFields(
                correlate.getCorrelationId(), field -> ofRow(row, left.fields().get(field)))
            .replace(correlate.getRight());
    Rewritten right = rewrite(seen);
    List<RexNode> pairFields = pairFields(left, right);
    RexNode condition = substituted(correlate.getCondition(), pairFields, 0);
    ImmutableBitSet required = ImmutableBitSet.range(leftType.getFieldCount());
    RelNode rel =
        correlate instanceof ConditionalCorrelate conditional
            ? conditional.copy(
                correlate.getTraitSet(),
                left.rel(),
                right.rel(),
                correlate.getCorrelationId(),
                required,
                correlate.getJoinType(),
                condition)
            : correlate.copy(
                correlate.getTraitSet(),
                left.rel(),
                right.rel(),
                correlate.getCorrelationId(),
                required,
                correlate.getJoinType());
    return new Rewritten(rel, joinedFields(correlate, correlate.getJoinType(), pairFields, rel));
  }

  private static List<RexNode> pairFields(Rewritten left, Rewritten right) {
    int newLeftCount = left.rel().getRowType().getFieldCount();
    List<RexNode> pairFields = new ArrayList<>(left.fields());
    right.fields().forEach(field -> pairFields.add(RexUtil.shift(field, newLeftCount)));
    return pairFields;
  }

  /** The old fields of a join over the new one. */
  private List<RexNode> joinedFields(
      BiRel join, JoinRelType type, List<RexNode> pairFields, RelNode rel) {
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < join.getRowType().getFieldCount(); i++) {
      boolean mark = i >= pairFields.size() || isMark(join, type, i);
      fields.add(
          mark
              ? RexInputRef.of(rel.getInput(0).getRowType().getFieldCount(), rel.getRowType())
              : retyped(pairFields.get(i), rel.getRowType()));
    }
    return fields;
  }

  /** A field of the left side as one of its row. */
  private RexNode ofRow(RexNode row, RexNode field) {
    return field.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return rex.makeFieldAccess(row, ref.getIndex());
          }
        });
  }

  private Rewritten aggregate(Aggregate aggregate) {
    RelDataTypeFactory types = aggregate.getCluster().getTypeFactory();
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      calls.add(isSingleValue(call) ? call(SqlStdOperatorTable.MIN, call, call.getType()) : call);
    }
    int rows = aggregate.getGroupCount() + calls.size();
    calls.add(
        AggregateCall.create(
            SqlStdOperatorTable.COUNT,
            false,
            false,
            false,
            List.of(),
            List.of(),
            -1,
            null,
            RelCollations.EMPTY,
            types.createSqlType(SqlTypeName.BIGINT),
            null));
    RelNode rel =
        aggregate.copy(
            aggregate.getTraitSet(),
            aggregate.getInput(),
            aggregate.getGroupSet(),
            List.<ImmutableBitSet>copyOf(aggregate.getGroupSets()),
            calls);
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      RexNode field = RexInputRef.of(i, rel.getRowType());
      boolean single =
          i >= aggregate.getGroupCount()
              && isSingleValue(aggregate.getAggCallList().get(i - aggregate.getGroupCount()));
      fields.add(single ? check(List.of(field, RexInputRef.of(rows, rel.getRowType()))) : field);
    }
    return new Rewritten(rel, fields);
  }

  private static AggregateCall call(SqlAggFunction function, AggregateCall like, RelDataType type) {
    return AggregateCall.create(
        function,
        false,
        false,
        false,
        List.of(),
        like.getArgList(),
        like.filterArg,
        null,
        RelCollations.EMPTY,
        type,
        like.getName());
  }

  private RexNode check(List<RexNode> valueAndRows) {
    return rex.makeCall(SINGLE_ROW, valueAndRows);
  }

  /** The expression with each old field replaced. */
  private static RexNode substituted(RexNode node, List<RexNode> fields, int offset) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return fields.get(ref.getIndex() - offset);
          }
        });
  }

  /** A field with its columns in the types of a row, as outer joins make them nullable. */
  private RexNode retyped(RexNode field, RelDataType rowType) {
    if (isCheck(field)) {
      List<RexNode> parts = new ArrayList<>();
      ((RexCall) field).getOperands().forEach(part -> parts.add(retyped(part, rowType)));
      return check(parts);
    }
    return RexInputRef.of(((RexInputRef) field).getIndex(), rowType);
  }
}
