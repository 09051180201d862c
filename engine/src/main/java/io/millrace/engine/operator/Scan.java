package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.RelationDelta;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.Source;
import io.millrace.engine.circuit.SourceColumns;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.storage.row.RowProjection;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;

/**
 * Some columns of a table or view: {@code Q(R) = π(R)}, {@code Q^Δ(ΔR) = π(ΔR)}.
 *
 * <p>Linear, no state. Columns are found by their stable ids, so adding a column to the relation
 * changes nothing, and a change of columns that the scan does not read cancels to nothing.
 *
 * <p>Cost: O(|Δ| log |Δ|); O(|Δ|) if all columns are read in their order.
 */
public final class Scan implements Source {
  private final int relationId;
  private final List<Integer> columnIds;
  private final RowType outputType;

  public Scan(int relationId, List<Integer> columnIds, RowType outputType) {
    if (columnIds.size() != outputType.size()) {
      throw new AssertionError(columnIds.size() + " columns for the type " + outputType);
    }
    this.relationId = relationId;
    this.columnIds = List.copyOf(columnIds);
    this.outputType = outputType;
  }

  @Override
  public int relationId() {
    return relationId;
  }

  @Override
  public List<Integer> columnIds() {
    return columnIds;
  }

  @Override
  public String name() {
    return "Scan";
  }

  @Override
  public String describe() {
    return "relation " + relationId + " columns " + columnIds;
  }

  @Override
  public RowType outputType() {
    return outputType;
  }

  @Override
  public Linearity linearity() {
    return Linearity.LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return List.of();
  }

  private RowProjection projection(RowType relationType, List<Integer> relationColumnIds) {
    RowProjection projection =
        new SourceColumns(columnIds, relationType, relationColumnIds).projection();
    if (!projection.type().equals(outputType)) {
      throw new AssertionError(
          "relation " + relationId + " has " + projection.type() + ", must have " + outputType);
    }
    return projection;
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    RelationReader relation = context.relation(relationId);
    RowProjection projection = projection(relation.rowType(), relation.columnIds());
    return new MappedCursor(relation.scan(), projection::apply, context::checkCanceled);
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    RelationDelta relation = context.relationDelta(relationId);
    RowProjection projection = projection(relation.rowType(), relation.columnIds());
    if (relation.rowType().equals(outputType) && relation.columnIds().equals(columnIds)) {
      return relation.delta();
    }
    ZSetBuilder output = new ZSetBuilder(relation.delta().size());
    relation.delta().forEach((row, weight) -> output.add(projection.apply(row), weight));
    return output.build();
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.SCAN.begin(out).writeInt(relationId);
    out.writeInts(columnIds).writeRowType(outputType);
  }

  static Operator read(CircuitReader in) {
    return new Scan(in.readInt(), in.readIntList(), in.readRowType());
  }
}
