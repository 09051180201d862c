package io.millrace.driver.jdbc;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A name pattern of the metadata methods: percent sign, underscore, and a backslash before one that
 * means itself. Case does not count, as in SQL; null means any name. Immutable.
 */
final class NamePattern {
  private final @Nullable Pattern pattern;

  NamePattern(@Nullable String text) {
    pattern = text == null || text.equals("%") ? null : compile(text);
  }

  private static Pattern compile(String text) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        boolean escape = c == '\\' && i + 1 < text.length();
        regex.append(Pattern.quote(String.valueOf(escape ? text.charAt(++i) : c)));
      }
    }
    return Pattern.compile(
        regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
  }

  boolean matches(String name) {
    return pattern == null || pattern.matcher(name).matches();
  }
}
