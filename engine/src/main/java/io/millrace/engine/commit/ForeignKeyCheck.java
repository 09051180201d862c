package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.query.ChangedTable;
import io.millrace.engine.query.PendingChanges;
import io.millrace.storage.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks what a change of one table means for the foreign keys at either end of which it stands: a
 * row that came must find the rows it refers to, and none may still refer to a row that went.
 *
 * <p>What is read is the state after the whole change, so rows of one statement may refer to each
 * other. If the state before was right, only changed rows can be wrong, so a check costs O(|delta|
 * log n).
 */
final class ForeignKeyCheck {
  private record End(ForeignKeyProbe probe, ChangedTable rows, ChangedTable referencedRows) {}

  private final List<End> outgoing = new ArrayList<>();
  private final List<End> incoming = new ArrayList<>();

  /** For changes of a table, which the pending ones hold already. */
  ForeignKeyCheck(Catalog catalog, Snapshot snapshot, PendingChanges pending, Table table) {
    for (ForeignKey key : table.foreignKeys()) {
      outgoing.add(end(ForeignKeyProbe.of(catalog, table, key), snapshot, pending));
    }
    for (ForeignKey.Owned owned : catalog.references(table.id())) {
      ForeignKeyProbe probe = ForeignKeyProbe.of(catalog, owned.table(), owned.key());
      incoming.add(end(probe, snapshot, pending));
    }
  }

  private static End end(ForeignKeyProbe probe, Snapshot snapshot, PendingChanges pending) {
    return new End(
        probe,
        new ChangedTable(probe.table(), snapshot, pending),
        new ChangedTable(probe.referenced(), snapshot, pending));
  }

  /** Whether there is no key to check. */
  boolean isEmpty() {
    return outgoing.isEmpty() && incoming.isEmpty();
  }

  /** The error for a signed row that breaks a key, 23503, or null. */
  @Nullable DatabaseException violation(byte[] row, long weight) {
    for (End end : weight > 0 ? outgoing : incoming) {
      DatabaseException violation =
          weight > 0
              ? end.probe().violation(row, end.referencedRows())
              : end.probe().violationWithout(row, end.rows(), end.referencedRows());
      if (violation != null) {
        return violation;
      }
    }
    return null;
  }
}
