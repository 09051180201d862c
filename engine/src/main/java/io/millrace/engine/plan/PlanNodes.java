package io.millrace.engine.plan;

import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.expr.Case;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.operator.Values;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the nodes of one plan: equal operators over the same inputs are one node, so common
 * subexpressions are run and kept once. One thread at a time.
 */
public final class PlanNodes {
  /** Nodes compare by identity here: equal inputs are one object already. */
  private record Key(ByteBuffer operator, List<Integer> inputs) {}

  private final Map<Key, PlanNode> known = new HashMap<>();
  private final boolean optimized;

  public PlanNodes(boolean optimized) {
    this.optimized = optimized;
  }

  public PlanNode node(Operator operator, PlanNode... inputs) {
    return node(operator, List.of(inputs));
  }

  public PlanNode node(Operator operator, List<PlanNode> inputs) {
    CircuitWriter out = new CircuitWriter();
    operator.write(out);
    List<Integer> identities = inputs.stream().map(System::identityHashCode).toList();
    Key key = new Key(ByteBuffer.wrap(out.toBytes()), identities);
    PlanNode node = known.get(key);
    if (node != null && sameInputs(node, inputs)) {
      return node;
    }
    PlanNode made = new PlanNode(operator, inputs);
    known.put(key, made);
    return made;
  }

  @SuppressWarnings("ReferenceEquality") // equal inputs are one node
  private static boolean sameInputs(PlanNode node, List<PlanNode> inputs) {
    for (int i = 0; i < inputs.size(); i++) {
      if (node.inputs().get(i) != inputs.get(i)) {
        return false;
      }
    }
    return true;
  }

  /** No rows of a type. */
  PlanNode empty(RowType type) {
    return node(new Values(type, ZSet.EMPTY));
  }

  private static boolean isEmpty(PlanNode node) {
    return node.operator() instanceof Values values && values.rows().isEmpty();
  }

  /** The rows for which the predicate is TRUE. */
  public PlanNode filter(PlanNode input, Expr predicate) {
    if (optimized && predicate instanceof Literal constant) {
      return Boolean.TRUE.equals(constant.value()) ? input : empty(input.operator().outputType());
    }
    return optimized && isEmpty(input)
        ? input
        : node(new Filter(input.operator().outputType(), predicate), input);
  }

  /** The rows for which all predicates, over a node's fields, are TRUE. */
  Built filtered(Built input, List<Expr> predicates) {
    return predicates.isEmpty()
        ? input
        : input.over(filter(input.node(), input.bind(Exprs.and(predicates))));
  }

  /**
   * The rows' columns replaced by expressions. Over another map the two become one, unless that
   * would evaluate an expression twice; but what can fail is evaluated only for the rows that a
   * CASE above lets through, as often as it takes. Columns of a scan are chosen by the scan itself.
   */
  public PlanNode map(PlanNode input, List<Expr> expressions) {
    RowType type = input.operator().outputType();
    if (isIdentity(type, expressions)) {
      return input;
    }
    if (!optimized) {
      return node(new io.millrace.engine.operator.Map(type, expressions), input);
    }
    if (input.operator() instanceof io.millrace.engine.operator.Map inner
        && isSubstitutable(inner.expressions(), expressions)) {
      List<Expr> fused =
          expressions.stream().map(e -> Exprs.substitute(e, inner.expressions())).toList();
      if (typesOf(fused).equals(typesOf(expressions))) {
        return map(input.inputs().get(0), fused);
      }
    }
    if (input.operator() instanceof Scan scan && areColumns(type, expressions)) {
      List<Integer> ids = new ArrayList<>();
      expressions.forEach(e -> ids.add(scan.columnIds().get(((ColumnRef) e).index())));
      return node(new Scan(scan.relationId(), ids, typesOf(expressions)));
    }
    return node(new io.millrace.engine.operator.Map(type, expressions), input);
  }

  private static RowType typesOf(List<Expr> expressions) {
    return RowType.of(expressions.stream().map(Expr::type).toList());
  }

  private static boolean isIdentity(RowType type, List<Expr> expressions) {
    if (type.size() != expressions.size()) {
      return false;
    }
    for (int i = 0; i < type.size(); i++) {
      if (!expressions.get(i).equals(Exprs.column(i, type.column(i)))) {
        return false;
      }
    }
    return true;
  }

  /** Whether all are different columns in the very types that the input has. */
  private static boolean areColumns(RowType type, List<Expr> expressions) {
    return expressions.stream().distinct().count() == expressions.size()
        && expressions.stream()
            .allMatch(e -> e instanceof ColumnRef c && c.type().equals(type.column(c.index())));
  }

  private static boolean isSubstitutable(List<Expr> inner, List<Expr> outer) {
    int[] uses = new int[inner.size()];
    outer.forEach(e -> countColumns(e, uses));
    for (int i = 0; i < uses.length; i++) {
      int column = i;
      if (uses[i] > 1
          && Exprs.canFail(inner.get(i))
          && outer.stream().anyMatch(e -> isGuarded(e, column))) {
        return true;
      }
    }
    for (int i = 0; i < uses.length; i++) {
      Expr expression = inner.get(i);
      boolean free = expression instanceof ColumnRef || expression instanceof Literal;
      if (uses[i] > 1 && !free) {
        return false;
      }
    }
    return true;
  }

  /** Whether some CASE decides whether the column is looked at. */
  private static boolean isGuarded(Expr expr, int column) {
    if (expr instanceof Case) {
      return Exprs.columns(expr).contains(column);
    }
    return expr.children().stream().anyMatch(child -> isGuarded(child, column));
  }

  private static void countColumns(Expr expr, int[] uses) {
    if (expr instanceof ColumnRef column) {
      uses[column.index()]++;
    }
    expr.children().forEach(child -> countColumns(child, uses));
  }
}
