package io.millrace.engine.sql;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.sql.parser.MillraceParser;
import java.io.StringReader;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Turns what the generated parser says, often a hundred lines, into one error to act on. */
final class SyntaxErrors {
  private static final String UNEXPECTED_TOKEN = "Encountered ";
  private static final String UNEXPECTED_CHARACTER = "Lexical error";

  /** A longer list of what might come next helps nobody. */
  private static final int MOST_EXPECTED = 6;

  private static final String NO_STATEMENT = "Non-query expression encountered";
  private static final int LONGEST_WORD = 40;

  private SyntaxErrors() {}

  static DatabaseException from(SqlParseException e, String sql) {
    if (e.getCause() instanceof StackOverflowError) {
      return ErrorCode.TOO_COMPLEX.exception();
    }
    String message = String.valueOf(e.getMessage());
    SqlParserPos position = e.getPos();
    DatabaseException error;
    if (position != null && message.startsWith(UNEXPECTED_TOKEN)) {
      error = unexpected(e, message, SqlFragment.text(sql, position));
    } else if (message.startsWith(UNEXPECTED_CHARACTER)) {
      error = lexical(message.contains("<EOF>"));
    } else if (position != null && message.startsWith(NO_STATEMENT)) {
      error =
          ErrorCode.SYNTAX_ERROR.exception(
              '"' + shorten(SqlFragment.text(sql, position)) + '"',
              "A statement begins with a word such as SELECT, INSERT or CREATE.");
    } else {
      error = ErrorCode.INVALID_QUERY.exception(firstSentence(message), "Correct the statement.");
    }
    return (position == null ? error : error.at(position.getLineNum(), position.getColumnNum()))
        .causedBy(e);
  }

  private static DatabaseException unexpected(SqlParseException e, String message, String word) {
    String expected = expected(e);
    // The message names up to two tokens, the place is that of the first.
    if (message
        .substring(UNEXPECTED_TOKEN.length())
        .replace("\"", " ")
        .strip()
        .startsWith("<EOF>")) {
      return ErrorCode.SYNTAX_ERROR.exception(
          "the end", ("The statement is not complete. " + expected).strip());
    }
    String advice = expected.isEmpty() ? "Check the words beside it." : expected;
    if (isReserved(word)) {
      advice += " As a name, the reserved word " + word + " needs double quotes.";
    }
    return ErrorCode.SYNTAX_ERROR.exception('"' + shorten(word) + '"', advice);
  }

  private static DatabaseException lexical(boolean atTheEnd) {
    return atTheEnd
        ? ErrorCode.SYNTAX_ERROR.exception("the end", "Close the quote or the comment.")
        : ErrorCode.SYNTAX_ERROR.exception(
            "a character that means nothing here", "Text stands in 'single quotes'.");
  }

  private static String shorten(String word) {
    return word.length() <= LONGEST_WORD ? word : word.substring(0, LONGEST_WORD) + "...";
  }

  private static String expected(SqlParseException e) {
    // The first token of each sequence that would do. Null if the error is no ParseException.
    int[][] sequences = e.getExpectedTokenSequences();
    String[] images = e.getTokenImages();
    if (sequences == null || images == null) {
      return "";
    }
    TreeSet<String> words = new TreeSet<>();
    for (int[] sequence : sequences) {
      words.add(image(images[sequence[0]]));
    }
    if (words.isEmpty() || words.size() > MOST_EXPECTED) {
      return "";
    }
    return words.stream().collect(Collectors.joining(" or ", "Expected ", "."));
  }

  private static String image(String token) {
    return switch (token) {
      case "<EOF>" -> "the end";
      case "<IDENTIFIER>", "<QUOTED_IDENTIFIER>", "<BRACKET_QUOTED_IDENTIFIER>" -> "a name";
      case "<QUOTED_STRING>", "<PREFIXED_STRING_LITERAL>", "<UNICODE_STRING_LITERAL>" -> "a text";
      case "<UNSIGNED_INTEGER_LITERAL>", "<DECIMAL_NUMERIC_LITERAL>", "<APPROX_NUMERIC_LITERAL>" ->
          "a number";
      default -> token.replace("\"", "");
    };
  }

  private static boolean isReserved(String word) {
    // A parser is needed to ask; its metadata are made once.
    return new MillraceParser(new StringReader(""))
        .getMetadata()
        .isReservedWord(word.toUpperCase(Locale.ROOT));
  }

  private static String firstSentence(String message) {
    String line = message.lines().findFirst().orElse(message).strip();
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }
}
