package io.millrace.storage.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of a database: {@code lock}, {@code image}, and the files of {@link LogFolder}.
 * Refuses what isn't one before anything is written into it.
 */
final class StoreFolder {
  static final String IMAGE_FILE = "image";

  private StoreFolder() {}

  /**
   * Makes the folder if it is absent, checks that it is a database or may become one, and returns
   * its real path.
   *
   * @throws StoreException 08001, saying what is wrong with the folder
   */
  static Path prepare(Path folder, boolean readOnly) throws IOException {
    if (!Files.exists(folder)) {
      create(folder, readOnly);
    }
    if (!Files.isDirectory(folder)) {
      throw refused(folder, "is a file, not a folder");
    }
    if (!readOnly && !Files.isWritable(folder)) {
      throw refused(folder, "cannot be written; open it read-only");
    }
    List<String> names;
    try (Stream<Path> files = Files.list(folder)) {
      names = files.map(file -> file.getFileName().toString()).toList();
    }
    boolean isDatabase =
        names.contains(IMAGE_FILE)
            || names.stream().anyMatch(name -> name.startsWith(LogFolder.SEGMENT_PREFIX));
    if (!isDatabase && names.stream().anyMatch(name -> !name.equals(FolderLock.FILE))) {
      throw refused(folder, "holds other files and no database");
    }
    if (!isDatabase && readOnly) {
      throw refused(folder, "holds no database, and read-only none can be made");
    }
    return folder.toRealPath();
  }

  private static void create(Path folder, boolean readOnly) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    if (readOnly) {
      throw refused(folder, "does not exist, and read-only it cannot be made");
    }
    if (parent == null || !Files.isDirectory(parent)) {
      throw refused(folder, "cannot be made: the folder " + parent + " does not exist");
    }
    if (!Files.isWritable(parent)) {
      throw refused(folder, "cannot be made: the folder " + parent + " cannot be written");
    }
    Files.createDirectory(folder);
    LogFolder.force(parent);
  }

  private static StoreException refused(Path folder, String why) {
    return new StoreException(
        StoreException.CANNOT_OPEN, "The database folder %s %s".formatted(folder, why));
  }

  /** Opens the image; what a crash left of its very first write is not one. */
  static Image openImage(Path folder, LogFolder log, StoreOptions options) throws IOException {
    Path path = folder.resolve(IMAGE_FILE);
    boolean isNew = !Files.exists(path);
    if (!isNew && Files.size(path) < 2 * 4096 && log.segments().isEmpty() && !options.readOnly()) {
      Files.delete(path);
      isNew = true;
    }
    if (isNew && options.readOnly()) {
      throw new StoreException(StoreException.CORRUPT, "The image " + path + " is missing");
    }
    Image image = Image.open(path, options);
    if (isNew) {
      LogFolder.force(folder);
    }
    return image;
  }
}
