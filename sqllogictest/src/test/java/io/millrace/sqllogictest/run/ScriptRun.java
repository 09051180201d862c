package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;

/** Runs the text of a script on Millrace. */
final class ScriptRun {
  private ScriptRun() {}

  static ScriptOutcome run(Mode mode, String text) throws IOException, InterruptedException {
    return run(mode, Rules.NONE, text);
  }

  static ScriptOutcome run(Mode mode, Rules rules, String text)
      throws IOException, InterruptedException {
    ScriptSource source =
        new ScriptSource(
            "planted.test", text.length(), () -> new BufferedReader(new StringReader(text)));
    Databases databases = new Databases("jdbc:millrace:mem:", "postgresql", 60);
    return new Suite(mode, rules, databases, Integer.MAX_VALUE, 1)
        .run(List.of(source), new Progress(List.of(source)))
        .get(0);
  }
}
