package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;

/** Says which arrangements relations have stored already. */
@FunctionalInterface
public interface ServedKeys {
  /** No relation serves any key. */
  ServedKeys NONE = (source, key) -> false;

  /**
   * Whether the source's relation can be asked for rows by this key; {@link
   * SourceColumns#keyOfRelation} has the key over the relation's own rows.
   */
  boolean serves(Source source, KeyFormat key);
}
