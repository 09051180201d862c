package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.query.Cancellation;

/** DDL and the commands on a whole database: each a commit of its own. */
final class Definitions {
  private final Database database;
  private final Session session;
  private final ConstraintDdl constraints;
  private final TableDdl tables;
  private final IndexDdl indexes;

  Definitions(Database database, Session session) {
    this.database = database;
    this.session = session;
    this.constraints = new ConstraintDdl(database.circuits());
    this.tables = new TableDdl(constraints);
    this.indexes = new IndexDdl(database.circuits());
  }

  void run(PreparedQuery query, Cancellation cancellation) {
    Statement statement = query.statement();
    if (statement instanceof Statement.Checkpoint) {
      database.pipeline().checkpoint();
    } else if (statement instanceof Statement.Shutdown) {
      DatabaseRegistry.INSTANCE.shutdown(database);
    } else if (statement instanceof Statement.RefreshView refresh) {
      // An incremental view is never stale: there is nothing to do but to check the name.
      TextStatements.incrementalView(query.catalog(), refresh.name());
    } else {
      database
          .pipeline()
          .alter(catalog -> altered(catalog, query), cancellation::check, cancellation.progress());
      if (statement instanceof Statement.CreateView create) {
        create.warnings().forEach(session::warn);
      }
    }
  }

  private Catalog altered(Catalog catalog, PreparedQuery query) {
    Statement statement = query.statement();
    if (statement instanceof Statement.CreateView) {
      return ViewDdl.createView(
          catalog, (Statement.CreateView) planned(catalog, query), session.schema());
    }
    if (statement instanceof Statement.AddConstraint) {
      return constraints.add(catalog, (Statement.AddConstraint) planned(catalog, query));
    }
    if (statement instanceof Statement.DropConstraint drop) {
      return constraints.drop(catalog, drop);
    }
    if (statement instanceof Statement.CreateTable create) {
      return tables.createTable(catalog, create);
    }
    if (statement instanceof Statement.DropTable drop) {
      return tables.dropTables(catalog, drop);
    }
    if (statement instanceof Statement.CreateIndex create) {
      return indexes.create(catalog, create);
    }
    if (statement instanceof Statement.DropIndex drop) {
      return indexes.drop(catalog, drop);
    }
    if (statement instanceof Statement.DropView drop) {
      return ViewDdl.dropView(catalog, drop);
    }
    if (statement instanceof Statement.SuspendView suspend) {
      return ViewDdl.suspendView(catalog, suspend);
    }
    if (statement instanceof Statement.ResumeView resume) {
      return ViewDdl.resumeView(catalog, resume);
    }
    if (statement instanceof Statement.CreateSchema create) {
      return SchemaDdl.createSchema(catalog, create);
    }
    if (statement instanceof Statement.DropSchema drop) {
      return SchemaDdl.dropSchema(catalog, drop, constraints.foreignKeys());
    }
    throw new AssertionError("no case for " + statement);
  }

  /** The statement planned for what is now the catalog. */
  private Statement planned(Catalog catalog, PreparedQuery query) {
    return catalog == query.catalog()
        ? query.statement()
        : database.plan(query.sql(), session.schema(), session.planning(), catalog);
  }
}
