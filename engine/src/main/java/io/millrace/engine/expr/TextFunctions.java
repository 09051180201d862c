package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Functions of whole texts. Lengths count code points; upper and lower case follow the root locale.
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
          text("MD5", (a, t) -> md5(a)));

  private interface TextToText {
    String apply(String text, ColumnType type);
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

  static void checkLength(long characters, String function) {
    if (characters > MOST_CHARACTERS) {
      throw Failures.tooLong(
          "The result of " + function + " with " + characters + " characters", "any text");
    }
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

  private static String md5(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has MD5", e);
    }
  }
}
