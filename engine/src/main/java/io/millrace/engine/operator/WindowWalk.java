package io.millrace.engine.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A walk away from an anchor, as long as any of some reaches spans the way. */
final class WindowWalk {
  private final List<WindowReach.Meter> meters;
  private final boolean anchorLooks;
  private @Nullable WindowEntry anchor;

  /**
   * @param anchorLooks whether the anchor is the row that looks at the entries, or is looked at
   */
  WindowWalk(List<WindowReach> reaches, boolean anchorLooks) {
    this.meters = reaches.stream().map(WindowReach::meter).toList();
    this.anchorLooks = anchorLooks;
  }

  void reset(WindowEntry start) {
    anchor = start;
    meters.forEach(meter -> meter.reset(start));
  }

  /** Goes on to an entry; false, without going there, if it is out of all reach. */
  boolean reaches(WindowEntry entry) {
    WindowEntry start = anchor;
    if (start == null) {
      throw new AssertionError("the walk has no start");
    }
    WindowEntry looking = anchorLooks ? start : entry;
    WindowEntry seen = anchorLooks ? entry : start;
    boolean covered = false;
    for (WindowReach.Meter meter : meters) {
      covered = covered || meter.covers(looking, seen, entry);
    }
    if (covered) {
      meters.forEach(meter -> meter.pass(entry));
    }
    return covered;
  }
}
