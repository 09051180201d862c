package io.millrace.storage.store;

import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.StateTrace;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.Page;
import org.jspecify.annotations.Nullable;

/** Keyed state at one version: the root of a persistent tree from keys to values. */
final class StoredStateTrace implements StateTrace, StoredMap {
  /** The state of a map that does not exist at the snapshot's version. */
  static final StateTrace EMPTY = new Empty();

  private final Page<byte[], byte[]> root;

  StoredStateTrace(Page<byte[], byte[]> root) {
    this.root = root;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    try {
      return root.map.get(root, key);
    } catch (MVStoreException e) {
      throw StoreException.of("Cannot read the database", e);
    }
  }

  @Override
  public StateCursor cursor(byte[] prefix) {
    return new Walk(root, prefix, PageWalk.after(prefix));
  }

  @Override
  public StateCursor range(byte[] from, byte[] to) {
    return new Walk(root, from, to);
  }

  @Override
  public StateCursor descending(byte[] from, byte[] to) {
    return new DescendingWalk(root, from, to);
  }

  @Override
  public long size() {
    return root.getTotalCount();
  }

  private static final class DescendingWalk extends DescendingPageWalk<byte[]>
      implements StateCursor {
    DescendingWalk(Page<byte[], byte[]> root, byte[] from, byte[] to) {
      super(root, from, to);
    }

    @Override
    public byte[] key() {
      return currentKey();
    }

    @Override
    public byte[] value() {
      return currentValue();
    }
  }

  private static final class Walk extends PageWalk<byte[]> implements StateCursor {
    Walk(Page<byte[], byte[]> root, byte[] from, byte[] to) {
      super(root, from, to);
    }

    @Override
    public byte[] key() {
      return currentKey();
    }

    @Override
    public byte[] value() {
      return currentValue();
    }
  }

  private static final class Empty implements StateTrace, StateCursor {
    @Override
    public byte @Nullable [] get(byte[] key) {
      return null;
    }

    @Override
    public StateCursor cursor(byte[] prefix) {
      return this;
    }

    @Override
    public StateCursor range(byte[] from, byte[] to) {
      return this;
    }

    @Override
    public StateCursor descending(byte[] from, byte[] to) {
      return this;
    }

    @Override
    public long size() {
      return 0;
    }

    @Override
    public boolean next() {
      return false;
    }

    @Override
    public byte[] key() {
      throw new AssertionError("the cursor is not on a key");
    }

    @Override
    public byte[] value() {
      throw new AssertionError("the cursor is not on a key");
    }
  }
}
