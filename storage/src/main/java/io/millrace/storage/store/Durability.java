package io.millrace.storage.store;

/** When an acknowledged commit is on the disk. */
public enum Durability {
  /** Forced before it is acknowledged: an acknowledged commit survives a power cut. */
  FULL,

  /**
   * Forced within about 10 milliseconds: a power cut may lose the commits of that time, in order
   * from the newest, and never leaves half a commit. The end of the process loses nothing.
   */
  NORMAL,

  /** Never forced but by checkpoints: a power cut loses what came after the last of them. */
  OFF
}
