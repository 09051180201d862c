package io.millrace.engine.session;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.commit.DmlRunner;
import io.millrace.engine.commit.Transaction;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.plan.DmlPlan;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.engine.plan.RewriteMode;
import io.millrace.engine.plan.Rewriting;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.query.Cancellation;
import io.millrace.engine.query.QueryRunner;
import io.millrace.engine.query.ResultCursor;
import io.millrace.engine.query.SnapshotContext;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** One execution of one query or change, in the session's transaction or one of its own. */
final class Execution {
  private final Database database;
  private final Session session;
  private final TransactionState transactions;
  private final PreparedQuery query;
  private final List<@Nullable Object> parameters;
  private final Cancellation cancellation;
  private final long maxRows;

  Execution(
      Database database,
      Session session,
      TransactionState transactions,
      PreparedQuery query,
      List<@Nullable Object> parameters,
      Cancellation cancellation,
      long maxRows) {
    this.database = database;
    this.session = session;
    this.transactions = transactions;
    this.query = query;
    this.parameters = parameters;
    this.cancellation = cancellation;
    this.maxRows = maxRows;
  }

  StatementResult query(Statement.Query select) {
    DmlPlan lock = select.lock();
    // A transaction of one statement has nothing to do with the rows that it locks.
    return lock == null || !transactions.isExplicit()
        ? rows(chosen(select.plan(), select.rewriting()))
        : lockedRows(select.plan(), lock);
  }

  /** The plan to run: over views if they serve, and then that is counted. */
  private QueryPlan chosen(QueryPlan plain, @Nullable Rewriting possible) {
    Rewriting rewriting = usable(possible);
    if (rewriting == null) {
      return plain;
    }
    database.rewritings().count(rewriting.views());
    return rewriting.plan();
  }

  /**
   * The query over views if the session wants it so, and this transaction changed no table beneath
   * them: those views would have to be recomputed here.
   */
  @Nullable Rewriting usable(@Nullable Rewriting rewriting) {
    boolean usable = session.rewriting() != RewriteMode.OFF;
    return rewriting != null && usable && !changesTablesOf(rewriting) && serves(rewriting)
        ? rewriting
        : null;
  }

  /** Whether the views have all rows that the query asks for with these parameters. */
  private boolean serves(Rewriting rewriting) {
    if (rewriting.conditions().isEmpty()) {
      return true;
    }
    if (parameters.isEmpty()) {
      return false; // EXPLAIN has no values
    }
    EvaluationFrame frame =
        new EvaluationFrame(RowType.of(), parameters, session.statementValues());
    return rewriting.conditions().stream()
        .allMatch(condition -> Boolean.TRUE.equals(condition.evaluate(frame)));
  }

  private boolean changesTablesOf(Rewriting rewriting) {
    if (!transactions.isExplicit()) {
      return false;
    }
    SnapshotContext context = context(transactions.current());
    return rewriting.views().stream().anyMatch(context::isChanged);
  }

  long change(Statement.Dml dml) {
    DmlPlan written = dml.plan();
    DmlPlan plan =
        dml.rewriting() == null
            ? written
            : new DmlPlan(
                written.kind(), written.tableId(), chosen(written.query(), dml.rewriting()));
    return write(plan.tableId(), runner -> runner.run(plan, query.shape(plan)), plan);
  }

  void truncate(Table table) {
    write(table.id(), DmlRunner::deleteAll, null);
  }

  /** A query's rows, read as they are asked for. */
  StatementResult.Rows rows(QueryPlan plan) {
    boolean own = !transactions.isExplicit();
    Transaction transaction = own ? database.pipeline().begin() : transactions.current();
    // The rows may be read after the transaction has ended.
    Runnable release = transaction.retain();
    try {
      requirePlanned(transaction);
      transaction.read(plan.relationIds());
      ResultCursor cursor = QueryRunner.run(plan, context(transaction));
      RowStream stream = new CursorRows(cursor, plan, session, maxRows, cancellation, release);
      // Later statements change what this one reads: read it all before they can.
      RowStream result = transaction.pending().isEmpty() ? stream : BufferedRows.of(stream, plan);
      return new StatementResult.Rows(result, PreparedQuery.columns(plan));
    } catch (RuntimeException | Error e) {
      release.run();
      throw e;
    } finally {
      if (own) {
        transaction.close();
      }
    }
  }

  /** SELECT FOR UPDATE: the transaction relies on the rows it reads. */
  private StatementResult lockedRows(QueryPlan plan, DmlPlan lock) {
    Transaction transaction = transactions.current();
    requirePlanned(transaction);
    Table table = (Table) transaction.state().catalog().require(lock.tableId());
    new DmlRunner(transaction, table, context(transaction)).lock(lock);
    return rows(plan);
  }

  private long write(int tableId, ToLongFunction<DmlRunner> work, @Nullable DmlPlan plan) {
    if (transactions.isExplicit()) {
      return write(transactions.current(), tableId, work, plan);
    }
    while (true) {
      try (Transaction transaction = database.pipeline().begin()) {
        long count = write(transaction, tableId, work, plan);
        cancellation.progress().begin("Committing");
        database
            .pipeline()
            .commit(transaction, transactions.isSerializable(), cancellation::check)
            .warnings()
            .forEach(session::warn);
        return count;
      } catch (DatabaseException e) {
        if (e.code() != ErrorCode.SERIALIZATION_FAILURE) {
          throw e;
        }
        // Nothing of the statement has been seen: once the winner is published, run it again.
        cancellation.check();
        database.pipeline().awaitPublished();
        if (transactionCatalogChanged()) {
          throw e;
        }
      }
    }
  }

  private long write(
      Transaction transaction,
      int tableId,
      ToLongFunction<DmlRunner> work,
      @Nullable DmlPlan plan) {
    requirePlanned(transaction);
    Table table = (Table) transaction.state().catalog().require(tableId);
    if (plan != null) {
      transaction.read(plan.query().relationIds());
    }
    return work.applyAsLong(new DmlRunner(transaction, table, context(transaction)));
  }

  private boolean transactionCatalogChanged() {
    return database.pipeline().published().catalog() != query.catalog();
  }

  /** Refuses a plan for another catalog than the transaction's: it must be planned again. */
  void requirePlanned(Transaction transaction) {
    if (transaction.state().catalog() != query.catalog()) {
      throw ErrorCode.SERIALIZATION_FAILURE.exception("the definition of a table");
    }
  }

  /** What the statement sees in a transaction. */
  SnapshotContext context(Transaction transaction) {
    return new SnapshotContext(
        transaction.state().catalog(),
        transaction.state().snapshot(),
        transaction.pending(),
        database.circuits(),
        parameters,
        session.statementValues(),
        cancellation,
        new SystemRows(database, session));
  }

  /** The types of a plan's visible columns. */
  static List<ColumnType> visibleTypes(QueryPlan plan) {
    return plan.root().operator().outputType().columns().subList(0, plan.visibleColumns());
  }
}
