package io.millrace.engine.plan;

import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.RexTypes;
import io.millrace.engine.sql.ColumnDefinition;
import io.millrace.engine.sql.CreateTable;
import io.millrace.engine.sql.SqlFragment;
import io.millrace.engine.sql.TableConstraint;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Checks and plans CREATE TABLE. */
final class TablePlanner {
  private static final int MAX_COLUMNS = 1600;

  private final String sql;
  private final CreateTable create;
  private final QualifiedName name;
  private final PlannerContext context;
  private final List<Statement.NewColumn> columns = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private List<Integer> primaryKey = List.of();
  private @Nullable String primaryKeyName;

  TablePlanner(String sql, CreateTable create, PlannerContext context) {
    this.sql = sql;
    this.create = create;
    this.name = StatementPlanner.name(create.name, context.defaultSchema());
    this.context = context;
  }

  Statement plan() {
    if (create.columns.size() > MAX_COLUMNS) {
      throw ErrorCode.INVALID_DEFINITION.exception(
          "A table of " + create.columns.size() + " columns is too wide",
          "Use at most " + MAX_COLUMNS + " columns, or several tables.");
    }
    create.columns.forEach(this::addColumn);
    create.constraints.forEach(this::addPrimaryKey);
    ConstraintPlanner planner = new ConstraintPlanner(sql, tableToBe(), context);
    List<Statement.NewConstraint> constraints =
        create.constraints.stream()
            .filter(constraint -> !isPrimaryKey(constraint))
            .map(planner::plan)
            .toList();
    return new Statement.CreateTable(
        name, create.ifNotExists, List.copyOf(columns), primaryKey, primaryKeyName, constraints);
  }

  private void addColumn(ColumnDefinition definition) {
    String name = StatementPlanner.simple(definition.name());
    if (!names.add(name.toLowerCase(Locale.ROOT))) {
      throw at(ErrorCode.DUPLICATE_COLUMN.exception(name), definition.name());
    }
    ColumnType type =
        RexTypes.of(Planner.trees(context).columnType(definition.type()))
            .withNullable(!definition.notNull());
    if (hasRow(type)) {
      throw at(
          ErrorCode.FEATURE_NOT_SUPPORTED.exception(
              "A column of type ROW", "Use a column for each field."),
          definition.name());
    }
    SqlFragment fragment = definition.defaultValue();
    Expr defaultValue =
        fragment == null
            ? null
            : StatementPlanner.PLANNER.planDefault(fragment.node(), name, type, context);
    columns.add(
        new Statement.NewColumn(
            name, type, defaultValue, fragment == null ? null : fragment.text(sql)));
  }

  /** Whether its fields' names would be lost. */
  private static boolean hasRow(ColumnType type) {
    return type.type() == CellType.ROW || type.parts().stream().anyMatch(TablePlanner::hasRow);
  }

  private static boolean isPrimaryKey(TableConstraint constraint) {
    return constraint instanceof TableConstraint.Key key && key.primary();
  }

  private void addPrimaryKey(TableConstraint constraint) {
    if (!(constraint instanceof TableConstraint.Key key) || !key.primary()) {
      return;
    }
    if (!primaryKey.isEmpty()) {
      throw at(
          ErrorCode.INVALID_DEFINITION.exception(
              "A table has one primary key, but a second is given", "Use UNIQUE for the other."),
          key.columns().get(0));
    }
    primaryKey = new ConstraintPlanner(sql, tableToBe(), context).positions(key.columns());
    primaryKeyName = ConstraintPlanner.name(key.name());
    for (int position : primaryKey) {
      Statement.NewColumn column = columns.get(position);
      columns.set(
          position,
          new Statement.NewColumn(
              column.name(), column.type().notNull(), column.defaultValue(), column.defaultSql()));
    }
  }

  /** The table as far as its constraints need it; its ids are never seen. */
  private Table tableToBe() {
    List<Column> tableColumns = new ArrayList<>();
    for (Statement.NewColumn column : columns) {
      tableColumns.add(new Column(tableColumns.size(), column.name(), column.type(), null, null));
    }
    return new Table(
        -1, name, tableColumns, List.of(), null, List.of(), List.of(), columns.size(), -1);
  }

  private static DatabaseException at(DatabaseException error, SqlNode node) {
    return error.at(StatementPlanner.line(node), StatementPlanner.column(node));
  }
}
