package io.millrace.engine.plan;

import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.expr.Cast;
import io.millrace.engine.expr.CastMode;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The source of a plain INSERT … VALUES: constant rows are one bag; a single row with parameters is
 * a map over the row of no columns. Cost: O(values).
 */
final class PlainInsert {
  private final PlanBuilder builder;
  private final PlainCells cells;
  private final Table table;
  private final List<Integer> targets;
  private final List<ColumnType> types;

  /**
   * @param targets the columns that the values are for
   */
  PlainInsert(PlanBuilder builder, PlainCells cells, Table table, List<Integer> targets) {
    this.builder = builder;
    this.cells = cells;
    this.table = table;
    this.targets = targets;
    this.types = targets.stream().map(target -> table.columns().get(target).type()).toList();
  }

  /** Rows with all columns of the table, not yet assigned to them. */
  Built rows(List<SqlCall> rows) {
    boolean constant = true;
    for (SqlCall row : rows) {
      NotPlain.unless(row.operandCount() == types.size());
      for (int i = 0; i < types.size(); i++) {
        constant &= PlainCells.isConstant(row.operand(i), types.get(i));
      }
    }
    NotPlain.unless(constant || rows.size() == 1);
    return constant ? constants(rows) : single(rows.get(0));
  }

  private Built constants(List<SqlCall> rows) {
    List<@Nullable Object[]> bag = new ArrayList<>(rows.size());
    for (SqlCall row : rows) {
      @Nullable Object[] values = new @Nullable Object[types.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = cells.cell(row.operand(i), types.get(i));
      }
      bag.add(values);
    }
    List<ColumnType> declared = types.stream().map(PlainCells::relaxed).toList();
    PlanNode node = ValuesPlanner.node(builder.nodes, declared, bag);
    ImmutableBitSet fields = ImmutableBitSet.range(types.size());
    List<Expr> sources = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      sources.add(Exprs.column(i, declared.get(i)));
    }
    return completed(Built.of(node, types.size(), fields), sources);
  }

  private Built single(SqlCall row) {
    List<Expr> sources = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      SqlNode value = row.operand(i);
      sources.add(cells.inserted(value, types.get(i)));
    }
    @Nullable Object[] noCells = new @Nullable Object[0];
    List<@Nullable Object[]> one = new ArrayList<>();
    one.add(noCells);
    PlanNode node = ValuesPlanner.node(builder.nodes, List.of(), one);
    return completed(Built.of(node, 0, List.of()), sources);
  }

  /** The sources in the order of the table's columns, with defaults for those left out. */
  private Built completed(Built input, List<Expr> sources) {
    List<Expr> fields = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      int source = targets.indexOf(i);
      fields.add(source < 0 ? leftOut(table.columns().get(i)) : sources.get(source));
    }
    return builder.mapped(input, ImmutableBitSet.range(fields.size()), fields, fields.size());
  }

  private static Expr leftOut(Column column) {
    if (column.defaultSql() == null) {
      return PlainLiterals.nullOf(column.type());
    }
    Expr value = column.defaultValue();
    // As it was before it was assigned to the column, which comes again.
    if (value instanceof Cast cast && cast.mode() == CastMode.ASSIGNMENT) {
      value = cast.operand();
    }
    if (value instanceof Literal literal) {
      return literal;
    }
    throw new NotPlain();
  }
}
