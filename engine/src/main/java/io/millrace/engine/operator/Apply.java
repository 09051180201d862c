package io.millrace.engine.operator;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.Recompute;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A correlated subquery as it is written: each left row is joined with the rows of a plan that
 * reads arguments computed from that very row, {@code Q(L, R₁, …, Rₙ) = Σₗ L[l] · (l ⋈
 * plan(args(l), R₁, …, Rₙ))}. The plan's leaves are the relations that it is given beside the left
 * one.
 *
 * <p>Linear in the left input: while only that one changes, {@code Q^Δ(ΔL) = Q(ΔL, R)}. Else it is
 * {@link Recompute}. Keeps the integrals of all inputs. Cost: the plan once per distinct arguments,
 * over the left rows of ΔL, or over all left rows, old and new, if a relation of the plan changes.
 *
 * <p>Used for what no decorrelation makes a join of. The plan sees its arguments as parameters.
 */
public final class Apply implements Operator {
  /** What becomes of a left row and the plan's rows that meet the condition. */
  public enum Kind {
    /** A row for each pair. */
    INNER(1),
    /** As INNER, and the left row with NULLs if there is no pair. */
    LEFT(2),
    /** The left row if there is a pair. */
    SEMI(3),
    /** The left row if there is no pair. */
    ANTI(4),
    /** The left row and whether there is a pair: TRUE, NULL if that is unknown, or FALSE. */
    MARK(5);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    static Kind read(CircuitReader in) {
      int code = in.readInt();
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw in.corrupted("there is no kind of apply " + code);
    }
  }

  static final RowType MARK = RowType.of(ColumnType.of(CellType.BOOLEAN));

  private final Kind kind;
  private final RowType left;
  private final List<Expr> arguments;
  private final AppliedPlan plan;
  private final @Nullable Expr condition;
  private final RowType outputType;

  /**
   * The apply.
   *
   * @param arguments over the left columns
   * @param firstParameter the plan reads argument i as parameter {@code firstParameter + i}
   * @param plan its leaves are {@link Given} or constants
   * @param condition what a pair must meet, over the left and then the plan's columns, or null
   */
  public Apply(
      Kind kind,
      RowType left,
      List<Expr> arguments,
      int firstParameter,
      Circuit plan,
      @Nullable Expr condition) {
    this.kind = kind;
    this.left = left;
    this.arguments = List.copyOf(arguments);
    this.plan = new AppliedPlan(plan, arguments, firstParameter);
    this.condition = condition;
    this.outputType =
        switch (kind) {
          case INNER -> left.concat(plan.outputType());
          case LEFT -> left.concat(plan.outputType().nullable());
          case SEMI, ANTI -> left;
          case MARK -> left.concat(MARK);
        };
  }

  @Override
  public String name() {
    return "Apply";
  }

  @Override
  public String describe() {
    String on = condition == null ? "" : " on " + condition;
    return kind.name().toLowerCase(Locale.ROOT) + " for " + plan.describe() + on;
  }

  @Override
  public RowType outputType() {
    return outputType;
  }

  @Override
  public Linearity linearity() {
    return Linearity.NON_LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return Recompute.traces(1 + plan.givenCount());
  }

  @Override
  public boolean isRecomputed() {
    return true;
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new DeferredCursor(
        () -> {
          Input lefts = inputs.get(0);
          List<Input> given = inputs.subList(1, inputs.size());
          AppliedPlan.Run run = plan.run(context, left, lefts.estimatedRows(), given);
          ApplyPairs pairs = new ApplyPairs(kind, left, plan.outputType(), condition, outputType);
          return new ApplyCursor(lefts.open(), run, pairs.start(context), context::checkCanceled);
        });
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    boolean onlyLeft = deltas.subList(1, deltas.size()).stream().allMatch(ZSet::isEmpty);
    return onlyLeft
        ? Recompute.tickLinear(this, context, deltas, 0)
        : Recompute.tick(this, context, deltas);
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.APPLY.begin(out).writeInt(kind.code);
    out.writeRowType(left).writeExprs(arguments);
    plan.write(out);
    out.writeBoolean(condition != null);
    if (condition != null) {
      out.writeExpr(condition);
    }
  }

  static Operator read(CircuitReader in) {
    Kind kind = Kind.read(in);
    RowType left = in.readRowType();
    List<Expr> arguments = in.readExprs();
    int firstParameter = in.readInt();
    Circuit plan = Circuit.fromBytes(in.readBytes(), OperatorCodec::read);
    return new Apply(kind, left, arguments, firstParameter, plan, JoinCondition.read(in));
  }
}
