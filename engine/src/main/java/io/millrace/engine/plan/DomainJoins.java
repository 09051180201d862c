package io.millrace.engine.plan;

import io.millrace.engine.sql.Marker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the decorrelator from two steps that are wrong.
 *
 * <p>Where a filter compares a column with a field of the outer row for equality, the decorrelator
 * takes the column for the field and drops the comparison. If several columns are compared with one
 * field, all but the last comparison would be lost: so the others are compared with the first
 * column instead. And then rows come in that no outer row asks for: if something above can fail for
 * them, the column is hidden, and the filter becomes a join with the outer rows' values.
 */
final class DomainJoins {
  /** Hides a column; {@link #show} takes it away again. */
  private static final SqlFunction HIDDEN =
      new SqlFunction(
          "HIDDEN",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0,
          null,
          OperandTypes.ANY,
          SqlFunctionCategory.SYSTEM);

  /** A predicate that stays where the outer row's field is known. */
  private static final SqlFunction TIED =
      new SqlFunction(
          "TIED",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0,
          null,
          OperandTypes.ANY_ANY,
          SqlFunctionCategory.SYSTEM);

  private final Expressions expressions;
  private final RexBuilder rex;

  DomainJoins(Expressions expressions, RexBuilder rex) {
    this.expressions = expressions;
    this.rex = rex;
  }

  RelNode prepare(RelNode root) {
    return prepare(root, false);
  }

  private RelNode prepare(RelNode rel, boolean failing) {
    List<RelNode> inputs = new ArrayList<>();
    boolean changed = false;
    for (int i = 0; i < rel.getInputs().size(); i++) {
      RelNode input = rel.getInput(i);
      boolean right = rel instanceof Correlate && i == 1;
      RelNode copy = prepare(input, failing || (right && canFail(input)));
      changed |= copy != input;
      inputs.add(copy);
    }
    RelNode result = changed ? rel.copy(rel.getTraitSet(), inputs) : rel;
    if (!(result instanceof Filter filter)) {
      return result;
    }
    return RexUtil.containsCorrelation(filter.getCondition())
        ? filter(filter, failing)
        : tied(filter, failing);
  }

  /** A filter that can fail, above where rows meet the outer row, tied to the latter. */
  private RelNode tied(Filter filter, boolean failing) {
    RexNode field =
        failing && canFail(filter.getCondition()) ? outerField(filter.getInput()) : null;
    return field == null
        ? filter
        : filter.copy(
            filter.getTraitSet(),
            filter.getInput(),
            rex.makeCall(TIED, filter.getCondition(), field));
  }

  /** Some field of an outer row that a tree reads, or null. */
  private static @Nullable RexNode outerField(RelNode root) {
    RexNode[] found = new RexNode[1];
    Set<CorrelationId> outer = new HashSet<>(RelOptUtil.getVariablesUsed(root));
    RexShuttle look =
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            if (access.getReferenceExpr() instanceof RexCorrelVariable of
                && outer.contains(of.id)) {
              found[0] = access;
            }
            return access;
          }
        };
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        if (node instanceof Correlate correlate) {
          outer.remove(correlate.getCorrelationId());
        }
        node.accept(look);
        super.visit(node, ordinal, parent);
      }
    }.go(root);
    return found[0];
  }

  private boolean canFail(RexNode node) {
    boolean[] fails = new boolean[1];
    node.accept(failureSearch(fails));
    return fails[0];
  }

  /** Whether an expression of the tree can fail. */
  boolean canFail(RelNode root) {
    boolean[] fails = new boolean[1];
    RexShuttle look = failureSearch(fails);
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        node.accept(look);
        super.visit(node, ordinal, parent);
      }
    }.go(root);
    return fails[0];
  }

  private RexShuttle failureSearch(boolean[] fails) {
    return new RexShuttle() {
      @Override
      public RexNode visitCall(RexCall call) {
        fails[0] |= !fails[0] && fails(call);
        return fails[0] ? call : super.visitCall(call);
      }
    };
  }

  /** Whether a call itself can fail; one over what the decorrelator has yet to replace may. */
  private boolean fails(RexCall call) {
    if (RexUtil.containsCorrelation(call)) {
      return !call.isA(SqlKind.COMPARISON)
          && !call.isA(List.of(SqlKind.AND, SqlKind.OR, SqlKind.NOT))
          && !call.isA(List.of(SqlKind.IS_NULL, SqlKind.IS_NOT_NULL));
    }
    if (call instanceof RexOver || call.getOperator() instanceof Marker) {
      return false;
    }
    return RexOver.containsOver(call) || !Predicates.isMovable(expressions.of(call));
  }

  private RelNode filter(Filter filter, boolean failing) {
    Map<String, RexNode> columns = new HashMap<>();
    List<RexNode> conjuncts = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      conjuncts.add(conjunct(conjunct, failing, columns));
    }
    return filter.copy(
        filter.getTraitSet(), filter.getInput(), RexUtil.composeConjunction(rex, conjuncts));
  }

  private RexNode conjunct(RexNode conjunct, boolean failing, Map<String, RexNode> columns) {
    if (!conjunct.isA(SqlKind.EQUALS) && !conjunct.isA(SqlKind.IS_NOT_DISTINCT_FROM)) {
      return conjunct;
    }
    RexCall call = (RexCall) conjunct;
    RexNode first = call.getOperands().get(0);
    RexNode second = call.getOperands().get(1);
    RexNode column = first instanceof RexInputRef ? first : second;
    RexNode field = first instanceof RexInputRef ? second : first;
    if (!(column instanceof RexInputRef) || !isOuter(field)) {
      return conjunct;
    }
    RexNode known = columns.putIfAbsent(field.toString(), column);
    if (known != null && known.getType().getSqlTypeName() == column.getType().getSqlTypeName()) {
      return rex.makeCall(call.getOperator(), known, column);
    }
    return failing || known != null
        ? rex.makeCall(call.getOperator(), rex.makeCall(HIDDEN, column), field)
        : conjunct;
  }

  private static boolean isOuter(RexNode node) {
    return node instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable;
  }

  /** The decorrelated tree with nothing hidden. */
  static RelNode show(RelNode root) {
    RexShuttle show =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            return call.getOperator().equals(HIDDEN) || call.getOperator().equals(TIED)
                ? call.getOperands().get(0).accept(this)
                : super.visitCall(call);
          }
        };
    return root.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode node) {
            return super.visit(node).accept(show);
          }
        });
  }
}
