package io.millrace.engine.expr;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** LIKE, ILIKE, SIMILAR TO and regular expressions; a constant pattern is prepared once. */
final class LikeFunctions {
  static final List<Function> FUNCTIONS =
      List.of(
          Function.of(
              "LIKE",
              2,
              3,
              Typings.BOOLEAN,
              (arguments, type) -> bind(arguments, LikePattern::of, false)),
          Function.of(
              "ILIKE",
              2,
              3,
              Typings.BOOLEAN,
              (arguments, type) -> bind(arguments, LikePattern::of, true)),
          Function.of(
              "SIMILAR TO",
              2,
              3,
              Typings.BOOLEAN,
              (arguments, type) -> bind(arguments, SimilarPattern::of, false)),
          Function.of(
              "REGEXP_LIKE",
              2,
              Typings.BOOLEAN,
              (arguments, type) -> bind(arguments, (p, escape) -> Regex.of(p), false)),
          Function.of(
              "REGEXP_REPLACE",
              3,
              Typings.TEXT,
              (arguments, type) ->
                  Strict.of(
                      Arguments.texts(arguments),
                      (a, b, c) -> Regex.of((String) b).replaceAll((String) a, (String) c))));

  /** Prepares a pattern. */
  private interface Compiler {
    Predicate<String> compile(String pattern, String escape);
  }

  /** In place of an escape character where there is none. */
  static final String NO_ESCAPE = "";

  private LikeFunctions() {}

  private static Evaluation bind(List<Expr> arguments, Compiler compiler, boolean ignoreCase) {
    List<Expr> texts = Arguments.texts(arguments);
    Expr pattern = texts.get(1);
    Expr escape = texts.size() == 3 ? texts.get(2) : Exprs.literal(NO_ESCAPE);
    boolean escaped = texts.size() == 3;
    if (pattern instanceof Literal p
        && p.value() instanceof String text
        && escape instanceof Literal e
        && e.value() instanceof String character) {
      Predicate<String> prepared =
          compiler.compile(fold(text, ignoreCase), checkEscape(character, escaped));
      return Strict.of(texts, a -> prepared.test(fold((String) a, ignoreCase)));
    }
    return Strict.of(
        List.of(texts.get(0), pattern, escape),
        (a, b, c) ->
            compiler
                .compile(fold((String) b, ignoreCase), checkEscape((String) c, escaped))
                .test(fold((String) a, ignoreCase)));
  }

  private static String fold(String text, boolean ignoreCase) {
    return ignoreCase ? text.toLowerCase(Locale.ROOT) : text;
  }

  private static String checkEscape(String escape, boolean given) {
    if (given && TextFunctions.length(escape) != 1) {
      throw Failures.invalidArgument(escape, "escape character", "Use exactly one character.");
    }
    return escape;
  }
}
