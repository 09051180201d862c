package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.SortColumn;
import io.millrace.engine.operator.TopK;
import io.millrace.engine.plan.PlanNode;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a block in some order, as text: equal texts choose equal rows, however the
 * columns are arranged. Immutable.
 *
 * @param node the operator that chooses, and what it chooses from
 * @param input what it chooses from, without the predicates that stand apart
 * @param rows the rows of that
 * @param group the columns that tell apart the groups, each of which has first rows of its own
 * @param keys the order: the columns written and, where copies of rows are counted, all others, up
 *     to those that are the same for no two rows
 * @param apart predicates over the columns of the group, which keep whole groups
 */
record TopRows(
    PlanNode node,
    Block input,
    String rows,
    List<String> group,
    List<String> keys,
    List<Expr> apart) {

  /** What an operator chooses of its input. */
  static TopRows of(PlanNode node, Catalog catalog) {
    TopK operator = (TopK) node.operator();
    Block read = BlockReader.read(node.inputs().get(0), catalog);
    List<Integer> group = operator.group();
    Split split =
        group.isEmpty() || read.group() != null
            ? Split.nothing(read)
            : Split.of(read, read.outputs(), group::contains);
    Block input = split.rest();
    BlockText text = new BlockText(input);
    List<String> names = text.names();
    List<String> parts = group.stream().map(names::get).distinct().sorted().toList();
    List<String> keys = keys(operator, parts, input, text);
    return new TopRows(node, input, text.rows(), parts, keys, split.apart());
  }

  /** What a kept view chooses; null if its rows are not just those that an operator chooses. */
  static @Nullable Candidate candidate(View view, Block block, Catalog catalog) {
    PlanNode node = block.leaves().size() == 1 ? block.leaves().get(0).node() : null;
    if (node == null
        || !(node.operator() instanceof TopK)
        || block.group() != null
        || block.conjuncts().stream().anyMatch(c -> c.appliedBy() == Block.Conjunct.NOBODY)) {
      return null;
    }
    TopRows top = of(node, catalog);
    List<String> names = block.leaves().get(0).names();
    RowType type = node.operator().outputType();
    List<Expr> outputs = new ArrayList<>();
    for (Expr output : block.outputs()) {
      outputs.add(
          Columns.replace(
              output,
              column -> {
                int position = names.indexOf(block.columns().key(column.index()).name());
                return Exprs.column(position, type.column(position));
              }));
    }
    return new Candidate(view, top.block(top.core(), outputs), List.of(), top);
  }

  /** The rows chosen, as those of a view of first rows. */
  Block block(String core) {
    return block(core, BlockReader.identity(node.operator().outputType()));
  }

  /**
   * A block of one leaf, whose columns are those that the rows are computed from.
   *
   * @param outputs over the operator's columns
   */
  private Block block(String core, List<Expr> outputs) {
    Columns columns = new Columns();
    BlockText text = new BlockText(input);
    List<Expr> values = new ArrayList<>();
    for (Expr output : input.outputs()) {
      values.add(Columns.replace(output, c -> columns.column(0, text.name(c), c.type())));
    }
    return new Block(
        List.of(Leaf.of("first " + core, node, List.of())),
        columns,
        apart.stream()
            .map(predicate -> new Block.Conjunct(Exprs.substitute(predicate, values), 0))
            .toList(),
        null,
        outputs.stream().map(output -> Exprs.substitute(output, values)).toList());
  }

  /** The names of the operator's columns. */
  List<String> names() {
    return new BlockText(input).names();
  }

  TopK operator() {
    return (TopK) node.operator();
  }

  private static List<String> keys(TopK operator, List<String> group, Block block, BlockText text) {
    List<SortColumn> order = new ArrayList<>(operator.order());
    if (operator.counting() == TopK.Counting.ROWS) {
      for (int column = 0; column < block.outputs().size(); column++) {
        order.add(SortColumn.ascending(column));
      }
    }
    List<String> names = text.names();
    Set<String> settled = new HashSet<>(group);
    List<String> keys = new ArrayList<>();
    for (SortColumn key : order) {
      String name = names.get(key.column());
      if (!isUnique(block, text, settled)
          && !isSettled(block.outputs().get(key.column()), text, settled)
          && settled.add(name)) {
        String direction = key.descending() ? " descending" : "";
        keys.add(name + direction + (key.nullsFirst() ? " nulls first" : ""));
      }
    }
    return keys;
  }

  /** Whether a value is computed from values that are the same for all rows in one place. */
  private static boolean isSettled(Expr output, BlockText text, Set<String> settled) {
    boolean[] all = {!(output instanceof ColumnRef)};
    Columns.replace(
        output,
        column -> {
          all[0] &= isExact(column.type()) && settled.contains(text.name(column));
          return column;
        });
    return all[0];
  }

  /** Whether values are the same where they compare as equal: not so 0.0 and -0.0. */
  private static boolean isExact(ColumnType type) {
    return type.type() != CellType.DOUBLE && type.type() != CellType.REAL;
  }

  /** Whether no two rows agree in all of these columns. */
  private static boolean isUnique(Block block, BlockText text, Set<String> settled) {
    Group group = block.group();
    if (group != null) {
      return group.keys().stream().map(text::key).allMatch(settled::contains);
    }
    for (int leaf = 0; leaf < block.leaves().size(); leaf++) {
      Leaf read = block.leaves().get(leaf);
      if (read.countColumn() != null
          || !(read.relation() instanceof Table table)
          || !table.hasPrimaryKey()) {
        return false;
      }
      for (int position : table.primaryKey()) {
        String name = Leaf.columnName(table.columnIds().get(position));
        if (!settled.contains(text.column(leaf, name))) {
          return false;
        }
      }
    }
    return true;
  }

  /** The text of it all. */
  String core() {
    TopK operator = operator();
    String places = operator.offset() + "+" + operator.fetch() + " " + operator.counting();
    return Digest.call(
        "top", List.of(rows, Digest.call("within", group), Digest.call("by", keys), places));
  }

  /** Whether both choose among the same rows. */
  boolean isOfSameRows(TopRows asked) {
    return rows.equals(asked.rows) && group.equals(asked.group);
  }

  /** Whether these are the very rows asked for. */
  boolean isSame(TopRows asked) {
    return core().equals(asked.core());
  }

  /**
   * Whether the rows asked for are the first ones of these again, as far as the columns that are
   * asked for can be told from these.
   */
  boolean hold(TopRows asked) {
    return isOfSameRows(asked)
        && operator().offset() == 0
        && asked.operator().last() <= operator().fetch()
        && isCompatible(asked);
  }

  private boolean isCompatible(TopRows asked) {
    return switch (asked.operator().counting()) {
      // Rows that tie here are alike in all columns, or all here.
      case ROWS -> startsWith(keys, asked.keys) || startsWith(asked.keys, keys);
      case ROWS_WITH_TIES ->
          operator().counting() != TopK.Counting.ROWS && startsWith(asked.keys, keys);
      case GROUPS -> operator().counting() == TopK.Counting.GROUPS && keys.equals(asked.keys);
    };
  }

  private static boolean startsWith(List<String> keys, List<String> first) {
    return first.size() <= keys.size() && keys.subList(0, first.size()).equals(first);
  }
}
