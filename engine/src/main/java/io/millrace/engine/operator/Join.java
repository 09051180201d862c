package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.IndexedZSet;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * n-ary equi-join and product: {@code Q(a₁, …, aₙ) = a₁ ⋈ … ⋈ aₙ}, weights multiply; {@code Q^Δ =
 * Σᵢ a′₁ ⋈ … ⋈ a′ᵢ₋₁ ⋈ Δaᵢ ⋈ aᵢ₊₁ ⋈ … ⋈ aₙ}, where a is the old and a′ = a + Δa the new integral.
 *
 * <p>Multilinear. From each changed input it starts with the delta and probes the others, earlier
 * ones new, later ones old, so no intermediate join is stored; keeps each input arranged by each
 * key it is probed with. A row with NULL in a column compared by {@code =} has no key and no
 * partner.
 *
 * <p>All terms are merged before they come out: a pair that no state ever held cancels here and
 * reaches no expression. A condition that is no equality stands in a filter above.
 *
 * <p>Cost of a tick: O(Σᵢ |Δaᵢ| · probes log + output), or O(Σᵢ |aᵢ| + |Δaᵢ| log + output) where an
 * input is rather scanned ({@link io.millrace.engine.circuit.TickStrategy}). Query: hash join that
 * streams one input.
 *
 * <p>Source: theory.md section 2, bilinear operators, and section 6, E5; DBSP, SIGMOD Record 53(1),
 * 2024, section 3.
 */
public final class Join implements Operator {
  /**
   * An equality between columns of two inputs.
   *
   * @param nullSafe whether two NULLs are equal (IS NOT DISTINCT FROM) or compare as unknown (=)
   */
  public record Equality(
      int leftInput, int leftColumn, int rightInput, int rightColumn, boolean nullSafe) {
    Equality swapped() {
      return new Equality(rightInput, rightColumn, leftInput, leftColumn, nullSafe);
    }

    @Override
    public String toString() {
      String equals = nullSafe ? " IS NOT DISTINCT FROM " : " = ";
      return "#" + leftInput + ".$" + leftColumn + equals + "#" + rightInput + ".$" + rightColumn;
    }
  }

  private final List<RowType> inputs;
  private final List<Equality> equalities;
  private final int[] projection;
  private final RowType outputType;
  private final List<JoinPath> paths = new ArrayList<>();
  private final List<TraceSpec> traces = new ArrayList<>();

  /**
   * The join of at least two inputs. Keys are made of columns in the order of their equalities.
   *
   * @param projection the output's columns, counted through all inputs' columns in order
   */
  public Join(List<RowType> inputs, List<Equality> equalities, int... projection) {
    this(inputs, equalities, projection, concat(inputs).project(projection));
  }

  /** The join whose output has the projected columns in another type of the same cells. */
  Join(List<RowType> inputs, List<Equality> equalities, int[] projection, RowType outputType) {
    this.inputs = List.copyOf(inputs);
    this.equalities = List.copyOf(equalities);
    this.projection = projection.clone();
    this.outputType = outputType;
    if (inputs.size() < 2) {
      throw new AssertionError("a join must have two inputs but has " + inputs.size());
    }
    for (Equality equality : equalities) {
      if (equality.leftInput() == equality.rightInput()) {
        throw new AssertionError("a join must compare two inputs but has " + equality);
      }
      JoinKey.checkComparable(
          inputs.get(equality.leftInput()).column(equality.leftColumn()),
          inputs.get(equality.rightInput()).column(equality.rightColumn()));
    }
    for (int start = 0; start < inputs.size(); start++) {
      JoinPath path = new JoinPath(start, inputs, equalities, projection, outputType);
      paths.add(path);
      for (JoinPath.Step step : path.steps()) {
        TraceSpec spec = new TraceSpec.Arrangement(step.input(), step.inputKey());
        if (!traces.contains(spec)) {
          traces.add(spec);
        }
      }
    }
  }

  /** What must be equal in a joined row. */
  public List<Equality> equalities() {
    return equalities;
  }

