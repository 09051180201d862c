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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/** Checks and plans CREATE TABLE. */
final class TablePlanner {
  private static final int MAX_COLUMNS = 1600;

  private final String sql;
  private final CreateTable create;
  private final QualifiedName name;
  private final PlannerContext context;
  private final List<Statement.NewColumn> columns = new ArrayList<>();
  private final Map<String, Integer> positions = new LinkedHashMap<>();
  private final List<Statement.NewUnique> uniques = new ArrayList<>();
  private final List<Statement.NewCheck> checks = new ArrayList<>();
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
    create.constraints.forEach(this::addKey);
    create.constraints.forEach(this::addCheck);
    return new Statement.CreateTable(
        name,
        create.ifNotExists,
        List.copyOf(columns),
        primaryKey,
        primaryKeyName,
        List.copyOf(uniques),
        List.copyOf(checks));
  }

  private void addColumn(ColumnDefinition definition) {
    String name = StatementPlanner.simple(definition.name());
    if (positions.put(name.toLowerCase(Locale.ROOT), columns.size()) != null) {
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

  private void addKey(TableConstraint constraint) {
    if (constraint instanceof TableConstraint.ForeignKey key) {
      throw at(
          ErrorCode.FEATURE_NOT_SUPPORTED.exception("FOREIGN KEY", "Leave the constraint out."),
          key.target());
    }
    if (!(constraint instanceof TableConstraint.Key key)) {
      return;
    }
    List<Integer> keyColumns = positions(key.columns());
    if (!key.primary()) {
      uniques.add(new Statement.NewUnique(name(key.name()), keyColumns));
      return;
    }
    if (!primaryKey.isEmpty()) {
      throw at(
          ErrorCode.INVALID_DEFINITION.exception(
              "A table has one primary key, but a second is given", "Use UNIQUE for the other."),
          key.columns().get(0));
    }
    primaryKey = keyColumns;
    primaryKeyName = name(key.name());
    for (int position : keyColumns) {
      Statement.NewColumn column = columns.get(position);
      columns.set(
          position,
          new Statement.NewColumn(
              column.name(), column.type().notNull(), column.defaultValue(), column.defaultSql()));
    }
  }

  private void addCheck(TableConstraint constraint) {
    if (constraint instanceof TableConstraint.Check check) {
      Expr condition =
          StatementPlanner.PLANNER.planCheck(check.condition().node(), tableToBe(), context);
      checks.add(
          new Statement.NewCheck(name(check.name()), condition, check.condition().text(sql)));
    }
  }

  /** The table as far as conditions over its rows need it; its ids are never seen. */
  private Table tableToBe() {
    List<Column> tableColumns = new ArrayList<>();
    for (Statement.NewColumn column : columns) {
      tableColumns.add(new Column(tableColumns.size(), column.name(), column.type(), null, null));
    }
    return new Table(
        -1, name, tableColumns, List.of(), null, List.of(), List.of(), columns.size(), -1);
  }

  private static @Nullable String name(@Nullable SqlIdentifier identifier) {
    return identifier == null ? null : StatementPlanner.simple(identifier);
  }

  private List<Integer> positions(SqlNodeList names) {
    List<Integer> found = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (SqlNode node : names) {
      String name = StatementPlanner.simple((SqlIdentifier) node);
      Integer position = positions.get(name.toLowerCase(Locale.ROOT));
      if (position == null) {
        throw at(ErrorCode.UNDEFINED_COLUMN.exception(name), node);
      }
      if (!seen.add(position)) {
        throw at(ErrorCode.DUPLICATE_COLUMN.exception(name), node);
      }
      found.add(position);
    }
    return List.copyOf(found);
  }

  private static DatabaseException at(DatabaseException error, SqlNode node) {
    return error.at(StatementPlanner.line(node), StatementPlanner.column(node));
  }
}
