package io.millrace.engine.session;

import io.millrace.engine.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The databases that are open in this process: those in memory by name, until SHUTDOWN, those in
 * folders by real path, while a session is open. Thread-safe.
 *
 * <p>The one piece of static state: a name must mean one database in the whole process.
 */
final class DatabaseRegistry {
  static final DatabaseRegistry INSTANCE = new DatabaseRegistry();

  private final Map<DatabaseLocation, Database> open = new HashMap<>();
  private final Warmup warmup = new Warmup();
  private final SnapshotSweeper sweeper = new SnapshotSweeper();

  private DatabaseRegistry() {}

  synchronized Session connect(DatabaseLocation location, SessionOptions options) {
    warmup.start();
    DatabaseLocation key = canonical(location);
    boolean isPrivate = key.kind() == DatabaseLocation.Kind.MEMORY && key.name().isEmpty();
    Database database = isPrivate ? null : open.get(key);
    boolean opened = database == null;
    if (database == null) {
      database = Database.open(key, options);
    }
    try {
      Session session = new Session(database, options);
      if (!isPrivate) {
        open.put(key, database);
      }
      database.addSession(session);
      sweeper.add(database);
      return session;
    } catch (RuntimeException e) {
      if (opened) {
        database.close();
      }
      throw e;
    }
  }

  /** A session ended: the last one of a file or private database closes it. */
  synchronized void release(Database database, Session session) {
    int left = database.removeSession(session);
    DatabaseLocation location = database.location();
    boolean staysOpen =
        location.kind() == DatabaseLocation.Kind.MEMORY && !location.name().isEmpty();
    if (left == 0 && !staysOpen) {
      close(database);
    }
  }

  /** SHUTDOWN: closes a database whoever uses it. */
  synchronized void shutdown(Database database) {
    close(database);
  }

  private void close(Database database) {
    open.remove(database.location(), database);
    sweeper.remove(database);
    database.close();
  }

  /** One folder is one database, by whatever path it is reached. */
  private static DatabaseLocation canonical(DatabaseLocation location) {
    if (location.kind() == DatabaseLocation.Kind.MEMORY) {
      return location;
    }
    try {
      Path real = real(Path.of(location.name()).toAbsolutePath());
      return new DatabaseLocation(location.kind(), real.toString());
    } catch (IOException | InvalidPathException e) {
      throw ErrorCode.CONNECTION_FAILED.exception(
          location.name().replace('\0', '?'), String.valueOf(e.getMessage()));
    }
  }

  /** A folder that is yet to be made has the real path that it will have. */
  private static Path real(Path path) throws IOException {
    if (Files.exists(path)) {
      return path.toRealPath();
    }
    Path parent = path.getParent();
    Path name = path.getFileName();
    return parent == null || name == null || !Files.isDirectory(parent)
        ? path.normalize()
        : parent.toRealPath().resolve(name).normalize();
  }
}
