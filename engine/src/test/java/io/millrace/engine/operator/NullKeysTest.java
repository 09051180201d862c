package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What joins make of NULL in their keys, by example: the laws hold Q^Δ to Q, so a rule that both
 * have lost does not show there. Left are 1, 3 and twice NULL; right are 1, 2 and NULL.
 */
class NullKeysTest {
  private static final RowType TYPE = RowType.of(ColumnType.of(CellType.INTEGER));
  private static final List<JoinKey> EQUAL = List.of(new JoinKey(0, 0, false));
  private static final List<JoinKey> SAME = List.of(new JoinKey(0, 0, true));

  private static ZSet rows(@Nullable Long... values) {
    ZSetBuilder rows = new ZSetBuilder();
    for (Long value : values) {
      rows.add(TYPE.encode(value), 1);
    }
    return rows.build();
  }

  /** The rows that the operator puts out for both relations, with their weights. */
  private static List<String> output(Operator operator) {
    CircuitBuilder builder = new CircuitBuilder();
    int left = builder.add(new Scan(0, List.of(0), TYPE));
    int right = builder.add(new Scan(1, List.of(0), TYPE));
    Circuit circuit = builder.build(builder.add(operator, left, right), ServedKeys.NONE);
    List<CircuitRun.Relation> relations =
        List.of(
            new CircuitRun.Relation(0, TYPE, List.of(0)),
            new CircuitRun.Relation(1, TYPE, List.of(0)));
    CircuitRun run = new CircuitRun(circuit, relations);
    run.tick(Map.of(0, rows(1L, 3L, null, null)));
    run.tick(Map.of(1, rows(1L, 2L, null)));
    assertThat(run.query(false)).isEqualTo(run.output());
    List<String> rows = new ArrayList<>();
    run.output()
        .forEach(
            (row, weight) ->
                rows.add(
                    Arrays.toString(operator.outputType().decode(row))
                        + (weight == 1 ? "" : " x " + weight)));
    return rows;
  }

  private static Join join(boolean nullSafe) {
    return new Join(List.of(TYPE, TYPE), List.of(new Join.Equality(0, 0, 1, 0, nullSafe)), 0, 1);
  }

  @Test
  void anEqualityIsNotTrueOfNulls() {
    assertThat(output(join(false))).containsExactly("[1, 1]");
    assertThat(output(new SemiJoin(TYPE, TYPE, EQUAL, null))).containsExactly("[1]");
    assertThat(output(new AntiJoin(TYPE, TYPE, EQUAL, null))).containsExactly("[3]", "[null] x 2");
    assertThat(output(new OuterJoin(OuterJoin.Kind.FULL, TYPE, TYPE, EQUAL, null)))
        .containsExactly("[1, 1]", "[3, null]", "[null, 2]", "[null, null] x 3");
  }

  @Test
  void nullIsNotDistinctFromNull() {
    assertThat(output(join(true))).containsExactly("[1, 1]", "[null, null] x 2");
    assertThat(output(new SemiJoin(TYPE, TYPE, SAME, null))).containsExactly("[1]", "[null] x 2");
    assertThat(output(new AntiJoin(TYPE, TYPE, SAME, null))).containsExactly("[3]");
    assertThat(output(new OuterJoin(OuterJoin.Kind.FULL, TYPE, TYPE, SAME, null)))
        .containsExactly("[1, 1]", "[3, null]", "[null, 2]", "[null, null] x 2");
  }

  @Test
  void aMarkIsUnknownWhereNullMayBeThePartner() {
    assertThat(output(new LeftMarkJoin(TYPE, TYPE, EQUAL, null)))
        .containsExactly("[1, true]", "[3, null]", "[null, null] x 2");
    assertThat(output(new LeftMarkJoin(TYPE, TYPE, SAME, null)))
        .containsExactly("[1, true]", "[3, false]", "[null, true] x 2");
  }

  @Test
  void aMarkIsUnknownWhereTheConditionIs() {
    Expr below = new Conditions(TYPE.concat(TYPE)).less(0, 1);

    assertThat(output(new LeftMarkJoin(TYPE, TYPE, List.of(), below)))
        .containsExactly("[1, true]", "[3, null]", "[null, null] x 2");
  }

  /** Of two equalities with one column, one that is not null-safe is enough to bar NULLs. */
  @Test
  void aColumnThatIsComparedTwiceIsBarredByEither() {
    RowType pair = RowType.of(ColumnType.of(CellType.INTEGER), ColumnType.of(CellType.INTEGER));
    Join join =
        new Join(
            List.of(pair, TYPE),
            List.of(new Join.Equality(0, 0, 1, 0, true), new Join.Equality(0, 1, 1, 0, false)),
            0,
            2);
    CircuitBuilder builder = new CircuitBuilder();
    int left = builder.add(new Scan(0, List.of(0, 1), pair));
    int right = builder.add(new Scan(1, List.of(0), TYPE));
    Circuit circuit = builder.build(builder.add(join, left, right), ServedKeys.NONE);
    CircuitRun run =
        new CircuitRun(
            circuit,
            List.of(
                new CircuitRun.Relation(0, pair, List.of(0, 1)),
                new CircuitRun.Relation(1, TYPE, List.of(0))));
    ZSetBuilder lefts = new ZSetBuilder();
    lefts.add(pair.encode(5L, 5L), 1).add(pair.encode(5L, 6L), 1).add(pair.encode(null, null), 1);

    run.tick(Map.of(0, lefts.build(), 1, rows(5L, null)));

    assertThat(run.output()).isEqualTo(ZSet.of(join.outputType().encode(5L, 5L), 1));
    assertThat(run.query(false)).isEqualTo(run.output());
  }
}
