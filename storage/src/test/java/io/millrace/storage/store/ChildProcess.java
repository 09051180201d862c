package io.millrace.storage.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another process that runs a main class of these tests. */
final class ChildProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  ChildProcess(Class<?> mainClass, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-ea"));
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(mainClass.getName());
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** The next line that the child prints, or null at its end. */
  @Nullable String readLine() throws IOException {
    return output.readLine();
  }

  /** Ends the child with nothing closed (SIGKILL); what it printed can still be read. */
  void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  /** Asks the child to end by closing its standard input. */
  void finish() throws IOException, InterruptedException {
    process.outputWriter(StandardCharsets.UTF_8).close();
    process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
