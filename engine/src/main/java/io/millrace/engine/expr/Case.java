package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Searched CASE: the result of the first condition that is TRUE, else {@code otherwise}. Nothing
 * behind that condition, and no other result, is evaluated.
 *
 * @param conditions at least one, each with its result
 * @param results of the case's own type
 */
public record Case(List<Expr> conditions, List<Expr> results, Expr otherwise, ColumnType type)
    implements Expr {
  public Case {
    conditions = List.copyOf(conditions);
    results = List.copyOf(results);
    if (conditions.isEmpty() || conditions.size() != results.size()) {
      throw new AssertionError(conditions.size() + " conditions, " + results.size() + " results");
    }
  }

  @Override
  public @Nullable Object evaluate(EvaluationFrame frame) {
    for (int i = 0; i < conditions.size(); i++) {
      Object holds = conditions.get(i).evaluate(frame);
      if (holds != null && (Boolean) holds) {
        return results.get(i).evaluate(frame);
      }
    }
    return otherwise.evaluate(frame);
  }

  /** Conditions, then results, then the last result. */
  @Override
  public List<Expr> children() {
    return Exprs.concat(conditions, results, List.of(otherwise));
  }

  @Override
  public Expr withChildren(List<Expr> children) {
    int n = conditions.size();
    return new Case(children.subList(0, n), children.subList(n, 2 * n), children.get(2 * n), type);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("CASE");
    for (int i = 0; i < conditions.size(); i++) {
      text.append(" WHEN ").append(conditions.get(i)).append(" THEN ").append(results.get(i));
    }
    return text.append(" ELSE ").append(otherwise).append(" END").toString();
  }
}
