package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.RowType;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What joins of two inputs with a condition have in common: their text, stored form and query. */
final class JoinCondition {
  private JoinCondition() {}

  static String describe(List<JoinKey> keys, @Nullable Expr condition) {
    String on = "on " + JoinKey.describe(keys);
    return condition == null ? on : on + " and " + condition;
  }

  static void write(
      RowType left,
      RowType right,
      List<JoinKey> keys,
      @Nullable Expr condition,
      CircuitWriter out) {
    out.writeRowType(left).writeRowType(right);
    JoinKey.write(keys, out);
    out.writeBoolean(condition != null);
    if (condition != null) {
      out.writeExpr(condition);
    }
  }

  /** Reads the condition, which stands last. */
  static @Nullable Expr read(CircuitReader in) {
    return in.readBoolean() ? in.readExpr() : null;
  }

  /** The test whether a left row has a partner among whole inputs, left and right. */
  static Predicate<byte[]> hasPartner(
      EvaluateContext context, Matching matching, List<Input> inputs) {
    ArrangementReader right = matching.arrange(context, inputs.get(0), inputs.get(1));
    Matching.Pairs pairs = matching.pairs(context.frame(matching.pairType()));
    return left -> {
      byte[] key = matching.leftKey().key(left);
      return key != null && Presence.any(right.rows(key), pairs.partnersOf(left));
    };
  }
}
