package io.millrace.engine.operator;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitNode;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.KeptInput;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plan of an {@link Apply} and the arguments that it is run with. Immutable and thread-safe; a
 * {@link Run} is for one evaluation and one thread.
 */
final class AppliedPlan {
  /** Results of more rows than these are forgotten, and computed again when they are asked for. */
  private static final int MOST_REMEMBERED = 1_000_000;

  private final Circuit circuit;
  private final List<Expr> arguments;
  private final int firstParameter;
  private final RowType argumentType;
  private final int givenCount;

  AppliedPlan(Circuit circuit, List<Expr> arguments, int firstParameter) {
    this.circuit = circuit;
    this.arguments = List.copyOf(arguments);
    this.firstParameter = firstParameter;
    this.argumentType = RowType.of(arguments.stream().map(Expr::type).toList());
    this.givenCount =
        circuit.nodes().stream()
            .mapToInt(node -> node.operator() instanceof Given given ? given.number() + 1 : 0)
            .max()
            .orElse(0);
  }

  RowType outputType() {
    return circuit.outputType();
  }

  /** How many relations the plan is given. */
  int givenCount() {
    return givenCount;
  }

  String describe() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      texts.add("?" + (firstParameter + i) + " = " + arguments.get(i));
    }
    return "[" + String.join(", ", texts) + "] " + describe(circuit.sink());
  }

  private String describe(int id) {
    CircuitNode node = circuit.nodes().get(id);
    String what = node.operator().describe();
    StringBuilder text = new StringBuilder(node.operator().name());
    text.append(what.isEmpty() ? "" : " " + what);
    if (!node.inputs().isEmpty()) {
      List<String> inputs = node.inputs().stream().map(this::describe).toList();
      text.append(" (").append(String.join("; ", inputs)).append(')');
    }
    return text.toString();
  }

  void write(CircuitWriter out) {
    out.writeInt(firstParameter).writeBytes(circuit.toBytes());
  }

  /** The plan over given relations, to be run for many left rows. */
  Run run(EvaluateContext context, RowType left, long leftRows, List<Input> given) {
    return new Run(context, context.frame(left), leftRows, given);
  }

  /** One evaluation; remembers the rows for arguments that it has seen. */
  final class Run {
    private final EvaluateContext context;
    private final EvaluationFrame leftFrame;
    private final List<Input> given = new ArrayList<>();
    private final Map<Integer, GivenLookup> lookups = new HashMap<>();
    private final Map<ByteBuffer, ZSet> known = new HashMap<>();
    private long remembered;

    private Run(
        EvaluateContext context, EvaluationFrame leftFrame, long leftRows, List<Input> relations) {
      this.context = context;
      this.leftFrame = leftFrame;
      relations.forEach(relation -> given.add(new KeptInput(relation, context)));
      for (CircuitNode node : circuit.nodes()) {
        if (node.operator() instanceof Filter filter
            && circuit.nodes().get(node.inputs().get(0)).operator() instanceof Given relation) {
          GivenLookup.of(filter, relation, relations.get(relation.number()), context, leftRows)
              .ifPresent(lookup -> lookups.put(node.id(), lookup));
        }
      }
    }

    /** The plan's rows for the arguments of a left row. */
    ZSet rows(byte[] left) {
      List<@Nullable Object> values = new ArrayList<>(arguments.size());
      for (Expr argument : arguments) {
        values.add(argument.evaluate(leftFrame.at(left)));
      }
      ByteBuffer key = ByteBuffer.wrap(argumentType.encode(values.toArray()));
      ZSet rows = known.get(key);
      if (rows == null) {
        rows = evaluate(Collections.unmodifiableList(values));
        remembered += 1L + rows.size();
        if (remembered > MOST_REMEMBERED) {
          known.clear();
          remembered = 1L + rows.size();
        }
        known.put(key, rows);
      }
      return rows;
    }

    private ZSet evaluate(List<@Nullable Object> values) {
      EvaluateContext bound = new Bound(context, firstParameter, values);
      ZSetBuilder rows = new ZSetBuilder();
      Cursor cursor = input(circuit.sink(), bound).open();
      while (cursor.next()) {
        context.checkCanceled();
        rows.add(cursor.row(), cursor.weight());
      }
      return rows.build();
    }

    private Input input(int id, EvaluateContext bound) {
      CircuitNode node = circuit.nodes().get(id);
      if (node.operator() instanceof Given relation) {
        return given.get(relation.number());
      }
      GivenLookup lookup = lookups.get(id);
      if (lookup != null) {
        Input candidates = () -> lookup.candidates(bound);
        return () -> node.operator().evaluate(bound, List.of(candidates));
      }
      List<Input> inputs = new ArrayList<>();
      node.inputs().forEach(input -> inputs.add(input(input, bound)));
      return () -> node.operator().evaluate(bound, inputs);
    }
  }

  /** A statement that has the arguments among its parameters. */
  private record Bound(EvaluateContext outer, int firstParameter, List<@Nullable Object> values)
      implements EvaluateContext {
    @Override
    public EvaluationFrame frame(RowType rowType) {
      return outer.frame(rowType).withParameters(firstParameter, values);
    }

    @Override
    public RelationReader relation(int relationId) {
      return outer.relation(relationId);
    }

    @Override
    public void checkCanceled() {
      outer.checkCanceled();
    }
  }
}
