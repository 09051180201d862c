package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The change of a constant is itself, once, and then nothing. */
final class ValuesOperatorLawsTest {
  private static final RowType TYPE =
      RowType.of(ColumnType.of(CellType.INTEGER), ColumnType.varchar(5));
  private static final byte[] ONE = TYPE.encode(1L, "a");
  private static final byte[] NONE = TYPE.nulls();
  private static final ZSet ROWS = ZSet.of(ONE, 2).plus(ZSet.of(NONE, 1));

  private static Circuit constant() {
    CircuitBuilder builder = new CircuitBuilder();
    Circuit built = builder.build(builder.add(new Values(TYPE, ROWS)), ServedKeys.NONE);
    return Circuit.fromBytes(built.toBytes(), OperatorCodec::read);
  }

  @Test
  void allRowsComeInTheFirstTickAndNoneLater() {
    CircuitRun run = new CircuitRun(constant(), List.of());

    assertThat(run.tick(Map.of())).isEqualTo(ROWS);
    assertThat(run.tick(Map.of()).isEmpty()).isTrue();
    assertThat(run.output()).isEqualTo(ROWS).isEqualTo(run.query(false));
    assertThat(run.stateSize()).isZero();
  }

  @Test
  void besideARelationTheyComeWithItsFirstChangeAndStay() {
    CircuitBuilder builder = new CircuitBuilder();
    int scan = builder.add(new Scan(3, List.of(7, 8), TYPE));
    int sink = builder.add(new Union(TYPE), builder.add(new Values(TYPE, ROWS)), scan);
    CircuitRun run =
        new CircuitRun(
            builder.build(sink, ServedKeys.NONE),
            List.of(new CircuitRun.Relation(3, TYPE, List.of(7, 8))));
    ZSet change = ZSet.of(ONE, 1);

    assertThat(run.tick(Map.of(3, change))).isEqualTo(ROWS.plus(change));
    assertThat(run.tick(Map.of(3, change.negate()))).isEqualTo(change.negate());

    assertThat(run.output()).isEqualTo(ROWS).isEqualTo(run.query(false));
  }

  @Test
  void aConstantIsABag() {
    assertThatThrownBy(() -> new Values(TYPE, ZSet.of(ONE, -1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("must form a bag");
  }
}
