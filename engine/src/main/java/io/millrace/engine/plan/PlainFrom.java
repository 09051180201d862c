package io.millrace.engine.plan;

import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.sql.NiladicNames;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a FROM, side by side: what names mean over them, and their rows. Fields are counted
 * through all of them. Joins with a condition are not plain.
 */
final class PlainFrom {
  /**
   * A table.
   *
   * @param alias what its columns are qualified with
   * @param offset its first field
   */
  private record Item(Relation relation, String alias, int offset) {
    int end() {
      return offset + relation.columns().size();
    }
  }

  private final PlannerContext context;
  private final List<Item> items = new ArrayList<>();

  private PlainFrom(PlannerContext context) {
    this.context = context;
  }

  /** The tables of a FROM; without one there is a row without columns. */
  static PlainFrom of(@Nullable SqlNode from, PlannerContext context) {
    PlainFrom tables = new PlainFrom(context);
    if (from != null) {
      tables.add(from);
    }
    return tables;
  }

  /** One table under its own name. */
  static PlainFrom of(Relation relation, PlannerContext context) {
    PlainFrom table = new PlainFrom(context);
    table.items.add(new Item(relation, relation.name().name(), 0));
    return table;
  }

  private void add(SqlNode node) {
    if (node instanceof SqlJoin join) {
      NotPlain.unless(
          (join.getJoinType() == JoinType.COMMA || join.getJoinType() == JoinType.CROSS)
              && join.getConditionType() == JoinConditionType.NONE
              && !join.isNatural());
      add(join.getLeft());
      NotPlain.unless(!(join.getRight() instanceof SqlJoin));
      add(join.getRight());
    } else if (node.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) node;
      NotPlain.unless(as.operandCount() == 2);
      add(relation(as.operand(0), context), ((SqlIdentifier) as.operand(1)).getSimple());
    } else {
      add(relation(node, context), Util.last(((SqlIdentifier) node).names));
    }
  }

  private void add(Relation relation, String alias) {
    for (Item item : items) {
      NotPlain.unless(!item.alias().equalsIgnoreCase(alias));
    }
    items.add(new Item(relation, alias, fieldCount()));
  }

  /** The table, or view that is kept, with a name. */
  static Relation relation(@Nullable SqlNode node, PlannerContext context) {
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

  int fieldCount() {
    return items.isEmpty() ? 0 : items.get(items.size() - 1).end();
  }

  /** The names of all columns, in order. */
  List<String> columnNames() {
    List<String> names = new ArrayList<>();
    items.forEach(item -> item.relation().columns().forEach(c -> names.add(c.name())));
    return names;
  }

  /** Whether values may be known to be different in all rows. */
  boolean hasKeyAmong(List<Expr> values) {
    for (Item item : items) {
      if (item.relation() instanceof Table table) {
        List<List<Integer>> keys = new ArrayList<>();
        if (table.hasPrimaryKey()) {
          keys.add(table.primaryKey());
        }
        table.indexes().stream().filter(i -> i.unique()).forEach(i -> keys.add(i.columns()));
        for (List<Integer> key : keys) {
          if (key.stream().allMatch(c -> values.contains(column(item.offset() + c)))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  List<Expr> columns() {
    return IntStream.range(0, fieldCount()).mapToObj(this::column).toList();
  }

  Expr column(int field) {
    return Exprs.column(field, type(field));
  }

  private ColumnType type(int field) {
    for (Item item : items) {
      if (field < item.end()) {
        return item.relation().columns().get(field - item.offset()).type();
      }
    }
    throw new AssertionError("no field " + field);
  }

  /** The field that a name means, with or without the table's. */
  int field(SqlNode node) {
    NotPlain.unless(
        node instanceof SqlIdentifier written && !written.isStar() && written.names.size() <= 2);
    SqlIdentifier identifier = (SqlIdentifier) node;
    String name = Util.last(identifier.names);
    String alias = identifier.isSimple() ? null : identifier.names.get(0);
    NotPlain.unless(alias != null || !NiladicNames.contains(name));
    int found = -1;
    for (Item item : items) {
      if (alias == null || isSame(item.alias(), alias)) {
        int position = position(item.relation(), name);
        NotPlain.unless(position < 0 || found < 0);
        found = position < 0 ? found : item.offset() + position;
      }
    }
    NotPlain.unless(found >= 0);
    return found;
  }

  /** Whether some column has a name, in whatever case. */
  boolean has(SqlIdentifier name) {
    String simple = Util.last(name.names);
    return columnNames().stream().anyMatch(simple::equalsIgnoreCase);
  }

  private static int position(Relation relation, String name) {
    int found = -1;
    for (int i = 0; i < relation.columns().size(); i++) {
      if (isSame(relation.columns().get(i).name(), name)) {
        NotPlain.unless(found < 0);
        found = i;
      }
    }
    return found;
  }

  /** Beyond ASCII there is more than one way to ignore case. */
  static boolean isSame(String name, String written) {
    return name.equalsIgnoreCase(written) && written.chars().allMatch(c -> c < 128);
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  boolean isOneTable() {
    return items.size() == 1;
  }

  PlanInput rows(PlanBuilder builder) {
    if (isEmpty()) {
      return constants(List.of(), builder);
    }
    return isOneTable()
        ? rows(items.get(0).relation(), builder)
        : PlanInput.of(
            fieldCount(),
            (needed, predicates) -> {
              JoinAssembly join = new JoinAssembly(builder.nodes, builder.optimized);
              items.forEach(item -> join.add(rows(item.relation(), builder)));
              return join.build(predicates, needed);
            });
  }

  /** One row of constants. */
  static PlanInput constants(List<Expr> literals, PlanBuilder builder) {
    return PlanInput.of(
        literals.size(),
        (needed, predicates) -> {
          ImmutableBitSet read = needed.union(Predicates.fields(predicates));
          List<ColumnType> types = new ArrayList<>();
          List<@Nullable Object> cells = new ArrayList<>();
          for (int field : read) {
            types.add(literals.get(field).type().withNullable(true));
            cells.add(((Literal) literals.get(field)).value());
          }
          List<@Nullable Object[]> rows = new ArrayList<>();
          rows.add(cells.toArray());
          PlanNode values = ValuesPlanner.node(builder.nodes, types, rows);
          return builder.filtered(Built.of(values, literals.size(), read), predicates);
        });
  }

  private static PlanInput rows(Relation relation, PlanBuilder builder) {
    return PlanInput.of(
        relation.columns().size(),
        (needed, predicates) -> builder.scan(relation, needed, predicates));
  }
}
