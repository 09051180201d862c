package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import java.util.Arrays;
import java.util.Optional;

/** An arrangement in a trace of the circuit's own: entries are a key followed by a row. */
final class KeptArrangement implements ArrangementReader {
  private static final byte[] OPEN = {};

  private final Trace trace;

  KeptArrangement(Trace trace) {
    this.trace = trace;
  }

  @Override
  public Cursor rows(byte[] key) {
    return new RowCursor(trace.cursor(key), key.length);
  }

  @Override
  public Optional<KeyedCursor> from(byte[] key) {
    return Optional.of(new EntryCursor(trace.range(key, OPEN)));
  }

  @Override
  public long entries() {
    return trace.size();
  }

  private static byte[] rowOf(byte[] entry, int keyLength) {
    return keyLength == 0 ? entry : Arrays.copyOfRange(entry, keyLength, entry.length);
  }

  private record RowCursor(Cursor entries, int keyLength) implements Cursor {
    @Override
    public boolean next() {
      return entries.next();
    }

    @Override
    public byte[] row() {
      return rowOf(entries.row(), keyLength);
    }

    @Override
    public long weight() {
      return entries.weight();
    }
  }

  /** Keys are prefix-free, so an entry has the key that it was last found to begin with. */
  private static final class EntryCursor implements KeyedCursor {
    private final Cursor entries;
    private int keyLength = -1;

    EntryCursor(Cursor entries) {
      this.entries = entries;
    }

    @Override
    public boolean next() {
      keyLength = -1;
      return entries.next();
    }

    @Override
    public int compareKey(byte[] key) {
      byte[] entry = entries.row();
      int length = Math.min(key.length, entry.length);
      int order = Arrays.compareUnsigned(entry, 0, length, key, 0, key.length);
      if (order == 0) {
        keyLength = length;
      }
      return order;
    }

    @Override
    public byte[] row() {
      if (keyLength < 0) {
        throw new AssertionError("a row is read only when its key was found");
      }
      return rowOf(entries.row(), keyLength);
    }

    @Override
    public long weight() {
      return entries.weight();
    }
  }
}
