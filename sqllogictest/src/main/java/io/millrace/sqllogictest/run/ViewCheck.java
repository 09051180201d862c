package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Query;
import io.millrace.sqllogictest.script.SortMode;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Each query is a view. At its place the query, which may not read views, must give what the script
 * expects, and the view the same rows; when all rows are gone, view and query must again be alike.
 */
final class ViewCheck implements BatchMode.BatchCheck {
  private static final String PLAIN = "SET rewrite = 'off'";

  @Override
  public boolean isView(int place) {
    return true;
  }

  @Override
  public boolean needsViews() {
    return true;
  }

  @Override
  public Optional<String> atPlace(
      Query query, Optional<String> view, Database database, Check check) {
    if (view.isEmpty()) {
      return Optional.empty();
    }
    try {
      database.execute(PLAIN);
      List<String> values = Steps.values(query.sql(), query.types(), database);
      Optional<String> problem = check.problem(query, values);
      return problem.isPresent() ? problem : unlike(query, values, view.get(), database);
    } catch (SQLException e) {
      return Optional.of("the query failed: " + Steps.described(e));
    } catch (ResultShapeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Optional<String> whenEmpty(Query query, String view, Database database) {
    try {
      List<String> values = Steps.values(query.sql(), query.types(), database);
      return unlike(query, values, view, database).map(text -> "without rows, " + text);
    } catch (SQLException e) {
      return Optional.of("without rows the query failed: " + Steps.described(e));
    } catch (ResultShapeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** What is wrong with the view's rows, their order aside. */
  private static Optional<String> unlike(
      Query query, List<String> values, String view, Database database) {
    int columns = query.types().length();
    List<String> wanted = SortMode.ROWSORT.sorted(values, columns);
    try {
      List<String> kept = Steps.values("SELECT * FROM " + view, query.types(), database);
      List<String> sorted = SortMode.ROWSORT.sorted(kept, columns);
      return sorted.equals(wanted)
          ? Optional.empty()
          : Optional.of(
              "the view differs from its query, which has\n"
                  + Check.shown(wanted).indent(4)
                  + "  while the view has\n"
                  + Check.shown(sorted).indent(4).stripTrailing());
    } catch (SQLException e) {
      return Optional.of("the view could not be read: " + Steps.described(e));
    } catch (ResultShapeException e) {
      return Optional.of("the view: " + e.getMessage());
    }
  }
}
