package io.millrace.engine.plan;

import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Types;
import io.millrace.engine.sql.NiladicNames;
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
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Plans statements of plain shape straight from their syntax tree, past validator and converter:
 * INSERT … VALUES, and SELECT, UPDATE and DELETE of one table where columns are compared with
 * literals or parameters ({@link PlainConditions}).
 *
 * <p>The plan is the very one of the full planner: names are resolved alike, constants and
 * operators are made by the same code. Whatever is not surely so, errors above all, is left to the
 * full planner; the tree is only read. Cost: O(size of the statement), some microseconds.
 */
final class PlainStatements {
  private final PlannerContext context;
  private final PlainCells cells = new PlainCells();
  private final PlanBuilder builder = new PlanBuilder(new Expressions(true));

  private PlainStatements(PlannerContext context) {
    this.context = context;
  }

  /** The plan of a statement, or null if it must go by the full planner. */
  static @Nullable Statement plan(SqlNode node, PlannerContext context) {
    try {
      PlainStatements planner = new PlainStatements(context);
      return switch (node.getKind()) {
        case SELECT -> planner.select((SqlSelect) node, List.of());
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
    return select((SqlSelect) query.query, query.orderList);
  }

  private Statement select(SqlSelect select, List<SqlNode> order) {
    NotPlain.unless(isPlain(select) && select.getFrom() != null);
    Relation relation = relation(select.getFrom());
    List<String> labels = new ArrayList<>();
    List<Integer> fields = new ArrayList<>();
    if (isStar(select.getSelectList())) {
      relation.columns().forEach(column -> labels.add(column.name()));
      fields.addAll(range(labels.size()));
    } else {
      for (SqlNode item : select.getSelectList()) {
        fields.add(column(item, relation));
        labels.add(((SqlIdentifier) item).getSimple());
      }
    }
    Built rows = rows(relation, fields, select.getWhere());
    PlanNode root = builder.arranged(rows, fields);
    return new Statement.Query(plan(root, labels, PlainOrder.of(order, labels)), null);
  }

  private static boolean isPlain(SqlSelect select) {
    SqlNode keywords = select.getOperandList().get(0);
    return keywords instanceof SqlNodeList list
        && list.isEmpty()
        && select.getGroup() == null
        && select.getHaving() == null
        && select.getWindowList().isEmpty()
        && select.getQualify() == null
        && select.getOrderList() == null
        && select.getOffset() == null
        && select.getFetch() == null
        && !select.hasHints();
  }

  private static boolean isStar(SqlNodeList items) {
    return items.size() == 1
        && items.get(0) instanceof SqlIdentifier item
        && item.isStar()
        && item.names.size() == 1;
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
  private static List<Integer> targets(@Nullable SqlNodeList names, SqlCall row, Table table) {
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
    List<Integer> old = range(table.columns().size());
    List<Expr> fields = new ArrayList<>();
    table.columns().forEach(c -> fields.add(Exprs.column(fields.size(), c.type())));
    SqlNodeList values = update.getSourceExpressionList();
    NotPlain.unless(values.size() == targets.size());
    for (int i = 0; i < targets.size(); i++) {
      fields.add(value(values.get(i), table.columns().get(targets.get(i)).type(), table));
    }
    Built rows = rows(table, old, update.getCondition());
    ImmutableBitSet all = ImmutableBitSet.range(fields.size());
    Built assigned = builder.mapped(rows, all, fields, fields.size());
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
    PlanNode root = builder.arranged(rows(table, fields, delete.getCondition()), fields);
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

  /** The rows of a relation that a WHERE keeps, with at least these fields. */
  private Built rows(Relation relation, List<Integer> fields, @Nullable SqlNode where) {
    List<Expr> conjuncts = List.of();
    if (where != null) {
      conjuncts =
          Expressions.kept(
              Expressions.conjuncts(new PlainConditions(relation, cells).parts(where)));
    }
    NotPlain.unless(conjuncts.stream().allMatch(Predicates::isMovable));
    return builder.scan(relation, ImmutableBitSet.of(fields), conjuncts);
  }

  private Table table(SqlNode name) {
    Relation relation = relation(name);
    NotPlain.unless(relation instanceof Table);
    return (Table) relation;
  }

  private Relation relation(@Nullable SqlNode node) {
    if (!(node instanceof SqlIdentifier identifier)
        || identifier.isStar()
        || identifier.names.size() > 2) {
      throw new NotPlain();
    }
    QualifiedName name = StatementPlanner.name(identifier, context.defaultSchema());
    Relation relation = context.catalog().relation(name).orElseThrow(NotPlain::new);
    NotPlain.unless(
        isSame(relation.name().name(), name.name())
            && isSame(relation.name().schema(), name.schema())
            && !(relation instanceof View view && view.kind() == View.Kind.PLAIN));
    return relation;
  }

  private static List<Integer> columns(SqlNodeList names, Relation relation) {
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
  static int column(SqlNode node, Relation relation) {
    NotPlain.unless(node instanceof SqlIdentifier written && written.isSimple());
    String name = Util.last(((SqlIdentifier) node).names);
    int found = -1;
    for (int i = 0; i < relation.columns().size(); i++) {
      if (isSame(relation.columns().get(i).name(), name)) {
        NotPlain.unless(found < 0);
        found = i;
      }
    }
    NotPlain.unless(found >= 0 && !NiladicNames.contains(name));
    return found;
  }

  /** Beyond ASCII there is more than one way to ignore case. */
  static boolean isSame(String name, String written) {
    return name.equalsIgnoreCase(written) && written.chars().allMatch(c -> c < 128);
  }

  private static List<Integer> range(int size) {
    return IntStream.range(0, size).boxed().toList();
  }
}
