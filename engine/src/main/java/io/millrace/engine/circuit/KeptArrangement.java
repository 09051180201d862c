package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import java.util.Arrays;

/** An arrangement in a trace of the circuit's own: entries are a key followed by a row. */
final class KeptArrangement implements ArrangementReader {
  private final Trace trace;

  KeptArrangement(Trace trace) {
    this.trace = trace;
  }

  @Override
  public Cursor rows(byte[] key) {
    return new RowCursor(trace.cursor(key), key.length);
  }

  private record RowCursor(Cursor entries, int keyLength) implements Cursor {
    @Override
    public boolean next() {
      return entries.next();
    }

    @Override
    public byte[] row() {
      byte[] entry = entries.row();
      return keyLength == 0 ? entry : Arrays.copyOfRange(entry, keyLength, entry.length);
    }

    @Override
    public long weight() {
      return entries.weight();
    }
  }
}
