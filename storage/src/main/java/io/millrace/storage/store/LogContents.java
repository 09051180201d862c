package io.millrace.storage.store;

import io.millrace.storage.store.LogFormat.Decoded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What the log holds when a store is opened: where it ends, what was dropped, and the records that
 * the image lacks.
 *
 * <p>Within a segment, records end at the first that is not whole. In an older segment that must be
 * where the header of the next one says it ended. In the newest segment it is a torn tail, to be
 * dropped, unless a whole record behind it knows that more was on the disk: then acknowledged
 * commits are lost, and the store does not open. Damage at or below the image's version harms
 * nobody.
 *
 * <p>Dropping a tail raises the timeline, since versions will be given again with other contents.
 * So does any end without a closing mark of a log that acknowledged before it forced: it may have
 * lost commits and show no trace.
 */
final class LogContents implements Iterable<LogRecord> {
  /** One segment and the version its records end at. */
  record Part(Path path, long number, long endVersion, long previousVersion) {}

  private final long imageVersion;
  private final List<Part> parts = new ArrayList<>();
  private long lastVersion;
  private long timeline = 1;
  private long tailBytes;

  private LogContents(long imageVersion) {
    this.imageVersion = imageVersion;
    this.lastVersion = imageVersion;
  }

  /**
   * Reads all segments through.
   *
   * @param imageVersion the version the image stands at
   * @param imageSegment the newest segment when the image was written, 0 if there was none
   * @throws StoreException XX001 if commits are missing
   */
  static LogContents read(LogFolder folder, long imageVersion, long imageSegment)
      throws IOException {
    LogContents contents = new LogContents(imageVersion);
    List<SegmentReader> readers = new ArrayList<>();
    List<Path> paths = new ArrayList<>();
    try {
      for (Map.Entry<Long, Path> segment : folder.segments().entrySet()) {
        paths.add(segment.getValue());
        readers.add(new SegmentReader(segment.getValue(), segment.getKey()));
      }
      contents.requireStart(readers, paths);
      contents.requireEnd(readers, imageSegment);
      for (int i = 0; i < readers.size(); i++) {
        SegmentHeader next = i + 1 < readers.size() ? readers.get(i + 1).header() : null;
        contents.add(readers.get(i), paths.get(i), next);
      }
    } finally {
      for (SegmentReader reader : readers) {
        reader.close();
      }
    }
    contents.lastVersion = Math.max(contents.lastVersion, imageVersion);
    return contents;
  }

  private void requireStart(List<SegmentReader> readers, List<Path> paths) {
    if (readers.isEmpty()) {
      return;
    }
    long previous = readers.get(0).header().previousVersion();
    if (previous > imageVersion) {
      throw corrupt(
          "The log starts at %s after version %d, but the image stands at version %d"
              .formatted(paths.get(0), previous, imageVersion));
    }
    lastVersion = previous;
    long number = readers.get(0).header().number();
    for (SegmentReader reader : readers) {
      if (reader.header().number() != number) {
        throw corrupt("The log segment %d is missing beside %s".formatted(number, paths.get(0)));
      }
      number++;
    }
  }

  private void requireEnd(List<SegmentReader> readers, long imageSegment) {
    long newest = readers.isEmpty() ? 0 : readers.get(readers.size() - 1).header().number();
    if (newest < imageSegment) {
      throw corrupt("The log segment %d is missing".formatted(imageSegment));
    }
  }

  private void add(SegmentReader reader, Path path, @Nullable SegmentHeader next)
      throws IOException {
    long previous = reader.header().previousVersion();
    long bound = next == null ? Long.MAX_VALUE : next.previousVersion();
    long version = previous;
    while (version < bound) {
      Decoded decoded = reader.next(version);
      if (decoded == null || decoded.record().version() > bound) {
        break;
      }
      version = decoded.record().version();
      if (version > imageVersion) {
        requireReplayable(decoded.record());
        tailBytes += decoded.length();
      }
    }
    timeline = reader.header().timeline();
    if (next == null) {
      examineEnd(reader, path, version);
    } else if (version < bound && bound > imageVersion) {
      throw corrupt(
          "%s is damaged after version %d; version %d was committed"
              .formatted(path, version, bound));
    }
    parts.add(new Part(path, reader.header().number(), version, previous));
    lastVersion = next == null ? version : bound;
  }

  private void requireReplayable(LogRecord record) {
    if (record.kind() == LogRecord.Kind.IMAGE) {
      throw corrupt(
          "The log continues from the checkpoint of version %d, but the image stands at version %d"
              .formatted(record.version(), imageVersion));
    }
  }

  private void examineEnd(SegmentReader reader, Path path, long version) throws IOException {
    long known = Math.max(version, imageVersion);
    long closedAt = reader.closedAt();
    if (closedAt >= 0 && closedAt <= known) {
      return;
    }
    if (closedAt > known || reader.durableBehindEnd(version) > known) {
      throw corrupt(
          "%s is damaged after version %d; later versions were committed".formatted(path, version));
    }
    if (reader.endsTorn() || !reader.header().forcedFirst()) {
      timeline++;
    }
  }

  private static StoreException corrupt(String message) {
    return new StoreException(StoreException.CORRUPT, message);
  }

  /** The segments in order. */
  List<Part> parts() {
    return parts;
  }

  /** The version that recovery ends at. */
  long lastVersion() {
    return lastVersion;
  }

  /** The timeline that new records belong to. */
  long timeline() {
    return timeline;
  }

  /** The bytes of the records that are not in the image. */
  long tailBytes() {
    return tailBytes;
  }

  /** The records behind the image's version, in order; each iteration reads the files again. */
  @Override
  public Iterator<LogRecord> iterator() {
    return new Tail();
  }

  private final class Tail implements Iterator<LogRecord> {
    private final Iterator<Part> remaining = parts.iterator();
    private @Nullable Part part;
    private @Nullable SegmentReader reader;
    private long version;
    private @Nullable LogRecord ahead;

    @Override
    public boolean hasNext() {
      try {
        while (ahead == null && advance()) {}
      } catch (IOException e) {
        throw new StoreException(StoreException.IO_ERROR, "Cannot read the log: " + e, e);
      }
      return ahead != null;
    }

    /** Reads one record or moves on by one segment; false at the end. */
    private boolean advance() throws IOException {
      if (part == null || reader == null || version >= part.endVersion()) {
        return open();
      }
      Decoded decoded = reader.next(version);
      if (decoded == null) {
        throw corrupt(part.path() + " has changed while it was read");
      }
      version = decoded.record().version();
      ahead = version > imageVersion ? decoded.record() : null;
      return true;
    }

    private boolean open() throws IOException {
      if (reader != null) {
        reader.close();
        reader = null;
      }
      while (remaining.hasNext()) {
        Part next = remaining.next();
        if (next.endVersion() > imageVersion) {
          part = next;
          reader = new SegmentReader(next.path(), next.number());
          version = next.previousVersion();
          return true;
        }
      }
      part = null;
      return false;
    }

    @Override
    public LogRecord next() {
      if (!hasNext() || ahead == null) {
        throw new NoSuchElementException();
      }
      LogRecord record = ahead;
      ahead = null;
      return record;
    }
  }
}
