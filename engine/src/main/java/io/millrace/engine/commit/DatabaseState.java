package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.storage.store.Snapshot;

/**
 * All that a reader sees at one version: the catalog and the maps. Immutable; published with one
 * volatile write.
 *
 * @param catalog the relations
 * @param version the number of the transaction that made it
 * @param snapshot all maps at that version
 */
public record DatabaseState(Catalog catalog, long version, Snapshot snapshot) {}
