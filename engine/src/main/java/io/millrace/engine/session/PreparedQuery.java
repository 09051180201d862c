package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.commit.DmlShape;
import io.millrace.engine.plan.DmlPlan;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.engine.plan.Statement;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is parsed, checked and planned, ready to be executed any number of times. It is
 * planned again by itself when the catalog has changed. Thread-safe.
 */
public final class PreparedQuery {
  /** What kind of statement it is, as a driver has to know before it runs. */
  public enum Kind {
    /** Gives rows. */
    QUERY,
    /** Gives a count. */
    UPDATE,
    DDL,
    TRANSACTION,
    SETTING
  }

  private final String sql;
  private final Statement statement;
  private final Catalog catalog;
  private final String schema;
  private final PlanningMode mode;
  private volatile @Nullable DmlShape shape;

  /**
   * @param catalog what it was planned with
   * @param schema the default schema that it was planned with
   * @param mode how it was planned
   */
  PreparedQuery(
      String sql, Statement statement, Catalog catalog, String schema, PlanningMode mode) {
    this.sql = sql;
    this.statement = statement;
    this.catalog = catalog;
    this.schema = schema;
    this.mode = mode;
  }

  /** The text it was prepared from. */
  public String sql() {
    return sql;
  }

  Statement statement() {
    return statement;
  }

  /** The shape of its plan, if it writes rows; worked out at the first execution. */
  DmlShape shape(DmlPlan plan) {
    DmlShape known = shape;
    if (known == null) {
      known = new DmlShape(plan, (Table) catalog.require(plan.tableId()));
      shape = known;
    }
    return known;
  }

  /** The catalog that it was planned with. */
  Catalog catalog() {
    return catalog;
  }

  /** Whether it would be planned again in the same way. */
  boolean isPlannedFor(Catalog current, String defaultSchema, PlanningMode wanted) {
    return catalog == current && mode.equals(wanted) && schema.equals(defaultSchema);
  }

  public Kind kind() {
    return kind(statement);
  }

  private static Kind kind(Statement statement) {
    if (statement instanceof Statement.Query
        || statement instanceof Statement.Explain
        || statement instanceof Statement.ExplainCircuit
        || statement instanceof Statement.ShowSetting
        || statement instanceof Statement.AdviseViews
        || statement instanceof Statement.VerifyView) {
      return Kind.QUERY;
    }
    if (statement instanceof Statement.Dml) {
      return Kind.UPDATE;
    }
    if (statement instanceof Statement.Begin
        || statement instanceof Statement.Commit
        || statement instanceof Statement.Rollback
        || statement instanceof Statement.SetSavepoint
        || statement instanceof Statement.ReleaseSavepoint) {
      return Kind.TRANSACTION;
    }
    return statement instanceof Statement.SetSetting ? Kind.SETTING : Kind.DDL;
  }

  /** The columns of its rows; empty if it gives none. */
  public List<ColumnDescription> columns() {
    if (statement instanceof Statement.Query query) {
      return columns(query.plan());
    }
    if (kind() == Kind.QUERY) {
      return statement instanceof Statement.AdviseViews
          ? AdviceRows.COLUMNS
          : TextRows.columns(statement);
    }
    return List.of();
  }

  static List<ColumnDescription> columns(QueryPlan plan) {
    RowType type = plan.root().operator().outputType();
    List<ColumnDescription> columns = new ArrayList<>();
    for (int i = 0; i < plan.visibleColumns(); i++) {
      columns.add(ColumnDescription.of(plan.columnNames().get(i), type.column(i), null, null));
    }
    return columns;
  }

  /** Its {@code ?} parameters. */
  public List<ParameterDescription> parameters() {
    return parameterTypes().columns().stream().map(PreparedQuery::parameter).toList();
  }

  RowType parameterTypes() {
    return parameterTypes(statement);
  }

  private static RowType parameterTypes(Statement statement) {
    if (statement instanceof Statement.Query query) {
      return query.plan().parameterTypes();
    }
    if (statement instanceof Statement.Dml dml) {
      return dml.plan().query().parameterTypes();
    }
    // EXPLAIN alone runs nothing, so it needs no values.
    return statement instanceof Statement.Explain explain && explain.analyze()
        ? parameterTypes(explain.statement())
        : RowType.of();
  }

  private static ParameterDescription parameter(ColumnType type) {
    return new ParameterDescription(
        type.typeName(),
        type.type().jdbcType(),
        JavaValues.precision(type),
        JavaValues.scale(type));
  }
}
