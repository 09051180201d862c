package io.millrace.engine.plan;

import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSetOperator;

/**
 * UNION, INTERSECT or EXCEPT of plain queries that select columns of the very same types; where
 * types would have to meet, it is not plain.
 */
final class PlainSetOperation implements PlainBody {
  private final PlainWork work;
  private final SqlKind kind;
  private final boolean all;
  private final List<PlainBody> inputs = new ArrayList<>();

  private PlainSetOperation(SqlCall call, PlainWork work) {
    this.work = work;
    this.kind = call.getKind();
    this.all = ((SqlSetOperator) call.getOperator()).isAll();
    SqlNode right = call.operand(1);
    // Whether unions on the right become one with it hangs on the names of their columns.
    NotPlain.unless(call.operandCount() == 2 && right.getKind() != SqlKind.UNION);
    PlainBody left = input(call.operand(0), work);
    boolean flat =
        left instanceof PlainSetOperation inner
            && kind == SqlKind.UNION
            && inner.kind == SqlKind.UNION
            && (inner.all || !all);
    inputs.addAll(flat ? ((PlainSetOperation) left).inputs : List.of(left));
    inputs.add(input(right, work));
    inputs.forEach(input -> NotPlain.unless(input.types().equals(types())));
  }

  private static PlainBody input(SqlNode node, PlainWork work) {
    if (node instanceof SqlSelect select) {
      PlainQuery query = new PlainQuery(select, work);
      NotPlain.unless(query.isOfColumns());
      return query;
    }
    return of((SqlCall) node, work);
  }

  /** The set operation that a call is. */
  static PlainSetOperation of(SqlCall call, PlainWork work) {
    NotPlain.unless(call.getOperator() instanceof SqlSetOperator);
    return new PlainSetOperation(call, work);
  }

  @Override
  public List<String> labels() {
    return inputs.get(0).labels();
  }

  @Override
  public List<ColumnType> types() {
    return inputs.get(0).types();
  }

  @Override
  public PlanInput rows() {
    List<PlanInput> rows = inputs.stream().map(PlainBody::rows).toList();
    return PlanInput.of(
        types().size(),
        (needed, predicates) ->
            new SetOperationPlanner(work.builder(), kind, all, rows, types())
                .build(needed, predicates));
  }
}
