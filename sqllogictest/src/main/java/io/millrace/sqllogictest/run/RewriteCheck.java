package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Query;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Every other query is a view. Each query must give what the script expects, and the same, whether
 * it is answered from the tables or from any view that serves, be it cheaper or not.
 */
final class RewriteCheck implements BatchMode.BatchCheck {
  private static final List<String> WAYS = List.of("off", "force");

  @Override
  public boolean isView(int place) {
    return place % 2 == 0;
  }

  @Override
  public boolean needsViews() {
    return false;
  }

  @Override
  public Optional<String> atPlace(
      Query query, Optional<String> view, Database database, Check check) {
    for (String way : WAYS) {
      Optional<String> problem;
      try {
        database.execute("SET rewrite = '" + way + "'");
        problem = Steps.problem(query, query.sql(), database, check);
      } catch (SQLException e) {
        problem = Optional.of(Steps.described(e));
      }
      if (problem.isPresent()) {
        return problem.map(text -> "with rewrite = '" + way + "': " + text);
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> whenEmpty(Query query, String view, Database database) {
    return Optional.empty();
  }
}
