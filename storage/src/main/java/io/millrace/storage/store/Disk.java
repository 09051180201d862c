package io.millrace.storage.store;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a store on disk has and one in memory has not: the lock of its folder, the log and the
 * checkpoints. A store that is open for reading only has neither log to write nor checkpoints.
 *
 * @param folder the real path of the folder
 * @param lock the lock of the folder
 * @param image the image
 * @param maps the live maps, at the image's version when it is opened
 * @param contents what the log held when it was opened
 * @param log the log to append to, null if read-only
 * @param checkpoints null if read-only
 */
record Disk(
    Path folder,
    FolderLock lock,
    Image image,
    LiveMaps maps,
    LogContents contents,
    @Nullable Log log,
    @Nullable Checkpoints checkpoints) {

  static Disk open(Path path, StoreOptions options, Health health) {
    try {
      Path folder = StoreFolder.prepare(path, options.readOnly());
      FolderLock lock = FolderLock.acquire(folder, options.readOnly());
      try {
        return open(folder, lock, options, health);
      } catch (Throwable e) {
        lock.release();
        throw e;
      }
    } catch (IOException e) {
      throw new StoreException(
          StoreException.CANNOT_OPEN, "Cannot open the database %s: %s".formatted(path, e), e);
    }
  }

  private static Disk open(Path folder, FolderLock lock, StoreOptions options, Health health)
      throws IOException {
    LogFolder logFolder = new LogFolder(folder, options.logSegmentBytes());
    logFolder.requireReadable();
    Image image = StoreFolder.openImage(folder, logFolder, options);
    try {
      LogContents contents = LogContents.read(logFolder, image.version(), image.segment());
      LiveMaps maps = new LiveMaps(image.store());
      if (options.readOnly()) {
        return new Disk(folder, lock, image, maps, contents, null, null);
      }
      logFolder.adoptSpares();
      Log log = new Log(logFolder, options, contents, health);
      log.start();
      Checkpoints checkpoints =
          new Checkpoints(image, maps, log, health, options, contents.tailBytes());
      return new Disk(folder, lock, image, maps, contents, log, checkpoints);
    } catch (Throwable e) {
      image.close();
      throw e;
    }
  }

  /** Ends everything, in order if the image holds all that the log does. */
  void close(boolean orderly) throws IOException {
    try {
      if (checkpoints != null) {
        checkpoints.close();
      }
      if (log != null) {
        log.close(orderly);
      }
    } finally {
      try {
        image.close();
      } finally {
        lock.release();
      }
    }
  }
}
