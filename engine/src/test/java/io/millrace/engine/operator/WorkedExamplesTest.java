package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The examples of theory.md section 6, with their numbers. */
final class WorkedExamplesTest {
  private static final ColumnType TEXT = ColumnType.varchar(10).notNull();
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER).notNull();
  private static final RowType ORDERS = RowType.of(TEXT, TEXT, INTEGER);
  private static final RowType TAGS = RowType.of(TEXT, TEXT);
  private static final RowType VIEW = RowType.of(TEXT, TEXT, INTEGER);
  private static final RowType EDGES = RowType.of(INTEGER, INTEGER);

  private static byte[] order(String customer, String product, long amount) {
    return ORDERS.encode(customer, product, amount);
  }

  private static byte[] tag(String product, String tag) {
    return TAGS.encode(product, tag);
  }

  private static byte[] tagged(String customer, String tag, long amount) {
    return VIEW.encode(customer, tag, amount);
  }

  /** Scans of relations 0, 1, … of the given types under one operator. */
  private static CircuitRun run(Operator operator, int[] relations, RowType... types) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] nodes = new int[relations.length];
    List<CircuitRun.Relation> known = new ArrayList<>();
    for (int i = 0; i < relations.length; i++) {
      List<Integer> ids = IntStream.range(0, types[i].size()).boxed().toList();
      nodes[i] = builder.add(new Scan(relations[i], ids, types[i]));
      known.add(new CircuitRun.Relation(relations[i], types[i], ids));
    }
    Circuit circuit = builder.build(builder.add(operator, nodes), ServedKeys.NONE);
    return new CircuitRun(circuit, known);
  }

  private static CircuitRun ordersWithTags() {
    Join.Equality onProduct = new Join.Equality(0, 1, 1, 0, false);
    Join join = new Join(List.of(ORDERS, TAGS), List.of(onProduct), 0, 4, 2);
    return run(join, new int[] {0, 1}, ORDERS, TAGS);
  }

  private static long totalAmount(ZSet view) {
    long sum = 0;
    for (int i = 0; i < view.size(); i++) {
      sum += VIEW.getLong(view.row(i), 2) * view.weight(i);
    }
    return sum;
  }

  @Test
  void bothSidesOfAJoinChangeInOneTransaction() {
    CircuitRun run = ordersWithTags();
    ZSet orders =
        new ZSetBuilder()
            .add(order("a", "p", 10), 2)
            .add(order("a", "p", 30), 1)
            .add(order("b", "q", 5), 1)
            .build();
    ZSet tags =
        new ZSetBuilder()
            .add(tag("p", "hot"), 2)
            .add(tag("p", "sale"), 1)
            .add(tag("q", "sale"), 1)
            .build();
    run.tick(Map.of(0, orders, 1, tags));
    assertThat(run.output())
        .isEqualTo(
            new ZSetBuilder()
                .add(tagged("a", "hot", 10), 4)
                .add(tagged("a", "hot", 30), 2)
                .add(tagged("a", "sale", 10), 2)
                .add(tagged("a", "sale", 30), 1)
                .add(tagged("b", "sale", 5), 1)
                .build());
    assertThat(run.output().totalWeight()).isEqualTo(10);
    assertThat(totalAmount(run.output())).isEqualTo(155);

    ZSet ordersDelta =
        new ZSetBuilder()
            .add(order("a", "p", 10), -1)
            .add(order("a", "p", 20), 1)
            .add(order("c", "r", 7), 1)
            .build();
    ZSet tagsDelta =
        new ZSetBuilder()
            .add(tag("p", "hot"), -1)
            .add(tag("p", "sale"), 1)
            .add(tag("r", "sale"), 1)
            .build();
    ZSet delta = run.tick(Map.of(0, ordersDelta, 1, tagsDelta));

    assertThat(delta)
        .isEqualTo(
            new ZSetBuilder()
                .add(tagged("a", "hot", 10), -3)
                .add(tagged("a", "hot", 20), 1)
                .add(tagged("a", "hot", 30), -1)
                .add(tagged("a", "sale", 20), 2)
                .add(tagged("a", "sale", 30), 1)
                .add(tagged("c", "sale", 7), 1)
                .build());
    assertThat(run.output().totalWeight()).isEqualTo(11);
    assertThat(totalAmount(run.output())).isEqualTo(192);
  }

  @Test
  void bothPartnersDeletedAtOnce() {
    CircuitRun run = ordersWithTags();
    ZSet orders = ZSet.of(order("a", "p", 10), 1);
    ZSet tags = ZSet.of(tag("p", "hot"), 1);
    run.tick(Map.of(0, orders, 1, tags));
    assertThat(run.output().totalWeight()).isEqualTo(1);

    ZSet delta = run.tick(Map.of(0, orders.negate(), 1, tags.negate()));

    assertThat(delta).isEqualTo(ZSet.of(tagged("a", "hot", 10), -1));
    assertThat(run.output().isEmpty()).isTrue();
  }

  @Test
  void aThirdCopyOfARowJoinedWithItselfMakesFourIntoNine() {
    RowType type = RowType.of(INTEGER);
    Join join = new Join(List.of(type, type), List.of(new Join.Equality(0, 0, 1, 0, false)), 0);
    CircuitRun run = run(join, new int[] {0, 0}, type, type);
    byte[] row = type.encode(1L);
    run.tick(Map.of(0, ZSet.of(row, 2)));
    assertThat(run.output()).isEqualTo(ZSet.of(row, 4));

    ZSet delta = run.tick(Map.of(0, ZSet.of(row, 1)));

    assertThat(delta).isEqualTo(ZSet.of(row, 5));
    assertThat(run.output()).isEqualTo(ZSet.of(row, 9));
  }

  @Test
  void trianglesKeepNoStateButTheEdgesInTwoOrders() {
    List<Join.Equality> closed =
        List.of(
            new Join.Equality(0, 1, 1, 0, false),
            new Join.Equality(1, 1, 2, 0, false),
            new Join.Equality(2, 1, 0, 0, false));
    Join triangles = new Join(List.of(EDGES, EDGES, EDGES), closed, 0, 1, 3);
    CircuitRun run = run(triangles, new int[] {0, 0, 0}, EDGES, EDGES, EDGES);
    Random random = new Random(5);
    ZSetBuilder edges = new ZSetBuilder();
    for (int i = 0; i < 300; i++) {
      edges.add(EDGES.encode((long) random.nextInt(40), (long) random.nextInt(40)), 1);
    }
    ZSet all = edges.build();

    run.tick(Map.of(0, all));

    assertThat(run.output()).isEqualTo(run.query(false));
    assertThat(run.output().totalWeight()).isGreaterThan(100);
    assertThat(run.stateSize()).isLessThanOrEqualTo(3L * all.size());
  }
}
