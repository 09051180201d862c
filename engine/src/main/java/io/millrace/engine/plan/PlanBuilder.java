package io.millrace.engine.plan;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.sql.RelationTable;
import io.millrace.engine.sql.StatementTrees;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * From a relational tree to operators, in one walk from the top.
 *
 * <p>The walk carries down which fields are needed, so that nothing else is read or stored, and
 * predicates that hold for the rows wanted, which go as near to the tables as they can. Only
 * predicates that cannot fail are carried: below a join, an aggregate or another predicate they may
 * meet rows that the query as written would have dropped. What can fail stays where it was written.
 *
 * <p>One object builds one plan. Cost: O(nodes · (fields + predicates)).
 */
final class PlanBuilder {
  /** Nested projections become one unless its expressions grow by more than this. */
  private static final int BLOAT = 100;

  final Expressions expressions;

  /** Whether steps are taken that a plan could do without. */
  final boolean optimized;

  final PlanNodes nodes;
  private final Set<Integer> relationIds = new TreeSet<>();
  private int parameters;

  PlanBuilder(Expressions expressions) {
    this.expressions = expressions;
    this.optimized = expressions.optimized;
    this.nodes = new PlanNodes(optimized);
  }

  /** A builder for one statement. */
  static PlanBuilder of(StatementTrees trees, PlannerContext context) {
    return new PlanBuilder(new Expressions(context.optimized()));
  }

  /**
   * Takes the next parameters: first those of the statement, then what correlated subqueries read
   * of outer rows.
   *
   * @return the first of them
   */
  int reserveParameters(int count) {
    parameters += count;
    return parameters - count;
  }

  /** The tables and views that the plans built so far read. */
  Set<Integer> relationIds() {
    return relationIds;
  }

  /**
   * The plan of a node.
   *
   * @param needed the fields that somebody reads
   * @param predicates over the node's fields, each movable; only rows for which all are TRUE are
   *     wanted
   */
  Built build(RelNode rel, ImmutableBitSet needed, List<Expr> predicates) {
    if (!optimized) {
      return plan(rel, ImmutableBitSet.range(rel.getRowType().getFieldCount()), predicates);
    }
    return plan(rel, needed, predicates);
  }

  private Built plan(RelNode rel, ImmutableBitSet needed, List<Expr> predicates) {
    if (rel instanceof TableScan scan) {
      return scan(scan, needed, predicates);
    }
    if (rel instanceof org.apache.calcite.rel.core.Filter filter) {
      return filter(filter, needed, predicates);
    }
    if (rel instanceof Project project) {
      return project(project, needed, predicates);
    }
    if (rel instanceof Join join) {
      return new JoinPlanner(this).build(join, needed, predicates);
    }
    if (rel instanceof Aggregate aggregate) {
      return new AggregatePlanner(this, aggregate).build(needed, predicates);
    }
    if (rel instanceof SetOp setOp) {
      return SetOperationPlanner.build(this, setOp, needed, predicates);
    }
    if (rel instanceof Sort sort) {
      return new SortPlanner(this).build(sort, needed, predicates);
    }
    if (rel instanceof Correlate correlate) {
      return new ApplyPlanner(this, correlate).build(needed, predicates);
    }
    if (rel instanceof GivenRel given) {
      return given.apply().buildGiven(given, needed, predicates);
    }
    if (rel instanceof UnnestRel unnest) {
      return new UnnestPlanner(this).build(unnest, needed, predicates);
    }
    if (rel instanceof Values values) {
      return filtered(
          new ValuesPlanner(this).build(values, needed.union(fields(predicates))), predicates);
    }
    throw Unsupported.node(rel);
  }

  /** A node as an input of others. */
  PlanInput input(RelNode rel) {
    return PlanInput.of(
        rel.getRowType().getFieldCount(), (needed, predicates) -> build(rel, needed, predicates));
  }

  private static ImmutableBitSet fields(List<Expr> predicates) {
    return Predicates.fields(predicates);
  }

  private Built scan(TableScan scan, ImmutableBitSet needed, List<Expr> predicates) {
    RelationTable table = scan.getTable().unwrap(RelationTable.class);
    if (table == null) {
      throw Unsupported.node(scan);
    }
    return scan(table.relation(), needed, predicates);
  }

  /** The rows of a table or kept view for which all predicates are TRUE. */
  Built scan(Relation relation, ImmutableBitSet needed, List<Expr> predicates) {
    relationIds.add(relation.id());
    ImmutableBitSet read = needed.union(fields(predicates));
    List<Integer> ids = new ArrayList<>();
    List<ColumnType> types = new ArrayList<>();
    for (int field : read) {
      ids.add(relation.columns().get(field).id());
      types.add(relation.columns().get(field).type());
    }
    PlanNode node = nodes.node(new Scan(relation.id(), ids, RowType.of(types)));
    return filtered(Built.of(node, relation.columns().size(), read), predicates);
  }

  private Built filter(
      org.apache.calcite.rel.core.Filter filter, ImmutableBitSet needed, List<Expr> predicates) {
    RelNode below = filter.getInput();
    List<Expr> conjuncts = expressions.kept(filter.getCondition());
    return kept(input(below), below instanceof TableScan, conjuncts, needed, predicates);
  }

