package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.trace.Cursor;
import java.util.Optional;

/**
 * A whole input of {@link Operator#evaluate}: can be walked again and again, or looked up by key.
 */
public interface Input {
  /** A new walk over all rows. */
  Cursor open();

  /** Its rows by key, if something stored (a primary key, an index) serves that key; else empty. */
  default Optional<ArrangementReader> arrangement(KeyFormat key) {
    return Optional.empty();
  }

  /** A guess of how many rows a walk yields; only costs hang on it. */
  default long estimatedRows() {
    return 1000;
  }
}
