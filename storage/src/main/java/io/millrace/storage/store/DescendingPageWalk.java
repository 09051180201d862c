package io.millrace.storage.store;

import java.util.Arrays;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.Page;
import org.jspecify.annotations.Nullable;

/**
 * {@link PageWalk} the other way: from below a key (exclusive) down to a key (inclusive). Cost:
 * O(log n) to start, O(1) per entry. One thread at a time.
 */
abstract class DescendingPageWalk<V> extends PagePosition<V> {
  private final byte[] from;

  /** Walks from below {@code to} down to {@code from}; a bound of length 0 is open. */
  DescendingPageWalk(Page<byte[], V> root, byte[] from, byte[] to) {
    this.from = from;
    try {
      Page<byte[], V> page = root;
      while (!page.isLeaf()) {
        int child = place(page, to, true);
        path.add(new Step<>(page, child));
        page = page.getChildPage(child);
      }
      leaf = page;
      index = place(page, to, false);
    } catch (MVStoreException e) {
      throw StoreException.of("Cannot read the database", e);
    }
  }

  private static <V> int place(Page<byte[], V> page, byte[] to, boolean inner) {
    if (to.length == 0) {
      return page.getKeyCount();
    }
    int found = PageWalk.search(page, to);
    if (found < 0) {
      return ~found;
    }
    // Child i holds the keys below key i, so a key that equals key i is in child i + 1.
    return inner ? found + 1 : found;
  }

  public final boolean next() {
    Page<byte[], V> page = leaf;
    if (page == null) {
      return false;
    }
    index--;
    while (index < 0) {
      page = previousLeaf();
      if (page == null) {
        leaf = null;
        return false;
      }
      index = page.getKeyCount() - 1;
    }
    boolean inside = Arrays.compareUnsigned(page.getKey(index), from) >= 0;
    leaf = inside ? page : null;
    return inside;
  }

  private @Nullable Page<byte[], V> previousLeaf() {
    try {
      while (!path.isEmpty()) {
        Step<V> step = path.get(path.size() - 1);
        step.child--;
        if (step.child >= 0) {
          Page<byte[], V> page = step.page.getChildPage(step.child);
          while (!page.isLeaf()) {
            path.add(new Step<>(page, page.getKeyCount()));
            page = page.getChildPage(page.getKeyCount());
          }
          return page;
        }
        path.remove(path.size() - 1);
      }
      return null;
    } catch (MVStoreException e) {
      throw StoreException.of("Cannot read the database", e);
    }
  }
}
