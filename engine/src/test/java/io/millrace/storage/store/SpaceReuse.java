package io.millrace.storage.store;

/** Lets a test meet within moments what a store does after its retention time. */
public final class SpaceReuse {
  private SpaceReuse() {}

  /** Makes checkpoints overwrite what no lease holds as soon as it is dead. */
  public static void atOnce(Store store) {
    store.image().store().setRetentionTime(1);
  }
}
