package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowConcat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Every left row with a mark (IN, NOT IN): {@code Q(L, R)[l ‖ mark(l)] = L[l]}, where the mark is
 * TRUE if some pair of l is TRUE, else NULL if some pair is UNKNOWN, else FALSE; {@code Q^Δ = a′[l
 * ‖ mark′] − a[l ‖ mark]} for the left rows in ΔL and those whose mark may change with ΔR.
 *
 * <p>A pair's truth is that of all its equalities AND the condition in three-valued logic. Linear
 * in the left input, non-linear in the right one. Keeps both inputs by key, and a side that meets
 * NULLs of the other by its NOT NULL and null-safe columns besides.
 *
 * <p>Cost: O(|ΔL| log + left rows of right keys that came or went). The first or last NULL of a
 * right column that is compared by {@code =} looks at every left row with its firm columns, which
 * without correlation is all of them: O(|L|).
 *
 * <p>Source: theory.md section 3.
 */
public final class LeftMarkJoin implements Operator {
  /** More keys than these are better part of the condition. */
  public static final int MOST_KEYS = MarkMatching.MOST_LOOSE;

  private static final RowType MARK = RowType.of(ColumnType.of(CellType.BOOLEAN));
  private static final byte[] TRUE = MARK.encode(true);
  private static final byte[] UNKNOWN = MARK.nulls();
  private static final byte[] FALSE = MARK.encode(false);

  private final RowType left;
  private final RowType right;
  private final List<JoinKey> keys;
  private final @Nullable Expr condition;
  private final MarkMatching matching;
  private final RowConcat marked;

  /**
   * The join.
   *
   * @param condition what a pair's truth also depends on, over the left and then the right columns,
   *     or null
   */
  public LeftMarkJoin(RowType left, RowType right, List<JoinKey> keys, @Nullable Expr condition) {
    this.left = left;
    this.right = right;
    this.keys = List.copyOf(keys);
    this.condition = condition;
    this.matching = new MarkMatching(left, right, keys, condition);
    this.marked = new RowConcat(left, MARK);
  }

  /** The equalities between a column of each side. */
  public List<JoinKey> keys() {
    return keys;
  }

  /** What must be TRUE besides, over the left and then the right columns, or null. */
  public @Nullable Expr condition() {
    return condition;
  }

  @Override
  public String name() {
    return "LeftMarkJoin";
  }

  @Override
  public String describe() {
    return JoinCondition.describe(keys, condition);
  }

  /** The left columns, then a nullable BOOLEAN. */
  @Override
  public RowType outputType() {
    return marked.type();
  }

  @Override
  public Linearity linearity() {
    return Linearity.NON_LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return matching.traces();
  }

  private byte[] withMark(byte[] row, Mark mark) {
    return switch (mark) {
      case TRUE -> marked.apply(row, TRUE);
      case UNKNOWN -> marked.apply(row, UNKNOWN);
      case FALSE -> marked.apply(row, FALSE);
    };
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new DeferredCursor(
        () -> {
          MarkMatching.Rights rights = rights(context, inputs.get(0), inputs.get(1));
          EvaluationFrame frame = context.frame(matching.pairType());
          return new MappedCursor(
              inputs.get(0).open(),
              row -> withMark(row, matching.mark(row, rights, frame)),
              context::checkCanceled);
        });
  }

  private MarkMatching.Rights rights(EvaluateContext context, Input lefts, Input rights) {
    ArrangementReader byKey =
        StoredLookup.arrange(context, lefts.estimatedRows(), rights, matching.rightKey());
    ArrangementReader byFirm =
        matching.leftLoose()
            ? new HashArrangement(rights.open(), matching.rightFirm(), context::checkCanceled)
            : byKey;
    return new MarkMatching.Rights() {
      @Override
      public boolean any(byte[] key, Predicate<byte[]> test) {
        return Presence.any(byKey.rows(key), test);
      }

      @Override
      public boolean anyFirm(byte[] firm, Predicate<byte[]> test) {
        return Presence.any(byFirm.rows(firm), test);
      }
    };
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    ZSetBuilder output = new ZSetBuilder();
    new MarkTick(matching, context)
        .run(
            deltas.get(0),
            (row, before, markBefore, after, markAfter) -> {
              output.add(withMark(row, markBefore), Math.negateExact(before));
              output.add(withMark(row, markAfter), after);
            });
    return output.build();
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.LEFT_MARK_JOIN.begin(out);
    JoinCondition.write(left, right, keys, condition, out);
  }

  static Operator read(CircuitReader in) {
    return new LeftMarkJoin(
        in.readRowType(), in.readRowType(), JoinKey.read(in), JoinCondition.read(in));
  }
}
