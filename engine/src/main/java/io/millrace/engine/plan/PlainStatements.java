package io.millrace.engine.plan;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Types;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Plans statements of plain shape straight from their syntax tree, past validator and converter:
 * INSERT … VALUES, UPDATE and DELETE, SELECT from tables side by side ({@link PlainQuery}) and set
 * operations ({@link PlainSetOperation}), where columns are compared with literals or parameters,
 * and numbers are computed ({@link PlainConditions}).
 *
 * <p>The plan is the very one of the full planner: names are resolved alike, constants and
 * operators are made by the same code. Whatever is not surely so, errors above all, is left to the
 * full planner; the tree is only read. Cost: O(size of the statement), some microseconds.
 */
final class PlainStatements {
  private final PlainWork work;
  private final PlainCells cells;
  private final PlanBuilder builder;

  private PlainStatements(PlainWork work) {
    this.work = work;
    this.cells = work.cells();
    this.builder = work.builder();
  }

  /** The plan of a statement, or null if it must go by the full planner. */
  static @Nullable Statement plan(SqlNode node, PlannerContext context) {
    try {
      PlainStatements planner = new PlainStatements(PlainWork.of(context));
      return switch (node.getKind()) {
        case SELECT -> planner.query(new PlainQuery((SqlSelect) node, planner.work), List.of());
        case UNION, INTERSECT, EXCEPT ->
            planner.query(PlainSetOperation.of((SqlCall) node, planner.work), List.of());
        case ORDER_BY -> planner.ordered((SqlOrderBy) node);
        case INSERT -> planner.insert((SqlInsert) node);
        case UPDATE -> planner.update((SqlUpdate) node);
        case DELETE -> planner.delete((SqlDelete) node);
        default -> null;
      };
    } catch (NotPlain
        | DatabaseException
        | RowException
        | CalciteException
        | StackOverflowError e) {
      // An error must be the full planner's, which knows its place in the text.
      return null;
    }
  }

  private Statement ordered(SqlOrderBy query) {
    NotPlain.unless(
        query.query instanceof SqlSelect && query.offset == null && query.fetch == null);
    PlainQuery select = new PlainQuery((SqlSelect) query.query, work);
    return query(select, PlainOrder.of(query.orderList, select));
  }

  private Statement query(PlainBody body, List<QueryPlan.SortKey> order) {
    List<String> labels = body.labels();
    Built rows = body.rows().build(ImmutableBitSet.range(labels.size()), List.of());
    PlanNode root = builder.arranged(rows, range(labels.size()));
    return new Statement.Query(plan(root, labels, order), null);
  }

  private Statement insert(SqlInsert insert) {
    SqlNode keywords = insert.getOperandList().get(0);
    NotPlain.unless(
        keywords instanceof SqlNodeList list
            && list.isEmpty()
            && insert.getSource().getKind() == SqlKind.VALUES);
    Table table = table(insert.getTargetTable());
    List<SqlCall> rows = new ArrayList<>();
    for (SqlNode row : ((SqlCall) insert.getSource()).getOperandList()) {
      NotPlain.unless(row.getKind() == SqlKind.ROW);
      rows.add((SqlCall) row);
    }
    List<Integer> targets = targets(insert.getTargetColumnList(), rows.get(0), table);
    Built input = new PlainInsert(builder, cells, table, targets).rows(rows);
    PlanNode root = DmlPlanner.inserted(builder, input, table);
    return dml(DmlPlan.Kind.INSERT, root, table);
  }

  /** The columns that the values are for: without a list the first ones. */
  private List<Integer> targets(@Nullable SqlNodeList names, SqlCall row, Table table) {
    if (names == null) {
      NotPlain.unless(row.operandCount() <= table.columns().size());
      return range(row.operandCount());
    }
    return columns(names, table);
  }

