package io.millrace.storage.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint of the log's sum: an MVStore file that holds all maps at one version, and which
 * version that is.
 *
 * <p>MVStore is set so that it writes only when we commit: its timer and its buffer limit would
 * both commit in the middle of a transaction, and so would its housekeeping. Commits run on its two
 * executors, so the writer waits only for the cut of the roots.
 *
 * <p>The file is left as after a crash, behind the last synced and verified checkpoint: MVStore's
 * orderly close would write more, with no retention, and nothing of that would be verified. So a
 * restart always takes the same way.
 */
final class Image {
  private static final String META_MAP = "millrace";
  private static final String FORMAT_KEY = "format";
  private static final String PRODUCT_KEY = "product";
  private static final String VERSION_KEY = "version";
  private static final String SEGMENT_KEY = "segment";

  /** Chunks are not overwritten before this age; never 0, which loses data when combined. */
  private static final int RETENTION_MILLIS = 10_000;

  private static final int COMPACTION_FILL_RATE = 50;
  private static final int MIN_COMPACTION_BYTES = 4 << 20;
  private static final int MAX_COMPACTION_BYTES = 32 << 20;

  private final MVStore store;
  private final @Nullable ImageFile file;
  private final @Nullable MVMap<String, String> meta;
  private long writtenBytes;

  private Image(MVStore store, @Nullable ImageFile file, @Nullable MVMap<String, String> meta) {
    this.store = store;
    this.file = file;
    this.meta = meta;
  }

  /** An image without a file: the maps live on the heap. */
  static Image inMemory() {
    MVStore store = new MVStore.Builder().open();
    store.setVersionsToKeep(0);
    return new Image(store, null, null);
  }

  /**
   * Opens the image file at the newest whole checkpoint; makes it if it is absent.
   *
   * @throws StoreException 08001 if its format is unknown, XX001 if no checkpoint in it is whole
   */
  static Image open(Path path, StoreOptions options) throws IOException {
    ImageFile file = ImageFile.open(path, options.readOnly(), options.cacheSizeBytes());
    try {
      MVStore.Builder builder =
          new MVStore.Builder().adoptFileStore(file).autoCommitDisabled().autoCommitBufferSize(0);
      MVStore store = builder.open();
      MVMap<String, String> meta =
          store.openMap(
              META_MAP,
              new MVMap.Builder<String, String>()
                  .keyType(StringDataType.INSTANCE)
                  .valueType(StringDataType.INSTANCE));
      Image image = new Image(store, file, meta);
      image.start(path, meta, options.readOnly());
      return image;
    } catch (MVStoreException e) {
      file.closeFiles();
      throw StoreException.of("Cannot open " + path, e);
    } catch (Throwable e) {
      file.closeFiles();
      throw e;
    }
  }

  private void start(Path path, MVMap<String, String> meta, boolean readOnly) {
    @Nullable String format = meta.get(FORMAT_KEY);
    if (format != null) {
      @Nullable String product = meta.get(PRODUCT_KEY);
      Product.requireReadable(
          path.toString(), Integer.parseInt(format), product == null ? "?" : product);
    }
    if (readOnly) {
      return;
    }
    store.setRetentionTime(RETENTION_MILLIS);
    if (format == null) {
      meta.put(FORMAT_KEY, Integer.toString(Product.FORMAT));
      meta.put(PRODUCT_KEY, Product.version());
      meta.put(VERSION_KEY, "0");
      store.commit();
    }
    // Only now, so that the commit above ran here: this starts the executors. The delay keeps the
    // timer itself from ever doing anything.
    store.setAutoCommitDelay(Integer.MAX_VALUE);
  }

  MVStore store() {
    return store;
  }

  /** The version that the opened maps stand at, 0 if nothing was ever written. */
  long version() {
    return readMeta(VERSION_KEY);
  }

  /** The newest segment of the log when the image was written, 0 if there was none. */
  long segment() {
    return readMeta(SEGMENT_KEY);
  }

  private long readMeta(String key) {
    if (meta == null) {
      return 0;
    }
    @Nullable String value = meta.get(key);
    return value == null ? 0 : Long.parseLong(value);
  }

  /**
   * Cuts the roots of all maps for the next checkpoint and hands them to MVStore's executors. The
   * writer calls it between two transactions. Cost: about 2 ms, unless compaction is at work.
   */
  void commit(long version, long segment) {
    if (meta == null) {
      return;
    }
    meta.put(VERSION_KEY, Long.toString(version));
    meta.put(SEGMENT_KEY, Long.toString(segment));
    meta.put(PRODUCT_KEY, Product.version());
    boolean interrupted = Thread.interrupted();
    try {
      // It gives up at once while another thread holds the store's lock.
      while (store.tryCommit() < 0) {
        requireAlive();
        LockSupport.parkNanos(200_000);
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits until all that was committed is in the file, on the disk, and can be read back. */
  void settle() throws IOException {
    if (file == null) {
      return;
    }
    store.executeFilestoreOperation(() -> {});
    requireAlive();
    store.sync();
    file.verify();
  }

  /** Failures on MVStore's executors show only here. */
  private void requireAlive() {
    @Nullable MVStoreException failure = store.getPanicException();
    if (failure != null) {
      throw failure;
    }
    if (store.isClosed()) {
      throw new StoreException(StoreException.CLOSED, "The image is closed");
    }
  }

  /**
   * Moves live pages out of chunks that are mostly dead, so that the next checkpoints can free
   * them: without this the file only grows. The budget follows what was written since the last
   * call, since that is what made garbage. Returns whether pages were moved.
   */
  boolean compact() {
    if (file == null) {
      return false;
    }
    long total = file.writtenBytes();
    long budget = (total - writtenBytes) / 2;
    writtenBytes = total;
    return store.compact(
        COMPACTION_FILL_RATE,
        (int) Math.max(MIN_COMPACTION_BYTES, Math.min(MAX_COMPACTION_BYTES, budget)));
  }

  /** Heap bytes of pages that are not in the file, estimated. */
  long dirtyBytes() {
    return file == null ? 0 : Math.max(0, store.getUnsavedMemory());
  }

  long fileBytes() {
    return file == null ? 0 : file.size();
  }

  /** Closes the file without writing anything. */
  void close() {
    boolean interrupted = Thread.interrupted();
    store.closeImmediately();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
