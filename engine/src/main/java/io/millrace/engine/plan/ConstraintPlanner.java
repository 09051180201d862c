package io.millrace.engine.plan;

import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.sql.TableConstraint;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/** Checks and plans a constraint of a table that is there or to be. */
final class ConstraintPlanner {
  private final String sql;
  private final Table table;
  private final PlannerContext context;

  ConstraintPlanner(String sql, Table table, PlannerContext context) {
    this.sql = sql;
    this.table = table;
    this.context = context;
  }

  /** Any but a primary key, which is part of what a table is. */
  Statement.NewConstraint plan(TableConstraint constraint) {
    if (constraint instanceof TableConstraint.Check check) {
      Expr condition = StatementPlanner.PLANNER.planCheck(check.condition().node(), table, context);
      return new Statement.NewCheck(name(check.name()), condition, check.condition().text(sql));
    }
    if (constraint instanceof TableConstraint.ForeignKey key) {
      return foreignKey(key);
    }
    TableConstraint.Key key = (TableConstraint.Key) constraint;
    if (key.primary()) {
      throw at(
          ErrorCode.FEATURE_NOT_SUPPORTED.exception(
              "Adding a PRIMARY KEY to a table", "Create the table with it, or add UNIQUE."),
          key.columns().get(0));
    }
    return new Statement.NewUnique(name(key.name()), positions(key.columns()));
  }

  private Statement.NewForeignKey foreignKey(TableConstraint.ForeignKey key) {
    return new Statement.NewForeignKey(
        name(key.name()),
        positions(key.columns()),
        StatementPlanner.name(key.target(), context.defaultSchema()),
        StatementPlanner.names(key.targetColumns()),
        match(key),
        action(key.onDelete(), "ON DELETE ", key.target()),
        action(key.onUpdate(), "ON UPDATE ", key.target()),
        StatementPlanner.line(key.target()),
        StatementPlanner.column(key.target()));
  }

  private static ForeignKey.Match match(TableConstraint.ForeignKey key) {
    return switch (key.match()) {
      case SIMPLE -> ForeignKey.Match.SIMPLE;
      case FULL -> ForeignKey.Match.FULL;
      case PARTIAL ->
          throw at(
              ErrorCode.FEATURE_NOT_SUPPORTED.exception(
                  "MATCH PARTIAL", "Use MATCH FULL, or leave it out for MATCH SIMPLE."),
              key.target());
    };
  }

  private static ForeignKey.Action action(
      TableConstraint.Action action, String event, SqlNode target) {
    return switch (action) {
      case NO_ACTION -> ForeignKey.Action.NO_ACTION;
      case RESTRICT -> ForeignKey.Action.RESTRICT;
      case CASCADE, SET_NULL, SET_DEFAULT ->
          throw at(
              ErrorCode.FEATURE_NOT_SUPPORTED.exception(
                  event + action.sql(),
                  "Use NO ACTION, and change the referencing rows by a statement before."),
              target);
    };
  }

  static @Nullable String name(@Nullable SqlIdentifier identifier) {
    return identifier == null ? null : StatementPlanner.simple(identifier);
  }

  /** The positions of different columns of the table. */
  List<Integer> positions(SqlNodeList names) {
    List<Integer> found = new ArrayList<>();
    for (SqlNode node : names) {
      String name = StatementPlanner.simple((SqlIdentifier) node);
      int position =
          table
              .position(name)
              .orElseThrow(() -> at(ErrorCode.UNDEFINED_COLUMN.exception(name), node));
      if (found.contains(position)) {
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
