package io.millrace.storage.store;

import java.util.Arrays;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.Page;

/**
 * A forward walk over the leaves below one root page, from a key (inclusive) to a key (exclusive).
 *
 * <p>The tree below a root never changes, so the walk needs no lock; whoever walks holds a lease,
 * or the pages might be gone. Only the root is kept, never MVStore's root reference, which would
 * hold the roots of all older versions in memory. Cost: O(log n) to start, O(1) per entry; the end
 * is compared per leaf but for the last one. One thread at a time.
 */
abstract class PageWalk<V> extends PagePosition<V> {
  private static final byte[] OPEN = {};

  private final byte[] to;
  private int end;

  /** Walks from {@code from} to {@code to}; a bound of length 0 is open. */
  PageWalk(Page<byte[], V> root, byte[] from, byte[] to) {
    this.to = to;
    try {
      descend(root, from);
    } catch (MVStoreException e) {
      throw StoreException.of("Cannot read the database", e);
    }
    index--;
  }

  /**
   * The least key above all keys with a prefix, or length 0 if there is none: the prefix up to its
   * last byte below FF, that byte plus one.
   */
  static byte[] after(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xff) {
      length--;
    }
    if (length == 0) {
      return OPEN;
    }
    byte[] bound = Arrays.copyOf(prefix, length);
    bound[length - 1]++;
    return bound;
  }

  private void descend(Page<byte[], V> page, byte[] from) {
    Page<byte[], V> current = page;
    while (!current.isLeaf()) {
      int found = search(current, from);
      // Child i holds the keys below key i, so a key that equals key i is in child i + 1.
      int child = found < 0 ? ~found : found + 1;
      path.add(new Step<>(current, child));
      current = current.getChildPage(child);
    }
    enter(current);
    int found = search(current, from);
    index = found < 0 ? ~found : found;
  }

  /** The place of a key in a page, or the complement of where it would be. */
  static <V> int search(Page<byte[], V> page, byte[] key) {
    if (key.length == 0) {
      return ~0;
    }
    int low = 0;
    int high = page.getKeyCount() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Arrays.compareUnsigned(key, page.getKey(middle));
      if (order == 0) {
        return middle;
      }
      if (order > 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return ~low;
  }

  private void enter(Page<byte[], V> page) {
    leaf = page;
    index = 0;
    end = page.getKeyCount();
    if (end == 0 || to.length == 0 || Arrays.compareUnsigned(page.getKey(end - 1), to) < 0) {
      return;
    }
    int found = search(page, to);
    end = found < 0 ? ~found : found;
    path.clear();
  }

  public final boolean next() {
    if (leaf == null) {
      return false;
    }
    index++;
    while (index >= end) {
      if (!nextLeaf()) {
        leaf = null;
        return false;
      }
    }
    return true;
  }

  private boolean nextLeaf() {
    try {
      while (!path.isEmpty()) {
        Step<V> step = path.get(path.size() - 1);
        step.child++;
        if (step.child <= step.page.getKeyCount()) {
          Page<byte[], V> page = step.page.getChildPage(step.child);
          while (!page.isLeaf()) {
            path.add(new Step<>(page, 0));
            page = page.getChildPage(0);
          }
          enter(page);
          return true;
        }
        path.remove(path.size() - 1);
      }
      return false;
    } catch (MVStoreException e) {
      throw StoreException.of("Cannot read the database", e);
    }
  }
}
