package io.millrace.engine.expr;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A SIMILAR TO pattern, translated to a regular expression that must match the whole text. */
final class SimilarPattern implements Predicate<String> {
  private static final String QUANTIFIERS_AND_GROUPS = "|*+?(){},";
  private static final String SPECIAL_IN_JAVA = "\\^$.[]{}()*+?|&~-#";

  private final Pattern pattern;

  private SimilarPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  static SimilarPattern of(String pattern, String escape) {
    try {
      return new SimilarPattern(Pattern.compile(translate(pattern, escape), Pattern.DOTALL));
    } catch (PatternSyntaxException e) {
      throw invalid(pattern).causedBy(e);
    }
  }

  private static DatabaseException invalid(String pattern) {
    return Failures.invalidArgument(
        pattern, "SIMILAR TO pattern", "Escape characters that shall stand for themselves.");
  }

  private static String translate(String pattern, String escape) {
    StringBuilder regex = new StringBuilder();
    int escapeCharacter = escape.isEmpty() ? -1 : escape.codePointAt(0);
    boolean inSet = false;
    for (int i = 0; i < pattern.length(); i += Character.charCount(pattern.codePointAt(i))) {
      int c = pattern.codePointAt(i);
      if (c == escapeCharacter) {
        i += Character.charCount(c);
        if (i >= pattern.length()) {
          throw invalid(pattern);
        }
        quote(regex, pattern.codePointAt(i));
      } else if (inSet) {
        inSet = c != ']';
        if (c == '-' || c == ']' || (c == '^' && regex.charAt(regex.length() - 1) == '[')) {
          regex.appendCodePoint(c);
        } else {
          i += appendInSet(regex, pattern, i);
        }
      } else if (c == '[') {
        inSet = true;
        regex.append('[');
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else if (QUANTIFIERS_AND_GROUPS.indexOf(c) >= 0) {
        regex.append(c == '(' ? "(?:" : Character.toString(c));
      } else {
        quote(regex, c);
      }
    }
    return regex.toString();
  }

  /** One character of a set, or a class such as {@code [:ALPHA:]}; how many more were read. */
  private static int appendInSet(StringBuilder regex, String pattern, int at) {
    if (pattern.startsWith("[:", at)) {
      int end = pattern.indexOf(":]", at);
      if (end < 0) {
        throw invalid(pattern);
      }
      regex.append(
          switch (pattern.substring(at + 2, end).toUpperCase(Locale.ROOT)) {
            case "ALPHA" -> "\\p{IsAlphabetic}";
            case "UPPER" -> "\\p{IsUppercase}";
            case "LOWER" -> "\\p{IsLowercase}";
            case "DIGIT" -> "0-9";
            case "ALNUM" -> "\\p{IsAlphabetic}0-9";
            case "SPACE" -> " ";
            case "WHITESPACE" -> "\\p{IsWhite_Space}";
            default -> throw invalid(pattern);
          });
      return end + 1 - at;
    }
    quote(regex, pattern.codePointAt(at));
    return 0;
  }

  private static void quote(StringBuilder regex, int c) {
    if (SPECIAL_IN_JAVA.indexOf(c) >= 0) {
      regex.append('\\');
    }
    regex.appendCodePoint(c);
  }

  @Override
  public boolean test(String text) {
    try {
      return pattern.matcher(text).matches();
    } catch (StackOverflowError e) {
      throw ErrorCode.TOO_COMPLEX.exception().causedBy(e);
    }
  }
}
