package io.millrace.engine.plan;

import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement, parsed, checked against a catalog and planned: what a session executes. Immutable.
 *
 * <p>A closed set: a new statement is one record here and one case in the session, which the
 * compiler then asks for.
 */
public sealed interface Statement {

  /**
   * SELECT, VALUES, WITH.
   *
   * @param lock yields the whole rows that FOR UPDATE makes the transaction rely on, as a DELETE of
   *     the same rows would; null without FOR UPDATE
   * @param rewriting the same query over kept views, or null if none serves it better
   */
  record Query(QueryPlan plan, @Nullable DmlPlan lock, @Nullable Rewriting rewriting)
      implements Statement {
    Query(QueryPlan plan, @Nullable DmlPlan lock) {
      this(plan, lock, null);
    }

    /** The same query, which may be answered by a rewriting of it. */
    public Query with(@Nullable Rewriting newRewriting) {
      return new Query(plan, lock, newRewriting);
    }
  }

  /**
   * INSERT, UPDATE, DELETE.
   *
   * @param rewriting the query of an INSERT over kept views, or null if none serves it better
   */
  record Dml(DmlPlan plan, @Nullable Rewriting rewriting) implements Statement {
    Dml(DmlPlan plan) {
      this(plan, null);
    }

    /** The same change, whose query may be answered by a rewriting of it. */
    public Dml with(@Nullable Rewriting newRewriting) {
      return new Dml(plan, newRewriting);
    }
  }

  /** A column of a table to be. */
  record NewColumn(
      String name, ColumnType type, @Nullable Expr defaultValue, @Nullable String defaultSql) {}

  /** A constraint to be; a name or null. */
  sealed interface NewConstraint {
    @Nullable String name();
  }

  /** A UNIQUE constraint to be. */
  record NewUnique(@Nullable String name, List<Integer> columns) implements NewConstraint {}

  /** A CHECK constraint to be. */
  record NewCheck(@Nullable String name, Expr condition, String sql) implements NewConstraint {}

  /**
   * A FOREIGN KEY to be. What it refers to is looked up as it is made.
   *
   * @param columns positions in the table
   * @param referencedColumns empty for the primary key
   * @param line where the referenced table is named
   * @param column likewise
   */
  record NewForeignKey(
      @Nullable String name,
      List<Integer> columns,
      QualifiedName referenced,
      List<String> referencedColumns,
      ForeignKey.Match match,
      ForeignKey.Action onDelete,
      ForeignKey.Action onUpdate,
      int line,
      int column)
      implements NewConstraint {}

  /**
   * CREATE TABLE.
   *
   * @param primaryKey positions of the key's columns, empty if there is none
   * @param constraints UNIQUE, CHECK and FOREIGN KEY in the order of the text
   */
  record CreateTable(
      QualifiedName name,
      boolean ifNotExists,
      List<NewColumn> columns,
      List<Integer> primaryKey,
      @Nullable String primaryKeyName,
      List<NewConstraint> constraints)
      implements Statement {}

  /** ALTER TABLE … ADD; planned for the table's columns, so again if the catalog has changed. */
  record AddConstraint(QualifiedName table, NewConstraint constraint) implements Statement {}

  record DropConstraint(QualifiedName table, String name, boolean ifExists, boolean cascade)
      implements Statement {}

  record DropTable(List<QualifiedName> names, boolean ifExists, boolean cascade)
      implements Statement {}

  record CreateIndex(
      QualifiedName name,
      QualifiedName table,
      boolean unique,
      boolean ifNotExists,
      List<String> columns,
      List<Boolean> descending)
      implements Statement {}

  record DropIndex(QualifiedName name, boolean ifExists) implements Statement {}

  /**
   * CREATE VIEW and CREATE INCREMENTAL MATERIALIZED VIEW.
   *
   * @param columns names for the view's columns, empty to take the query's
   * @param sql the defining query as written
   * @param plan the defining query planned, with columns that nothing needs left out
   * @param options of an incremental view
   * @param warnings what the user should know of the definition
   */
  record CreateView(
      QualifiedName name,
      View.Kind kind,
      boolean replace,
      boolean ifNotExists,
      List<String> columns,
      String sql,
      QueryPlan plan,
      ViewOptions options,
      List<String> warnings)
      implements Statement {}

  record DropView(QualifiedName name, boolean materialized, boolean ifExists, boolean cascade)
      implements Statement {}

  /** Lets go of what is kept for a view, and of what reads it if it cascades. */
  record SuspendView(QualifiedName name, boolean cascade) implements Statement {}

  /** Fills a suspended view again and keeps it from then on. */
  record ResumeView(QualifiedName name) implements Statement {}

  /** Recomputes a view and compares it with what is kept. */
  record VerifyView(QualifiedName name) implements Statement {}

  /**
   * Proposes views for a query, or for those that the session ran if there is none.
   *
   * @param sql the query's text
   * @param plan the query planned
   */
  record AdviseViews(@Nullable String sql, @Nullable QueryPlan plan) implements Statement {}

  /** Brings a view up to date; an incremental view always is. */
  record RefreshView(QualifiedName name) implements Statement {}

  record CreateSchema(String name, boolean ifNotExists) implements Statement {}

  record DropSchema(String name, boolean ifExists, boolean cascade) implements Statement {}

  record Truncate(QualifiedName table) implements Statement {}

  /** BEGIN; a null isolation takes the session's. */
  record Begin(@Nullable String isolation, boolean readOnly) implements Statement {}

  record Commit() implements Statement {}

  /** ROLLBACK, or ROLLBACK TO a savepoint. */
  record Rollback(@Nullable String savepoint) implements Statement {}

  record SetSavepoint(String name) implements Statement {}

  record ReleaseSavepoint(String name) implements Statement {}

  /** SET; a null value means the default. */
  record SetSetting(String name, @Nullable String value) implements Statement {}

  /** SHOW; a null name means all. */
  record ShowSetting(@Nullable String name) implements Statement {}

  record Checkpoint() implements Statement {}

  record Shutdown() implements Statement {}

  record Explain(Statement statement, boolean analyze) implements Statement {}

  /** EXPLAIN CIRCUIT; the format is TEXT, DOT or JSON. */
  record ExplainCircuit(QualifiedName view, String format) implements Statement {}
}
