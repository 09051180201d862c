package io.millrace.engine.expr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * A prepared LIKE pattern: runs of characters and single wildcards, with {@code %} between them.
 *
 * <p>The first run must begin the text and the last one end it; those between are found from left
 * to right, each as early as possible, which is enough since {@code %} matches anything. Cost:
 * O(text × pattern).
 */
final class LikePattern implements Predicate<String> {
  /** In a run: any one code point. */
  private static final int ANY_ONE = -1;

  private final List<int[]> runs;

  private LikePattern(List<int[]> runs) {
    this.runs = runs;
  }

  static LikePattern of(String pattern, String escape) {
    int escapeCharacter = escape.isEmpty() ? ANY_ONE : escape.codePointAt(0);
    List<int[]> runs = new ArrayList<>();
    int[] codes = pattern.codePoints().toArray();
    int[] run = new int[codes.length];
    int length = 0;
    for (int i = 0; i < codes.length; i++) {
      if (codes[i] == escapeCharacter) {
        i++;
        if (i == codes.length
            || (codes[i] != '%' && codes[i] != '_' && codes[i] != escapeCharacter)) {
          throw Failures.invalidArgument(
              pattern, "LIKE pattern", "Write %, _ or the escape character behind an escape.");
        }
        run[length++] = codes[i];
      } else if (codes[i] == '%') {
        runs.add(Arrays.copyOf(run, length));
        length = 0;
      } else {
        run[length++] = codes[i] == '_' ? ANY_ONE : codes[i];
      }
    }
    runs.add(Arrays.copyOf(run, length));
    return new LikePattern(runs);
  }

  @Override
  public boolean test(String text) {
    int at = matchAt(text, 0, runs.get(0));
    int last = runs.size() - 1;
    if (at < 0 || last == 0) {
      return at == text.length();
    }
    for (int i = 1; i < last; i++) {
      at = find(text, at, runs.get(i));
      if (at < 0) {
        return false;
      }
    }
    int[] end = runs.get(last);
    int start = backwards(text, end.length);
    return start >= at && matchAt(text, start, end) == text.length();
  }

  /** Where the run ends if it stands at {@code start}, else -1. */
  private static int matchAt(String text, int start, int[] run) {
    int at = start;
    for (int expected : run) {
      if (at >= text.length()) {
        return -1;
      }
      int actual = text.codePointAt(at);
      if (expected != ANY_ONE && expected != actual) {
        return -1;
      }
      at += Character.charCount(actual);
    }
    return at;
  }

  /** Where the first occurrence of the run from {@code start} on ends, else -1. */
  private static int find(String text, int start, int[] run) {
    int at = start;
    while (at <= text.length()) {
      int end = matchAt(text, at, run);
      if (end >= 0) {
        return end;
      }
      at += at < text.length() ? Character.charCount(text.codePointAt(at)) : 1;
    }
    return -1;
  }

  /** The index so many code points before the end; -1 if there are fewer. */
  private static int backwards(String text, int codePoints) {
    int at = text.length();
    for (int i = 0; i < codePoints; i++) {
      if (at == 0) {
        return -1;
      }
      at -= Character.charCount(text.codePointBefore(at));
    }
    return at;
  }
}
