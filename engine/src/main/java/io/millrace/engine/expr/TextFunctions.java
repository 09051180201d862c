package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Functions of text. Lengths and places count code points, from 1; upper and lower case follow the
 * root locale.
 */
final class TextFunctions {
  /** The longest text that a function makes. */
  private static final int MOST_CHARACTERS = 1 << 24;

  static final List<Function> FUNCTIONS =
      List.of(
          Function.of("||", 2, TextFunctions::concatType, TextFunctions::bindConcat),
          Function.of("CONCAT", 1, Function.ANY_NUMBER, Typings.TEXT, TextFunctions::bindConcatAll),
          Function.of(
              "CONCAT_SKIP_NULLS",
              1,
              Function.ANY_NUMBER,
              arguments -> ColumnType.of(CellType.VARCHAR).notNull(),
              (arguments, type) -> bindJoin(arguments, false)),
          Function.of(
              "CONCAT_WS",
              2,
              Function.ANY_NUMBER,
              Typings.TEXT,
              (arguments, type) -> bindJoin(arguments, true)),
          text("UPPER", (a, t) -> a.toUpperCase(Locale.ROOT)),
          text("LOWER", (a, t) -> a.toLowerCase(Locale.ROOT)),
          text("INITCAP", (a, t) -> capitalize(a)),
          text("REVERSE", (a, t) -> new StringBuilder(a).reverse().toString()),
          Function.of(
                  "CHAR_LENGTH",
                  1,
                  Typings.INTEGER,
                  (arguments, type) ->
                      Strict.of(Arguments.texts(arguments), a -> (long) length((String) a)))
              .neverFails(),
          Function.of("OCTET_LENGTH", 1, Typings.INTEGER, TextFunctions::bindOctetLength)
              .neverFails(),
          Function.of(
                  "ASCII",
                  1,
                  Typings.INTEGER,
                  (arguments, type) ->
                      Strict.of(
                          Arguments.texts(arguments),
                          a -> ((String) a).isEmpty() ? 0L : (long) ((String) a).codePointAt(0)))
              .neverFails(),
          Function.of(
              "CHR",
              1,
              Typings.TEXT,
              (arguments, type) ->
                  Strict.of(List.of(Arguments.integer(arguments.get(0))), a -> chr((Long) a))),
          Function.of("SUBSTRING", 2, 3, Typings.SAME, TextFunctions::bindSubstring),
          trim("TRIM_BOTH", true, true),
          trim("TRIM_LEADING", true, false),
          trim("TRIM_TRAILING", false, true),
          Function.of("POSITION", 2, 3, Typings.INTEGER, TextFunctions::bindPosition).neverFails(),
          Function.of(
              "REPLACE",
              3,
              Typings.TEXT,
              (arguments, type) ->
                  Strict.of(
                      Arguments.texts(arguments),
                      (a, b, c) -> replace((String) a, (String) b, (String) c))),
          Function.of(
                  "TRANSLATE",
                  3,
                  Typings.TEXT,
                  (arguments, type) ->
                      Strict.of(
                          Arguments.texts(arguments),
                          (a, b, c) -> translate((String) a, (String) b, (String) c)))
              .neverFails(),
          Function.of("OVERLAY", 3, 4, Typings.TEXT, TextFunctions::bindOverlay),
          textAndCount("LEFT", TextFunctions::left),
          textAndCount("RIGHT", TextFunctions::right),
          textAndCount("REPEAT", TextFunctions::repeat),
          Function.of("LPAD", 2, 3, Typings.TEXT, (arguments, type) -> bindPad(arguments, true)),
          Function.of("RPAD", 2, 3, Typings.TEXT, (arguments, type) -> bindPad(arguments, false)),
          Function.of(
                  "STARTS_WITH",
                  2,
                  Typings.BOOLEAN,
                  (arguments, type) ->
                      Strict.of(
                          Arguments.texts(arguments),
                          (a, b) -> ((String) a).startsWith((String) b)))
              .neverFails(),
          Function.of(
                  "ENDS_WITH",
                  2,
                  Typings.BOOLEAN,
                  (arguments, type) ->
                      Strict.of(
                          Arguments.texts(arguments), (a, b) -> ((String) a).endsWith((String) b)))
              .neverFails(),
          Function.of(
              "SPLIT_PART",
              3,
              Typings.TEXT,
              (arguments, type) ->
                  Strict.of(
                      Arguments.textThenIntegers(arguments, 2),
                      (a, b, c) -> splitPart((String) a, (String) b, (Long) c))),
          text("MD5", (a, t) -> md5(a)));

