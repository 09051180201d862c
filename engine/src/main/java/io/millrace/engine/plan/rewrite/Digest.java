package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.And;
import io.millrace.engine.expr.Call;
import io.millrace.engine.expr.Case;
import io.millrace.engine.expr.Cast;
import io.millrace.engine.expr.Coalesce;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.IsDistinct;
import io.millrace.engine.expr.IsNull;
import io.millrace.engine.expr.IsTruth;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Not;
import io.millrace.engine.expr.Or;
import io.millrace.engine.expr.Parameter;
import io.millrace.engine.expr.Search;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The canonical text of an expression: equal texts mean equal values, whatever the order in which
 * sides of a commutative operator were written. Types are part of it, nullability is not, since it
 * changes no value. Stateless.
 */
final class Digest {
  /** Functions whose value does not hang on the order of their two arguments. */
  private static final Set<String> COMMUTATIVE = Set.of("+", "*", "BITAND", "BITOR", "BITXOR");

  private Digest() {}

  /** The text, columns by their own. */
  static String of(Expr expr, IntFunction<String> columns) {
    if (expr instanceof ColumnRef column) {
      return columns.apply(column.index());
    }
    List<String> parts = new ArrayList<>(expr.children().size());
    for (Expr child : expr.children()) {
      parts.add(of(child, columns));
    }
    return node(expr, parts);
  }

  private static String node(Expr expr, List<String> parts) {
    if (expr instanceof Literal literal) {
      return literal + ":" + type(literal.type());
    }
    if (expr instanceof Parameter parameter) {
      return "?" + parameter.index() + ":" + type(parameter.type());
    }
    if (expr instanceof Comparison comparison) {
      return comparison(comparison.operator(), parts);
    }
    if (expr instanceof IsDistinct test) {
      return call(test.negated() ? "same" : "distinct", sorted(parts));
    }
    if (expr instanceof And) {
      return call("and", unique(parts));
    }
    if (expr instanceof Or) {
      return call("or", unique(parts));
    }
    return call(name(expr), isCommutative(expr) ? sorted(parts) : parts);
  }

  private static boolean isCommutative(Expr expr) {
    return expr instanceof Call call
        && COMMUTATIVE.contains(call.function().name())
        && call.children().size() == 2;
  }

  private static String comparison(ComparisonOperator operator, List<String> parts) {
    String left = parts.get(0);
    String right = parts.get(1);
    return switch (operator) {
      case EQUAL, NOT_EQUAL -> call(operator.toString(), sorted(parts));
      case LESS, LESS_OR_EQUAL -> call(operator.toString(), parts);
      case GREATER, GREATER_OR_EQUAL -> call(operator.reversed().toString(), List.of(right, left));
    };
  }

  /** What a node does beside its children. */
  private static String name(Expr expr) {
    if (expr instanceof Call call) {
      return call.function().name() + ":" + type(call.type());
    }
    if (expr instanceof Cast cast) {
      return "cast " + cast.mode() + " " + type(cast.type());
    }
    if (expr instanceof Case choice) {
      return "case:" + type(choice.type());
    }
    if (expr instanceof Coalesce choice) {
      return "coalesce:" + type(choice.type());
    }
    if (expr instanceof IsNull test) {
      return test.negated() ? "not null" : "null";
    }
    if (expr instanceof IsTruth test) {
      return (test.negated() ? "is not " : "is ") + test.truth();
    }
    if (expr instanceof Not) {
      return "not";
    }
    if (expr instanceof Search search) {
      // Its own text quotes the bounds; the operand stands among the parts.
      Expr bare = search.withChildren(List.of(Exprs.column(0, search.operand().type())));
      return bare.toString();
    }
    throw new AssertionError("an expression of no known kind: " + expr);
  }

  static String call(String name, List<String> parts) {
    return name + "(" + String.join(",", parts) + ")";
  }

  static String type(ColumnType type) {
    return type.withNullable(true).toString();
  }

  private static List<String> unique(List<String> parts) {
    return parts.stream().distinct().sorted().toList();
  }

  private static List<String> sorted(List<String> parts) {
    List<String> sorted = new ArrayList<>(parts);
    Collections.sort(sorted);
    return sorted;
  }
}
