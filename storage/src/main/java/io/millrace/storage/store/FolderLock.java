package io.millrace.storage.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The right to use a database folder: exclusive for writing, shared for reading.
 *
 * <p>It is a lock on the file {@code lock}, whose text says who holds it. POSIX drops a process's
 * locks on a file as soon as anything in the process closes that file, so this file is opened here
 * and nowhere else, and a folder that is open in this process already is refused before the file is
 * touched. What is open in this process stands in the system properties, not in a static field: two
 * class loaders in one process each have their own of those.
 */
final class FolderLock {
  static final String FILE = "lock";

  private static final String REGISTRY_PREFIX = "io.millrace.open:";

  /** Far behind the text, which others must be able to read where locks are mandatory. */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  private static final int MAX_TEXT_BYTES = 300;

  private final String registryKey;
  private final @Nullable RandomAccessFile file;
  private final @Nullable FileLock lock;

  private FolderLock(String registryKey, @Nullable RandomAccessFile file, @Nullable FileLock lock) {
    this.registryKey = registryKey;
    this.file = file;
    this.lock = lock;
  }

  /**
   * Takes the lock of a folder.
   *
   * @param folder its real path
   * @throws StoreException 08001 if the folder is open in this process or in another one
   */
  static FolderLock acquire(Path folder, boolean shared) throws IOException {
    String key = REGISTRY_PREFIX + folder;
    String since = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    @Nullable Object holder = System.getProperties().putIfAbsent(key, since);
    if (holder != null) {
      throw new StoreException(
          StoreException.CANNOT_OPEN,
          "The database %s is open already in this process, since %s".formatted(folder, holder));
    }
    boolean interrupted = Thread.interrupted();
    try {
      return acquire(folder, shared, key, since);
    } catch (Throwable e) {
      System.getProperties().remove(key);
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static FolderLock acquire(Path folder, boolean shared, String key, String since)
      throws IOException {
    Path path = folder.resolve(FILE);
    if (shared && !Files.exists(path) && !Files.isWritable(folder)) {
      // A copy on a medium that nobody here can write: there is nobody to be kept out.
      return new FolderLock(key, null, null);
    }
    boolean writable = !Files.exists(path) || Files.isWritable(path);
    RandomAccessFile file = new RandomAccessFile(path.toFile(), writable ? "rw" : "r");
    try {
      @Nullable FileLock lock = tryLock(file, shared);
      if (lock == null) {
        throw new StoreException(
            StoreException.CANNOT_OPEN,
            "The database %s is in use by another process (%s)".formatted(folder, holder(file)));
      }
      if (!shared) {
        byte[] text =
            "process %d on host %s, since %s"
                .formatted(ProcessHandle.current().pid(), host(), since)
                .getBytes(StandardCharsets.UTF_8);
        file.setLength(0);
        file.write(text);
      }
      return new FolderLock(key, file, lock);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  private static @Nullable FileLock tryLock(RandomAccessFile file, boolean shared)
      throws IOException {
    try {
      return file.getChannel().tryLock(LOCKED_BYTE, 1, shared);
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String holder(RandomAccessFile file) throws IOException {
    byte[] text = new byte[(int) Math.min(MAX_TEXT_BYTES, file.length())];
    file.seek(0);
    file.readFully(text);
    return text.length == 0 ? "a reader" : new String(text, StandardCharsets.UTF_8);
  }

  /** The name of this machine without asking a name server, which may take seconds. */
  private static String host() {
    for (String variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
      @Nullable String name = System.getenv(variable);
      if (name != null && !name.isBlank()) {
        return name;
      }
    }
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "localhost";
    }
  }

  void release() throws IOException {
    // Closing the file releases the lock.
    try (file) {
      if (file != null && lock != null && !lock.isShared()) {
        file.setLength(0);
      }
    } finally {
      System.getProperties().remove(registryKey);
    }
  }
}
