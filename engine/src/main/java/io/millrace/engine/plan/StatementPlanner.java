package io.millrace.engine.plan;

import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.sql.AddConstraint;
import io.millrace.engine.sql.AdviseViews;
import io.millrace.engine.sql.AlterView;
import io.millrace.engine.sql.BeginTransaction;
import io.millrace.engine.sql.Checkpoint;
import io.millrace.engine.sql.CommitTransaction;
import io.millrace.engine.sql.CreateIndex;
import io.millrace.engine.sql.CreateMaterializedView;
import io.millrace.engine.sql.CreateSchema;
import io.millrace.engine.sql.CreateTable;
import io.millrace.engine.sql.CreateView;
import io.millrace.engine.sql.DistinctOn;
import io.millrace.engine.sql.DropConstraint;
import io.millrace.engine.sql.DropIndex;
import io.millrace.engine.sql.DropSchema;
import io.millrace.engine.sql.DropTable;
import io.millrace.engine.sql.DropView;
import io.millrace.engine.sql.Explain;
import io.millrace.engine.sql.ExplainCircuit;
import io.millrace.engine.sql.IndexColumn;
import io.millrace.engine.sql.RefreshView;
import io.millrace.engine.sql.ReleaseSavepoint;
import io.millrace.engine.sql.RollbackTransaction;
import io.millrace.engine.sql.SelectForUpdate;
import io.millrace.engine.sql.SetSavepoint;
import io.millrace.engine.sql.SetSetting;
import io.millrace.engine.sql.ShowSetting;
import io.millrace.engine.sql.Shutdown;
import io.millrace.engine.sql.SqlFragment;
import io.millrace.engine.sql.SqlStatement;
import io.millrace.engine.sql.SqlStatements;
import io.millrace.engine.sql.TruncateTable;
import io.millrace.engine.sql.VerifyView;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.jspecify.annotations.Nullable;

/** From the text of a statement to what a session executes. Thread-safe, keeps nothing. */
public final class StatementPlanner {
  static final Planner PLANNER = new Planner();

  private final String sql;
  private final PlannerContext context;

  private StatementPlanner(String sql, PlannerContext context) {
    this.sql = sql;
    this.context = context;
  }

  /**
   * Parses, checks and plans one statement.
   *
   * @throws DatabaseException 42601 and others of class 42 with a position; 0A000 for what cannot
   *     be planned
   */
  public static Statement plan(String sql, PlannerContext context) {
    List<SqlNode> nodes = SqlStatements.parse(sql);
    if (nodes.size() != 1) {
      throw ErrorCode.SYNTAX_ERROR.exception(
          nodes.isEmpty() ? "the end of the text" : "\";\"", "Give one statement at a time.");
    }
    return plan(sql, nodes.get(0), context);
  }

  /** The plan of a parsed statement, whose tree is changed unless the statement is plain. */
  static Statement plan(String sql, SqlNode node, PlannerContext context) {
    return new StatementPlanner(sql, context).plan(node);
  }

  /** The statements of a script, cut at semicolons outside of quotes and comments. */
  public static List<String> split(String script) {
    return ScriptSplitter.split(script);
  }

  private Statement plan(SqlNode node) {
    if (node instanceof SqlStatement statement) {
      return plan(statement);
    }
    Statement plain = context.optimized() ? PlainStatements.plan(node, context) : null;
    if (plain != null) {
      return plain;
    }
    return planFully(node, context);
  }

  /** By way of validator and converter. */
  static Statement planFully(SqlNode node, PlannerContext context) {
    if (node.getKind() == SqlKind.INSERT
        || node.getKind() == SqlKind.UPDATE
        || node.getKind() == SqlKind.DELETE) {
      return new Statement.Dml(PLANNER.planDml(node, context));
    }
    return new Statement.Query(PLANNER.planQuery(node, context), null);
  }

  private Statement plan(SqlStatement node) {
    if (node instanceof SelectForUpdate select) {
      return new Statement.Query(
          PLANNER.planQuery(select.query, context), LockedRows.plan(parsedAgain(), context));
    }
    if (node instanceof CreateTable create) {
      return new TablePlanner(sql, create, context).plan();
    }
    if (node instanceof CreateView create) {
      return view(create);
    }
    if (node instanceof CreateMaterializedView create) {
      return view(create);
    }
    if (node instanceof Explain explain) {
      return new Statement.Explain(plan(explain.statement), explain.analyze);
    }
    Statement definition = definition(node);
    return definition == null ? command(node) : definition;
  }

