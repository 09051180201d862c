package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ScanOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final RowType TYPE = RowType.of(INTEGER, ColumnType.varchar(5), INTEGER.notNull());
  private static final List<Integer> IDS = List.of(4, 2, 9);

  private static CircuitRun run(Scan scan) {
    CircuitBuilder builder = new CircuitBuilder();
    return new CircuitRun(
        builder.build(builder.add(scan), ServedKeys.NONE),
        List.of(new CircuitRun.Relation(3, TYPE, IDS)));
  }

  @Test
  void columnsAreFoundByTheirIdsInAnyOrder() {
    RowType output = RowType.of(INTEGER.notNull(), INTEGER);
    Scan scan = new Scan(3, List.of(9, 4), output);
    for (int seed = 0; seed < 10; seed++) {
      CircuitRun run = run(scan);
      RandomStream stream = new RandomStream(TYPE, 0, new Random(seed), false);
      for (int tick = 0; tick < 20; tick++) {
        run.tick(Map.of(3, stream.next()));
        ZSetBuilder expected = new ZSetBuilder();
        stream
            .sum()
            .forEach(
                (row, weight) ->
                    expected.add(output.encode(TYPE.get(row, 2), TYPE.get(row, 0)), weight));
        ZSet rows = expected.build();
        assertThat(run.output()).as("seed %d, tick %d", seed, tick).isEqualTo(rows);
        assertThat(run.query(false)).isEqualTo(rows);
      }
    }
  }

  @Test
  void allColumnsInTheirOrderAreTheRowsThemselves() {
    CircuitRun run = run(new Scan(3, IDS, TYPE));
    ZSet delta = ZSet.of(TYPE.encode(1L, "x", 2L), 3);

    assertThat(run.tick(Map.of(3, delta))).isSameAs(delta);
    assertThat(run.query(false)).isEqualTo(delta);
  }

  @Test
  void columnsOfOneTypeAreToldApartByTheirIds() {
    RowType pair = RowType.of(INTEGER, INTEGER);
    CircuitBuilder builder = new CircuitBuilder();
    CircuitRun run =
        new CircuitRun(
            builder.build(builder.add(new Scan(3, List.of(2, 4), pair)), ServedKeys.NONE),
            List.of(new CircuitRun.Relation(3, pair, List.of(4, 2))));

    run.tick(Map.of(3, ZSet.of(pair.encode(1L, null), 3)));

    ZSet swapped = ZSet.of(pair.encode(null, 1L), 3);
    assertThat(run.output()).isEqualTo(swapped);
    assertThat(run.query(false)).isEqualTo(swapped);
  }

  @Test
  void aChangeOfOtherColumnsIsNoChange() {
    CircuitRun run = run(new Scan(3, List.of(9), RowType.of(INTEGER.notNull())));
    ZSet delta = ZSet.of(TYPE.encode(1L, "x", 2L), -1).plus(ZSet.of(TYPE.encode(1L, "y", 2L), 1));

    assertThat(run.tick(Map.of(3, delta)).isEmpty()).isTrue();
  }

  @Test
  void aMissingColumnOrAnotherTypeIsABrokenInvariant() {
    ZSet delta = ZSet.of(TYPE.encode(1L, "x", 2L), 1);

    assertThatThrownBy(
            () -> run(new Scan(3, List.of(5), RowType.of(INTEGER))).tick(Map.of(3, delta)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("column 5");
    assertThatThrownBy(
            () -> run(new Scan(3, List.of(9), RowType.of(INTEGER))).tick(Map.of(3, delta)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("must have (INTEGER)");
  }
}