  private interface TextToText {
    String apply(String text, ColumnType type);
  }

  private interface TextAndCount {
    String apply(String text, long count);
  }

  private TextFunctions() {}

  private static Function text(String name, TextToText function) {
    return Function.of(
            name,
            1,
            Typings.TEXT,
            (arguments, type) ->
                Strict.of(Arguments.texts(arguments), a -> function.apply((String) a, type)))
        .neverFails();
  }

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

  /** The number of code points. */
  static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** The text without blanks at its end. */
  static String trimEnd(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }

  private static String checkLength(long characters, String function) {
    if (characters > MOST_CHARACTERS) {
      throw Failures.tooLong(
          "The result of " + function + " with " + characters + " characters", "any text");
    }
    return "";
  }

  private static ColumnType concatType(List<Expr> arguments) {
    ColumnType a = arguments.get(0).type();
    ColumnType b = arguments.get(1).type();
    boolean binary = Types.isBinary(a.type()) && Types.isBinary(b.type());
    boolean limited =
        (binary || (Types.isText(a.type()) && Types.isText(b.type())))
            && a.precision() >= 0
            && b.precision() >= 0;
    int length = limited ? a.precision() + b.precision() : ColumnType.UNLIMITED;
    CellType type = binary ? CellType.VARBINARY : CellType.VARCHAR;
    return Typings.nullableIfAny(new ColumnType(type, length, 0, true), arguments);
  }

  private static Evaluation bindConcat(List<Expr> arguments, ColumnType type) {
    if (Types.isBinary(arguments.get(0).type().type())
        && Types.isBinary(arguments.get(1).type().type())) {
      return Strict.of(arguments, (a, b) -> concat((byte[]) a, (byte[]) b));
    }
    return Strict.of(
        Arguments.texts(arguments),
        (a, b) -> {
          checkLength(((String) a).length() + (long) ((String) b).length(), "||");
          return ((String) a).concat((String) b);
        });
  }

  private static byte[] concat(byte[] a, byte[] b) {
    checkLength(a.length + (long) b.length, "||");
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static Evaluation bindConcatAll(List<Expr> arguments, ColumnType type) {
    return Strict.ofAll(
        Arguments.texts(arguments),
        values -> {
          StringBuilder text = new StringBuilder();
          for (Object value : values) {
            text.append((String) value);
            checkLength(text.length(), "CONCAT");
          }
          return text.toString();
        });
  }

  /** Joins what is not NULL; with a separator first if there is one, whose NULL makes NULL. */
  private static Evaluation bindJoin(List<Expr> arguments, boolean separated) {
    Expr[] all = Arguments.texts(arguments).toArray(new Expr[0]);
    return frame -> {
      Object separator = separated ? all[0].evaluate(frame) : "";
      if (separator == null) {
        return null;
      }
      StringBuilder text = new StringBuilder();
      boolean first = true;
      for (int i = separated ? 1 : 0; i < all.length; i++) {
        Object value = all[i].evaluate(frame);
        if (value != null) {
          text.append(first ? "" : (String) separator).append((String) value);
          checkLength(text.length(), "CONCAT");
          first = false;
        }
      }
      return text.toString();
    };
  }

  private static String capitalize(String text) {
    StringBuilder result = new StringBuilder(text.length());
    boolean inWord = false;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      result.appendCodePoint(inWord ? Character.toLowerCase(c) : Character.toUpperCase(c));
      inWord = Character.isLetterOrDigit(c);
    }
    return result.toString();
  }

