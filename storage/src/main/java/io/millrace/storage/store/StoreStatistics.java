package io.millrace.storage.store;

/**
 * What a store has done since it was opened, and what it holds. A loose reading: the figures are
 * taken one after the other.
 *
 * @param records log records appended
 * @param recordBytes their bytes on disk
 * @param forces how often the log was forced; below {@code records} when commits shared a force
 * @param logBytesSinceCheckpoint log bytes that a restart would replay
 * @param dirtyBytes heap bytes of pages that are not yet in the image, estimated
 * @param checkpoints checkpoints completed
 * @param imageBytes the size of the image file
 * @param segments log segments that are kept
 * @param leases leases that are held: while there is one, no space in the image can be used again
 */
public record StoreStatistics(
    long records,
    long recordBytes,
    long forces,
    long logBytesSinceCheckpoint,
    long dirtyBytes,
    long checkpoints,
    long imageBytes,
    int segments,
    int leases) {}
