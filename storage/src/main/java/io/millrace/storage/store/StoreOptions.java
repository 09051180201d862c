package io.millrace.storage.store;

/**
 * How a store is opened. Immutable.
 *
 * @param durability when a commit is on the disk
 * @param readOnly whether changes are refused; other readers may then be in the folder, no writer
 * @param cacheSizeBytes the memory for pages of the image that are read
 * @param logSegmentBytes the size at which the log goes on in a new segment
 * @param checkpointLogBytes the log bytes since the last checkpoint that make the next one due
 * @param checkpointDirtyBytes the heap bytes of pages not yet in the image that make one due
 */
public record StoreOptions(
    Durability durability,
    boolean readOnly,
    long cacheSizeBytes,
    long logSegmentBytes,
    long checkpointLogBytes,
    long checkpointDirtyBytes) {

  private static final long MEGABYTE = 1 << 20;

  public StoreOptions {
    requireAtLeast(1, cacheSizeBytes, "cacheSizeBytes");
    requireAtLeast(4096, logSegmentBytes, "logSegmentBytes");
    requireAtLeast(1, checkpointLogBytes, "checkpointLogBytes");
    requireAtLeast(1, checkpointDirtyBytes, "checkpointDirtyBytes");
  }

  private static void requireAtLeast(long least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + " must be at least " + least + ", but was " + value);
    }
  }

  /** Full durability, a cache of a quarter of the heap up to 64 MB, checkpoints every 64 MB. */
  public static StoreOptions defaults() {
    long cache = Math.min(64 * MEGABYTE, Math.max(MEGABYTE, Runtime.getRuntime().maxMemory() / 4));
    return new StoreOptions(
        Durability.FULL, false, cache, 16 * MEGABYTE, 64 * MEGABYTE, 64 * MEGABYTE);
  }

  /** These options with another durability. */
  public StoreOptions withDurability(Durability value) {
    return new StoreOptions(
        value, readOnly, cacheSizeBytes, logSegmentBytes, checkpointLogBytes, checkpointDirtyBytes);
  }

  /** These options, read-only or not. */
  public StoreOptions withReadOnly(boolean value) {
    return new StoreOptions(
        durability,
        value,
        cacheSizeBytes,
        logSegmentBytes,
        checkpointLogBytes,
        checkpointDirtyBytes);
  }

  /** These options with another cache size. */
  public StoreOptions withCacheSizeBytes(long value) {
    return new StoreOptions(
        durability, readOnly, value, logSegmentBytes, checkpointLogBytes, checkpointDirtyBytes);
  }

  /** These options with another segment size. */
  public StoreOptions withLogSegmentBytes(long value) {
    return new StoreOptions(
        durability, readOnly, cacheSizeBytes, value, checkpointLogBytes, checkpointDirtyBytes);
  }

  /** These options with another limit of log bytes between checkpoints. */
  public StoreOptions withCheckpointLogBytes(long value) {
    return new StoreOptions(
        durability, readOnly, cacheSizeBytes, logSegmentBytes, value, checkpointDirtyBytes);
  }

  /** These options with another limit of dirty bytes between checkpoints. */
  public StoreOptions withCheckpointDirtyBytes(long value) {
    return new StoreOptions(
        durability, readOnly, cacheSizeBytes, logSegmentBytes, checkpointLogBytes, value);
  }
}