  /** The query of SELECT FOR UPDATE once more: planning rewrites the nodes that it is given. */
  private SqlNode parsedAgain() {
    SqlNode node = SqlStatements.parse(sql).get(0);
    if (node instanceof Explain explain) {
      node = explain.statement;
    }
    return ((SelectForUpdate) node).query;
  }

  private @Nullable Statement definition(SqlStatement node) {
    if (node instanceof DropTable drop) {
      List<QualifiedName> names = drop.names.stream().map(name -> name(name)).toList();
      return new Statement.DropTable(names, drop.ifExists, drop.cascade);
    }
    if (node instanceof DropView drop) {
      return new Statement.DropView(
          name(drop.name), drop.materialized, drop.ifExists, drop.cascade);
    }
    if (node instanceof CreateIndex create) {
      return new Statement.CreateIndex(
          new QualifiedName(name(create.table).schema(), simple(create.name)),
          name(create.table),
          create.unique,
          create.ifNotExists,
          create.columns.stream().map(column -> simple(column.name())).toList(),
          create.columns.stream().map(IndexColumn::descending).toList());
    }
    if (node instanceof DropIndex drop) {
      return new Statement.DropIndex(name(drop.name), drop.ifExists);
    }
    if (node instanceof AddConstraint add) {
      return addConstraint(add);
    }
    if (node instanceof DropConstraint drop) {
      return new Statement.DropConstraint(
          name(drop.table), simple(drop.constraint), drop.ifExists, drop.cascade);
    }
    if (node instanceof CreateSchema create) {
      return new Statement.CreateSchema(simple(create.name), create.ifNotExists);
    }
    if (node instanceof DropSchema drop) {
      return new Statement.DropSchema(simple(drop.name), drop.ifExists, drop.cascade);
    }
    return null;
  }

  private Statement addConstraint(AddConstraint add) {
    QualifiedName name = name(add.table);
    Relation relation =
        context
            .catalog()
            .relation(name)
            .orElseThrow(
                () ->
                    ErrorCode.UNDEFINED_TABLE
                        .exception(name)
                        .at(line(add.table), column(add.table)));
    if (!(relation instanceof Table table)) {
      throw ErrorCode.WRONG_OBJECT_TYPE
          .exception(name, relation.kindName(), "a table", "Only tables have constraints.")
          .at(line(add.table), column(add.table));
    }
    return new Statement.AddConstraint(
        name, new ConstraintPlanner(sql, table, context).plan(add.constraint));
  }

  private Statement command(SqlStatement node) {
    if (node instanceof BeginTransaction begin) {
      return new Statement.Begin(
          begin.isolation == null ? null : begin.isolation.name(), begin.readOnly);
    }
    if (node instanceof CommitTransaction) {
      return new Statement.Commit();
    }
    if (node instanceof RollbackTransaction rollback) {
      return new Statement.Rollback(rollback.savepoint == null ? null : simple(rollback.savepoint));
    }
    if (node instanceof SetSavepoint savepoint) {
      return new Statement.SetSavepoint(simple(savepoint.name));
    }
    if (node instanceof ReleaseSavepoint savepoint) {
      return new Statement.ReleaseSavepoint(simple(savepoint.name));
    }
    if (node instanceof SetSetting set) {
      return new Statement.SetSetting(simple(set.name), word(set.value));
    }
    if (node instanceof ShowSetting show) {
      return new Statement.ShowSetting(show.name == null ? null : simple(show.name));
    }
    if (node instanceof Checkpoint) {
      return new Statement.Checkpoint();
    }
    if (node instanceof Shutdown) {
      return new Statement.Shutdown();
    }
    return relationCommand(node);
  }

