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

/** The options of a view, WITH (name = value, …): a closed list. */
final class ViewOptions {
  private static final String ON_ERROR = "on_error";

  private ViewOptions() {}

  /**
   * What the options say becomes of a commit that the view cannot follow; it is refused unless they
   * say more.
   *
   * @throws DatabaseException 22023 for an option or a value that does not exist, naming those that
   *     do; 42601 if an option is given twice
   */
  static View.OnError onError(List<ViewOption> options) {
    View.OnError onError = View.OnError.REFUSE;
    Set<String> seen = new HashSet<>();
    for (ViewOption option : options) {
      String name = StatementPlanner.simple(option.name()).toLowerCase(Locale.ROOT);
      if (!name.equals(ON_ERROR)) {
        throw at(
            ErrorCode.INVALID_ARGUMENT.exception(
                "\"" + name + "\"", "option of a view", "Known are: " + ON_ERROR + "."),
            option.name());
      }
      if (!seen.add(name)) {
        throw at(
            ErrorCode.SYNTAX_ERROR.exception("\"" + name + "\"", "Give each option once."),
            option.name());
      }
      onError = onError(option.value());
    }
    return onError;
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

  private static DatabaseException at(DatabaseException error, SqlNode node) {
    return error.at(StatementPlanner.line(node), StatementPlanner.column(node));
  }
}
