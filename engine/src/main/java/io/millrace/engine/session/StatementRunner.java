package io.millrace.engine.session;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.RowErrors;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.query.Cancellation;
import io.millrace.storage.row.RowException;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes planned statements: one case for each kind. One thread at a time. */
final class StatementRunner {
  private final Database database;
  private final Session session;
  private final TransactionState transactions;
  private final SessionCommands commands;
  private final TextStatements texts;
  private final Definitions definitions;
  private final ViewAdvisor advisor;

  StatementRunner(Database database, Session session, TransactionState transactions) {
    this.database = database;
    this.session = session;
    this.transactions = transactions;
    this.commands = new SessionCommands(session, transactions);
    this.texts = new TextStatements(database, session, transactions);
    this.definitions = new Definitions(database, session);
    this.advisor = new ViewAdvisor(database, session);
  }

  StatementResult run(
      PreparedQuery query,
      List<@Nullable Object> parameters,
      Cancellation cancellation,
      long maxRows) {
    try {
      Execution execution =
          new Execution(
              database,
              session,
              transactions,
              query,
              cells(query.parameterTypes(), parameters),
              cancellation,
              maxRows);
      return run(query, execution, cancellation);
    } catch (ArithmeticException e) {
      throw ErrorCode.NUMERIC_OUT_OF_RANGE.exception("A weight or value", "BIGINT").causedBy(e);
    } catch (RowException e) {
      throw RowErrors.of(e);
    }
  }

  private static List<@Nullable Object> cells(RowType types, List<@Nullable Object> parameters) {
    if (parameters.size() < types.size()) {
      throw ErrorCode.PARAMETER_MISSING.exception(parameters.size() + 1, types.size());
    }
    List<@Nullable Object> cells = new ArrayList<>(types.size());
    for (int i = 0; i < types.size(); i++) {
      cells.add(JavaValues.toCell(types.column(i), parameters.get(i)));
    }
    return cells;
  }

  private StatementResult run(PreparedQuery query, Execution execution, Cancellation cancellation) {
    Statement statement = query.statement();
    if (statement instanceof Statement.Query select) {
      session.recorded().add(query.sql(), select);
      return execution.query(select);
    }
    if (statement instanceof Statement.Dml dml) {
      session.requireWritable(statement);
      return new StatementResult.Count(execution.change(dml));
    }
    if (statement instanceof Statement.Truncate truncate) {
      session.requireWritable(statement);
      execution.truncate(TableDdl.table(query.catalog(), truncate.table()));
      return new StatementResult.Done();
    }
    if (statement instanceof Statement.AdviseViews advise) {
      AdviceRows rows = new AdviceRows(advisor.advise(advise, execution, cancellation));
      return new StatementResult.Rows(rows, AdviceRows.COLUMNS);
    }
    TextRows text = texts.run(statement, execution);
    if (text != null) {
      return new StatementResult.Rows(text, TextRows.columns(statement));
    }
    if (!commands.run(statement, cancellation)) {
      session.requireWritable(statement);
      transactions.commit(cancellation::check);
      definitions.run(query, cancellation);
    }
    return new StatementResult.Done();
  }
}
