package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of its only leaf a view can say anything about. Immutable.
 *
 * @param core the leaf
 * @param told columns that its outputs or keys read, or its predicates in another way than as
 *     ranges
 * @param ranges the values of columns that it keeps
 * @param findsRows whether the leaf's rows may be found by what the view keeps of them
 */
record Reach(String core, Set<String> told, Map<String, Ranges> ranges, boolean findsRows) {
  /** Null if the view has more leaves than one. */
  static @Nullable Reach of(Block block) {
    if (block.leaves().size() != 1) {
      return null;
    }
    Set<String> told = new HashSet<>();
    // A call says nothing of single rows, which a predicate is about.
    List<Expr> values = block.group() == null ? block.outputs() : block.group().keys();
    values.forEach(value -> addColumns(block, value, told));
    Map<String, Ranges> ranges = new HashMap<>();
    for (Expr predicate : block.predicates()) {
      for (Expr part : Facts.parts(predicate)) {
        RangeTest test = RangeTest.of(part, Expr::toString);
        if (test != null && !test.orNull() && test.operand() instanceof ColumnRef column) {
          ranges.merge(name(block, column), test.ranges(), Ranges::intersect);
        } else {
          addColumns(block, part, told);
        }
      }
    }
    Leaf leaf = block.leaves().get(0);
    return new Reach(leaf.core(), told, ranges, findsRows(leaf, told, ranges));
  }

  private static boolean findsRows(Leaf leaf, Set<String> told, Map<String, Ranges> ranges) {
    return leaf.relation() instanceof Table table
        && table.hasPrimaryKey()
        && table.primaryKey().stream()
            .map(position -> Leaf.columnName(table.columnIds().get(position)))
            .allMatch(name -> told.contains(name) || isOne(ranges.get(name)));
  }

  private static boolean isOne(@Nullable Ranges values) {
    return values != null && values.onlyValue() != null;
  }

  private static void addColumns(Block block, Expr expr, Set<String> names) {
    for (int column : Exprs.columns(expr)) {
      names.add(block.columns().key(column).name());
    }
  }

  private static String name(Block block, ColumnRef column) {
    return block.columns().key(column.index()).name();
  }

  /** Whether the view neither has rows for which the test holds alone nor can make it. */
  boolean surelyLacks(Prospects.Test test) {
    if (!core.equals(test.core()) || findsRows || told.contains(test.column())) {
      return false;
    }
    Ranges kept = ranges.get(test.column());
    return kept == null || (!isOne(kept) && !kept.isWithin(test.ranges()));
  }
}
