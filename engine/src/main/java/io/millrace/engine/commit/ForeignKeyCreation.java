package io.millrace.engine.commit;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.circuit.RelationDelta;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.view.FillTarget;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Cursor;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks a new foreign key of a table with rows while commits go on: every row at the snapshot, and
 * under the commit lock at the end those that came or lost what they refer to since.
 *
 * <p>Commits since do not know the key, and one may mend what another broke: so what they changed
 * is kept until the end and held to the state there.
 */
final class ForeignKeyCreation extends Creation {
  private final FillTarget target;
  private final ForeignKeyProbe probe;
  private final Table table;
  private final Table referenced;
  private final Set<byte[]> added = new TreeSet<>(RowOrder.COMPARATOR);
  private final Set<byte[]> removed = new TreeSet<>(RowOrder.COMPARATOR);

  ForeignKeyCreation(FillTarget target, ForeignKeyProbe probe) {
    super(
        "Checking",
        "constraint \"" + probe.key().name() + "\"",
        new Tap(Set.copyOf(Arrays.asList(probe.table().id(), probe.referenced().id()))));
    this.target = target;
    this.probe = probe;
    this.table = probe.table();
    this.referenced = probe.referenced();
  }

  @Override
  void fill(Snapshot source, Runnable cancelCheck, Progress progress) {
    StoredRelation rows = new StoredRelation(table, source);
    StoredRelation referencedRows = new StoredRelation(referenced, source);
    progress.expect(rows.estimatedRows());
    Cursor cursor = rows.scan();
    while (cursor.next()) {
      cancelCheck.run();
      progress.advance();
      refuse(probe.violation(cursor.row(), referencedRows));
    }
  }

  @Override
  void follow(Tap.Delivery delivery, Runnable cancelCheck) {
    RelationDelta changes = delivery.deltas().get(table.id());
    if (changes != null) {
      changes.delta().positive().forEach((row, weight) -> added.add(row));
    }
    RelationDelta referencedChanges = delivery.deltas().get(referenced.id());
    if (referencedChanges != null) {
      referencedChanges.delta().negative().forEach((row, weight) -> removed.add(row));
    }
  }

  @Override
  void complete(Runnable cancelCheck) {
    Snapshot now = target.cut();
    StoredRelation rows = new StoredRelation(table, now);
    StoredRelation referencedRows = new StoredRelation(referenced, now);
    for (byte[] row : added) {
      cancelCheck.run();
      if (isStored(rows, row)) {
        refuse(probe.violation(row, referencedRows));
      }
    }
    for (byte[] row : removed) {
      cancelCheck.run();
      refuse(probe.violationWithout(row, rows, referencedRows));
    }
  }

  private boolean isStored(StoredRelation rows, byte[] row) {
    if (!table.hasPrimaryKey()) {
      return rows.weight(row) > 0;
    }
    byte[] key = table.primaryKeyFormat().key(row);
    return key != null && Arrays.equals(rows.rowByKey(key), row);
  }

  private static void refuse(@Nullable DatabaseException violation) {
    if (violation != null) {
      throw violation;
    }
  }
}
