package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.view.ViewCompiler;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** CREATE and DROP of views: from a catalog to the next, or an error and nothing. */
final class ViewDdl {
  private ViewDdl() {}

  /** A view whose query was planned with this very catalog. */
  static Catalog createView(Catalog catalog, Statement.CreateView statement, String schema) {
    QualifiedName name = statement.name();
    SchemaDdl.requireSchema(catalog, name.schema());
    Catalog base = catalog;
    Relation existing = catalog.relation(name).orElse(null);
    if (existing != null) {
      if (statement.ifNotExists()) {
        return catalog;
      }
      if (!statement.replace() || !(existing instanceof View)) {
        throw ErrorCode.DUPLICATE_TABLE.exception(name);
      }
      base = Dependents.drop(catalog, existing, false, "replace view \"" + name + "\"");
      if (dependencies(statement.plan(), statement.plan().relationIds()).contains(existing.id())) {
        throw ErrorCode.INVALID_DEFINITION.exception(
            "View \"" + name + "\" would read itself", "Read another relation.");
      }
    }
    if (!statement.plan().parameterTypes().columns().isEmpty()) {
      throw ErrorCode.INVALID_DEFINITION.exception(
          "A view cannot have parameters", "Write the values into the query.");
    }
    List<Column> columns = columns(statement);
    return statement.kind() == View.Kind.PLAIN
        ? plain(base, statement, columns, schema)
        : incremental(base, statement, columns, schema);
  }

  private static Catalog plain(
      Catalog base, Statement.CreateView statement, List<Column> columns, String schema) {
    View view =
        new View(
            base.nextId(),
            statement.name(),
            columns,
            View.Kind.PLAIN,
            statement.sql(),
            schema,
            dependencies(statement.plan(), statement.plan().relationIds()),
            null,
            -1,
            View.OnError.REFUSE,
            null);
    return base.reserve(1).with(view);
  }

  private static Catalog incremental(
      Catalog base, Statement.CreateView statement, List<Column> columns, String schema) {
    QueryPlan plan = statement.plan();
    String function = plan.volatileFunction();
    if (function != null) {
      throw ErrorCode.NOT_DETERMINISTIC.exception(statement.name(), function);
    }
    plan.relationIds().forEach(id -> requireMaintainable(base.require(id)));
    Circuit circuit = ViewCompiler.compile(plan.root(), base);
    requireMaintained(base, circuit.relationIds(), statement.name());
    int next = base.nextId();
    int id = next++;
    int mapId = next++;
    List<Integer> traces = new ArrayList<>();
    for (int i = 0; i < circuit.slots().size(); i++) {
      traces.add(next++);
    }
    View.StoredCircuit stored =
        new View.StoredCircuit(circuit.toBytes(), List.copyOf(traces), circuit.hash());
    View view =
        new View(
            id,
            statement.name(),
            columns,
            View.Kind.INCREMENTAL,
            statement.sql(),
            schema,
            dependencies(plan, circuit.relationIds()),
            stored,
            mapId,
            statement.options().onError(),
            null);
    View created = view.withRewriting(statement.options().isForRewriting());
    return base.reserve(next - base.nextId()).with(created);
  }

  /** What a suspended view holds is not known, so nothing can be kept over it. */
  private static void requireMaintained(
      Catalog catalog, Set<Integer> relationIds, QualifiedName name) {
    for (int id : relationIds) {
      if (catalog.require(id) instanceof View view) {
        requireMaintained(view, "View \"" + name + "\" cannot follow what it reads");
      }
    }
  }

  /** Refuses what a suspended view cannot do: 55000. */
  static void requireMaintained(View view, String what) {
    String why = view.suspension();
    if (why != null) {
      throw ErrorCode.VIEW_SUSPENDED.exception(what, view.name(), why);
    }
  }

  private static void requireMaintainable(Relation relation) {
    if (relation instanceof SystemRelation) {
      throw ErrorCode.FEATURE_NOT_SUPPORTED.exception(
          "An incremental view over \"" + relation.name() + "\", which changes without a commit,",
          "Use CREATE VIEW.");
    }
  }

  /** Plain views stand in the plan as their own queries, yet they must not be dropped either. */
  private static Set<Integer> dependencies(QueryPlan plan, Set<Integer> relationIds) {
    Set<Integer> all = new HashSet<>(relationIds);
    all.addAll(plan.expandedViewIds());
    return Set.copyOf(all);
  }

  private static List<Column> columns(Statement.CreateView statement) {
    QueryPlan plan = statement.plan();
    RowType type = plan.root().operator().outputType();
    List<String> names =
        statement.columns().isEmpty()
            ? plan.columnNames().subList(0, plan.visibleColumns())
            : statement.columns();
    if (names.size() != plan.visibleColumns()) {
      throw ErrorCode.WRONG_COLUMN_COUNT.exception(plan.visibleColumns(), names.size());
    }
    Set<String> seen = new HashSet<>();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!seen.add(names.get(i).toLowerCase(Locale.ROOT))) {
        throw ErrorCode.DUPLICATE_COLUMN.exception(names.get(i));
      }
      columns.add(new Column(i, names.get(i), type.column(i), null, null));
    }
    return List.copyOf(columns);
  }

  /** A view that is suspended already stays as it is. */
  static Catalog suspendView(Catalog catalog, Statement.SuspendView statement) {
    View view = TextStatements.incrementalView(catalog, statement.name());
    if (view.isSuspended()) {
      return catalog;
    }
    List<View> followers = catalog.followers(view);
    if (!followers.isEmpty() && !statement.cascade()) {
      throw ErrorCode.DEPENDENT_VIEWS_MAINTAINED.exception(
          view.name(), Dependents.names(followers));
    }
    Map<Integer, String> reasons = new LinkedHashMap<>();
    reasons.put(view.id(), "by ALTER MATERIALIZED VIEW");
    followers.forEach(follower -> reasons.put(follower.id(), view.followersReason()));
    return catalog.suspended(reasons);
  }

  /** The view in new maps, which the commit fills; one that is not suspended stays as it is. */
  static Catalog resumeView(Catalog catalog, Statement.ResumeView statement) {
    View view = TextStatements.incrementalView(catalog, statement.name());
    if (!view.isSuspended()) {
      return catalog;
    }
    requireMaintained(catalog, view.dependencies(), view.name());
    return catalog.reserve(view.mapCount()).with(view.refilledIn(catalog.nextId()));
  }

  static Catalog dropView(Catalog catalog, Statement.DropView statement) {
    SchemaDdl.requireOwn(statement.name().schema());
    Relation relation = catalog.relation(statement.name()).orElse(null);
    if (relation == null) {
      if (statement.ifExists()) {
        return catalog;
      }
      throw ErrorCode.UNDEFINED_TABLE.exception(statement.name());
    }
    if (!(relation instanceof View view)) {
      throw ErrorCode.WRONG_OBJECT_TYPE.exception(
          statement.name(), "a table", "a view", "Use DROP TABLE.");
    }
    boolean isPlain = view.kind() == View.Kind.PLAIN;
    if (statement.materialized() && isPlain) {
      throw ErrorCode.WRONG_OBJECT_TYPE.exception(
          statement.name(), "a plain view", "a materialized view", "Use DROP VIEW.");
    }
    return Dependents.drop(
        catalog, view, statement.cascade(), "drop view \"" + statement.name() + "\"");
  }
}
