package io.millrace.sqllogictest.script;

import io.millrace.sqllogictest.script.ScriptRecord.Halt;
import io.millrace.sqllogictest.script.ScriptRecord.HashThreshold;
import io.millrace.sqllogictest.script.ScriptRecord.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * A script as it was read. Immutable.
 *
 * @param name its path in the corpus, such as {@code index/between/10/slt_good_3.test}
 */
public record TestScript(String name, List<ScriptRecord> records) {
  public TestScript {
    records = List.copyOf(records);
  }

  /** What a database of this dialect is asked to run, up to the first halt that counts for it. */
  public List<Step> steps(String dialect) {
    List<Step> steps = new ArrayList<>(records.size());
    for (ScriptRecord entry : records) {
      if (Condition.allHold(entry.conditions(), dialect)) {
        if (entry instanceof Halt) {
          break;
        }
        if (entry instanceof Step step) {
          steps.add(step);
        }
      }
    }
    return steps;
  }

  /**
   * Above how many values the script writes a result as a hash, as its last hash-threshold says; 0
   * for never.
   */
  public int hashThreshold() {
    int threshold = 0;
    for (ScriptRecord entry : records) {
      if (entry instanceof HashThreshold set) {
        threshold = set.values();
      }
    }
    return threshold;
  }

  /** The part of the corpus that a script belongs to: at most two folders of its path. */
  public static String group(String name) {
    String[] parts = name.split("/", -1);
    if (parts.length == 1) {
      return "select";
    }
    return parts.length == 2 ? parts[0] : parts[0] + "/" + parts[1];
  }
}
