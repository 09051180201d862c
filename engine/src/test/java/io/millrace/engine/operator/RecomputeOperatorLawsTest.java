package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.CircuitText;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.Recompute;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecomputeOperatorLawsTest {
  private static final RowType TYPE =
      RowType.of(ColumnType.of(CellType.INTEGER), ColumnType.varchar(5));

  /** Another operator's query, kept up by evaluating it again. */
  private record Recomputed(Operator query, int inputCount) implements Operator {
    @Override
    public String name() {
      return query.name();
    }

    @Override
    public String describe() {
      return query.describe();
    }

    @Override
    public RowType outputType() {
      return query.outputType();
    }

    @Override
    public Linearity linearity() {
      return Linearity.NON_LINEAR;
    }

    @Override
    public List<TraceSpec> traces() {
      return Recompute.traces(inputCount);
    }

    @Override
    public boolean emitsOverNothing() {
      return query.emitsOverNothing();
    }

    @Override
    public boolean isRecomputed() {
      return true;
    }

    @Override
    public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
      return query.evaluate(context, inputs);
    }

    @Override
    public ZSet tick(TickContext context, List<ZSet> deltas) {
      return Recompute.tick(this, context, deltas);
    }

    @Override
    public void write(CircuitWriter out) {
      query.write(out);
    }
  }

  @Test
  void anyQueryCanBeKeptUpByEvaluatingItAgain() {
    new OperatorLaws(new Recomputed(new Distinct(TYPE), 1), TYPE).withoutStoredForm().check();
    OuterJoin join =
        new OuterJoin(OuterJoin.Kind.FULL, TYPE, TYPE, List.of(new JoinKey(0, 0, false)), null);
    new OperatorLaws(new Recomputed(join, 2), TYPE, TYPE).withoutStoredForm().check();
  }

  @Test
  void theRowOverNothingComesOutInTheFirstTick() {
    AggregateCall count =
        new AggregateCall(
            AggregateFunction.COUNT,
            AggregateCall.NO_ARGUMENT,
            false,
            ColumnType.of(CellType.BIGINT));
    ScalarAggregate scalar = new ScalarAggregate(TYPE, List.of(count));
    new OperatorLaws(new Recomputed(scalar, 1), TYPE).withoutStoredForm().check();
  }

  @Test
  void explainSaysSo() {
    CircuitBuilder builder = new CircuitBuilder();
    int scan = builder.add(new Scan(0, List.of(0, 1), TYPE));
    int sink = builder.add(new Recomputed(new Distinct(TYPE), 1), scan);

    String text = CircuitText.text(builder.build(sink, ServedKeys.NONE), CircuitText.Notes.NONE);

    assertThat(text).startsWith("#1 Distinct [recomputed]\n");
  }
}
