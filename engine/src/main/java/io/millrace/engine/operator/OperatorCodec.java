package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.Operator;

/**
 * The stored form of operators: a tag that never changes its meaning, then what the operator itself
 * writes.
 */
public final class OperatorCodec {
  /** The operators by their tag in stored circuits; a tag is never used again. */
  enum Tag {
    SCAN(1),
    VALUES(2),
    MAP(3),
    FILTER(4),
    UNION(5),
    JOIN(6),
    AGGREGATE(7),
    SCALAR_AGGREGATE(8),
    DISTINCT(9),
    SEMI_JOIN(10),
    ANTI_JOIN(11),
    LEFT_MARK_JOIN(12),
    OUTER_JOIN(13),
    SET_OPERATION(14),
    TOP_K(15),
    WINDOW(16),
    TOP_K_WITH_TIES(17),
    APPLY(18),
    GIVEN(19),
    UNNEST(20),
    WINDOW_WITH_MILESTONES(21),
    REPEAT(22);

    private final int code;

    Tag(int code) {
      this.code = code;
    }

    /** Begins the stored form of an operator. */
    CircuitWriter begin(CircuitWriter out) {
      return out.writeInt(code);
    }

    private static Tag read(CircuitReader in) {
      int code = in.readInt();
      for (Tag tag : values()) {
        if (tag.code == code) {
          return tag;
        }
      }
      throw in.corrupted("there is no operator " + code);
    }
  }

  private OperatorCodec() {}

  /** Reads any operator of this package; an {@link io.millrace.engine.circuit.OperatorReader}. */
  public static Operator read(CircuitReader in) {
    return switch (Tag.read(in)) {
      case SCAN -> Scan.read(in);
      case VALUES -> Values.read(in);
      case MAP -> Map.read(in);
      case FILTER -> Filter.read(in);
      case UNION -> Union.read(in);
      case JOIN -> Join.read(in);
      case AGGREGATE -> Aggregate.read(in);
      case SCALAR_AGGREGATE -> ScalarAggregate.read(in);
      case DISTINCT -> Distinct.read(in);
      case SEMI_JOIN -> SemiJoin.read(in);
      case ANTI_JOIN -> AntiJoin.read(in);
      case LEFT_MARK_JOIN -> LeftMarkJoin.read(in);
      case OUTER_JOIN -> OuterJoin.read(in);
      case SET_OPERATION -> SetOperation.read(in);
      case TOP_K -> TopK.read(in);
      case WINDOW -> Window.read(in);
      case TOP_K_WITH_TIES -> TopK.readWithTies(in);
      case APPLY -> Apply.read(in);
      case GIVEN -> Given.read(in);
      case UNNEST -> Unnest.read(in);
      case REPEAT -> Repeat.read(in);
      case WINDOW_WITH_MILESTONES -> Window.readWithMilestones(in);
    };
  }
}
