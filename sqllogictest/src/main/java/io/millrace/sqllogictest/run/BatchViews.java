package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Query;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The views of a batch. A query that fails over some of the rows that the tables hold on their way,
 * such as a division by COUNT(*) over none, cannot be a view then: no commit could be followed.
 */
final class BatchViews {
  private static final String PREFIX = "slt_view_";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)");

  private final List<Query> queries;
  private final Database database;
  private final Map<Query, String> names = new LinkedHashMap<>();
  private final Map<Query, String> problems = new HashMap<>();
  private final Set<Query> impossible = new HashSet<>();

  BatchViews(List<Query> queries, Database database) {
    this.queries = queries;
    this.database = database;
  }

  /** Makes a view of the query at a place of the batch. */
  void create(int place) {
    Query query = queries.get(place);
    String name = PREFIX + place;
    try {
      database.execute(ViewText.create(name, query));
      names.put(query, name);
    } catch (SQLException e) {
      judge(query, e, "the view could not be created: ");
    }
  }

  /**
   * Makes a change that the views follow. A view that refuses it is dropped, and the change is made
   * without it.
   *
   * @throws SQLException if the change fails for another reason
   */
  void follow(Change change) throws SQLException {
    Map<Query, SQLException> refusals = new LinkedHashMap<>();
    while (true) {
      try {
        change.make();
        break;
      } catch (SQLException e) {
        Query refusing = refusing(e);
        if (refusing == null) {
          throw e;
        }
        refusals.put(refusing, e);
        database.execute("DROP MATERIALIZED VIEW " + names.remove(refusing));
      }
    }
    refusals.forEach((query, e) -> judge(query, e, "the view refused a change: "));
  }

  private @Nullable Query refusing(SQLException error) {
    Matcher name = NAME.matcher(String.valueOf(error.getMessage()));
    Query query = name.find() ? queries.get(Integer.parseInt(name.group(1))) : null;
    return query != null && names.containsKey(query) ? query : null;
  }

  /** A view may fail where its query fails in the same way. */
  private void judge(Query query, SQLException error, String problem) {
    if (Steps.failsWith(query, error.getSQLState(), database)) {
      impossible.add(query);
    } else {
      problems.put(query, problem + Steps.described(error));
    }
  }

  /** The names of the views, by their queries. */
  Map<Query, String> names() {
    return Map.copyOf(names);
  }

  Optional<String> name(Query query) {
    return Optional.ofNullable(names.get(query));
  }

  /** The first problem of a query is the one that is told. */
  void note(Query query, Optional<String> problem) {
    problem.ifPresent(text -> problems.putIfAbsent(query, text));
  }

  Optional<String> problem(Query query) {
    return Optional.ofNullable(problems.get(query));
  }

  /** Whether the query could be no view over all rows that there were. */
  boolean isImpossible(Query query) {
    return impossible.contains(query);
  }
}
