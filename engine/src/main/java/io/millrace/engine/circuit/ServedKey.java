package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;

/**
 * An arrangement that a circuit reads from a relation's primary key or index and keeps no copy of.
 * As long as the circuit lives, that key or index must not be dropped.
 *
 * @param node the {@link Source} that is arranged
 * @param relationId its relation
 * @param key the key, over rows of the source
 */
public record ServedKey(int node, int relationId, KeyFormat key) {}
