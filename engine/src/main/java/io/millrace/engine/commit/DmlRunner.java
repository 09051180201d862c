package io.millrace.engine.commit;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.plan.DmlPlan;
import io.millrace.engine.query.ChangedTable;
import io.millrace.engine.query.PendingChanges;
import io.millrace.engine.query.QueryRunner;
import io.millrace.engine.query.SnapshotContext;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs INSERT, UPDATE and DELETE: reads everything that the statement writes from the state before
 * it, then changes the transaction's own state and checks the table's constraints.
 *
 * <p>A statement that fails leaves nothing: its changes are cut back to where it began.
 */
public final class DmlRunner {
  private record Change(byte @Nullable [] oldRow, byte @Nullable [] newRow, long weight) {}

  private final Transaction transaction;
  private final Table table;
  private final RowType rowType;
  private final ChangedTable own;
  private final SnapshotContext context;
  private final @Nullable KeyFormat primaryKey;

  public DmlRunner(Transaction transaction, Table table, SnapshotContext context) {
    this.transaction = transaction;
    this.table = table;
    this.rowType = table.rowType();
    this.own = new ChangedTable(table, transaction.state().snapshot(), transaction.pending());
    this.context = context;
    this.primaryKey = table.hasPrimaryKey() ? table.primaryKeyFormat() : null;
  }

  /**
   * Runs a planned statement and returns how many rows it wrote.
   *
   * @throws DatabaseException 23502, 23503, 23505, 23514, or what evaluating its query raises
   */
  public long run(DmlPlan plan, DmlShape shape) {
    return apply(collect(plan, shape));
  }

  /** Deletes every row: TRUNCATE. */
  public long deleteAll() {
    List<Change> changes = new ArrayList<>();
    Cursor rows = own.scan();
    while (rows.next()) {
      context.checkCanceled();
      changes.add(new Change(rows.row(), null, rows.weight()));
    }
    return apply(changes);
  }

  /** Makes the transaction rely on the rows that a planned DELETE would delete: FOR UPDATE. */
  public void lock(DmlPlan plan) {
    DmlShape shape = new DmlShape(plan, table);
    transaction.touch(table);
    for (Change change : collect(plan, shape)) {
      byte[] row = change.oldRow();
      if (row != null && primaryKey != null) {
        touchKey(row);
      } else if (row != null) {
        transaction.touchRow(table, row, change.weight());
      }
    }
  }

  private long apply(List<Change> changes) {
    PendingChanges pending = transaction.pending();
    transaction.touch(table);
    int mark = pending.mark();
    try {
      delete(changes);
      insert(changes);
      checkUnique(mark);
      checkForeignKeys(mark);
    } catch (RuntimeException | Error e) {
      pending.rollbackTo(mark);
      throw e;
    }
    long count = 0;
    for (Change change : changes) {
      count += change.weight();
    }
    return count;
  }

  private List<Change> collect(DmlPlan plan, DmlShape shape) {
    DmlShape.Part oldPart = shape.oldRow();
    DmlShape.Part newPart = shape.newRow();
    List<Change> changes = new ArrayList<>();
    Cursor rows = QueryRunner.open(plan.query().root(), context);
    while (rows.next()) {
      context.checkCanceled();
      byte[] queryRow = rows.row();
      byte[] newRow = newPart == null ? null : checked(newPart, queryRow);
      byte[] oldRow = oldPart == null ? null : oldPart.of(queryRow);
      changes.add(new Change(oldRow, newRow, rows.weight()));
    }
    return changes;
  }

  /** The table's row in a row of the query, with NOT NULL and CHECK upheld. */
  private byte[] checked(DmlShape.Part part, byte[] queryRow) {
    for (int i = 0; i < rowType.size(); i++) {
      if (!rowType.column(i).nullable() && part.isNull(queryRow, i)) {
        throw ErrorCode.NOT_NULL_VIOLATION.exception(table.columns().get(i).name(), table.name());
      }
    }
    byte[] row = part.of(queryRow);
    if (!table.checks().isEmpty()) {
      checkConditions(row);
    }
    return row;
  }

  private void checkConditions(byte[] row) {
    EvaluationFrame frame = context.frame(rowType).at(row);
    for (Table.Check check : table.checks()) {
      if (Boolean.FALSE.equals(check.condition().evaluate(frame))) {
        throw ErrorCode.CHECK_VIOLATION.exception(table.name(), check.name(), check.sql());
      }
    }
  }

  private void delete(List<Change> changes) {
    for (Change change : changes) {
      context.checkCanceled();
      byte[] oldRow = change.oldRow();
      if (oldRow != null) {
        touchKey(oldRow);
        transaction.pending().add(table, oldRow, -change.weight());
      }
    }
  }

  private void insert(List<Change> changes) {
    for (Change change : changes) {
      context.checkCanceled();
      byte[] newRow = change.newRow();
      if (newRow == null) {
        continue;
      }
      byte[] key = touchKey(newRow);
      if (key != null && (change.weight() > 1 || own.rowByKey(key) != null)) {
        throw UniqueKeys.duplicate(table, table.primaryKey(), newRow);
      }
      transaction.pending().add(table, newRow, change.weight());
    }
  }

  /** Relies on a row's key, and returns it; null without a primary key. */
  private byte @Nullable [] touchKey(byte[] row) {
    if (primaryKey == null) {
      return null;
    }
    byte[] key = primaryKey.key(row);
    if (key == null) {
      throw new AssertionError("a primary key column must not be NULL");
    }
    transaction.touch(table, key, Optional.ofNullable(own.storedRowByKey(key)));
    return key;
  }

  private void checkUnique(int mark) {
    for (int i = 0; i < table.indexes().size(); i++) {
      if (table.indexes().get(i).unique()) {
        checkUnique(mark, i);
      }
    }
  }

  private void checkForeignKeys(int mark) {
    ForeignKeyCheck check =
        new ForeignKeyCheck(
            transaction.state().catalog(),
            transaction.state().snapshot(),
            transaction.pending(),
            table);
    if (check.isEmpty()) {
      return;
    }
    transaction
        .pending()
        .forEachSince(
            mark,
            (changed, row, weight) -> {
              context.checkCanceled();
              DatabaseException violation = check.violation(row, weight);
              if (violation != null) {
                throw violation;
              }
            });
  }

  private void checkUnique(int mark, int index) {
    transaction
        .pending()
        .forEachSince(
            mark,
            (changed, row, weight) -> {
              context.checkCanceled();
              if (weight > 0 && UniqueKeys.isTakenTwice(own, table, index, row)) {
                throw UniqueKeys.duplicate(table, table.indexes().get(index).columns(), row);
              }
            });
  }
}