  private Statement update(SqlUpdate update) {
    NotPlain.unless(update.getAlias() == null && update.getSourceSelect() == null);
    Table table = table(update.getTargetTable());
    List<Integer> targets = columns(update.getTargetColumnList(), table);
    List<Expr> fields = new ArrayList<>();
    table.columns().forEach(c -> fields.add(Exprs.column(fields.size(), c.type())));
    SqlNodeList values = update.getSourceExpressionList();
    NotPlain.unless(values.size() == targets.size());
    for (int i = 0; i < targets.size(); i++) {
      fields.add(value(values.get(i), table.columns().get(targets.get(i)).type(), table));
    }
    PlanInput rows = kept(table, update.getCondition());
    ImmutableBitSet all = ImmutableBitSet.range(fields.size());
    Built assigned = builder.projected(rows, fields.toArray(Expr[]::new), all, List.of());
    return dml(DmlPlan.Kind.UPDATE, DmlPlanner.updated(builder, assigned, table, targets), table);
  }

  private Expr value(SqlNode node, ColumnType column, Table table) {
    return node.getKind() == SqlKind.PLUS || node.getKind() == SqlKind.MINUS
        ? sum((SqlCall) node, column, table)
        : cells.assigned(node, column);
  }

  /** {@code column + integer} of the very type of the column assigned to. */
  private Expr sum(SqlCall sum, ColumnType target, Table table) {
    NotPlain.unless(sum.operandCount() == 2);
    int position = column(sum.operand(0), table);
    ColumnType type = table.columns().get(position).type();
    NotPlain.unless(
        type.type() == target.type()
            && (type.type() == CellType.INTEGER || type.type() == CellType.BIGINT));
    SqlNode right = sum.operand(1);
    Expr operand =
        right instanceof SqlDynamicParam parameter
            ? cells.parameter(parameter, type)
            : summand(right, type);
    String name = sum.getKind() == SqlKind.PLUS ? "+" : "-";
    ColumnType result = type.withNullable(type.nullable() || operand.type().nullable());
    return Exprs.call(name, result, List.of(Exprs.column(position, type), operand));
  }

  /** An integer that is no wider; the converter leaves out a zero. */
  private static Expr summand(SqlNode node, ColumnType type) {
    Literal literal = PlainLiterals.of(node);
    NotPlain.unless(
        Types.isInteger(literal.type().type())
            && Types.isSameCell(literal.type(), type)
            && !Long.valueOf(0).equals(literal.value()));
    return literal;
  }

  private Statement delete(SqlDelete delete) {
    NotPlain.unless(delete.getAlias() == null && delete.getSourceSelect() == null);
    Table table = table(delete.getTargetTable());
    List<Integer> fields = range(table.columns().size());
    Built rows = kept(table, delete.getCondition()).build(ImmutableBitSet.of(fields), List.of());
    PlanNode root = builder.arranged(rows, fields);
    return dml(DmlPlan.Kind.DELETE, root, table);
  }

  private Statement dml(DmlPlan.Kind kind, PlanNode root, Table table) {
    return new Statement.Dml(
        new DmlPlan(kind, table.id(), plan(root, DmlPlanner.names(root, table), List.of())));
  }

  private QueryPlan plan(PlanNode root, List<String> names, List<QueryPlan.SortKey> order) {
    return new QueryPlan(
        root,
        names,
        names.size(),
        order,
        null,
        null,
        cells.parameterTypes(),
        builder.relationIds(),
        Set.of(),
        null);
  }

  private PlanInput kept(Table table, @Nullable SqlNode where) {
    return new PlainRows(PlainFrom.of(table, work.context()), where, work).kept();
  }

  private Table table(SqlNode name) {
    Relation relation = PlainFrom.relation(name, work.context());
    NotPlain.unless(relation instanceof Table);
    return (Table) relation;
  }

  private List<Integer> columns(SqlNodeList names, Table relation) {
    Set<Integer> seen = new HashSet<>();
    List<Integer> columns = new ArrayList<>();
    for (SqlNode name : names) {
      int position = column(name, relation);
      NotPlain.unless(seen.add(position));
      columns.add(position);
    }
    return columns;
  }

  /** The column that a name without qualifier means. */
  private int column(SqlNode node, Table table) {
    NotPlain.unless(node instanceof SqlIdentifier written && written.isSimple());
    return PlainFrom.of(table, work.context()).field(node);
  }

  private static List<Integer> range(int size) {
    return IntStream.range(0, size).boxed().toList();
  }
}
