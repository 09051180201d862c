package io.millrace.engine.query;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.SystemRelation;
import io.millrace.storage.store.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rows of system relations. Handed down by the session, which knows what they tell of; a
 * query only reads them.
 */
@FunctionalInterface
public interface SystemSource {
  /**
   * The rows of a system relation, each with a cell for every column.
   *
   * @param catalog the catalog of the statement's snapshot
   * @param snapshot what stored relations hold there
   */
  List<@Nullable Object[]> rows(SystemRelation relation, Catalog catalog, Snapshot snapshot);
}
