package io.millrace.engine.operator;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.zset.ZSet;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The entries of a trace and of what a tick adds to it, in one order. One thread at a time. */
final class WindowCursor {
  private final WindowLayout layout;
  private final Cursor stored;
  private final ZSet changes;
  private final int direction;
  private boolean storedValid;
  private int passed;
  private @Nullable WindowEntry entry;

  /** From {@code from} (inclusive) to {@code to} (exclusive), ascending. */
  static WindowCursor ascending(
      WindowLayout layout, Trace trace, ZSet changes, byte[] from, byte[] to) {
    return new WindowCursor(layout, trace.range(from, to), slice(changes, from, to), 1);
  }

  /** From below {@code to} down to {@code from} (inclusive). */
  static WindowCursor descending(
      WindowLayout layout, Trace trace, ZSet changes, byte[] from, byte[] to) {
    return new WindowCursor(layout, trace.descending(from, to), slice(changes, from, to), -1);
  }

  private WindowCursor(WindowLayout layout, Cursor stored, ZSet changes, int direction) {
    this.layout = layout;
    this.stored = stored;
    this.changes = changes;
    this.direction = direction;
    this.storedValid = stored.next();
  }

  private static ZSet slice(ZSet changes, byte[] from, byte[] to) {
    int end = to.length == 0 ? changes.size() : place(changes, to);
    return changes.slice(Math.min(place(changes, from), end), end);
  }

  private static int place(ZSet changes, byte[] key) {
    int index = changes.indexOf(key);
    return index < 0 ? -index - 1 : index;
  }

  boolean next() {
    if (!storedValid && passed == changes.size()) {
      return false;
    }
    int at = direction > 0 ? passed : changes.size() - 1 - passed;
    int order =
        !storedValid
            ? 1
            : passed == changes.size()
                ? -1
                : direction * Arrays.compareUnsigned(stored.row(), changes.row(at));
    byte[] key = order <= 0 ? stored.row() : changes.row(at);
    long before = 0;
    long after = 0;
    if (order <= 0) {
      before = stored.weight();
      after = before;
      storedValid = stored.next();
    }
    if (order >= 0) {
      after = Math.addExact(before, changes.weight(at));
      passed++;
    }
    entry = new WindowEntry(layout, key, before, after);
    return true;
  }

  WindowEntry entry() {
    return Objects.requireNonNull(entry);
  }
}
