package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.view.ViewMaintenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The views that one commit suspends: those that cannot follow it and were created {@code WITH
 * (on_error = 'suspend')}, with all that read them. A view without that option refuses the commit,
 * whether it fails itself or reads one that does. One thread at a time.
 */
final class SuspendOnError implements ViewMaintenance.Failures {
  private final Catalog catalog;
  private final Map<Integer, String> reasons = new LinkedHashMap<>();

  SuspendOnError(Catalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public boolean isLeftOut(View view) {
    return reasons.containsKey(view.id());
  }

  /** Only what a row's values raise suspends a view: a cancel does not, nor a fault of ours. */
  @Override
  public boolean leaveOut(View view, Throwable failure) {
    if (view.onError() != View.OnError.SUSPEND
        || !(failure instanceof DatabaseException error)
        || error.code() != ErrorCode.VIEW_MAINTENANCE_FAILED) {
      return false;
    }
    List<View> followers = catalog.followers(view);
    for (View follower : followers) {
      if (follower.onError() != View.OnError.SUSPEND) {
        throw ErrorCode.FOLLOWER_NOT_SUSPENDED.wrap(
            error, view.name(), follower.name(), error.message());
      }
    }
    reasons.put(view.id(), error.message());
    followers.forEach(each -> reasons.putIfAbsent(each.id(), view.followersReason()));
    return true;
  }

  /** The views to suspend by id, and why. */
  Map<Integer, String> reasons() {
    return reasons;
  }

  /** A sentence for each of them, for whoever committed. */
  List<String> warnings() {
    return reasons.entrySet().stream()
        .map(each -> warning(catalog.require(each.getKey()).name().toString(), each.getValue()))
        .toList();
  }

  private static String warning(String view, String reason) {
    return "View \""
        + view
        + "\" is suspended from this commit on: "
        + reason
        + " Use ALTER MATERIALIZED VIEW "
        + view
        + " RESUME to keep it again.";
  }
}
