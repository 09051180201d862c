package io.millrace.engine.plan;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Parameter;
import io.millrace.engine.operator.Apply;
import io.millrace.engine.operator.Given;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * A correlate that no join stands for: an {@link Apply}, which evaluates the right side for each
 * left row.
 *
 * <p>Only what depends on the left row is evaluated so. The largest parts of the right side that
 * don't are plans of their own, which the apply is given.
 */
final class ApplyPlanner {
  private final PlanBuilder builder;
  private final Correlate correlate;
  private final Arguments arguments;
  private final int leftCount;
  private final JoinInput left;
  private final List<PlanNode> given = new ArrayList<>();

  ApplyPlanner(PlanBuilder builder, Correlate correlate) {
    this.builder = builder;
    this.correlate = correlate;
    this.leftCount = correlate.getLeft().getRowType().getFieldCount();
    this.left = new JoinInput(builder.input(correlate.getLeft()), 0);
    this.arguments = Arguments.of(correlate, builder.reserveParameters(Arguments.count(correlate)));
  }

  private boolean emitsRight() {
    return correlate.getJoinType().projectsRight()
        && correlate.getJoinType() != JoinRelType.LEFT_MARK;
  }

  Built build(ImmutableBitSet needed, List<Expr> predicates) {
    List<Expr> above = new ArrayList<>();
    for (Expr predicate : predicates) {
      if (left.has(Predicates.fields(predicate))) {
        left.predicates.add(predicate);
      } else {
        above.add(predicate);
      }
    }
    List<Expr> conditions =
        new ArrayList<>(builder.expressions.conjuncts(correlate.getCondition()));
    conditions.removeIf(conjunct -> conjunct.equals(Exprs.literal(true)));
    ImmutableBitSet emitted = needed.union(Predicates.fields(above));
    ImmutableBitSet read = emitted.union(Predicates.fields(conditions));
    List<Expr> argumentsOverLeft =
        arguments.values().stream().map(builder.expressions::of).toList();
    left.keep(read.union(Predicates.fields(argumentsOverLeft)));
    PlanNode leftPlan = left.build(builder.nodes);
    PlanNode rightPlan = rightPlan((emitsRight() ? read : Predicates.fields(conditions)));
    return builder.filtered(applied(leftPlan, rightPlan, argumentsOverLeft, conditions), above);
  }

  private List<Integer> rightFields = List.of();

  private PlanNode rightPlan(ImmutableBitSet read) {
    int rightCount = correlate.getRight().getRowType().getFieldCount();
    ImmutableBitSet own =
        read.intersect(ImmutableBitSet.range(leftCount, leftCount + rightCount)).shift(-leftCount);
    rightFields = own.asList();
    RelNode right = new GivenParts(this, arguments).cut(arguments.put(correlate.getRight()));
    return builder.arranged(builder.build(right, own, List.of()), rightFields);
  }

  /** The plan of a part that the apply is given, filtered by what depends on the left row. */
  Built buildGiven(GivenRel part, ImmutableBitSet needed, List<Expr> predicates) {
    List<Expr> inside = new ArrayList<>();
    List<Expr> above = new ArrayList<>();
    predicates.forEach(p -> (readsArguments(p) ? above : inside).add(p));
    ImmutableBitSet fields = needed.union(Predicates.fields(above));
    Built built = builder.build(part.rel(), fields, inside);
    PlanNode plan = builder.arranged(built, fields.asList());
    int number = given.indexOf(plan);
    if (number < 0) {
      number = given.size();
      given.add(plan);
    }
    PlanNode node = builder.nodes.node(new Given(number, JoinInput.typeOf(plan)));
    int fieldCount = part.getRowType().getFieldCount();
    return builder.filtered(Built.of(node, fieldCount, fields), above);
  }

  private boolean readsArguments(Expr expr) {
    return (expr instanceof Parameter parameter && arguments.has(parameter.index()))
        || expr.children().stream().anyMatch(this::readsArguments);
  }

  private Built applied(
      PlanNode leftPlan, PlanNode rightPlan, List<Expr> argumentsOverLeft, List<Expr> conditions) {
    RowType leftType = JoinInput.typeOf(leftPlan);
    RowType rightType = JoinInput.typeOf(rightPlan);
    List<Expr> bound = new ArrayList<>();
    for (int i = 0; i < argumentsOverLeft.size(); i++) {
      RexNode as = arguments.values().get(i);
      Expr argument = overPair(argumentsOverLeft.get(i), leftType, rightType);
      bound.add(Exprs.coerce(argument, builder.expressions.type(as.getType())));
    }
    @Nullable Expr condition =
        conditions.isEmpty() ? null : overPair(Exprs.and(conditions), leftType, rightType);
    Apply apply =
        new Apply(kind(), leftType, bound, arguments.first(), circuit(rightPlan), condition);
    List<PlanNode> inputs = new ArrayList<>(List.of(leftPlan));
    inputs.addAll(given);
    return new Built(builder.nodes.node(apply, inputs), positions(leftType.size()));
  }

  private Apply.Kind kind() {
    return switch (correlate.getJoinType()) {
      case INNER -> Apply.Kind.INNER;
      case LEFT -> Apply.Kind.LEFT;
      case SEMI -> Apply.Kind.SEMI;
      case ANTI -> Apply.Kind.ANTI;
      case LEFT_MARK -> Apply.Kind.MARK;
      case RIGHT, FULL, ASOF, LEFT_ASOF -> throw Unsupported.correlation();
    };
  }

  /** An expression over the correlate's fields over the columns of the two plans. */
  private Expr overPair(Expr expr, RowType leftType, RowType rightType) {
    return Exprs.rewrite(
        expr,
        node -> {
          if (!(node instanceof ColumnRef field)) {
            return node;
          }
          if (field.index() < leftCount) {
            int column = left.column(field.index());
            return Exprs.column(column, leftType.column(column));
          }
          int column = rightFields.indexOf(field.index() - leftCount);
          return Exprs.column(leftType.size() + column, rightType.column(column));
        });
  }

  private List<Integer> positions(int leftSize) {
    Integer[] positions = new Integer[correlate.getRowType().getFieldCount()];
    Arrays.fill(positions, Built.ABSENT);
    for (int field : left.joinFields()) {
      positions[field] = left.column(field);
    }
    if (emitsRight()) {
      for (int column = 0; column < rightFields.size(); column++) {
        positions[leftCount + rightFields.get(column)] = leftSize + column;
      }
    }
    if (correlate.getJoinType() == JoinRelType.LEFT_MARK) {
      positions[leftCount] = leftSize;
    }
    return List.of(positions);
  }

  /** The plan as the circuit that the apply keeps. */
  private static Circuit circuit(PlanNode root) {
    CircuitBuilder circuit = new CircuitBuilder();
    int sink = add(root, circuit, new IdentityHashMap<>());
    return circuit.build(sink, ServedKeys.NONE);
  }

  private static int add(
      PlanNode node, CircuitBuilder circuit, IdentityHashMap<PlanNode, Integer> added) {
    Integer known = added.get(node);
    if (known != null) {
      return known;
    }
    int[] inputs = node.inputs().stream().mapToInt(input -> add(input, circuit, added)).toArray();
    int id = circuit.add(node.operator(), inputs);
    added.put(node, id);
    return id;
  }
}
