package io.millrace.sqllogictest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The commit that the working folder stands at. */
final class Commit {
  private Commit() {}

  /** Its short name, with a + if files have changed since; "unknown" without git. */
  static String current() {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty=+", "--exclude=*")
              .redirectErrorStream(true)
              .start();
      try (BufferedReader output =
          new BufferedReader(new InputStreamReader(git.getInputStream(), StandardCharsets.UTF_8))) {
        String line = output.readLine();
        return git.waitFor() == 0 && line != null ? line : "unknown";
      }
    } catch (IOException e) {
      return "unknown";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "unknown";
    }
  }
}
