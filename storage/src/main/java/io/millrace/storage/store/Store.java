package io.millrace.storage.store;

import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.TraceChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The persistent store: numbered maps of bytes, versions, and a log of what the engine tells it.
 *
 * <p><b>Writing.</b> One thread at a time, which holds the engine's commit lock: {@link #append}
 * the record, {@link #apply} its changes, {@link #cut} the snapshot. Then, outside of that lock,
 * {@link #force} waits until the record is durable, together with the records of others; only then
 * the engine publishes the snapshot. An exception in append, apply or cut ends the store, since the
 * live maps may hold half a commit: it must be opened again, and recovers from the log.
 *
 * <p><b>Opening.</b> The maps stand at {@link #imageVersion()}. The engine replays {@link #tail()}
 * through {@code apply}, then calls {@link #recovered}; nothing can be appended before.
 *
 * <p><b>Reading.</b> Any thread: take a {@link #lease()}, then load the snapshot that the engine
 * published, read, close the lease. Readers and the writer never wait for each other.
 *
 * <p><b>Interrupts.</b> An interrupt of a calling thread is left pending and breaks nothing.
 *
 * <p>A store in memory is the same without files: nothing is logged, forced or recovered.
 */
public final class Store implements AutoCloseable {
  private final Health health;
  private final Image image;
  private final LiveMaps maps;
  private final @Nullable Disk disk;

  // The writer's.
  private boolean recovered;
  private long cutVersion;
  private boolean closed;

  private Store(Health health, Image image, LiveMaps maps, @Nullable Disk disk) {
    this.health = health;
    this.image = image;
    this.maps = maps;
    this.disk = disk;
    this.recovered = disk == null;
    this.cutVersion = disk == null ? 0 : image.version();
  }

  /** An empty store on the heap; it goes with the last reference to it. */
  public static Store inMemory() {
    Image image = Image.inMemory();
    return new Store(new Health(), image, new LiveMaps(image.store()), null);
  }

  /**
   * Opens the database in a folder; makes both if they are absent.
   *
   * @throws StoreException 08001 if the folder is in use, no database, not accessible or of an
   *     unknown format; XX001 if committed data is damaged or missing; 58030 if the disk fails
   */
  public static Store open(Path folder, StoreOptions options) {
    Health health = new Health();
    Disk disk = Disk.open(folder, options, health);
    return new Store(health, disk.image(), disk.maps(), disk);
  }

  /** The image below, for the tests of this package. */
  Image image() {
    return image;
  }

  /** The version that the opened maps stand at; 0 for a new store. */
  public long imageVersion() {
    return image.version();
  }

  /**
   * The timeline that versions belong to from now on. It is raised when acknowledged versions may
   * have been lost, so that (timeline, version) names one state for ever.
   */
  public long timeline() {
    return disk == null ? 1 : disk.contents().timeline();
  }

  /**
   * The records that the image lacks, in order. They are read as the iteration goes on; each
   * iteration reads anew.
   */
  public Iterable<LogRecord> tail() {
    return disk == null ? List.of() : disk.contents();
  }

  /** Ends recovery: the maps now stand at the version of the last record, or at the image's. */
  public void recovered(long version) {
    if (disk != null && version != disk.contents().lastVersion()) {
      throw new AssertionError(
          "recovery must end at version " + disk.contents().lastVersion() + ", but was " + version);
    }
    cutVersion = version;
    recovered = true;
  }

  /**
   * Writes a record to the log and returns the ticket that {@link #force} wants; 0 for a store in
   * memory. The record survives the end of the process from here on, though not yet a power cut.
   */
  public long append(LogRecord record) {
    requireWritable();
    if (disk == null || disk.log() == null) {
      return 0;
    }
    try {
      return disk.log().append(record);
    } catch (IOException | RuntimeException | Error e) {
      throw health.fail("Cannot append to the log", e);
    }
  }

  /**
   * Changes a map, entry by entry in key order; it comes into being with its first change. The
   * change is seen by the next cut. Cost: O(|change| log n), best when neighbours change together.
   */
  public void apply(int mapId, TraceChange change) {
    requireOpen();
    try {
      maps.apply(mapId, change);
    } catch (RuntimeException | Error e) {
      throw health.fail("Cannot apply a change", e);
    }
  }

  /** Adds all rows of a cursor, best in order, to a map of weights. */
  public void bulkLoad(int mapId, Cursor rows) {
    requireOpen();
    try {
      maps.load(mapId, rows);
    } catch (RuntimeException | Error e) {
      throw health.fail("Cannot load rows", e);
    }
  }

  /** Puts all values of a cursor, best in order, into a map of states. */
  public void bulkLoad(int mapId, StateCursor values) {
    requireOpen();
    try {
      maps.load(mapId, values);
    } catch (RuntimeException | Error e) {
      throw health.fail("Cannot load values", e);
    }
  }

  /**
   * Leaves a map out of later cuts. Earlier snapshots still read it; its space is freed by
   * checkpoints to come.
   */
  public void dropMap(int mapId) {
    requireOpen();
    try {
      maps.drop(mapId);
      if (disk == null) {
        maps.removeDropped();
      }
    } catch (RuntimeException | Error e) {
      throw health.fail("Cannot drop a map", e);
    }
  }

  /**
   * All maps as they stand, which the caller says is at this version. Cost: O(touched maps), and a
   * copy of one reference for each map.
   */
  public Snapshot cut(long version) {
    requireOpen();
    try {
      Snapshot snapshot = maps.cut(version);
      cutVersion = version;
      return snapshot;
    } catch (RuntimeException | Error e) {
      throw health.fail("Cannot cut a snapshot", e);
    }
  }

  /**
   * Returns when the record of a ticket, and so all before it, is as durable as {@link Durability}
   * says. Any number of threads share one force of the disk.
   *
   * @throws StoreException 08007 if the disk failed: the commit may or may not survive
   */
  public void force(long ticket) {
    if (disk != null && disk.log() != null) {
      disk.log().force(ticket);
    }
  }

  /** Keeps what snapshots read from being overwritten; take it before loading the snapshot. */
  public Lease lease() {
    return maps.lease();
  }

  /** Whether so much has changed since the last checkpoint that the writer should begin one. */
  public boolean checkpointDue() {
    return disk != null
        && disk.checkpoints() != null
        && !health.hasFailed()
        && disk.checkpoints().isDue();
  }

  /**
   * Begins a checkpoint of the maps as they stand, at the version of the last cut. The writer calls
   * it between two commits and is held for a few milliseconds; {@link #awaitCheckpoint()} waits for
   * the end. Without changes since the last one it does nothing.
   */
  public void checkpoint(long version) {
    requireOpen();
    if (disk == null || disk.checkpoints() == null) {
      return;
    }
    try {
      disk.checkpoints().start(version);
    } catch (RuntimeException | Error e) {
      throw health.fail("Cannot begin a checkpoint", e);
    }
  }

  /** Returns when no checkpoint is under way; what was begun before is then on the disk. */
  public void awaitCheckpoint() {
    if (disk != null && disk.checkpoints() != null) {
      disk.checkpoints().await();
    }
  }

  /** What the store has done and holds. */
  public StoreStatistics statistics() {
    if (disk == null || disk.log() == null || disk.checkpoints() == null) {
      return new StoreStatistics(0, 0, 0, 0, 0, 0, image.fileBytes(), 0, maps.leases());
    }
    Log log = disk.log();
    return new StoreStatistics(
        log.records(),
        log.appendedBytes(),
        log.forces(),
        disk.checkpoints().logBytes(),
        image.dirtyBytes(),
        disk.checkpoints().completed(),
        image.fileBytes(),
        log.segments(),
        maps.leases());
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreException(StoreException.CLOSED, "The database is closed");
    }
    health.check();
  }

  private void requireWritable() {
    requireOpen();
    if (disk != null && disk.log() == null) {
      throw new StoreException(
          StoreException.READ_ONLY, "The database %s is read-only".formatted(disk.folder()));
    }
    if (!recovered) {
      throw new AssertionError("the log must be replayed before a record is appended");
    }
  }

  /**
   * Closes the store behind a last checkpoint, so that opening it again replays nothing; a store
   * that failed is just let go. The caller holds the commit lock. Snapshots must no longer be read.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (disk == null) {
      image.close();
      return;
    }
    StoreException failure = lastCheckpoint(disk);
    try {
      disk.close(failure == null && !health.hasFailed());
    } catch (IOException | RuntimeException e) {
      failure = failure == null ? health.fail("Cannot close the database", e) : failure;
    }
    if (failure != null) {
      throw failure;
    }
  }

  private @Nullable StoreException lastCheckpoint(Disk disk) {
    if (disk.log() == null || disk.checkpoints() == null || !recovered || health.hasFailed()) {
      return null;
    }
    // A record that was appended and not applied stays in the log for the next recovery.
    if (cutVersion < disk.log().lastVersion()) {
      return null;
    }
    try {
      disk.checkpoints().start(cutVersion);
      disk.checkpoints().await();
      return null;
    } catch (RuntimeException | Error e) {
      return health.fail("Cannot write the last checkpoint", e);
    }
  }
}