  /** The output's columns, counted through all inputs' columns in order. */
  public List<Integer> projection() {
    return Arrays.stream(projection).boxed().toList();
  }

  private static RowType concat(List<RowType> inputs) {
    return inputs.stream().reduce(RowType.of(), RowType::concat);
  }

  @Override
  public String name() {
    return "Join";
  }

  @Override
  public String describe() {
    String on =
        equalities.isEmpty()
            ? "TRUE"
            : String.join(" AND ", equalities.stream().map(Equality::toString).toList());
    return "on " + on + " columns " + Arrays.toString(projection);
  }

  @Override
  public RowType outputType() {
    return outputType;
  }

  @Override
  public Linearity linearity() {
    return Linearity.MULTILINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return List.copyOf(traces);
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> operands) {
    return new DeferredCursor(
        () -> {
          JoinPath path = queryPath(operands);
          List<ArrangementReader> probes = new ArrayList<>();
          long startRows = operands.get(path.start()).estimatedRows();
          for (JoinPath.Step step : path.steps()) {
            Input input = operands.get(step.input());
            probes.add(StoredLookup.arrange(context, startRows, input, step.inputKey()));
          }
          Cursor start = operands.get(path.start()).open();
          return new JoinCursor(path, start, probes, context::checkCanceled);
        });
  }

  /** Starts from an input that stored arrangements lead on from, else streams the largest. */
  private JoinPath queryPath(List<Input> operands) {
    JoinPath largest = paths.get(0);
    for (JoinPath path : paths) {
      long rows = operands.get(path.start()).estimatedRows();
      boolean allLookups =
          path.steps().stream()
              .allMatch(
                  s -> StoredLookup.find(rows, operands.get(s.input()), s.inputKey()).isPresent());
      if (allLookups) {
        return path;
      }
      if (rows > operands.get(largest.start()).estimatedRows()) {
        largest = path;
      }
    }
    return largest;
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    ZSetBuilder output = new ZSetBuilder();
    for (JoinPath path : paths) {
      ZSet delta = deltas.get(path.start());
      if (!delta.isEmpty()) {
        List<JoinTick.Probes> probes = new ArrayList<>();
        for (JoinPath.Step step : path.steps()) {
          boolean isNew = step.input() < path.start() && !deltas.get(step.input()).isEmpty();
          probes.add(probes(context, step, isNew));
        }
        new JoinTick(path, probes, output, context::checkCanceled).run(delta);
      }
    }
    return output.build();
  }

  private JoinTick.Probes probes(TickContext context, JoinPath.Step step, boolean isNew) {
    int trace = traces.indexOf(new TraceSpec.Arrangement(step.input(), step.inputKey()));
    if (!isNew) {
      return lookups -> context.arrangement(trace, lookups);
    }
    IndexedZSet delta = context.arrangementDelta(trace);
    return lookups -> {
      ArrangementReader before = context.arrangement(trace, lookups);
      return key -> {
        ZSet change = delta.forKey(key);
        return change.isEmpty()
            ? before.rows(key)
            : new ConcatCursor(List.of(() -> before.rows(key), () -> new ZSetCursor(change)));
      };
    };
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.JOIN.begin(out).writeInt(inputs.size());
    inputs.forEach(out::writeRowType);
    out.writeInt(equalities.size());
    for (Equality equality : equalities) {
      out.writeInt(equality.leftInput()).writeInt(equality.leftColumn());
      out.writeInt(equality.rightInput()).writeInt(equality.rightColumn());
      out.writeBoolean(equality.nullSafe());
    }
    out.writeInts(projection);
  }

  static Operator read(CircuitReader in) {
    int inputCount = in.readSize();
    List<RowType> inputs = Stream.generate(in::readRowType).limit(inputCount).toList();
    int size = in.readSize();
    List<Equality> equalities = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      equalities.add(
          new Equality(in.readInt(), in.readInt(), in.readInt(), in.readInt(), in.readBoolean()));
    }
    return new Join(inputs, equalities, in.readInts());
  }
}
