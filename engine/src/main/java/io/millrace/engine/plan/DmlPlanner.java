package io.millrace.engine.plan;

import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.sql.CalciteErrors;
import io.millrace.engine.sql.RelationTable;
import io.millrace.engine.sql.StatementTrees;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Plans one INSERT, UPDATE or DELETE: the query of the rows it writes.
 *
 * <p>Values are brought to their columns' types by assignment; a NULL for a NOT NULL column passes,
 * so columns of the plan's rows may be nullable where the table's are not.
 */
final class DmlPlanner {
  private final StatementTrees trees;
  private final PlanBuilder builder;

  DmlPlanner(PlannerContext context) {
    this.trees = Planner.trees(context);
    this.builder = PlanBuilder.of(trees, context);
  }

  DmlPlan plan(SqlNode statement) {
    SqlNode target = target(statement);
    SqlNode valid = trees.validate(statement);
    UnsupportedSyntax.check(valid);
    if (!(trees.convert(valid).rel instanceof TableModify modify)) {
      throw Unsupported.error("This statement", "Use INSERT, UPDATE or DELETE.");
    }
    Table table = table(modify, target);
    String volatileFunction = VolatileFunctions.find(valid, modify.getInput());
    RowType parameters = builder.expressions.rowType(trees.parameterTypes(valid));
    builder.reserveParameters(parameters.size());
    RelNode rel = Decorrelation.apply(modify.getInput(), builder.expressions);
    PlanNode root =
        switch (modify.getOperation()) {
          case INSERT -> insert(rel, table);
          case DELETE -> delete(rel, table);
          case UPDATE -> update(rel, table, modify.getUpdateColumnList());
          case MERGE -> throw Unsupported.error("MERGE", "Use INSERT and UPDATE.");
        };
    QueryPlan query =
        new QueryPlan(
            root,
            names(root, table),
            root.operator().outputType().size(),
            List.of(),
            null,
            null,
            parameters,
            builder.relationIds(),
            trees.expandedViews(),
            volatileFunction);
    return new DmlPlan(kind(modify), table.id(), query);
  }

  private static SqlNode target(SqlNode statement) {
    if (statement instanceof SqlInsert insert) {
      return insert.getTargetTable();
    }
    if (statement instanceof SqlUpdate update) {
      return update.getTargetTable();
    }
    if (statement instanceof SqlDelete delete) {
      return delete.getTargetTable();
    }
    throw Unsupported.error(statement.getKind() + " here", "Use INSERT, UPDATE or DELETE.");
  }

  private static Table table(TableModify modify, SqlNode target) {
    Relation relation = modify.getTable().unwrapOrThrow(RelationTable.class).relation();
    if (relation instanceof Table table) {
      return table;
    }
    throw CalciteErrors.at(
        ErrorCode.WRONG_OBJECT_TYPE.exception(
            relation.name(),
            relation.kindName(),
            "a table",
            relation instanceof View ? "Change the tables that it reads." : "It can only be read."),
        target.getParserPosition());
  }

  private static DmlPlan.Kind kind(TableModify modify) {
    return switch (modify.getOperation()) {
      case INSERT -> DmlPlan.Kind.INSERT;
      case DELETE -> DmlPlan.Kind.DELETE;
      case UPDATE, MERGE -> DmlPlan.Kind.UPDATE;
    };
  }

  static List<String> names(PlanNode root, Table table) {
    List<String> names = new ArrayList<>();
    int width = table.columns().size();
    for (int i = 0; i < root.operator().outputType().size(); i++) {
      names.add(table.columns().get(i % width).name());
    }
    return names;
  }

  private static List<Integer> range(int size) {
    return IntStream.range(0, size).boxed().toList();
  }

  private PlanNode insert(RelNode rel, Table table) {
    List<Integer> fields = range(table.columns().size());
    return inserted(builder, builder.build(rel, ImmutableBitSet.of(fields), List.of()), table);
  }

  /** The rows, with a field for each column of the table, assigned to the columns. */
  static PlanNode inserted(PlanBuilder builder, Built input, Table table) {
    List<Expr> row = new ArrayList<>();
    for (int field = 0; field < table.columns().size(); field++) {
      row.add(assigned(input, field, table.columns().get(field)));
    }
    return builder.nodes.map(input.node(), row);
  }

  private PlanNode delete(RelNode rel, Table table) {
    List<Integer> fields = range(table.columns().size());
    return builder.arranged(builder.build(rel, ImmutableBitSet.of(fields), List.of()), fields);
  }

  private PlanNode update(RelNode rel, Table table, List<String> names) {
    List<Integer> targets = new ArrayList<>();
    for (String name : names) {
      OptionalInt position = table.position(name);
      targets.add(position.orElseThrow(() -> new AssertionError("no column of " + table.name())));
    }
    List<Integer> fields = range(table.columns().size() + targets.size());
    Built input = builder.build(rel, ImmutableBitSet.of(fields), List.of());
    return updated(builder, input, table, targets);
  }

  /** From whole old rows and behind them a value for each target: the old rows and the new. */
  static PlanNode updated(PlanBuilder builder, Built input, Table table, List<Integer> targets) {
    int width = table.columns().size();
    List<Expr> rows = new ArrayList<>();
    for (int field = 0; field < width; field++) {
      rows.add(Exprs.column(input.position(field), input.typeOf(field)));
    }
    List<Expr> changed = new ArrayList<>(rows);
    for (int i = 0; i < targets.size(); i++) {
      int column = targets.get(i);
      changed.set(column, assigned(input, width + i, table.columns().get(column)));
    }
    rows.addAll(changed);
    return builder.nodes.map(input.node(), rows);
  }

  private static Expr assigned(Built input, int field, Column column) {
    Expr value = Exprs.column(input.position(field), input.typeOf(field));
    return Exprs.assign(value, column.type(), column.name());
  }
}
