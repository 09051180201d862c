package io.millrace.engine.commit;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.circuit.RelationDelta;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Cursor;
import java.util.Set;

/**
 * Checks a new CHECK constraint of a table with rows while commits go on. It is refused for a row
 * that the table held at the snapshot or was given since, even if another commit took it away.
 */
final class CheckCreation extends Creation {
  private final Table table;
  private final Table.Check check;
  private final EvaluationFrame frame;

  CheckCreation(Table table, Table.Check check) {
    super("Checking", "constraint \"" + check.name() + "\"", new Tap(Set.of(table.id())));
    this.table = table;
    this.check = check;
    this.frame = EvaluationFrame.of(table.rowType());
  }

  @Override
  void fill(Snapshot source, Runnable cancelCheck, Progress progress) {
    StoredRelation rows = new StoredRelation(table, source);
    progress.expect(rows.estimatedRows());
    Cursor cursor = rows.scan();
    while (cursor.next()) {
      cancelCheck.run();
      progress.advance();
      require(cursor.row());
    }
  }

  @Override
  void follow(Tap.Delivery delivery, Runnable cancelCheck) {
    RelationDelta delta = delivery.deltas().get(table.id());
    if (delta != null) {
      delta.delta().positive().forEach((row, weight) -> require(row));
    }
  }

  private void require(byte[] row) {
    if (Boolean.FALSE.equals(check.condition().evaluate(frame.at(row)))) {
      throw ErrorCode.CHECK_VIOLATION.exception(table.name(), check.name(), check.sql());
    }
  }
}
