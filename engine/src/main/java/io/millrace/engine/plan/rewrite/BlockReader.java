package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.expr.And;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.Aggregate;
import io.millrace.engine.operator.Distinct;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Join;
import io.millrace.engine.operator.JoinKey;
import io.millrace.engine.operator.Map;
import io.millrace.engine.operator.ScalarAggregate;
import io.millrace.engine.operator.Scan;
import io.millrace.engine.operator.SemiJoin;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.rewrite.Block.Conjunct;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Brings a plan to its block. Maps are substituted into what stands above them, so it does not show
 * where a plan filters, projects or prunes; its predicates keep their order.
 *
 * <p>One object reads one block. Cost: O(nodes · expressions).
 */
final class BlockReader {
  private final Catalog catalog;
  private final List<Leaf> leaves = new ArrayList<>();
  private final Columns columns = new Columns();
  private final List<Conjunct> conjuncts = new ArrayList<>();

  private BlockReader(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The block of a plan over a catalog's relations. */
  static Block read(PlanNode root, Catalog catalog) {
    return new BlockReader(catalog).read(root);
  }

  private Block read(PlanNode root) {
    List<Expr> outputs = identity(root.operator().outputType());
    List<Expr> having = new ArrayList<>();
    PlanNode node = root;
    while (true) {
      if (node.operator() instanceof Map map) {
        outputs = substitute(outputs, map.expressions());
        having = substitute(having, map.expressions());
      } else if (node.operator() instanceof Filter filter) {
        having.addAll(0, conjunctsOf(filter.predicate()));
      } else {
        break;
      }
      node = node.inputs().get(0);
    }
    Group group = group(node, having);
    if (group != null) {
      return new Block(leaves, columns, conjuncts, group, outputs);
    }
    List<Expr> joined = join(node);
    substitute(having, joined).forEach(predicate -> conjuncts.add(Conjunct.of(predicate)));
    return new Block(leaves, columns, conjuncts, null, substitute(outputs, joined));
  }

  private @Nullable Group group(PlanNode node, List<Expr> having) {
    Operator operator = node.operator();
    if (operator instanceof Distinct) {
      return new Group(join(node.inputs().get(0)), List.of(), false, having);
    }
    if (operator instanceof Aggregate aggregate) {
      List<Expr> rows = join(node.inputs().get(0));
      return new Group(
          aggregate.groupColumns().stream().map(rows::get).toList(),
          aggregate.calls().stream().map(call -> Group.Call.of(call, rows)).toList(),
          false,
          having);
    }
    if (operator instanceof ScalarAggregate aggregate) {
      List<Expr> rows = join(node.inputs().get(0));
      return new Group(
          List.of(),
          aggregate.calls().stream().map(call -> Group.Call.of(call, rows)).toList(),
          true,
          having);
    }
    return null;
  }

  /** Adds the leaves and conjuncts below a node; returns its columns over the leaves'. */
  private List<Expr> join(PlanNode node) {
    Operator operator = node.operator();
    if (operator instanceof Map map) {
      List<Expr> below = join(node.inputs().get(0));
      return substitute(map.expressions(), below);
    }
    if (operator instanceof Filter filter) {
      List<Expr> below = join(node.inputs().get(0));
      substitute(conjunctsOf(filter.predicate()), below)
          .forEach(predicate -> conjuncts.add(Conjunct.of(predicate)));
      return below;
    }
    if (operator instanceof Join join) {
      return join(join, node.inputs());
    }
    if (operator instanceof Scan scan) {
      return scan(scan);
    }
    if (operator instanceof SemiJoin semi
        && isUnique(
            node.inputs().get(1), semi.keys().stream().mapToInt(JoinKey::rightColumn), catalog)) {
      return join(semi, node.inputs());
    }
    return leaf(node);
  }

  /**
   * Whether no two rows of a plan are alike in these columns: a primary key or the keys of a
   * grouping are among them. A join by them that repeats no row of the other side is the same as a
   * semi-join.
   */
  static boolean isUnique(PlanNode node, IntStream columns, Catalog catalog) {
    Block block = read(node, catalog);
    Set<Integer> compared = new HashSet<>();
    columns.forEach(
        position -> {
          if (block.outputs().get(position) instanceof ColumnRef column) {
            compared.add(column.index());
          }
        });
    Group group = block.group();
    if (group != null) {
      return IntStream.range(0, group.keys().size()).allMatch(compared::contains);
    }
    return block.leaves().size() == 1
        && block.leaves().get(0).relation() instanceof Table table
        && table.hasPrimaryKey()
        && table.primaryKey().stream()
            .map(p -> block.columns().find(0, Leaf.columnName(table.columnIds().get(p))))
            .allMatch(compared::contains);
  }

  private List<Expr> join(SemiJoin semi, List<PlanNode> inputs) {
    List<Expr> left = join(inputs.get(0));
    List<Expr> both = new ArrayList<>(left);
    both.addAll(join(inputs.get(1)));
    List<Expr> on =
        Shape.on(
            semi.keys(),
            semi.condition(),
            inputs.get(0).operator().outputType(),
            inputs.get(1).operator().outputType());
    substitute(on, both).forEach(predicate -> conjuncts.add(Conjunct.of(predicate)));
    return left;
  }

  private List<Expr> join(Join join, List<PlanNode> inputs) {
    List<List<Expr>> each = inputs.stream().map(this::join).toList();
    for (Join.Equality equality : join.equalities()) {
      Expr left = each.get(equality.leftInput()).get(equality.leftColumn());
      Expr right = each.get(equality.rightInput()).get(equality.rightColumn());
      conjuncts.add(
          Conjunct.of(
              equality.nullSafe()
                  ? Exprs.isDistinct(left, right, true)
                  : Exprs.compare(ComparisonOperator.EQUAL, left, right)));
    }
    List<Expr> all = each.stream().flatMap(List::stream).toList();
    return join.projection().stream().map(all::get).toList();
  }

  private List<Expr> scan(Scan scan) {
    Relation relation = catalog.require(scan.relationId());
    int leaf = leaves.size();
    leaves.add(Leaf.of(relation));
    List<Expr> read = new ArrayList<>();
    for (int id : scan.columnIds()) {
      int position = relation.columnIds().indexOf(id);
      read.add(columns.column(leaf, Leaf.columnName(id), relation.columns().get(position).type()));
    }
    return read;
  }

  /** Any other plan as a leaf, with the predicates that may as well be applied to its rows. */
  private List<Expr> leaf(PlanNode node) {
    Shape shape = Shape.of(node, catalog);
    int number = leaves.size();
    leaves.add(Leaf.of(shape.core(), node, shape.names()));
    for (Shape.Hoisted hoisted : shape.predicates()) {
      Expr predicate =
          Columns.replace(
              hoisted.predicate(),
              c -> columns.column(number, hoisted.columns().apply(c.index()), c.type()));
      conjuncts.add(new Conjunct(predicate, number));
    }
    RowType type = node.operator().outputType();
    List<Expr> read = new ArrayList<>();
    for (int i = 0; i < type.size(); i++) {
      read.add(columns.column(number, shape.names().get(i), type.column(i)));
    }
    return read;
  }

  static List<Expr> identity(RowType type) {
    return IntStream.range(0, type.size()).mapToObj(i -> Exprs.column(i, type.column(i))).toList();
  }

  private static List<Expr> substitute(List<Expr> expressions, List<Expr> below) {
    List<Expr> result = new ArrayList<>(expressions.size());
    for (Expr expression : expressions) {
      result.add(
          expression instanceof ColumnRef c ? below.get(c.index()) : substitute(expression, below));
    }
    return result;
  }

  private static Expr substitute(Expr expression, List<Expr> below) {
    return Exprs.substitute(expression, below);
  }

  static List<Expr> conjunctsOf(Expr predicate) {
    return predicate instanceof And ? predicate.children() : List.of(predicate);
  }
}
