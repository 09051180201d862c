package io.millrace.engine.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the end of the process would leave of a database: its files as they are while it is open.
 */
final class CrashCopy {
  private CrashCopy() {}

  /** Copies a database's files, all but the lock, into a new folder, and returns that. */
  static Path of(Path database, Path copy) {
    try {
      Files.createDirectory(copy);
      for (Path file : files(database)) {
        copy(file, copy.resolve(file.getFileName()));
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> !file.getFileName().toString().equals("lock")).toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try {
      Files.copy(from, to);
    } catch (NoSuchFileException e) {
      // A segment of the log that the store itself has just let go of.
    }
  }

  /** The newest segment of the log that was ever written to. */
  static Path newestSegment(Path database) throws IOException {
    Path newest = null;
    for (Path file : files(database)) {
      if (file.getFileName().toString().matches("log\\.\\d+")
          && (newest == null || number(file) > number(newest))) {
        newest = file;
      }
    }
    if (newest == null) {
      throw new AssertionError("no log in " + files(database));
    }
    return newest;
  }

  private static long number(Path segment) {
    return Long.parseLong(segment.getFileName().toString().substring("log.".length()));
  }
}
