package io.millrace.engine.commit;

import io.millrace.engine.circuit.Progress;
import io.millrace.storage.store.Snapshot;

/**
 * Fills the maps of something new, or checks a new constraint, while commits go on: from a
 * snapshot, with a tap on what commits change since; then it catches up, at the end under the
 * commit lock, and stands where the database stands.
 */
abstract class Creation {
  /** Each is shorter than the one before, unless the fill is slower than the commits. */
  private static final int MAX_ROUNDS = 8;

  private final String work;
  private final String name;
  private final Tap tap;

  /**
   * @param work what it does to the named thing, as a progress line says it
   */
  Creation(String work, String name, Tap tap) {
    this.work = work;
    this.name = name;
    this.tap = tap;
  }

  /** What delivers the commits since the snapshot. */
  Tap tap() {
    return tap;
  }

  /** Fills from a snapshot that the tap goes on from, and follows what has been delivered. */
  void run(Snapshot source, Runnable cancelCheck, Progress progress) {
    progress.begin(work + " " + name);
    fill(source, cancelCheck, progress);
    progress.begin("Catching up " + name);
    int rounds = 0;
    while (catchUp(cancelCheck)) {
      if (++rounds == MAX_ROUNDS) {
        return;
      }
    }
  }

  /** Follows what the tap has delivered, and returns whether there was anything. */
  boolean catchUp(Runnable cancelCheck) {
    Tap.Delivery delivery = tap.take();
    if (delivery == null) {
      return false;
    }
    cancelCheck.run();
    follow(delivery, cancelCheck);
    return true;
  }

  abstract void fill(Snapshot source, Runnable cancelCheck, Progress progress);

  abstract void follow(Tap.Delivery delivery, Runnable cancelCheck);

  /** The last word, under the commit lock, when everything new has caught up. */
  void complete(Runnable cancelCheck) {
    // What follows each commit has nothing to add.
  }
}