  /**
   * The rows that a WHERE or HAVING keeps.
   *
   * @param overTable whether the rows below are a table's, as they are stored
   * @param conjuncts what they are kept by, over the fields of the rows below
   */
  Built kept(
      PlanInput below,
      boolean overTable,
      List<Expr> conjuncts,
      ImmutableBitSet needed,
      List<Expr> predicates) {
    List<Expr> moving = new ArrayList<>();
    List<Expr> staying = new ArrayList<>();
    for (Expr conjunct : conjuncts) {
      (optimized && Predicates.isMovable(conjunct) ? moving : staying).add(conjunct);
    }
    predicates.stream().filter(p -> !moving.contains(p)).forEach(moving::add);
    Built input = below.build(needed.union(fields(staying)), moving);
    if (staying.isEmpty()) {
      return input;
    }
    if (optimized
        && predicates.isEmpty()
        && overTable
        && input.node().operator() instanceof Filter lower) {
      // All conjuncts are of this one WHERE: one filter shows them all to the choice of access
      // path. AND goes on from an UNKNOWN, as the WHERE does as it was written.
      Expr all = Exprs.and(lower.predicate(), bind(Exprs.and(staying), input));
      return input.over(nodes.filter(input.node().inputs().get(0), all));
    }
    return filtered(input, staying);
  }

  private Built project(Project project, ImmutableBitSet needed, List<Expr> predicates) {
    List<RexNode> projects = project.getProjects();
    RelNode input = project.getInput();
    if (project.containsOver()) {
      return WindowSplit.isSplit(project)
          ? new WindowPlanner(this, project).build(needed, predicates)
          : project(WindowSplit.of(project), needed, predicates);
    }
    while (optimized
        && input instanceof Project inner
        && !RexOver.containsOver(inner.getProjects(), null)) {
      List<RexNode> merged = RelOptUtil.pushPastProjectUnlessBloat(projects, inner, BLOAT);
      if (merged == null) {
        break;
      }
      projects = merged;
      input = inner.getInput();
    }
    Expr[] outputs = new Expr[projects.size()];
    for (int field : needed.union(fields(predicates))) {
      outputs[field] = expressions.of(projects.get(field));
    }
    return projected(input(input), outputs, needed, predicates);
  }

  /**
   * The rows below with other fields.
   *
   * @param outputs over the fields of the rows below; null for one that nobody reads
   */
  Built projected(PlanInput below, Expr[] outputs, ImmutableBitSet needed, List<Expr> predicates) {
    List<Expr> moving = new ArrayList<>();
    List<Expr> staying = new ArrayList<>();
    for (Expr predicate : predicates) {
      Expr moved = Exprs.rewrite(predicate, e -> e instanceof ColumnRef c ? outputs[c.index()] : e);
      if (Predicates.isMovable(moved)) {
        moving.add(moved);
      } else {
        staying.add(predicate);
      }
    }
    ImmutableBitSet emitted = needed.union(fields(staying));
    List<Expr> emittedExpressions = new ArrayList<>();
    emitted.forEach(field -> emittedExpressions.add(outputs[field]));
    Built built = below.build(fields(emittedExpressions), moving);
    return filtered(mapped(built, emitted, emittedExpressions, outputs.length), staying);
  }

  /** The expressions, over the input's fields, as fields of a node; columns cost nothing. */
  Built mapped(Built input, ImmutableBitSet fields, List<Expr> fieldExpressions, int fieldCount) {
    if (fieldExpressions.stream().allMatch(e -> e instanceof ColumnRef)) {
      Integer[] positions = new Integer[fieldCount];
      Arrays.fill(positions, Built.ABSENT);
      int i = 0;
      for (int field : fields) {
        positions[field] = input.position(((ColumnRef) fieldExpressions.get(i++)).index());
      }
      return new Built(input.node(), List.of(positions));
    }
    List<Expr> bound = fieldExpressions.stream().map(e -> bind(e, input)).toList();
    return Built.of(nodes.map(input.node(), bound), fieldCount, fields);
  }

  /** The rows for which all predicates, over the node's fields, are TRUE. */
  Built filtered(Built input, List<Expr> predicates) {
    return nodes.filtered(input, predicates);
  }

  /** An expression over a node's fields as one over the columns of its plan, in their types. */
  Expr bind(Expr expr, Built input) {
    return input.bind(expr);
  }

  /** The plan whose columns are exactly these fields, in order. */
  PlanNode arranged(Built input, List<Integer> fields) {
    if (input.isExactly(fields)) {
      return input.node();
    }
    List<Expr> columns = new ArrayList<>();
    fields.forEach(f -> columns.add(Exprs.column(input.position(f), input.typeOf(f))));
    return nodes.map(input.node(), columns);
  }

  /** The plan whose columns are these fields, in order, brought to the types given. */
  PlanNode arranged(Built input, List<Integer> fields, RowType type) {
    List<Expr> columns = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      int field = fields.get(i);
      ColumnType is = input.typeOf(field);
      ColumnType must = type.column(i);
      Expr column = Exprs.column(input.position(field), is.withNullable(must.nullable()));
      columns.add(Exprs.cast(column, must));
    }
    return nodes.map(input.node(), columns);
  }
}
