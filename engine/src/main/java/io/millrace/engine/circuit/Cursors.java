package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;

/** The cursor without rows. */
public final class Cursors {
  /** A cursor without rows. */
  public static final Cursor EMPTY =
      new Cursor() {
        @Override
        public boolean next() {
          return false;
        }

        @Override
        public byte[] row() {
          throw new AssertionError("an empty cursor has no row");
        }

        @Override
        public long weight() {
          throw new AssertionError("an empty cursor has no weight");
        }
      };

  private Cursors() {}
}
