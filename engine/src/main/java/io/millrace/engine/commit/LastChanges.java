package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * When each relation last changed, for SERIALIZABLE. Under the commit lock.
 *
 * <p>What a suspended view holds changes without a tick that tells: so suspending it counts as a
 * change, and whoever read it afterwards read what lies beneath it.
 */
final class LastChanges {
  private final Map<Integer, Long> versions = new HashMap<>();

  /** Notes that a commit changed some relations. */
  void add(Collection<Integer> relationIds, long version) {
    relationIds.forEach(id -> versions.put(id, version));
  }

  /** Notes the views that a commit suspended. */
  void addSuspended(Catalog from, Catalog to, long version) {
    for (View view : from.maintainedViews()) {
      if (to.relation(view.id()).orElse(null) instanceof View after && after.isSuspended()) {
        versions.put(view.id(), version);
      }
    }
  }

  /** Whether what a relation of a state holds has changed since. */
  boolean isChangedSince(DatabaseState state, int relationId) {
    if (versions.getOrDefault(relationId, 0L) > state.version()) {
      return true;
    }
    return state.catalog().require(relationId) instanceof View view
        && view.isSuspended()
        && view.dependencies().stream().anyMatch(below -> isChangedSince(state, below));
  }
}
