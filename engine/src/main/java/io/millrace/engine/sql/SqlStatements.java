package io.millrace.engine.sql;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.sql.parser.MillraceParser;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.jspecify.annotations.Nullable;

/**
 * From text to trees of statements, and back.
 *
 * <p>Names are quoted with double quotes and keep the case they were written in; whoever looks them
 * up does so without regard to case. Parameters ({@code ?}) are numbered through all statements of
 * one text, from 0. Statements of our own are {@link SqlStatement}s, others are Calcite's.
 *
 * <p>Thread-safe. The first call loads the parser, which takes some 300 ms.
 */
public final class SqlStatements {
  /** The longest name, in UTF-16 code units. */
  public static final int MAX_NAME_LENGTH = 128;

  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  static final SqlParser.Config CONFIG =
      SqlParser.config()
          .withParserFactory(MillraceParser.FACTORY)
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withUnquotedCasing(Casing.UNCHANGED)
          .withQuotedCasing(Casing.UNCHANGED)
          .withIdentifierMaxLength(MAX_NAME_LENGTH)
          .withConformance(MillraceConformance.INSTANCE);

  /** For texts that have an error: its parser knows what it had expected there. */
  static final SqlParser.Config EXPLAINING =
      CONFIG.withParserFactory(
          text -> {
            MillraceParser parser = (MillraceParser) MillraceParser.FACTORY.getParser(text);
            parser.scanAlways();
            return parser;
          });

  private static final SqlDialect DIALECT = new Dialect();

  static {
    // A class whose initialiser meets a full stack is unusable ever after; so initialise them here,
    // before a deeply nested statement can.
    run("SELECT (a + 1) FROM t WHERE b IN (1)", SqlParser::parseStmtList);
  }

  private SqlStatements() {}

  /** Text in Millrace's own dialect; Calcite's default would write other letters as escapes. */
  private static final class Dialect extends SqlDialect {
    Dialect() {
      super(AnsiSqlDialect.DEFAULT_CONTEXT.withIdentifierQuoteString("\""));
    }

    @Override
    public void quoteStringLiteral(StringBuilder text, @Nullable String charset, String value) {
      text.append('\'').append(value.replace("'", "''")).append('\'');
    }
  }

  /**
   * Parses statements that are separated by semicolons; a trailing semicolon, or nothing at all, is
   * allowed.
   *
   * @throws DatabaseException 42601 with the place of the error; 54001 if it is nested too deeply
   */
  public static List<SqlNode> parse(String sql) {
    return run(sql, parser -> List.copyOf(parser.parseStmtList().getList()));
  }

  /**
   * Parses one expression, such as the stored text of a CHECK.
   *
   * @throws DatabaseException as {@link #parse}
   */
  public static SqlNode parseExpression(String sql) {
    return run(sql, SqlParser::parseExpression);
  }

  /** Whether a name of a column or relation means itself without quotes. */
  public static boolean isPlainName(String name) {
    if (!PLAIN_NAME.matcher(name).matches()) {
      return false;
    }
    try {
      return parse("SELECT " + name + " AS " + name + " FROM " + name).get(0)
              instanceof SqlSelect select
          && select.getSelectList().get(0) instanceof SqlBasicCall named
          && named.operand(0) instanceof SqlIdentifier;
    } catch (DatabaseException e) {
      return false;
    }
  }

  /** The text of a statement or of a part of one, on one line, all names quoted. */
  public static String unparse(SqlNode node) {
    return node.toSqlString(
            writer ->
                writer
                    .withDialect(DIALECT)
                    .withQuoteAllIdentifiers(true)
                    .withAlwaysUseParentheses(false)
                    .withSelectListItemsOnSeparateLines(false)
                    .withUpdateSetListNewline(false)
                    .withIndentation(0)
                    .withClauseStartsLine(false))
        .getSql();
  }

  private interface Parse<T> {
    T run(SqlParser parser) throws SqlParseException;
  }

  private static <T> T run(String sql, Parse<T> parse) {
    try {
      return run(sql, CONFIG, parse);
    } catch (SqlParseException e) {
      return explain(sql, parse);
    }
  }

  private static <T> T explain(String sql, Parse<T> parse) {
    try {
      return run(sql, EXPLAINING, parse);
    } catch (SqlParseException e) {
      throw SyntaxErrors.from(e, sql);
    }
  }

  private static <T> T run(String sql, SqlParser.Config config, Parse<T> parse)
      throws SqlParseException {
    try {
      return parse.run(SqlParser.create(sql, config));
    } catch (StackOverflowError e) {
      throw ErrorCode.TOO_COMPLEX.exception();
    }
  }
}
