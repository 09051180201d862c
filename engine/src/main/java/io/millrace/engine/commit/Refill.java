package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.View;
import io.millrace.engine.view.SharedTraces;
import io.millrace.engine.view.ViewMaintenance;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.store.Store;
import io.millrace.storage.store.StoreException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The views that recovery could not bring along: left out of its ticks, with all that read them,
 * and filled anew when the tables stand at the end. One that cannot be filled either is suspended:
 * whatever a circuit does, the database opens.
 *
 * <p>A view is filled into new maps, since the ids of maps are never used twice. Nothing of it is
 * logged: should there be no checkpoint before the next recovery, that one finds the same again, or
 * a record of the catalog with the maps given here, and fills those.
 */
final class Refill implements ViewMaintenance.Failures {
  private static final Logger LOGGER = LoggerFactory.getLogger(Refill.class);

  private final Store store;
  private final CatalogChange catalogChange;
  private final int usedIds;
  private final Supplier<Catalog> catalog;
  private final Map<Integer, String> reasons = new TreeMap<>();

  /**
   * @param image what the store was opened with, orphaned maps included
   * @param catalog the catalog as recovery goes on
   */
  Refill(Store store, CatalogChange catalogChange, Snapshot image, Supplier<Catalog> catalog) {
    this.store = store;
    this.catalogChange = catalogChange;
    this.usedIds = Arrays.stream(image.mapIds()).max().orElse(0) + 1;
    this.catalog = catalog;
  }

  @Override
  public boolean isLeftOut(View view) {
    return reasons.containsKey(view.id());
  }

  /** Goes on without the view, unless it is the store that failed. */
  @Override
  public boolean leaveOut(View view, Throwable failure) {
    if (failure instanceof StoreException) {
      return false;
    }
    leaveOut(view, reason(failure));
    catalog.get().followers(view).forEach(follower -> leaveOut(follower, readsFailed(view)));
    return true;
  }

  private void leaveOut(View view, String reason) {
    if (reasons.putIfAbsent(view.id(), reason) == null) {
      LOGGER.warn("View {} cannot be replayed and will be filled anew: {}", view.name(), reason);
    }
  }

  private static String reason(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }

  private static String readsFailed(View view) {
    return "it reads or shares state with view \"" + view.name() + "\"";
  }

  /** Fills views that a change of the catalog makes, as the first time. */
  void fill(List<View> views, Catalog from, Catalog to) {
    Set<Integer> filled = new HashSet<>(CatalogChange.maps(from));
    for (View view : views) {
      reasons.remove(view.id());
      View failed = firstLeftOut(view, to);
      String reason = failed == null ? fillDetached(view, filled, to) : readsFailed(failed);
      if (reason != null) {
        leaveOut(view, reason);
      }
      filled.addAll(view.mapIds());
    }
  }

  /** A map that the view has in common with others holds what it must already. */
  private @Nullable String fillDetached(View view, Set<Integer> filled, Catalog to) {
    View detached = SharedTraces.detached(view, filled, Math.max(usedIds, to.nextId()));
    String reason = fill(detached, to);
    detached.mapIds().stream().filter(map -> !view.mapIds().contains(map)).forEach(store::dropMap);
    return reason;
  }

  private @Nullable View firstLeftOut(View view, Catalog to) {
    for (View each : to.maintainedViews()) {
      if (isLeftOut(each) && (reads(view, each) || sharesMaps(view, each))) {
        return each;
      }
    }
    return null;
  }

  private static boolean reads(View view, View other) {
    return view.dependencies().contains(other.id());
  }

  private static boolean sharesMaps(View view, View other) {
    return view.id() != other.id() && !Collections.disjoint(view.mapIds(), other.mapIds());
  }

  /** Fills a view, and returns why that was not possible, or null. */
  private @Nullable String fill(View view, Catalog to) {
    try {
      catalogChange.fill(view, to);
      return null;
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException | AssertionError e) {
      return reason(e);
    }
  }

  /** The catalog in which all views that were left out are filled again, or suspended. */
  Catalog run() {
    Catalog result = catalog.get();
    for (View view : catalog.get().maintainedViews()) {
      if (isLeftOut(view)) {
        result = refilled(view, result.reserveBelow(usedIds));
      }
    }
    return result;
  }

  private Catalog refilled(View view, Catalog to) {
    Catalog next = to;
    String reason = suspendedBelow(view, to);
    if (reason == null) {
      View anew = view.refilledIn(to.nextId());
      next = to.reserve(view.mapCount());
      reason = fill(anew, next.with(anew));
      if (reason == null) {
        LOGGER.warn("View {} was filled anew", view.name());
        return next.with(anew);
      }
      anew.mapIds().forEach(store::dropMap);
    }
    LOGGER.warn("View {} is suspended: {}", view.name(), reason);
    return next.with(view.suspended(reason));
  }

  private static @Nullable String suspendedBelow(View view, Catalog to) {
    for (int id : view.dependencies()) {
      Relation relation = to.require(id);
      if (relation instanceof View below && below.isSuspended()) {
        return below.followersReason();
      }
    }
    return null;
  }
}
