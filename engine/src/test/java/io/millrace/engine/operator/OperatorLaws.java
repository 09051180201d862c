package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.CircuitText;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.circuit.Ways;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowConcat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * The laws of theory.md section 7 for one operator, over random streams.
 *
 * <p>Each input is a scan of a relation with one column more than the scan reads, so that different
 * rows of the relation are one row for the operator. Every law is checked with traces that the
 * circuit keeps and, where it asks for arrangements, with such that the relations serve, each
 * looked up by key and read by scans.
 */
final class OperatorLaws {
  private static final int SEEDS = 6;
  private static final int UNREAD_COLUMN_ID = 99;
  private static final RowType UNREAD = RowType.of(ColumnType.of(CellType.TINYINT).notNull());

  private static final RowType PAIR =
      RowType.of(ColumnType.of(CellType.INTEGER), ColumnType.of(CellType.INTEGER).notNull());

  private final Operator operator;
  private final List<RowType> inputs;
  private final boolean sameRelation;
  private int keyColumn;
  private boolean stored = true;
  private Ways ways = Ways.PROBE;
  private boolean scanned;

  OperatorLaws(Operator operator, RowType... inputs) {
    this(operator, false, List.of(inputs));
  }

  private OperatorLaws(Operator operator, boolean sameRelation, List<RowType> inputs) {
    this.operator = operator;
    this.inputs = inputs;
    this.sameRelation = sameRelation;
  }

  /** An operator all of whose inputs are the same relation, which changes in all at once. */
  static OperatorLaws selfJoin(Operator operator, int inputCount, RowType input) {
    return new OperatorLaws(
        operator, true, IntStream.range(0, inputCount).mapToObj(i -> input).toList());
  }

  /** Says which column of each input makes the groups that are emptied and refilled. */
  OperatorLaws groupedBy(int column) {
    keyColumn = column;
    return this;
  }

  /** Says that the operator has no stored form: it is one of a test. */
  OperatorLaws withoutStoredForm() {
    stored = false;
    return this;
  }

  /** Checks all laws that the operator's class is held to. */
  void check() {
    boolean arranged = operator.traces().stream().anyMatch(TraceSpec.Arrangement.class::isInstance);
    for (Ways way : arranged ? List.of(Ways.PROBE, Ways.SCAN) : List.of(Ways.PROBE)) {
      ways = way;
      scanned = false;
      for (boolean served : new boolean[] {false, true}) {
        for (int seed = 0; seed < SEEDS; seed++) {
          check(seed, served);
        }
      }
      assertThat(scanned).as("whether something was scanned, %s", way).isEqualTo(way.scan());
    }
  }

  private void check(int seed, boolean served) {
    try {
      checkSeed(seed, served);
    } catch (Throwable e) {
      throw new AssertionError(
          String.format(
              "%s %s, seed %d, served %b, %s",
              operator.name(), operator.describe(), seed, served, ways),
          e);
    }
  }

  private void checkSeed(int seed, boolean served) {
    Set<RandomStream.Event> events = EnumSet.noneOf(RandomStream.Event.class);
    boolean bags = operator.linearity() == Operator.Linearity.NON_LINEAR;
    isDifferenceOfQueryOverIntegral(seed, served, true, events);
    if (!bags) {
      isDifferenceOfQueryOverIntegral(seed, served, false, events);
      isLinear(seed);
    }
    assertEvents(events, bags);
    changeThenItsNegationLeavesNothing(seed, served);
    allAtOnceIsRowByRow(seed, served);
  }

  private void assertEvents(Set<RandomStream.Event> events, boolean bags) {
    Set<RandomStream.Event> expected = EnumSet.allOf(RandomStream.Event.class);
    if (bags) {
      expected.remove(RandomStream.Event.NEGATIVE_WEIGHT);
    }
    if (inputs.stream().noneMatch(t -> t.columns().stream().anyMatch(ColumnType::nullable))) {
      expected.remove(RandomStream.Event.NULL);
    }
    assertThat(events).as("events of the streams").containsAll(expected);
  }

  private int relations() {
    return sameRelation ? 1 : inputs.size();
  }

  private static RowType relationType(RowType input) {
    return UNREAD.concat(input);
  }

