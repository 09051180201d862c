package io.millrace.engine.plan;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * One input of a join while it is planned: the predicates that hold for it, and the columns that
 * the join is to see, which are needed fields and then computed keys. One thread at a time.
 */
final class JoinInput {
  private final PlanInput part;

  /** Where its fields begin among those of the whole join. */
  final int offset;

  final List<Expr> predicates = new ArrayList<>();
  private final TreeSet<Integer> fields = new TreeSet<>();
  private final List<Expr> computed = new ArrayList<>();

  JoinInput(PlanInput part, int offset) {
    this.part = part;
    this.offset = offset;
  }

  int end() {
    return offset + part.fieldCount();
  }

  boolean has(ImmutableBitSet joinFields) {
    return ImmutableBitSet.range(offset, end()).contains(joinFields);
  }

  /** An expression over the join's fields, all of them this input's, over its own. */
  Expr own(Expr overJoin) {
    return Exprs.mapColumns(overJoin, field -> field - offset);
  }

  /** Keeps those of the join's fields that are its. */
  void keep(ImmutableBitSet joinFields) {
    joinFields.intersect(ImmutableBitSet.range(offset, end())).forEach(f -> fields.add(f - offset));
  }

  /** Keeps a key, over its own fields. */
  void keepKey(Expr key) {
    if (key instanceof ColumnRef column) {
      fields.add(column.index());
    } else if (!computed.contains(key)) {
      computed.add(key);
    }
  }

  /** The column of a key that was kept; known once all keys are. */
  int column(Expr key) {
    return key instanceof ColumnRef column
        ? column(column.index())
        : fields.size() + computed.indexOf(key);
  }

  /** The column of one of its own fields that was kept. */
  int column(int field) {
    return fields.headSet(field).size();
  }

  /** The kept fields, counted as the join's. */
  List<Integer> joinFields() {
    return fields.stream().map(field -> field + offset).toList();
  }

  /** The plan with exactly the kept columns. */
  PlanNode build(PlanNodes nodes) {
    ImmutableBitSet needed = ImmutableBitSet.of(fields).union(Predicates.fields(computed));
    Built built = part.build(needed, predicates);
    List<Expr> columns = new ArrayList<>();
    for (int field : fields) {
      columns.add(Exprs.column(built.position(field), built.typeOf(field)));
    }
    computed.forEach(key -> columns.add(built.bind(key)));
    return nodes.map(built.node(), columns);
  }

  static RowType typeOf(PlanNode node) {
    return node.operator().outputType();
  }
}
