package io.millrace.storage.store;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.Page;
import org.jspecify.annotations.Nullable;

/** A trace at one version: the root of a persistent tree from entries to weights. */
final class StoredTrace implements Trace, StoredMap {
  /** The trace of a map that does not exist at the snapshot's version. */
  static final Trace EMPTY = new Empty();

  private final Page<byte[], Long> root;

  StoredTrace(Page<byte[], Long> root) {
    this.root = root;
  }

  @Override
  public long weight(byte[] entry) {
    try {
      // Null for an absent entry, which the library does not declare.
      @Nullable Long weight = root.map.get(root, entry);
      return weight == null ? 0 : weight;
    } catch (MVStoreException e) {
      throw StoreException.of("Cannot read the database", e);
    }
  }

  @Override
  public Cursor cursor(byte[] prefix) {
    return new Walk(root, prefix, PageWalk.after(prefix));
  }

  @Override
  public Cursor range(byte[] from, byte[] to) {
    return new Walk(root, from, to);
  }

  @Override
  public Cursor descending(byte[] from, byte[] to) {
    return new DescendingWalk(root, from, to);
  }

  @Override
  public long size() {
    return root.getTotalCount();
  }

  private static final class DescendingWalk extends DescendingPageWalk<Long> implements Cursor {
    DescendingWalk(Page<byte[], Long> root, byte[] from, byte[] to) {
      super(root, from, to);
    }

    @Override
    public byte[] row() {
      return currentKey();
    }

    @Override
    public long weight() {
      return currentValue();
    }
  }

  private static final class Walk extends PageWalk<Long> implements Cursor {
    Walk(Page<byte[], Long> root, byte[] from, byte[] to) {
      super(root, from, to);
    }

    @Override
    public byte[] row() {
      return currentKey();
    }

    @Override
    public long weight() {
      return currentValue();
    }
  }

  private static final class Empty implements Trace, Cursor {
    @Override
    public long weight(byte[] entry) {
      return 0;
    }

    @Override
    public Cursor cursor(byte[] prefix) {
      return this;
    }

    @Override
    public Cursor range(byte[] from, byte[] to) {
      return this;
    }

    @Override
    public Cursor descending(byte[] from, byte[] to) {
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
    public byte[] row() {
      throw new AssertionError("the cursor is not on an entry");
    }

    @Override
    public long weight() {
      throw new AssertionError("the cursor is not on an entry");
    }
  }
}
