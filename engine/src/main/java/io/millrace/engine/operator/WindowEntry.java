package io.millrace.engine.operator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A row of a partition with its weights before and after a tick. One thread at a time. */
final class WindowEntry {
  final byte[] key;
  final long before;
  final long after;

  /** How much of the key its peers have in common. */
  final int peerLength;

  private final WindowLayout layout;
  private @Nullable Object @Nullable [] cells;

  WindowEntry(WindowLayout layout, byte[] key, long before, long after) {
    this.layout = layout;
    this.key = key;
    this.before = before;
    this.after = after;
    this.peerLength = layout.peerLength(key);
  }

  boolean isChanged() {
    return before != after;
  }

  boolean isPeerOf(WindowEntry other) {
    return Arrays.equals(key, 0, peerLength, other.key, 0, other.peerLength);
  }

  /** The row's cells; not to be changed. */
  @Nullable Object[] cells() {
    @Nullable Object[] known = cells;
    if (known == null) {
      known = layout.cells(key);
      cells = known;
    }
    return known;
  }

  @Nullable Object cell(int column) {
    return cells()[column];
  }
}