  private Circuit circuit(boolean served) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] nodes = new int[inputs.size()];
    for (int i = 0; i < nodes.length; i++) {
      List<Integer> ids = IntStream.range(0, inputs.get(i).size()).boxed().toList();
      nodes[i] = builder.add(new Scan(sameRelation ? 0 : i, ids, inputs.get(i)));
    }
    int sink = builder.add(operator, nodes);
    Circuit built = builder.build(sink, served ? (source, key) -> true : ServedKeys.NONE);
    if (!stored) {
      return built;
    }
    Circuit read = Circuit.fromBytes(built.toBytes(), OperatorCodec::read);
    assertThat(read.toBytes()).as("stored form of what was read").isEqualTo(built.toBytes());
    assertThat(read.slots()).isEqualTo(built.slots());
    assertThat(read.outputType()).isEqualTo(operator.outputType());
    assertThat(CircuitText.text(read, CircuitText.Notes.NONE))
        .as("what was read")
        .isEqualTo(CircuitText.text(built, CircuitText.Notes.NONE));
    return read;
  }

  private CircuitRun run(boolean served) {
    List<CircuitRun.Relation> relations = new ArrayList<>();
    for (int i = 0; i < relations(); i++) {
      List<Integer> ids = new ArrayList<>(List.of(UNREAD_COLUMN_ID));
      IntStream.range(0, inputs.get(i).size()).forEach(ids::add);
      relations.add(new CircuitRun.Relation(i, relationType(inputs.get(i)), ids));
    }
    return new CircuitRun(circuit(served), relations, ways);
  }

  private List<RandomStream> streams(Random random, boolean bags) {
    return IntStream.range(0, relations())
        .mapToObj(i -> new RandomStream(relationType(inputs.get(i)), keyColumn + 1, random, bags))
        .toList();
  }

  /** One tick of all streams; often some of them are silent. */
  private static Map<Integer, ZSet> next(List<RandomStream> streams, Random random) {
    Map<Integer, ZSet> deltas = new TreeMap<>();
    for (int i = 0; i < streams.size(); i++) {
      if (random.nextInt(3) > 0) {
        deltas.put(i, streams.get(i).next());
      }
    }
    return deltas;
  }

  private void isDifferenceOfQueryOverIntegral(
      int seed, boolean served, boolean bags, Set<RandomStream.Event> events) {
    Random random = new Random(seed);
    List<RandomStream> streams = streams(random, bags);
    CircuitRun run = run(served);
    int ticks = 10 + random.nextInt(41);
    for (int tick = 0; tick < ticks || !sawAll(streams, bags); tick++) {
      run.tick(next(streams, random));
      scanned |= run.hasScanned();
      ZSet query = run.query(false);
      assertThat(run.output()).as("output after tick %d, bags %s", tick, bags).isEqualTo(query);
      assertThat(run.query(true)).as("query by stored keys").isEqualTo(query);
      assertThat(tick).as("ticks until all events happened").isLessThan(1000);
    }
    streams.forEach(stream -> events.addAll(stream.events()));
    run.tick(Map.of());
    assertThat(run.last().viewDelta().isEmpty()).as("empty in, empty out").isTrue();
    assertThat(run.last().staged()).as("nothing is staged").isEmpty();
    deleteAll(run);
  }

  private boolean sawAll(List<RandomStream> streams, boolean bags) {
    Set<RandomStream.Event> seen = EnumSet.noneOf(RandomStream.Event.class);
    streams.forEach(stream -> seen.addAll(stream.events()));
    int missing = bags ? 1 : 0;
    return seen.size() + missing + 1 >= RandomStream.Event.values().length;
  }

  private void deleteAll(CircuitRun run) {
    Map<Integer, ZSet> negated = new TreeMap<>();
    for (int i = 0; i < relations(); i++) {
      negated.put(i, run.contents(i).negate());
    }
    ZSet before = run.output();
    ZSet overNothing = this.run(false).query(false);
    ZSet delta = run.tick(negated);
    assertThat(delta).as("delete all takes everything back").isEqualTo(overNothing.minus(before));
    assertThat(run.stateSize()).as("entries left after all was deleted").isZero();
  }

  private void changeThenItsNegationLeavesNothing(int seed, boolean served) {
    Random random = new Random(seed + 1000L);
    List<RandomStream> streams = streams(random, true);
    CircuitRun run = run(served);
    for (int tick = 0; tick < 15; tick++) {
      Map<Integer, ZSet> change = next(streams, random);
      List<Object> state = run.state();
      ZSet delta = run.tick(change);
      if (tick > 0 && random.nextBoolean()) {
        ZSet back = run.tick(negate(change));
        assertThat(back).as("negated change").isEqualTo(delta.negate());
        assertThat(run.state()).as("traces after a change and its negation").isEqualTo(state);
        change.forEach((i, rows) -> streams.get(i).revert(rows));
      }
    }
  }

  private static Map<Integer, ZSet> negate(Map<Integer, ZSet> change) {
    Map<Integer, ZSet> negated = new TreeMap<>();
    change.forEach((i, rows) -> negated.put(i, rows.negate()));
    return negated;
  }

  private void allAtOnceIsRowByRow(int seed, boolean served) {
    Random random = new Random(seed + 2000L);
    List<RandomStream> streams = streams(random, true);
    for (int tick = 0; tick < 6; tick++) {
      next(streams, random);
    }
    CircuitRun atOnce = run(served);
    Map<Integer, ZSet> all = new TreeMap<>();
    List<Map<Integer, ZSet>> single = new ArrayList<>();
    for (int i = 0; i < streams.size(); i++) {
      int relation = i;
      ZSet rows = streams.get(i).sum();
      all.put(i, rows);
      rows.forEach((row, weight) -> single.add(Map.of(relation, ZSet.of(row, weight))));
    }
    atOnce.tick(all);
    Collections.shuffle(single, random);
    CircuitRun rowByRow = run(served);
    rowByRow.tick(Map.of());
    single.forEach(rowByRow::tick);
    assertThat(rowByRow.output()).as("row by row").isEqualTo(atOnce.output());
    assertThat(rowByRow.state()).as("traces row by row").isEqualTo(atOnce.state());
  }

  private void isLinear(int seed) {
    Random random = new Random(seed + 3000L);
    List<ZSet> a = arbitrary(random);
    List<ZSet> b = arbitrary(random);
    if (operator.linearity() == Operator.Linearity.LINEAR) {
      List<ZSet> sum = new ArrayList<>();
      for (int i = 0; i < a.size(); i++) {
        sum.add(a.get(i).plus(b.get(i)));
      }
      assertThat(evaluate(sum)).as("Q(a + b)").isEqualTo(evaluate(a).plus(evaluate(b)));
      return;
    }
    for (int i = 0; i < a.size() && !sameRelation; i++) {
      List<ZSet> other = new ArrayList<>(a);
      other.set(i, b.get(i));
      List<ZSet> sum = new ArrayList<>(a);
      sum.set(i, a.get(i).plus(b.get(i)));
      assertThat(evaluate(sum))
          .as("Q(…, a + b, …) in input %d", i)
          .isEqualTo(evaluate(a).plus(evaluate(other)));
    }
  }

  private List<ZSet> arbitrary(Random random) {
    List<ZSet> zsets = new ArrayList<>();
    for (RowType input : inputs.subList(0, relations())) {
      RandomStream rows = new RandomStream(relationType(input), keyColumn + 1, random, false);
      ZSetBuilder zset = new ZSetBuilder();
      for (int i = 0; i < 12; i++) {
        zset.add(rows.row(), random.nextInt(7) - 3);
      }
      zsets.add(zset.build());
    }
    return zsets;
  }

  /**
   * A join on the first column whose condition divides by the right one's second: a left row comes
   * in the very tick in which the right row with 0 goes, and the other way round.
   */
  static void failingConditionOnAPairThatNeverWas(BiFunction<RowType, Expr, Operator> join) {
    RowType type = PAIR;
    Expr on = new Conditions(type.concat(type)).positiveQuotient(1, 3);
    ZSet left = ZSet.of(type.encode(1L, 5L), 1);
    ZSet zero = ZSet.of(type.encode(1L, 0L), 1);
    CircuitRun run = new OperatorLaws(join.apply(type, on), type, type).run(false);
    Map<Integer, ZSet> rightAlone = Map.of(1, withUnread(zero));
    Map<Integer, ZSet> exchange = Map.of(0, withUnread(left), 1, withUnread(zero.negate()));

    run.tick(rightAlone);
    run.tick(exchange);
    assertThat(run.output()).isEqualTo(run.query(false));
    run.tick(negate(exchange));
    run.tick(negate(rightAlone));

    assertThat(run.output()).isEqualTo(run.query(false));
    assertThat(run.stateSize()).isZero();
  }

  private static ZSet withUnread(ZSet rows) {
    ZSetBuilder whole = new ZSetBuilder();
    byte[] unread = UNREAD.encode(0L);
    RowConcat concat = new RowConcat(UNREAD, PAIR);
    rows.forEach((row, weight) -> whole.add(concat.apply(unread, row), weight));
    return whole.build();
  }

  /** What a query over plain inputs runs in. */
  static EvaluateContext statement() {
    return new EvaluateContext() {
      @Override
      public EvaluationFrame frame(RowType rowType) {
        return EvaluationFrame.of(rowType);
      }

      @Override
      public RelationReader relation(int relationId) {
        throw new AssertionError("there is no relation " + relationId);
      }

      @Override
      public void checkCanceled() {}
    };
  }

  private ZSet evaluate(List<ZSet> relations) {
    CircuitRun run = run(false);
    Map<Integer, ZSet> contents = new TreeMap<>();
    for (int i = 0; i < relations.size(); i++) {
      contents.put(i, relations.get(i));
    }
    run.tick(contents);
    return run.query(false);
  }
}
