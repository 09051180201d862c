package io.millrace.engine.plan;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * One SELECT of plain shape: items computed from the rows of tables side by side that a WHERE
 * keeps, or from their groups, perhaps DISTINCT.
 */
final class PlainQuery implements PlainBody {
  private final PlainWork work;
  private final PlainFrom from;
  private final PlainRows rows;
  private final @Nullable PlainGroups groups;
  private final boolean distinct;
  private final List<String> labels = new ArrayList<>();
  private final List<Expr> items = new ArrayList<>();

  PlainQuery(SqlSelect select, PlainWork work) {
    NotPlain.unless(isPlain(select));
    this.work = work;
    this.from = PlainFrom.of(select.getFrom(), work.context());
    this.rows = new PlainRows(from, select.getWhere(), work);
    boolean grouped = select.getGroup() != null || PlainGroups.areIn(select.getSelectList());
    this.groups = grouped ? new PlainGroups(rows, select.getGroup(), work) : null;
    read(select.getSelectList());
    boolean oneRow = from.isEmpty() || (groups != null && groups.isOne());
    boolean allKeys = groups != null && items.containsAll(groups.keys());
    this.distinct = select.isDistinct() && !oneRow && !allKeys;
    NotPlain.unless(!(distinct || (groups != null && !groups.isOne())) || isNeeded());
  }

  /** How many labels there are so far: what the converter numbers an item without a name by. */
  private int differentLabels() {
    Set<String> different = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    different.addAll(labels);
    NotPlain.unless(different.size() == Set.copyOf(labels).size());
    return different.size();
  }

  /** Whether the converter leaves DISTINCT or GROUP BY, and all of the columns, where they are. */
  private boolean isNeeded() {
    List<Expr> fields = groups == null ? items : distinct ? from.columns() : groups.keyColumns();
    return !from.hasKeyAmong(fields)
        && !rows.isNeverKept()
        && Set.copyOf(items).size() == items.size();
  }

  private static boolean isPlain(SqlSelect select) {
    return isDistinctOrAll(select.getOperandList().get(0))
        && select.getHaving() == null
        && select.getWindowList().isEmpty()
        && select.getQualify() == null
        && select.getOrderList() == null
        && select.getOffset() == null
        && select.getFetch() == null
        && !select.hasHints();
  }

  private static boolean isDistinctOrAll(SqlNode keywords) {
    if (!(keywords instanceof SqlNodeList list)) {
      return false;
    }
    for (SqlNode keyword : list) {
      SqlSelectKeyword symbol = ((SqlLiteral) keyword).getValueAs(SqlSelectKeyword.class);
      if (symbol != SqlSelectKeyword.DISTINCT && symbol != SqlSelectKeyword.ALL) {
        return false;
      }
    }
    return list.size() <= 1;
  }

  private void read(SqlNodeList list) {
    for (SqlNode item : list) {
      if (item instanceof SqlIdentifier name && name.isStar()) {
        NotPlain.unless(list.size() == 1 && name.names.size() == 1 && groups == null);
        NotPlain.unless(!from.isEmpty());
        labels.addAll(from.columnNames());
        items.addAll(from.columns());
      } else {
        read(item);
      }
    }
  }

  private void read(SqlNode item) {
    SqlNode value = item;
    String label = null;
    if (item.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) item;
      NotPlain.unless(as.operandCount() == 2);
      value = as.operand(0);
      label = ((SqlIdentifier) as.operand(1)).getSimple();
    } else if (item instanceof SqlIdentifier name) {
      label = Util.last(name.names);
    } else {
      label = "EXPR$" + differentLabels();
    }
    items.add(groups == null ? rows.item(value) : groups.item(value));
    labels.add(label);
  }

  /** The names of the columns, as they are written. */
  @Override
  public List<String> labels() {
    return labels;
  }

  /** What the columns are, over the fields of the tables or groups. */
  List<Expr> items() {
    return items;
  }

  /** Whether the name of an item means no other column of the tables. */
  boolean isNamed(int item, SqlIdentifier name) {
    return !from.has(name)
        || (groups == null
            && items.get(item) instanceof ColumnRef column
            && column.index() == from.field(name));
  }

  /** Whether it may be a subquery of another. */
  boolean isNestable() {
    return !rows.hasMarks() && groups == null && !distinct && !from.isEmpty();
  }

  /** As {@link PlainRows#conditionHash}, of the items too. */
  int conditionHash() {
    return 31 * rows.conditionHash() + items.hashCode();
  }

  @Override
  public List<ColumnType> types() {
    return items.stream().map(Expr::type).toList();
  }

  /** Whether it selects columns under their own names, and no name twice. */
  boolean isOfColumns() {
    List<String> names = from.columnNames();
    for (int i = 0; i < items.size(); i++) {
      boolean own =
          items.get(i) instanceof ColumnRef column
              && names.get(column.index()).equals(labels.get(i));
      if (!own) {
        return false;
      }
    }
    return groups == null && differentLabels() == labels.size();
  }

  @Override
  public PlanInput rows() {
    return distinct ? different() : selected();
  }

  private PlanInput different() {
    PlanInput selected = selected();
    List<Expr> keys = new ArrayList<>();
    items.forEach(value -> keys.add(Exprs.column(keys.size(), value.type())));
    return PlanInput.of(
        keys.size(),
        (needed, predicates) ->
            new GroupPlanner(work.builder(), selected, keys, GroupPlanner.Calls.NONE)
                .build(needed, predicates));
  }

  private PlanInput selected() {
    if (groups == null) {
      return rows.projected(items);
    }
    PlanInput grouped = groups.groups();
    Expr[] outputs = items.toArray(Expr[]::new);
    return PlanInput.of(
        outputs.length,
        (needed, predicates) -> work.builder().projected(grouped, outputs, needed, predicates));
  }
}
