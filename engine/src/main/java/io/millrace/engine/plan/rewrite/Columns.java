package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns of a block's leaves, numbered as they are first asked for. A leaf's column has a name
 * that means the same in every block: the id of a table's column, or the canonical text of what a
 * plan computes. One thread at a time.
 */
final class Columns {
  /** A column by its leaf and its name there. */
  record Key(int leaf, String name) {}

  private final List<Key> keys = new ArrayList<>();
  private final List<ColumnType> types = new ArrayList<>();
  private final Map<Key, Integer> numbers = new HashMap<>();

  /** The column as an expression. */
  Expr column(int leaf, String name, ColumnType type) {
    Key key = new Key(leaf, name);
    Integer known = numbers.get(key);
    if (known != null) {
      return column(known);
    }
    numbers.put(key, keys.size());
    keys.add(key);
    types.add(type);
    return column(keys.size() - 1);
  }

  /** The number of a column, or -1 if it was never asked for. */
  int find(int leaf, String name) {
    return numbers.getOrDefault(new Key(leaf, name), -1);
  }

  Expr column(int number) {
    return Exprs.column(number, types.get(number));
  }

  /** Where a column of an expression over these columns comes from. */
  Key key(int number) {
    return keys.get(number);
  }

  ColumnType type(int number) {
    return types.get(number);
  }

  int size() {
    return keys.size();
  }

  /** Another numbering that goes on from this one. */
  Columns copy() {
    Columns copy = new Columns();
    copy.keys.addAll(keys);
    copy.types.addAll(types);
    copy.numbers.putAll(numbers);
    return copy;
  }

  /** The leaf that an expression's columns all belong to, or -1 if there are several or none. */
  int onlyLeaf(Expr expr) {
    int only = -1;
    for (int column : Exprs.columns(expr)) {
      int leaf = keys.get(column).leaf();
      if (only >= 0 && leaf != only) {
        return -1;
      }
      only = leaf;
    }
    return only;
  }

  /** The expression with each column replaced by what {@code target} makes of it. */
  static Expr replace(Expr expr, java.util.function.Function<ColumnRef, Expr> target) {
    return Exprs.rewrite(expr, node -> node instanceof ColumnRef c ? target.apply(c) : node);
  }
}
