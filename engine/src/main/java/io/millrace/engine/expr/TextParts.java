package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Functions that take parts of texts, look for them or put them together. Places count code points,
 * from 1; a part that reaches beyond the text ends with it.
 */
final class TextParts {
  static final List<Function> FUNCTIONS =
      List.of(
          Function.of("SUBSTRING", 2, 3, Typings.SAME, TextParts::bindSubstring),
          trim("TRIM_BOTH", true, true),
          trim("TRIM_LEADING", true, false),
          trim("TRIM_TRAILING", false, true),
          Function.of("POSITION", 2, 3, Typings.INTEGER, TextParts::bindPosition).neverFails(),
          Function.of("OVERLAY", 3, 4, Typings.TEXT, TextParts::bindOverlay),
          textAndCount("LEFT", TextParts::left),
          textAndCount("RIGHT", TextParts::right),
          textAndCount("REPEAT", TextParts::repeat),
          Function.of("LPAD", 2, 3, Typings.TEXT, (arguments, type) -> bindPad(arguments, true)),
          Function.of("RPAD", 2, 3, Typings.TEXT, (arguments, type) -> bindPad(arguments, false)),
          Function.of(
              "SPLIT_PART",
              3,
              Typings.TEXT,
              (arguments, type) ->
                  Strict.of(
                      Arguments.textThenIntegers(arguments, 2),
                      (a, b, c) -> splitPart((String) a, (String) b, (Long) c))));

  private interface TextAndCount {
    String apply(String text, long count);
  }

  private TextParts() {}

  private static Function textAndCount(String name, TextAndCount function) {
    return Function.of(
        name,
        2,
        Typings.TEXT,
        (arguments, type) ->
            Strict.of(
                Arguments.textThenIntegers(arguments, 1),
                (a, b) -> function.apply((String) a, (Long) b)));
  }

  private static Evaluation bindSubstring(List<Expr> arguments, ColumnType type) {
    boolean binary = Types.isBinary(arguments.get(0).type().type());
    List<Expr> typed =
        binary
            ? Exprs.concat(
                arguments.subList(0, 1),
                Arguments.textThenIntegers(arguments, 0).subList(1, arguments.size()))
            : Arguments.textThenIntegers(arguments, 1);
    if (typed.size() == 2) {
      return Strict.of(typed, (a, b) -> slice(a, (Long) b, Long.MAX_VALUE));
    }
    return Strict.of(typed, (a, b, c) -> slice(a, (Long) b, end((Long) b, (Long) c)));
  }

  private static long end(long start, long length) {
    if (length < 0) {
      throw Failures.invalidArgument(length, "length of SUBSTRING", "Use 0 or more.");
    }
    return start > Long.MAX_VALUE - length ? Long.MAX_VALUE : start + length;
  }

  /** The part from place {@code start} to before {@code end}, as far as there is one. */
  private static Object slice(Object value, long start, long end) {
    int length =
        value instanceof byte[] bytes ? bytes.length : TextFunctions.length((String) value);
    int from = (int) Math.min(Math.max(start, 1), length + 1L) - 1;
    int to = (int) Math.max(Math.min(end, length + 1L) - 1, from);
    if (value instanceof byte[] bytes) {
      return Arrays.copyOfRange(bytes, from, to);
    }
    String text = (String) value;
    if (length == text.length()) {
      return text.substring(from, to);
    }
    int first = text.offsetByCodePoints(0, from);
    return text.substring(first, text.offsetByCodePoints(first, to - from));
  }

  /** POSITION(part IN text [FROM start]). */
  private static Evaluation bindPosition(List<Expr> arguments, ColumnType type) {
    List<Expr> typed = Arguments.textThenIntegers(arguments, 2);
    if (typed.size() == 2) {
      return Strict.of(typed, (a, b) -> position((String) a, (String) b, 1));
    }
    return Strict.of(typed, (a, b, c) -> position((String) a, (String) b, (Long) c));
  }

  private static long position(String part, String text, long start) {
    if (start < 1 || start > TextFunctions.length(text) + 1L) {
      return 0;
    }
    int from = text.offsetByCodePoints(0, (int) start - 1);
    int at = text.indexOf(part, from);
    return at < 0 ? 0 : text.codePointCount(0, at) + 1L;
  }

