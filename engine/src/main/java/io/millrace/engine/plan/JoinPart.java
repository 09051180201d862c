package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import java.util.List;
import org.apache.calcite.util.ImmutableBitSet;

/** What an input of a join is, before it is known what the join needs of it. */
public interface JoinPart {
  int fieldCount();

  /**
   * The plan of its rows.
   *
   * @param needed the fields that somebody reads
   * @param predicates over its fields, each movable; only rows for which all are TRUE are wanted
   */
  Built build(ImmutableBitSet needed, List<Expr> predicates);
}
