package io.millrace.engine.session;

import io.millrace.engine.plan.Statement;
import io.millrace.engine.query.Cancellation;
import io.millrace.engine.session.Settings.Setting;

/** Statements that change the session alone: transactions, savepoints, settings. */
final class SessionCommands {
  private final Session session;
  private final TransactionState transactions;

  SessionCommands(Session session, TransactionState transactions) {
    this.session = session;
    this.transactions = transactions;
  }

  /** Runs the statement if it is one of these, and returns whether it is. */
  boolean run(Statement statement, Cancellation cancellation) {
    return transactionControl(statement, cancellation) || setting(statement);
  }

  private boolean transactionControl(Statement statement, Cancellation cancellation) {
    if (statement instanceof Statement.Begin begin) {
      String isolation = begin.isolation();
      transactions.begin(
          isolation == null ? null : Settings.isolation(isolation), begin.readOnly());
    } else if (statement instanceof Statement.Commit) {
      transactions.commit(cancellation::check);
    } else if (statement instanceof Statement.Rollback rollback) {
      if (rollback.savepoint() == null) {
        transactions.rollback();
      } else {
        transactions.rollbackTo(rollback.savepoint());
      }
    } else if (statement instanceof Statement.SetSavepoint savepoint) {
      transactions.setSavepoint(savepoint.name());
    } else if (statement instanceof Statement.ReleaseSavepoint savepoint) {
      transactions.release(savepoint.name());
    } else {
      return false;
    }
    return true;
  }

  private boolean setting(Statement statement) {
    if (!(statement instanceof Statement.SetSetting set)) {
      return false;
    }
    Setting setting = Settings.find(set.name());
    String value = set.value();
    if (setting == Setting.SCHEMA && value != null) {
      session.setSchema(value);
    } else {
      session.settings().set(setting, value);
    }
    if (setting == Setting.ISOLATION) {
      transactions.setIsolation(Settings.isolation(session.settings().get(Setting.ISOLATION)));
    }
    return true;
  }
}