  private Statement relationCommand(SqlStatement node) {
    if (node instanceof TruncateTable truncate) {
      return new Statement.Truncate(name(truncate.name));
    }
    if (node instanceof VerifyView verify) {
      return new Statement.VerifyView(name(verify.name));
    }
    if (node instanceof AdviseViews advise) {
      SqlFragment query = advise.query;
      return query == null
          ? new Statement.AdviseViews(null, null)
          : new Statement.AdviseViews(query.text(sql), PLANNER.planQuery(query.node(), context));
    }
    if (node instanceof RefreshView refresh) {
      return new Statement.RefreshView(name(refresh.name));
    }
    if (node instanceof ExplainCircuit explain) {
      return new Statement.ExplainCircuit(name(explain.view), explain.format.name());
    }
    if (node instanceof AlterView alter) {
      return switch (alter.action) {
        case SUSPEND -> new Statement.SuspendView(name(alter.name), alter.cascade);
        case RESUME -> new Statement.ResumeView(name(alter.name));
      };
    }
    throw unsupported(node, node.getOperator().getName(), "See the README for what is.");
  }

  private Statement view(CreateView create) {
    return new Statement.CreateView(
        name(create.name),
        View.Kind.PLAIN,
        create.replace,
        false,
        names(create.columns),
        create.query.text(sql),
        PLANNER.planView(create.query.node(), context),
        ViewOptions.NONE,
        List.of());
  }

  private Statement view(CreateMaterializedView create) {
    if (!create.incremental) {
      throw unsupported(
          create,
          "CREATE MATERIALIZED VIEW without INCREMENTAL",
          "Use CREATE INCREMENTAL MATERIALIZED VIEW, which is never stale.");
    }
    if (!create.withData) {
      throw unsupported(create, "WITH NO DATA", "Leave it out.");
    }
    ViewOptions options = ViewOptions.of(create.options);
    SqlFragment query = create.query;
    // Planning rewrites the tree, so it is looked at before.
    List<String> warnings = warnings(query.node());
    return new Statement.CreateView(
        name(create.name),
        View.Kind.INCREMENTAL,
        false,
        create.ifNotExists,
        names(create.columns),
        query.text(sql),
        PLANNER.planView(query.node(), context),
        options,
        warnings);
  }

  private static List<String> warnings(SqlNode query) {
    boolean ordersForNothing =
        query instanceof SqlOrderBy ordered
            && !ordered.orderList.isEmpty()
            && ordered.fetch == null
            && ordered.offset == null
            && !DistinctOn.isIn(ordered.query);
    return ordersForNothing
        ? List.of(
            "A view keeps no order: ORDER BY without LIMIT is ignored. Order the reading query.")
        : List.of();
  }

  private static DatabaseException unsupported(SqlNode node, String feature, String advice) {
    return ErrorCode.FEATURE_NOT_SUPPORTED.exception(feature, advice).at(line(node), column(node));
  }

  private QualifiedName name(SqlNode node) {
    return name((SqlIdentifier) node, context.defaultSchema());
  }

  /** A name with its schema, or the default one. */
  static QualifiedName name(SqlIdentifier identifier, String defaultSchema) {
    List<String> parts = identifier.names;
    if (parts.size() > 2) {
      throw ErrorCode.SYNTAX_ERROR
          .exception("\"" + identifier + "\"", "Write a name as schema.name.")
          .at(line(identifier), column(identifier));
    }
    return parts.size() == 2
        ? new QualifiedName(parts.get(0), parts.get(1))
        : new QualifiedName(defaultSchema, parts.get(0));
  }

  /** A name that takes no schema. */
  static String simple(SqlIdentifier identifier) {
    if (!identifier.isSimple()) {
      throw ErrorCode.SYNTAX_ERROR
          .exception("\"" + identifier + "\"", "Write the name alone.")
          .at(line(identifier), column(identifier));
    }
    return identifier.getSimple();
  }

  static List<String> names(SqlNodeList columns) {
    return columns.stream().map(column -> simple((SqlIdentifier) column)).toList();
  }

  static @Nullable String word(@Nullable SqlNode value) {
    if (value == null) {
      return null;
    }
    if (value instanceof SqlLiteral literal) {
      String text = literal.toValue();
      return text == null ? "" : text.toLowerCase(Locale.ROOT).equals("null") ? "" : text;
    }
    return value.toString();
  }

  static int line(SqlNode node) {
    return node.getParserPosition().getLineNum();
  }

  static int column(SqlNode node) {
    return node.getParserPosition().getColumnNum();
  }
}
