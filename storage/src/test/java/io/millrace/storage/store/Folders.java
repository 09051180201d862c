package io.millrace.storage.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** What the tests of this package do to database folders behind the store's back. */
final class Folders {
  private Folders() {}

  /** A copy of the files as they are, which is what a killed process would leave. */
  static Path copy(Path folder, Path target) throws IOException {
    Files.createDirectories(target);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        // Closing the lock file anywhere in this process would drop the lock.
        if (!file.endsWith(FolderLock.FILE)) {
          Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    return target;
  }

  static Path segment(Path folder, long number) {
    return folder.resolve(LogFolder.SEGMENT_PREFIX + number);
  }
}
