package io.millrace.engine.circuit;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;

/** Cursors over values at hand. */
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

  /** A walk over a Z-set. */
  public static Cursor of(ZSet zset) {
    return new Cursor() {
      private int position = -1;

      @Override
      public boolean next() {
        return ++position < zset.size();
      }

      @Override
      public byte[] row() {
        return zset.row(position);
      }

      @Override
      public long weight() {
        return zset.weight(position);
      }
    };
  }
}
