package io.millrace.driver.generator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL of our own: a new cluster in a temporary folder, on a free port of the loopback
 * address, gone when closed. It refuses to run as root, so as root it runs as user {@code
 * postgres}.
 */
final class PostgresServer implements AutoCloseable {
  private static final List<Path> FOLDERS =
      List.of(
          Path.of("/usr/lib/postgresql/15/bin"), Path.of("/usr/local/bin"), Path.of("/usr/bin"));

  private final Path programs;
  private final Path folder;
  private final int port;
  private final String password = UUID.randomUUID().toString();
  private final Thread stopAtExit = new Thread(this::stop);

  private PostgresServer(Path programs) throws IOException {
    this.programs = programs;
    this.folder = Files.createTempDirectory("millrace-postgres");
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
  }

  /** The folder of PostgreSQL's programs; null if it is not installed. */
  static @Nullable Path programs() {
    return FOLDERS.stream()
        .filter(f -> Files.isExecutable(f.resolve("initdb")))
        .findFirst()
        .orElse(null);
  }

  static PostgresServer start(Path programs) throws IOException {
    PostgresServer server = new PostgresServer(programs);
    Runtime.getRuntime().addShutdownHook(server.stopAtExit);
    Path secret = server.folder.resolve("password");
    Files.writeString(secret, server.password);
    if (isRoot()) {
      server.run(List.of("chown", "-R", "postgres", server.folder.toString()));
    }
    server.run(
        server.program(
            "initdb",
            "-U",
            "postgres",
            "-A",
            "scram-sha-256",
            "--pwfile=" + secret,
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "-N",
            "-D",
            server.data()));
    String options =
        "-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
            .formatted(server.port);
    server.run(
        server.program(
            "pg_ctl",
            "-D",
            server.data(),
            "-l",
            server.data() + "/log",
            "-o",
            options,
            "-w",
            "start"));
    return server;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private List<String> program(String name, String... arguments) {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
    }
    command.add(programs.resolve(name).toString());
    command.addAll(List.of(arguments));
    return command;
  }

  private void run(List<String> command) throws IOException {
    Path output = Files.createTempFile("millrace-postgres", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (process.waitFor() != 0) {
        throw new IOException(command + ": " + Files.readString(output, StandardCharsets.UTF_8));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      Files.delete(output);
    }
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        // Without prepared statements on the server: tables of one name come with other columns.
        "jdbc:postgresql://127.0.0.1:" + port + "/postgres?prepareThreshold=0",
        "postgres",
        password);
  }

  private void stop() {
    try {
      run(program("pg_ctl", "-D", data(), "-m", "immediate", "stop"));
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      System.err.println("PostgreSQL was not cleaned up: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(stopAtExit);
    stop();
  }
}
