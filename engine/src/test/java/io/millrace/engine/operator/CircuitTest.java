package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.CircuitText;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.circuit.Source;
import io.millrace.engine.circuit.TraceSlot;
import io.millrace.engine.error.DatabaseException;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CircuitTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER).notNull();
  private static final RowType TYPE = RowType.of(INTEGER, INTEGER);
  private static final CircuitRun.Relation RELATION =
      new CircuitRun.Relation(7, TYPE, List.of(1, 2));
  private static final List<Join.Equality> FIRST_IS_SECOND =
      List.of(new Join.Equality(0, 0, 1, 1, false));

  private static Scan scan() {
    return new Scan(7, List.of(1, 2), TYPE);
  }

  /** (t ⋈ t) and (t ⋈ t) over one table, united, each row once. */
  private static Circuit circuit(ServedKeys served) {
    CircuitBuilder builder = new CircuitBuilder();
    int unused = builder.add(new Distinct(TYPE), builder.add(scan()));
    assertThat(unused).isEqualTo(1);
    int left = builder.add(new Join(List.of(TYPE, TYPE), FIRST_IS_SECOND, 0, 1), 0, 0);
    int right =
        builder.add(
            new Join(List.of(TYPE, TYPE), FIRST_IS_SECOND, 0, 1),
            builder.add(scan()),
            builder.add(scan()));
    int constant = builder.add(new Values(TYPE, ZSet.of(TYPE.encode(5L, 5L), 2)));
    int union = builder.add(new Union(TYPE), left, right, constant);
    return builder.build(builder.add(new Distinct(TYPE), union), served);
  }

  private static boolean servesFirstColumn(Source source, KeyFormat key) {
    return key.size() == 1 && key.column(0) == 0;
  }

  @Test
  void equalSubtreesAreOneNodeAndUnneededOnesAreLeftOut() {
    Circuit circuit = circuit(ServedKeys.NONE);

    assertThat(circuit.nodes().stream().map(node -> node.operator().name()))
        .containsExactly("Scan", "Join", "Values", "Union", "Distinct");
    assertThat(circuit.nodes().get(3).inputs()).containsExactly(1, 1, 2);
    assertThat(circuit.relationIds()).containsExactly(7);
  }

  @Test
  void equalTracesOfANodeAreOneSlot() {
    CircuitBuilder builder = new CircuitBuilder();
    int scan = builder.add(scan());
    int join = builder.add(new Join(List.of(TYPE, TYPE), FIRST_IS_SECOND, 0, 1), scan, scan);
    int semi =
        builder.add(new SemiJoin(TYPE, TYPE, List.of(new JoinKey(0, 1, false)), null), scan, scan);
    Circuit circuit = builder.build(builder.add(new Union(TYPE), join, semi), ServedKeys.NONE);

    assertThat(circuit.slots().stream().map(TraceSlot::kind))
        .containsExactly(TraceSlot.Kind.ARRANGEMENT, TraceSlot.Kind.ARRANGEMENT);
  }

  @Test
  void aKeyThatARelationServesNeedsNoSlot() {
    Circuit circuit = circuit(CircuitTest::servesFirstColumn);

    assertThat(circuit.served()).hasSize(1);
    assertThat(circuit.served().get(0).relationId()).isEqualTo(7);
    assertThat(circuit.slots().stream().map(TraceSlot::kind))
        .containsExactly(TraceSlot.Kind.ARRANGEMENT, TraceSlot.Kind.INTEGRAL);
  }

  @Test
  void theStoredFormComesBackWithTheSameSlotsHashAndResults() {
    Circuit circuit = circuit(CircuitTest::servesFirstColumn);

    Circuit read = Circuit.fromBytes(circuit.toBytes(), OperatorCodec::read);

    assertThat(read.toBytes()).isEqualTo(circuit.toBytes());
    assertThat(read.hash()).isEqualTo(circuit.hash());
    assertThat(read.slots()).isEqualTo(circuit.slots());
    assertThat(read.served()).isEqualTo(circuit.served());
    assertThat(circuit(ServedKeys.NONE).hash()).isNotEqualTo(circuit.hash());
    assertThat(CircuitText.text(read, CircuitText.Notes.NONE))
        .isEqualTo(CircuitText.text(circuit, CircuitText.Notes.NONE));
    ZSet rows = ZSet.of(TYPE.encode(1L, 1L), 2).plus(ZSet.of(TYPE.encode(2L, 1L), 1));
    CircuitRun first = new CircuitRun(circuit, List.of(RELATION));
    CircuitRun second = new CircuitRun(read, List.of(RELATION));
    assertThat(second.tick(Map.of(7, rows))).isEqualTo(first.tick(Map.of(7, rows)));
    assertThat(second.state()).isEqualTo(first.state());
  }

  @Test
  void cutOrForeignBytesAreCorruptAndNeverACrash() {
    byte[] bytes = circuit(ServedKeys.NONE).toBytes();

    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> Circuit.fromBytes(cut, OperatorCodec::read))
          .isInstanceOf(DatabaseException.class)
          .extracting(e -> ((DatabaseException) e).sqlState())
          .isEqualTo("XX001");
    }
  }

  @Test
  void constantsComeOutInTheFirstTickAloneEvenIfNothingChanged() {
    CircuitRun run = new CircuitRun(circuit(ServedKeys.NONE), List.of(RELATION));

    ZSet first = run.tick(Map.of());
    ZSet second = run.tick(Map.of());

    assertThat(first).isEqualTo(ZSet.of(TYPE.encode(5L, 5L), 1));
    assertThat(second.isEmpty()).isTrue();
    assertThat(run.last().staged()).isEmpty();
  }

  @Test
  void anAddedColumnOfTheRelationChangesNothing() {
    RowType wider = RowType.of(ColumnType.varchar(5), INTEGER, INTEGER);
    CircuitRun.Relation added = new CircuitRun.Relation(7, wider, List.of(9, 1, 2));
    CircuitRun narrow = new CircuitRun(circuit(CircuitTest::servesFirstColumn), List.of(RELATION));
    CircuitRun wide = new CircuitRun(circuit(CircuitTest::servesFirstColumn), List.of(added));

    for (long i = 0; i < 3; i++) {
      ZSet expected = narrow.tick(Map.of(7, ZSet.of(TYPE.encode(i, 2 - i), 1)));
      ZSet actual = wide.tick(Map.of(7, ZSet.of(wider.encode("x", i, 2 - i), 1)));
      assertThat(actual).isEqualTo(expected);
    }
    ZSet renamed =
        ZSet.of(wider.encode("x", 1L, 1L), -1).plus(ZSet.of(wider.encode("y", 1L, 1L), 1));
    assertThat(wide.tick(Map.of(7, renamed)).isEmpty()).isTrue();
    assertThat(wide.last().staged()).isEmpty();
  }

  @Test
  void explainShowsOperatorsKeysAndTraces() {
    Circuit circuit = circuit(CircuitTest::servesFirstColumn);

    assertThat(CircuitText.text(circuit, CircuitText.Notes.NONE))
        .isEqualTo(
            """
            #4 Distinct
                integral of #3, slot 1
              #3 Union
                #1 Join on #0.$0 = #1.$1 columns [0, 1]
                    arrangement of #0 by ($1), slot 0
                    arrangement of #0 by ($0), served by relation 7
                  #0 Scan relation 7 columns [1, 2]
                  #0 Scan relation 7 columns [1, 2] (see above)
                #1 Join on #0.$0 = #1.$1 columns [0, 1] (see above)
                #2 Values 2 rows
            """);
    assertThat(CircuitText.dot(circuit, CircuitText.Notes.NONE))
        .startsWith("digraph circuit {")
        .contains("n0 -> n1;");
    assertThat(CircuitText.json(circuit, CircuitText.Notes.NONE))
        .startsWith("{\"status\":\"current\",\"sink\":4,\"nodes\":[{\"id\":0,\"operator\":\"Scan\"")
        .contains("\"columns\":[\"INTEGER NOT NULL\",\"INTEGER NOT NULL\"]");
  }
}
