package io.millrace.storage.store;

import io.millrace.storage.store.LogFormat.Decoded;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the records of one segment from its start. One thread at a time. */
final class SegmentReader implements AutoCloseable {
  private static final int WINDOW_BYTES = 256 << 10;

  private final RandomAccessFile file;
  private final long fileLength;
  private final SegmentHeader header;

  /** The part of the file from {@link #windowStart} on that is in memory, up to its limit. */
  private ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES).limit(0);

  private long windowStart;
  private long position = SegmentHeader.BYTES;

  SegmentReader(Path path, long number) throws IOException {
    file = new RandomAccessFile(path.toFile(), "r");
    try {
      fileLength = file.length();
      header = SegmentHeader.read(path, number, file);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  SegmentHeader header() {
    return header;
  }

  /** The next record, or null where the whole and ascending records end. */
  @Nullable Decoded next(long version) throws IOException {
    Decoded decoded = decodeAt(position, version);
    if (decoded != null) {
      position += decoded.length();
    }
    return decoded;
  }

  private @Nullable Decoded decodeAt(long offset, long version) throws IOException {
    if (!load(offset, LogFormat.HEADER_BYTES)
        || !LogFormat.isPlausible(window, index(offset), header.timeline(), version)) {
      return null;
    }
    if (!load(offset, window.getInt(index(offset)))) {
      return null;
    }
    return LogFormat.decode(window, index(offset), header.salt(), header.timeline(), version);
  }

  /** Whether something other than the terminator stands behind the last record. */
  boolean endsTorn() throws IOException {
    return load(position, LogFormat.TERMINATOR_BYTES) && window.getInt(index(position)) != 0;
  }

  /**
   * The highest version that whole records behind the end say is on the disk; the lowest long if
   * there is no such record. A torn tail has none above the end's version, since the force that a
   * later record tells of covered all records before it.
   */
  long durableBehindEnd(long version) throws IOException {
    long durable = Long.MIN_VALUE;
    long offset = position + 1;
    while (load(offset, LogFormat.HEADER_BYTES)) {
      int last = window.limit() - LogFormat.HEADER_BYTES;
      int candidate = index(offset);
      while (candidate <= last
          && !LogFormat.isPlausible(window, candidate, header.timeline(), version)) {
        candidate++;
      }
      offset = windowStart + candidate;
      if (candidate <= last) {
        Decoded decoded = decodeAt(offset, version);
        if (decoded != null) {
          durable = Math.max(durable, decoded.durableUpTo());
        }
        offset += decoded == null ? 1 : decoded.length();
      }
    }
    return durable;
  }

  /** The version at which the log was closed in order, or −1 if it was not. */
  long closedAt() throws IOException {
    return header.closedAt(file);
  }

  private int index(long offset) {
    return (int) (offset - windowStart);
  }

  /** Brings bytes into the window; false if the file ends before. */
  private boolean load(long offset, int length) throws IOException {
    if (offset >= windowStart && offset + length <= windowStart + window.limit()) {
      return true;
    }
    if (length < 0 || offset + length > fileLength) {
      return false;
    }
    if (window.capacity() < length) {
      window = ByteBuffer.allocate(length);
    }
    int read = (int) Math.min(window.capacity(), fileLength - offset);
    file.seek(offset);
    file.readFully(window.array(), 0, read);
    window.clear().limit(read);
    windowStart = offset;
    return true;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
