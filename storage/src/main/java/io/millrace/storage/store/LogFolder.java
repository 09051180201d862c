package io.millrace.storage.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of the log: {@code log.N}, the segments in order of N, and {@code spare.N}, files of
 * full size that wait to become segments. Thread-safe: the writer makes segments while a checkpoint
 * retires others.
 */
class LogFolder {
  static final String SEGMENT_PREFIX = "log.";
  static final String SPARE_PREFIX = "spare.";

  private static final String UNNAMED = "log-new";
  private static final int MAX_SPARES = 2;

  private final Path folder;
  private final long segmentBytes;
  private final SecureRandom random = new SecureRandom();
  private final ArrayDeque<Path> spares = new ArrayDeque<>();

  LogFolder(Path folder, long segmentBytes) {
    this.folder = folder;
    this.segmentBytes = segmentBytes;
  }

  /** The segments by number. */
  SortedMap<Long, Path> segments() throws IOException {
    return numbered(SEGMENT_PREFIX);
  }

  /**
   * Checks the format of the newest segment, before anything else is opened.
   *
   * @throws StoreException 08001 if another version wrote it in a format unknown here
   */
  void requireReadable() throws IOException {
    SortedMap<Long, Path> segments = segments();
    if (!segments.isEmpty()) {
      long newest = segments.lastKey();
      Path path = folder.resolve(SEGMENT_PREFIX + newest);
      try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
        SegmentHeader.read(path, newest, file);
      }
    }
  }

  private SortedMap<Long, Path> numbered(String prefix) throws IOException {
    TreeMap<Long, Path> found = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, prefix + "*")) {
      for (Path file : files) {
        String number = file.getFileName().toString().substring(prefix.length());
        if (number.matches("[0-9]{1,18}")) {
          found.put(Long.parseLong(number), file);
        }
      }
    }
    return found;
  }

  /** Takes over the spares that an earlier use of the folder left, and clears what it broke off. */
  synchronized void adoptSpares() throws IOException {
    Files.deleteIfExists(folder.resolve(UNNAMED));
    for (Path spare : numbered(SPARE_PREFIX).values()) {
      keepOrDelete(spare);
    }
  }

  private void keepOrDelete(Path spare) throws IOException {
    // A spare of another size comes from other options.
    if (spares.size() < MAX_SPARES && Files.size(spare) == segmentBytes) {
      spares.add(spare);
    } else {
      Files.delete(spare);
    }
  }

  /** Takes a segment out of the log; its file may serve again. */
  synchronized void retire(Path segment, long number) throws IOException {
    Path spare = folder.resolve(SPARE_PREFIX + String.format(Locale.ROOT, "%d", number));
    Files.move(segment, spare, StandardCopyOption.ATOMIC_MOVE);
    keepOrDelete(spare);
  }

  /**
   * Makes an empty segment with a new salt. It gets its name only when its header is on the disk,
   * so a segment with a bad header is damage, and never just the trace of a crash.
   */
  synchronized LogSegment create(
      long number, long timeline, long previousVersion, boolean forcedFirst) throws IOException {
    SegmentHeader header =
        new SegmentHeader(number, random.nextLong(), timeline, previousVersion, forcedFirst);
    Path spare = spares.poll();
    Path unnamed = spare == null ? folder.resolve(UNNAMED) : spare;
    try (RandomAccessFile file = new RandomAccessFile(unnamed.toFile(), "rw")) {
      if (file.length() != 0 && spare == null) {
        file.setLength(0);
      }
      file.write(header.encode());
      // The terminator: what an earlier use left behind is not the trace of a torn record.
      file.write(new byte[LogFormat.TERMINATOR_BYTES]);
      file.getFD().sync();
    }
    Path segment = folder.resolve(SEGMENT_PREFIX + number);
    Files.move(unnamed, segment, StandardCopyOption.ATOMIC_MOVE);
    force(folder);
    return new LogSegment(segment, header, segmentBytes);
  }

  /** Brings the names in a folder to the disk, where the system can do that. */
  static void force(Path folder) throws IOException {
    // An interrupt would close the channel in the middle, so it waits outside.
    boolean interrupted = Thread.interrupted();
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    } catch (AccessDeniedException e) {
      // Windows opens no folders; there the rename itself is all one can have.
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
