package io.millrace.engine.plan;

import io.millrace.engine.catalog.View;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.sql.ViewOption;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;

/**
 * The options of a view, WITH (name = value, …): a closed list. Immutable.
 *
 * @param onError what becomes of a commit that the view cannot follow
 * @param isForRewriting whether queries that don't name the view may be answered from it
 */
public record ViewOptions(View.OnError onError, boolean isForRewriting) {
  /** What holds unless options say otherwise. */
  static final ViewOptions NONE = new ViewOptions(View.OnError.REFUSE, true);

  private static final String ON_ERROR = "on_error";
  private static final String REWRITE = "rewrite";

  /**
   * What the options say.
   *
   * @throws DatabaseException 22023 for an option or a value that does not exist, naming those that
   *     do; 42601 if an option is given twice
   */
  static ViewOptions of(List<ViewOption> options) {
    ViewOptions all = NONE;
    Set<String> seen = new HashSet<>();
    for (ViewOption option : options) {
      String name = StatementPlanner.simple(option.name()).toLowerCase(Locale.ROOT);
      all = all.with(name, option);
      if (!seen.add(name)) {
        throw at(
            ErrorCode.SYNTAX_ERROR.exception("\"" + name + "\"", "Give each option once."),
            option.name());
      }
    }
    return all;
  }

  private ViewOptions with(String name, ViewOption option) {
    return switch (name) {
      case ON_ERROR -> new ViewOptions(onError(option.value()), isForRewriting);
      case REWRITE -> new ViewOptions(onError, flag(REWRITE, option.value()));
      default ->
          throw at(
              ErrorCode.INVALID_ARGUMENT.exception(
                  "\"" + name + "\"",
                  "option of a view",
                  "Known are: " + ON_ERROR + ", " + REWRITE + "."),
              option.name());
    };
  }

  private static View.OnError onError(SqlNode value) {
    String word = String.valueOf(StatementPlanner.word(value));
    for (View.OnError onError : View.OnError.values()) {
      if (onError.name().equalsIgnoreCase(word)) {
        return onError;
      }
    }
    throw at(
        ErrorCode.INVALID_ARGUMENT.exception(
            "\"" + word + "\"", "value of " + ON_ERROR, "Use 'refuse' or 'suspend'."),
        value);
  }

  private static boolean flag(String name, SqlNode value) {
    String word = String.valueOf(StatementPlanner.word(value)).toLowerCase(Locale.ROOT);
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw at(
              ErrorCode.INVALID_ARGUMENT.exception(
                  "\"" + word + "\"", "value of " + name, "Use true or false."),
              value);
    };
  }

  private static DatabaseException at(DatabaseException error, SqlNode node) {
    return error.at(StatementPlanner.line(node), StatementPlanner.column(node));
  }
}
