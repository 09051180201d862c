package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Truncations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What expressions of a query can be computed from a view's columns and the query's other leaves,
 * where given facts hold. One thread at a time.
 */
final class Expressible {
  /** Finds columns by other means; null if there is none. */
  interface Fallback {
    @Nullable Expr find(ColumnRef column);
  }

  private final Facts facts;
  private final Fallback fallback;
  private final Map<String, Expr> known = new HashMap<>();
  private final Map<Integer, Expr> columns = new HashMap<>();

  Expressible(Facts facts, Fallback fallback) {
    this.facts = facts;
    this.fallback = fallback;
  }

  /** Makes a value of the query known as an expression over the new leaves. */
  void add(Expr value, Expr replacement) {
    if (Facts.isSameType(value.type(), replacement.type())) {
      known.putIfAbsent(facts.digest(value), replacement);
    }
  }

  /** Makes a column of a leaf that stays known. */
  void addColumn(int column, Expr value, Expr replacement) {
    columns.put(column, replacement);
    known.putIfAbsent(facts.digest(value), replacement);
  }

  /** The expression over the new leaves, or null. */
  @Nullable Expr find(Expr expr) {
    if (expr instanceof ColumnRef column) {
      Expr own = columns.get(column.index());
      if (own != null) {
        return own;
      }
    }
    Expr replacement = known.get(facts.digest(expr));
    if (replacement != null) {
      return replacement;
    }
    if (expr instanceof ColumnRef column) {
      Expr constant = constant(column);
      return constant == null ? fallback(column) : constant;
    }
    List<Expr> children = new ArrayList<>(expr.children().size());
    for (Expr child : expr.children()) {
      Expr found = find(child);
      if (found == null) {
        return overTruncation(expr);
      }
      children.add(found);
    }
    return children.isEmpty() ? expr : expr.withChildren(children);
  }

  /** What follows from a coarser date or timestamp that is known; null if nothing does. */
  private @Nullable Expr overTruncation(Expr expr) {
    for (Truncations.Way way : Truncations.of(expr)) {
      Expr replacement = known.get(facts.digest(way.truncation()));
      if (replacement != null) {
        return way.over().apply(replacement);
      }
    }
    return null;
  }

  /** The column or one that is equal to it, by other means. */
  private @Nullable Expr fallback(ColumnRef column) {
    Expr own = fallback.find(column);
    for (ColumnRef equal : own == null ? facts.equalTo(column) : List.<ColumnRef>of()) {
      Expr found = fallback.find(equal);
      if (found != null) {
        return found;
      }
    }
    return own;
  }

  private @Nullable Expr constant(ColumnRef column) {
    Object cell = facts.constant(column);
    return cell == null ? null : Exprs.literal(cell, column.type());
  }

  /** The first column of the expression that cannot be computed, or -1. */
  int missing(Expr expr) {
    if (find(expr) != null) {
      return -1;
    }
    if (expr instanceof ColumnRef column) {
      return column.index();
    }
    for (Expr child : expr.children()) {
      int missing = missing(child);
      if (missing >= 0) {
        return missing;
      }
    }
    return -1;
  }
}