  /** The part of this number, from 1, or from the end if negative; empty if there is none. */
  private static String splitPart(String text, String separator, long number) {
    if (number == 0) {
      throw Failures.invalidArgument(number, "number of a part", "Parts are counted from 1.");
    }
    List<String> parts = new ArrayList<>();
    int from = 0;
    int at = separator.isEmpty() ? -1 : text.indexOf(separator);
    while (at >= 0) {
      parts.add(text.substring(from, at));
      from = at + separator.length();
      at = text.indexOf(separator, from);
    }
    parts.add(text.substring(from));
    long index = number > 0 ? number - 1 : parts.size() + number;
    return index >= 0 && index < parts.size() ? parts.get((int) index) : "";
  }

  private static Evaluation bindOverlay(List<Expr> arguments, ColumnType type) {
    List<Expr> typed = Arguments.textThenIntegers(arguments, 2);
    if (typed.size() == 3) {
      return Strict.of(
          typed,
          (a, b, c) -> overlay((String) a, (String) b, (Long) c, TextFunctions.length((String) b)));
    }
    return Strict.ofAll(
        typed,
        values ->
            overlay((String) values[0], (String) values[1], (Long) values[2], (Long) values[3]));
  }

  private static String overlay(String text, String replacement, long start, long length) {
    if (start < 1) {
      throw Failures.invalidArgument(start, "start of OVERLAY", "Use 1 or more.");
    }
    String before = (String) slice(text, 1, start);
    return before + replacement + slice(text, end(start, length), Long.MAX_VALUE);
  }

  private static String left(String text, long count) {
    long end =
        count >= 0
            ? Math.min(count, TextFunctions.length(text))
            : TextFunctions.length(text) + count;
    return (String) slice(text, 1, Math.max(end, 0) + 1);
  }

  private static String right(String text, long count) {
    long start =
        count >= 0
            ? TextFunctions.length(text) - Math.min(count, TextFunctions.length(text))
            : -count;
    return (String) slice(text, start < 0 ? Long.MAX_VALUE : start + 1, Long.MAX_VALUE);
  }

  private static String repeat(String text, long count) {
    if (count <= 0 || text.isEmpty()) {
      return "";
    }
    // The count alone is checked first: the product could overflow.
    TextFunctions.checkLength(count, "REPEAT");
    TextFunctions.checkLength(count * text.length(), "REPEAT");
    return text.repeat((int) count);
  }

  private static Evaluation bindPad(List<Expr> arguments, boolean left) {
    Expr text = Arguments.text(arguments.get(0));
    Expr count = Arguments.integer(arguments.get(1));
    Expr fill = arguments.size() == 3 ? Arguments.text(arguments.get(2)) : Exprs.literal(" ");
    return Strict.of(
        List.of(text, count, fill), (a, b, c) -> pad((String) a, (Long) b, (String) c, left));
  }

  private static String pad(String text, long width, String fill, boolean left) {
    TextFunctions.checkLength(width, left ? "LPAD" : "RPAD");
    int length = TextFunctions.length(text);
    if (width <= length || fill.isEmpty()) {
      return (String) slice(text, 1, Math.max(0, width) + 1);
    }
    int missing = (int) width - length;
    int filled = TextFunctions.length(fill);
    String padding = (String) slice(fill.repeat(missing / filled + 1), 1, missing + 1L);
    return left ? padding + text : text + padding;
  }

  private static Function trim(String name, boolean leading, boolean trailing) {
    return Function.of(
            name,
            2,
            Typings.SAME,
            (arguments, type) ->
                Strict.of(
                    Arguments.texts(arguments),
                    (a, b) -> trim((String) a, (String) b, leading, trailing)))
        .neverFails();
  }

  /** Without the characters at its ends that occur in {@code characters}. */
  private static String trim(String text, String characters, boolean leading, boolean trailing) {
    int start = 0;
    int end = text.length();
    while (leading && start < end && characters.indexOf(text.codePointAt(start)) >= 0) {
      start += Character.charCount(text.codePointAt(start));
    }
    while (trailing && start < end && characters.indexOf(text.codePointBefore(end)) >= 0) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(start, end);
  }
}
