package io.millrace.engine.view;

import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import java.util.List;
import java.util.Optional;

/** A view's contents recomputed: its circuit's Q over the relations of a context. */
public final class EvaluatedView implements RelationReader {
  private final View view;
  private final Circuit circuit;
  private final EvaluateContext context;

  public EvaluatedView(View view, Circuit circuit, EvaluateContext context) {
    this.view = view;
    this.circuit = circuit;
    this.context = context;
  }

  @Override
  public RowType rowType() {
    return view.rowType();
  }

  @Override
  public List<Integer> columnIds() {
    return view.columnIds();
  }

  @Override
  public Cursor scan() {
    return CircuitEvaluation.open(circuit, context);
  }

  @Override
  public Optional<ArrangementReader> arrangement(KeyFormat key) {
    return Optional.empty();
  }

  @Override
  public long estimatedRows() {
    return 1000;
  }
}
