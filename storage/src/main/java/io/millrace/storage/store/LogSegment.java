package io.millrace.storage.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * The segment of the log that is being written: a file with a header, records, and space ahead.
 *
 * <p>Space is written with zeros before it is used, since forcing a file that does not grow takes
 * about 40 % less time. The file is a {@link RandomAccessFile} and not a channel: an interrupt of
 * the thread that writes or forces closes a channel for everybody, and does nothing here. One
 * thread at a time writes; {@link #force()} and {@link #close()} are for any thread.
 */
class LogSegment {
  private static final int FIRST_STEP_BYTES = 64 << 10;
  private static final int MAX_STEP_BYTES = 1 << 20;

  private final Path path;
  private final SegmentHeader header;
  private final long sizeBytes;
  private final RandomAccessFile file;
  private final Object closing = new Object();
  private boolean closed;
  private long position = SegmentHeader.BYTES;
  private long allocated;

  /** Goes on with a file that holds the header and no record, to end at about a size. */
  LogSegment(Path path, SegmentHeader header, long sizeBytes) throws IOException {
    this.path = path;
    this.header = header;
    this.sizeBytes = sizeBytes;
    this.file = new RandomAccessFile(path.toFile(), "rw");
    this.allocated = file.length();
    file.seek(position);
  }

  Path path() {
    return path;
  }

  SegmentHeader header() {
    return header;
  }

  /** Whether a record fits; a segment without records takes any. */
  boolean hasRoom(int length) {
    return position == SegmentHeader.BYTES || position + length <= sizeBytes;
  }

  /** Writes a record and its terminator; the next record overwrites the terminator. */
  void write(byte[] record) throws IOException {
    long end = position + record.length;
    if (end > allocated) {
      allocate(end);
    }
    file.write(record);
    position = end - LogFormat.TERMINATOR_BYTES;
    file.seek(position);
  }

  private void allocate(long end) throws IOException {
    long step = Math.min(MAX_STEP_BYTES, Math.max(FIRST_STEP_BYTES, allocated));
    // Never a step past the full size: only files of exactly that size serve again as spares.
    long target = Math.max(end, Math.min(sizeBytes, allocated + step));
    byte[] zeros = new byte[(int) Math.min(MAX_STEP_BYTES, target - allocated)];
    file.seek(allocated);
    while (allocated < target) {
      int length = (int) Math.min(zeros.length, target - allocated);
      file.write(zeros, 0, length);
      allocated += length;
    }
    file.seek(position);
  }

  /** Returns when all that was written is on the disk. */
  void force() throws IOException {
    synchronized (closing) {
      // It was forced before it was closed.
      if (!closed) {
        file.getFD().sync();
      }
    }
  }

  /** Notes that the log ends here, in order. */
  void markClosed(long version) throws IOException {
    header.writeClosingMark(file, version);
    force();
  }

  void close() throws IOException {
    synchronized (closing) {
      closed = true;
      file.close();
    }
  }
}
