package io.millrace.sqllogictest.script;

import java.io.BufferedReader;
import java.io.IOException;

/**
 * A script that can be read.
 *
 * @param sizeBytes of the text, by which the time that is left is estimated
 */
public record ScriptSource(String name, long sizeBytes, Opener opener) {
  /** Opens the text; each call starts at its beginning. */
  @FunctionalInterface
  public interface Opener {
    BufferedReader open() throws IOException;
  }

  /** Reads the script. */
  public TestScript read() throws IOException {
    try (BufferedReader reader = opener.open()) {
      return ScriptParser.parse(name, reader);
    }
  }
}
