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
import io.millrace.storage.row.RowConcat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * LEFT, RIGHT and FULL join: {@code Q(L, R) = σ(L ⋈ R) + (L ▷ R) × NULLs [+ NULLs × (R ▷ L)]}: the
 * inner join, and the rows of a preserved side that have no partner, NULL-extended with their own
 * weight. {@code Q^Δ} is the sum of the terms' incremental forms: the join's, whose terms are
 * merged before the condition sees a pair, and for each preserved row {@code a′[m′ = 0] − a[m =
 * 0]}.
 *
 * <p>Non-linear in the match weight m. A row matches under the WHOLE condition, equalities and
 * residual predicate alike. Keeps both inputs by key.
 *
 * <p>Cost: that of {@link Join} and of an {@link AntiJoin} for each preserved side.
 *
 * <p>Source: theory.md section 3.
 */
public final class OuterJoin implements Operator {
  /** Which sides are preserved. */
  public enum Kind {
    LEFT(1),
    RIGHT(2),
    FULL(3);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  private final Kind kind;
  private final RowType left;
  private final RowType right;
  private final List<JoinKey> keys;
  private final @Nullable Expr condition;
  private final RowType outputType;
  private final Join inner;
  private final Matching ofLeft;
  private final Matching ofRight;
  private final int innerTraces;

  /**
   * The join.
   *
   * @param condition what must be TRUE besides, over the left and then the right columns, or null
   */
  public OuterJoin(
      Kind kind, RowType left, RowType right, List<JoinKey> keys, @Nullable Expr condition) {
    this.kind = kind;
    this.left = left;
    this.right = right;
    this.keys = List.copyOf(keys);
    this.condition = condition;
    RowType leftOut = kind == Kind.LEFT ? left : left.nullable();
    RowType rightOut = kind == Kind.RIGHT ? right : right.nullable();
    this.outputType = leftOut.concat(rightOut);
    this.inner =
        new Join(
            List.of(left, right),
            JoinKey.equalities(keys),
            IntStream.range(0, outputType.size()).toArray(),
            outputType);
    this.innerTraces = inner.traces().size();
    this.ofLeft = new Matching(left, right, keys, condition, true);
    this.ofRight = new Matching(right, left, JoinKey.swapped(keys), condition, false);
  }

  /** Which sides are preserved. */
  public Kind kind() {
    return kind;
  }

  /** The equalities between a column of each side. */
  public List<JoinKey> keys() {
    return keys;
  }

  /** What must be TRUE besides, over the left and then the right columns, or null. */
  public @Nullable Expr condition() {
    return condition;
  }

  private boolean preservesLeft() {
    return kind != Kind.RIGHT;
  }

  private boolean preservesRight() {
    return kind != Kind.LEFT;
  }

  @Override
  public String name() {
    return switch (kind) {
      case LEFT -> "LeftJoin";
      case RIGHT -> "RightJoin";
      case FULL -> "FullJoin";
    };
  }

  @Override
  public String describe() {
    return JoinCondition.describe(keys, condition);
  }

  @Override
  public RowType outputType() {
    return outputType;
  }

  @Override
  public Linearity linearity() {
    return Linearity.NON_LINEAR;
  }

  /** The inner join's, then those of both sides' matchings; equal ones are one trace. */
  @Override
  public List<TraceSpec> traces() {
    List<TraceSpec> traces = new ArrayList<>(inner.traces());
    traces.addAll(ofLeft.traces(0, 1));
    traces.addAll(ofRight.traces(1, 0));
    return traces;
  }

  private UnaryOperator<byte[]> extendLeft() {
    RowConcat concat = new RowConcat(left, right.nullable(), outputType);
    byte[] nulls = right.nullable().nulls();
    return row -> concat.apply(row, nulls);
  }

  private UnaryOperator<byte[]> extendRight() {
    RowConcat concat = new RowConcat(left.nullable(), right, outputType);
    byte[] nulls = left.nullable().nulls();
    return row -> concat.apply(nulls, row);
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    if (kind == Kind.RIGHT) {
      return new DeferredCursor(
          () -> preserve(context, ofRight, inputs.get(1), inputs.get(0), extendRight()));
    }
    Cursor preserved =
        new DeferredCursor(
            () -> preserve(context, ofLeft, inputs.get(0), inputs.get(1), extendLeft()));
    return kind == Kind.LEFT
        ? preserved
        : new ConcatCursor(List.of(() -> preserved, () -> extendedRight(context, inputs)));
  }

  /** Streams the preserved side over the other one, which is looked up by key. */
  private Cursor preserve(
      EvaluateContext context,
      Matching matching,
      Input preserved,
      Input other,
      UnaryOperator<byte[]> extend) {
    ArrangementReader others = matching.arrange(context, preserved, other);
    Matching.Pairs pairs = matching.pairs(context.frame(matching.pairType()));
    boolean leftFirst = matching == ofLeft;
    RowConcat concat = new RowConcat(left, right, outputType);
    return new PreservingCursor(
        preserved.open(),
        row -> matching.leftKey().key(row),
        others,
        pairs,
        (row, partner) -> leftFirst ? concat.apply(row, partner) : concat.apply(partner, row),
        extend,
        context::checkCanceled);
  }

  private Cursor extendedRight(EvaluateContext context, List<Input> inputs) {
    List<Input> swapped = List.of(inputs.get(1), inputs.get(0));
    Predicate<byte[]> hasPartner = JoinCondition.hasPartner(context, ofRight, swapped);
    Cursor alone =
        new FilteredCursor(inputs.get(1).open(), hasPartner.negate(), context::checkCanceled);
    return new MappedCursor(alone, extendRight(), context::checkCanceled);
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    ZSetBuilder output = new ZSetBuilder();
    output.addAll(innerTick(context, deltas));
    if (preservesLeft()) {
      UnaryOperator<byte[]> extend = extendLeft();
      ofLeft.tick(context, deltas.get(0), innerTraces, alone(extend, output));
    }
    if (preservesRight()) {
      UnaryOperator<byte[]> extend = extendRight();
      ofRight.tick(context, deltas.get(1), innerTraces + 2, alone(extend, output));
    }
    return output.build();
  }

  private ZSet innerTick(TickContext context, List<ZSet> deltas) {
    ZSet pairs = inner.tick(context, deltas);
    Expr on = condition;
    if (on == null) {
      return pairs;
    }
    EvaluationFrame frame = context.frame(outputType);
    return pairs.filter(row -> Boolean.TRUE.equals(on.evaluate(frame.at(row))));
  }

  private static Matching.Matched alone(UnaryOperator<byte[]> extend, ZSetBuilder output) {
    return (row, before, partnerBefore, after, partnerAfter) -> {
      long change = Math.subtractExact(partnerAfter ? 0 : after, partnerBefore ? 0 : before);
      if (change != 0) {
        output.add(extend.apply(row), change);
      }
    };
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.OUTER_JOIN.begin(out).writeInt(kind.code);
    JoinCondition.write(left, right, keys, condition, out);
  }

  static Operator read(CircuitReader in) {
    return new OuterJoin(
        readKind(in), in.readRowType(), in.readRowType(), JoinKey.read(in), JoinCondition.read(in));
  }

  private static Kind readKind(CircuitReader in) {
    int code = in.readInt();
    for (Kind kind : Kind.values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw in.corrupted("there is no outer join " + code);
  }
}
