package io.millrace.engine.expr;

import io.millrace.engine.error.ErrorCode;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A regular expression in Java's syntax, to be found somewhere in a text. */
record Regex(Pattern pattern) implements Predicate<String> {
  static Regex of(String pattern) {
    try {
      return new Regex(Pattern.compile(pattern));
    } catch (PatternSyntaxException e) {
      throw Failures.invalidArgument(pattern, "regular expression", "See its description.")
          .causedBy(e);
    }
  }

  @Override
  public boolean test(String text) {
    try {
      return pattern.matcher(text).find();
    } catch (StackOverflowError e) {
      throw ErrorCode.TOO_COMPLEX.exception().causedBy(e);
    }
  }

  /** Every occurrence replaced; in the replacement {@code $1} is the first group. */
  String replaceAll(String text, String replacement) {
    try {
      return pattern.matcher(text).replaceAll(replacement);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw Failures.invalidArgument(
              replacement, "replacement", "Refer to groups that the expression has.")
          .causedBy(e);
    } catch (StackOverflowError e) {
      throw ErrorCode.TOO_COMPLEX.exception().causedBy(e);
    }
  }
}
