package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.CircuitText;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code (Q1 ∘ Q2)^Δ = Q1^Δ ∘ Q2^Δ} on random circuits of all operators. */
final class ChainRuleTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final RowType TYPE = RowType.of(INTEGER, INTEGER);
  private static final List<Integer> IDS = List.of(0, 1);
  private static final int RELATIONS = 2;

  /** An operator from rows of the type to rows of the type, and how many inputs it takes. */
  private record Piece(Operator operator, int inputs) {}

  private static Piece piece(Random random) {
    List<JoinKey> keys = List.of(new JoinKey(0, random.nextInt(2), random.nextBoolean()));
    Conditions on = new Conditions(TYPE.concat(TYPE));
    AggregateFunction function =
        random.nextBoolean() ? AggregateFunction.MAX : AggregateFunction.MIN;
    return switch (random.nextInt(10)) {
      case 0 -> new Piece(new Filter(TYPE, new Conditions(TYPE).less(0, 1)), 1);
      case 1 ->
          new Piece(
              new io.millrace.engine.operator.Map(
                  TYPE, List.of(Exprs.column(1, INTEGER), Exprs.column(0, INTEGER))),
              1);
      case 2 -> new Piece(new Union(TYPE), 2);
      case 3 -> new Piece(new Distinct(TYPE), 1);
      case 4 ->
          new Piece(
              new Join(List.of(TYPE, TYPE), List.of(new Join.Equality(0, 1, 1, 0, false)), 0, 3),
              2);
      case 5 -> new Piece(new SemiJoin(TYPE, TYPE, keys, null), 2);
      case 6 -> new Piece(new AntiJoin(TYPE, TYPE, keys, on.less(1, 3)), 2);
      case 7 ->
          new Piece(
              new Aggregate(
                  TYPE, List.of(0), List.of(new AggregateCall(function, 1, false, INTEGER))),
              1);
      case 8 -> new Piece(new SetOperation(SetOperation.Kind.EXCEPT_ALL, 2, TYPE), 2);
      default -> new Piece(new TopK(TYPE, List.of(SortColumn.descending(1)), 1, 4), 1);
    };
  }

  private static Circuit circuit(Random random) {
    CircuitBuilder builder = new CircuitBuilder();
    List<Integer> nodes = new ArrayList<>();
    for (int relation = 0; relation < RELATIONS; relation++) {
      nodes.add(builder.add(new Scan(relation, IDS, TYPE)));
    }
    int size = 3 + random.nextInt(6);
    for (int i = 0; i < size; i++) {
      Piece piece = piece(random);
      int last = nodes.get(nodes.size() - 1);
      int[] inputs = new int[piece.inputs()];
      for (int input = 0; input < inputs.length; input++) {
        boolean chained = input == 0 && random.nextInt(4) > 0;
        inputs[input] = chained ? last : nodes.get(random.nextInt(nodes.size()));
      }
      nodes.add(builder.add(piece.operator(), inputs));
    }
    ServedKeys served = (source, key) -> random.nextInt(3) == 0;
    return builder.build(nodes.get(nodes.size() - 1), served);
  }

  @Test
  void theOutputOfARandomCircuitIsItsQueryAfterEveryTick() {
    for (int seed = 0; seed < 150; seed++) {
      Random random = new Random(seed);
      Circuit circuit = circuit(random);
      try {
        check(circuit, random);
      } catch (Throwable e) {
        throw new AssertionError(
            "seed " + seed + "\n" + CircuitText.text(circuit, CircuitText.Notes.NONE), e);
      }
    }
  }

  private static void check(Circuit circuit, Random random) {
    CircuitRun run =
        new CircuitRun(
            circuit,
            IntStream.range(0, RELATIONS)
                .mapToObj(id -> new CircuitRun.Relation(id, TYPE, IDS))
                .toList());
    List<RandomStream> streams =
        IntStream.range(0, RELATIONS)
            .mapToObj(id -> new RandomStream(TYPE, 0, random, true))
            .toList();
    for (int tick = 0; tick < 12; tick++) {
      Map<Integer, ZSet> deltas = new TreeMap<>();
      for (int id = 0; id < RELATIONS; id++) {
        if (random.nextBoolean()) {
          deltas.put(id, streams.get(id).next());
        }
      }
      run.tick(deltas);
      assertThat(run.output()).as("tick %d", tick).isEqualTo(run.query(false));
    }
    Map<Integer, ZSet> all = new TreeMap<>();
    for (int id = 0; id < RELATIONS; id++) {
      all.put(id, run.contents(id).negate());
    }
    run.tick(all);
    assertThat(run.output().isEmpty()).as("nothing is left").isTrue();
    assertThat(run.stateSize()).as("no entry is left").isZero();
  }
}
