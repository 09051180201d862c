package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Rows that an operator is to have as its input, before it is known what the operator needs of
 * them.
 */
public interface PlanInput {
  int fieldCount();

  /**
   * The plan of its rows.
   *
   * @param needed the fields that somebody reads
   * @param predicates over its fields, each movable; only rows for which all are TRUE are wanted
   */
  Built build(ImmutableBitSet needed, List<Expr> predicates);

  /** Rows of so many fields that are planned by a function. */
  static PlanInput of(int fieldCount, BiFunction<ImmutableBitSet, List<Expr>, Built> build) {
    return new PlanInput() {
      @Override
      public int fieldCount() {
        return fieldCount;
      }

      @Override
      public Built build(ImmutableBitSet needed, List<Expr> predicates) {
        return build.apply(needed, predicates);
      }
    };
  }
}
