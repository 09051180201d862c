package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.storage.row.KeyFormat;
import java.util.Optional;

/** Chooses between looking rows up where they are stored and reading them all once. Stateless. */
final class StoredLookup {
  /** How many times fewer lookups than rows there must be for them to pay. */
  private static final int ADVANTAGE = 8;

  private StoredLookup() {}

  /** The input's stored rows by key, if they are and so few lookups pay. */
  static Optional<ArrangementReader> find(long lookups, Input input, KeyFormat key) {
    return lookups < input.estimatedRows() / ADVANTAGE ? input.arrangement(key) : Optional.empty();
  }

  /** The input by key: stored, or hashed in memory by one walk. */
  static ArrangementReader arrange(
      EvaluateContext context, long lookups, Input input, KeyFormat key) {
    return find(lookups, input, key)
        .orElseGet(() -> new HashArrangement(input.open(), key, context::checkCanceled));
  }
}
