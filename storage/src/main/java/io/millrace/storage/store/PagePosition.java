package io.millrace.storage.store;

import java.util.ArrayList;
import org.h2.mvstore.Page;
import org.jspecify.annotations.Nullable;

/** Where a walk over the leaves below one root page stands. One thread at a time. */
abstract class PagePosition<V> {
  /** An inner page above the leaf, and which of its children the walk is in. */
  static final class Step<V> {
    final Page<byte[], V> page;
    int child;

    Step(Page<byte[], V> page, int child) {
      this.page = page;
      this.child = child;
    }
  }

  final ArrayList<Step<V>> path = new ArrayList<>();
  @Nullable Page<byte[], V> leaf;
  int index;

  final byte[] currentKey() {
    return current().getKey(index);
  }

  final V currentValue() {
    return current().getValue(index);
  }

  private Page<byte[], V> current() {
    Page<byte[], V> page = leaf;
    if (page == null) {
      throw new AssertionError("the cursor is not on an entry");
    }
    return page;
  }
}
