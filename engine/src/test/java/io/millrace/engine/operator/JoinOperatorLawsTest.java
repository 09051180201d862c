package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JoinOperatorLawsTest {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final ColumnType TEXT = ColumnType.varchar(10);
  private static final RowType A = RowType.of(INTEGER, TEXT.notNull());
  private static final RowType B = RowType.of(INTEGER.notNull(), ColumnType.varchar(5));
  private static final RowType EDGE = RowType.of(INTEGER, INTEGER);

  private static Join.Equality equal(int left, int leftColumn, int right, int rightColumn) {
    return new Join.Equality(left, leftColumn, right, rightColumn, false);
  }

  private static Join.Equality same(int left, int leftColumn, int right, int rightColumn) {
    return new Join.Equality(left, leftColumn, right, rightColumn, true);
  }

  @Test
  void aNullableAndANotNullKeyMeet() {
    new OperatorLaws(new Join(List.of(A, B), List.of(equal(0, 0, 1, 0)), 3, 0, 1), A, B).check();
  }

  @Test
  void nullSafeKeysMeetInNull() {
    new OperatorLaws(
            new Join(List.of(EDGE, EDGE), List.of(same(0, 0, 1, 1)), 0, 1, 2, 3), EDGE, EDGE)
        .check();
  }

  @Test
  void severalKeysOfBothKinds() {
    Join join =
        new Join(List.of(A, B), List.of(same(1, 1, 0, 1), equal(0, 0, 1, 0)), 0, 1, 2, 3, 0);
    new OperatorLaws(join, A, B).check();
  }

  @Test
  void aProductHasNoKey() {
    new OperatorLaws(new Join(List.of(EDGE, B), List.of(), 0, 3), EDGE, B).check();
  }

  @Test
  void aSelfJoinChangesOnBothSides() {
    OperatorLaws.selfJoin(
            new Join(List.of(EDGE, EDGE), List.of(equal(0, 1, 1, 0)), 0, 1, 3), 2, EDGE)
        .check();
  }

  @Test
  void triangles() {
    List<Join.Equality> closed = List.of(equal(0, 1, 1, 0), equal(1, 1, 2, 0), equal(2, 1, 0, 0));
    OperatorLaws.selfJoin(new Join(List.of(EDGE, EDGE, EDGE), closed, 0, 2, 4), 3, EDGE).check();
  }

  @Test
  void threeInputsInAStarWithOneKeyTwice() {
    List<Join.Equality> star =
        List.of(equal(0, 0, 1, 0), equal(0, 1, 2, 0), same(1, 1, 2, 0), equal(1, 0, 0, 1));
    new OperatorLaws(new Join(List.of(EDGE, EDGE, EDGE), star, 5, 0), EDGE, EDGE, EDGE).check();
  }

  @Test
  void fourInputsOfWhichTwoAreConnectedToNothing() {
    new OperatorLaws(
            new Join(List.of(EDGE, B, EDGE, A), List.of(equal(0, 0, 2, 1)), 1, 3, 7),
            EDGE,
            B,
            EDGE,
            A)
        .check();
  }

  /** The first step binds each of 400 rows to each of 400, the second keeps a few of these. */
  @Test
  void moreRowsBetweenTwoStepsThanOneBatchHolds() {
    int fanOut = 400;
    assertThat(fanOut * fanOut).isGreaterThan(2 * JoinTick.BATCH);
    Join wedges =
        new Join(List.of(EDGE, EDGE, EDGE), List.of(equal(0, 1, 1, 0), equal(1, 1, 2, 0)), 0, 3, 5);
    CircuitBuilder builder = new CircuitBuilder();
    int[] scans = {
      builder.add(new Scan(0, List.of(0, 1), EDGE)),
      builder.add(new Scan(1, List.of(0, 1), EDGE)),
      builder.add(new Scan(2, List.of(0, 1), EDGE))
    };
    Circuit circuit = builder.build(builder.add(wedges, scans), ServedKeys.NONE);
    List<CircuitRun.Relation> relations = new ArrayList<>();
    for (int id = 0; id < 3; id++) {
      relations.add(new CircuitRun.Relation(id, EDGE, List.of(0, 1)));
    }
    CircuitRun run = new CircuitRun(circuit, relations);
    ZSetBuilder in = new ZSetBuilder();
    ZSetBuilder out = new ZSetBuilder();
    ZSetBuilder last = new ZSetBuilder();
    for (long i = 0; i < fanOut; i++) {
      in.add(EDGE.encode(i, 1L), 1);
      out.add(EDGE.encode(1L, i), 1);
      if (i % 100 == 7) {
        last.add(EDGE.encode(i, -i), 1);
      }
    }
    run.tick(Map.of(1, out.build(), 2, last.build()));

    ZSet change = run.tick(Map.of(0, in.build()));

    assertThat(change.size()).isEqualTo(fanOut * 4);
    assertThat(run.output()).isEqualTo(run.query(false));
  }
}
