package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Types;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Map;
import io.millrace.engine.operator.Union;
import io.millrace.engine.plan.PlanNode;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The branches of a view that is a UNION ALL, where a column holds another constant in each: the
 * branch is the rows with its constant. GROUPING does that for grouping sets.
 */
final class UnionParts {
  /** A union of more branches is matched as a whole alone. */
  private static final int MOST = 16;

  private UnionParts() {}

  /** One candidate for each branch, none if no column tells them apart. */
  static List<Candidate> of(View view, PlanNode root, Catalog catalog) {
    List<PlanNode> branches = branches(root);
    if (branches.size() < 2 || branches.size() > MOST) {
      return List.of();
    }
    List<Block> blocks = branches.stream().map(b -> BlockReader.read(b, catalog)).toList();
    for (int column = 0; column < view.columns().size(); column++) {
      if (tellsApart(blocks, column)) {
        return candidates(view, blocks, column);
      }
    }
    return List.of();
  }

  /** The plan's branches, with the maps and filters above their union in each of them. */
  private static List<PlanNode> branches(PlanNode node) {
    if (node.operator() instanceof Union) {
      return node.inputs();
    }
    if (node.operator() instanceof Map || node.operator() instanceof Filter) {
      return branches(node.inputs().get(0)).stream()
          .map(branch -> new PlanNode(node.operator(), List.of(branch)))
          .toList();
    }
    return List.of();
  }

  private static boolean tellsApart(List<Block> blocks, int column) {
    Set<Object> seen = new HashSet<>();
    for (Block block : blocks) {
      boolean isNew =
          Exprs.fold(block.outputs().get(column)) instanceof Literal literal
              && literal.value() != null
              && isExact(literal.type())
              && seen.add(literal.value());
      if (!isNew) {
        return false;
      }
    }
    return true;
  }

  /** Whether values are equal exactly if their cells are. */
  private static boolean isExact(ColumnType type) {
    return Types.isInteger(type.type()) || type.type() == CellType.VARCHAR;
  }

  private static List<Candidate> candidates(View view, List<Block> blocks, int column) {
    Expr kept = Exprs.column(column, view.columns().get(column).type());
    List<Candidate> candidates = new ArrayList<>();
    for (Block block : blocks) {
      Expr constant = Exprs.fold(block.outputs().get(column));
      Expr isOfBranch = Exprs.compare(ComparisonOperator.EQUAL, kept, constant);
      candidates.add(new Candidate(view, block, List.of(isOfBranch)));
    }
    return candidates;
  }
}