  private static Evaluation bindOctetLength(List<Expr> arguments, ColumnType type) {
    if (Types.isBinary(arguments.get(0).type().type())) {
      return Strict.of(arguments, a -> (long) ((byte[]) a).length);
    }
    return Strict.of(
        Arguments.texts(arguments),
        a -> (long) ((String) a).getBytes(StandardCharsets.UTF_8).length);
  }

  private static String chr(long code) {
    boolean surrogate = code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
    if (code < 1 || code > Character.MAX_CODE_POINT || surrogate) {
      throw Failures.invalidArgument(code, "code point", "Use 1 to 1114111 without surrogates.");
    }
    return Character.toString((int) code);
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
    int length = value instanceof byte[] bytes ? bytes.length : length((String) value);
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

  /** POSITION(part IN text [FROM start]). */
  private static Evaluation bindPosition(List<Expr> arguments, ColumnType type) {
    List<Expr> typed = Arguments.textThenIntegers(arguments, 2);
    if (typed.size() == 2) {
      return Strict.of(typed, (a, b) -> position((String) a, (String) b, 1));
    }
    return Strict.of(typed, (a, b, c) -> position((String) a, (String) b, (Long) c));
  }

  private static long position(String part, String text, long start) {
    if (start < 1 || start > length(text) + 1L) {
      return 0;
    }
    int from = text.offsetByCodePoints(0, (int) start - 1);
    int at = text.indexOf(part, from);
    return at < 0 ? 0 : text.codePointCount(0, at) + 1L;
  }

  private static String replace(String text, String from, String to) {
    if (from.isEmpty()) {
      return text;
    }
    long occurrences = 0;
    for (int at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + from.length())) {
      occurrences++;
    }
    checkLength(text.length() + occurrences * (to.length() - (long) from.length()), "REPLACE");
    return text.replace(from, to);
  }

  private static String translate(String text, String from, String to) {
    int[] source = from.codePoints().toArray();
    int[] target = to.codePoints().toArray();
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              int at = 0;
              while (at < source.length && source[at] != c) {
                at++;
              }
              if (at == source.length) {
                result.appendCodePoint(c);
              } else if (at < target.length) {
                result.appendCodePoint(target[at]);
              }
            });
    return result.toString();
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

  private static String md5(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has MD5", e);
    }
  }

  private static Evaluation bindOverlay(List<Expr> arguments, ColumnType type) {
    List<Expr> typed = Arguments.textThenIntegers(arguments, 2);
    if (typed.size() == 3) {
      return Strict.of(
          typed, (a, b, c) -> overlay((String) a, (String) b, (Long) c, length((String) b)));
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
    long end = count >= 0 ? Math.min(count, length(text)) : length(text) + count;
    return (String) slice(text, 1, Math.max(end, 0) + 1);
  }

  private static String right(String text, long count) {
    long start = count >= 0 ? length(text) - Math.min(count, length(text)) : -count;
    return (String) slice(text, start < 0 ? Long.MAX_VALUE : start + 1, Long.MAX_VALUE);
  }

  private static String repeat(String text, long count) {
    if (count <= 0 || text.isEmpty()) {
      return "";
    }
    checkLength(count > MOST_CHARACTERS ? count : count * text.length(), "REPEAT");
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
    checkLength(width, left ? "LPAD" : "RPAD");
    int length = length(text);
    if (width <= length || fill.isEmpty()) {
      return (String) slice(text, 1, Math.max(0, width) + 1);
    }
    int missing = (int) width - length;
    int filled = length(fill);
    String padding = (String) slice(fill.repeat(missing / filled + 1), 1, missing + 1L);
    return left ? padding + text : text + padding;
  }
}
