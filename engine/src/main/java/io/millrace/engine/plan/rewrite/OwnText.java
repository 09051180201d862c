package io.millrace.engine.plan.rewrite;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.plan.QueryPlan;
import io.millrace.engine.sql.SqlStatements;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;

/**
 * A query's own text as that of a view: without ORDER BY and LIMIT, which are the reader's.
 *
 * @param columns a list of names, since a view's must differ
 */
record OwnText(String columns, String query) {

  /** The text, unless no view can have it. */
  static Optional<OwnText> of(AskedQuery asked) {
    QueryPlan plan = asked.plan();
    if (plan.volatileFunction() != null
        || !plan.parameterTypes().columns().isEmpty()
        || plan.visibleColumns() != plan.root().operator().outputType().size()) {
      return Optional.empty();
    }
    try {
      SqlNode node = SqlStatements.parse(asked.sql()).get(0);
      String query =
          node instanceof SqlOrderBy ordered
              ? SqlStatements.unparse(ordered.query)
              : asked.sql().strip();
      return Optional.of(new OwnText(names(plan), query));
    } catch (DatabaseException e) {
      return Optional.empty();
    }
  }

  private static String names(QueryPlan plan) {
    Set<String> taken = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (String name : plan.columnNames().subList(0, plan.visibleColumns())) {
      String plain = name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "value_of";
      String free = plain;
      for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
        free = plain + "_" + i;
      }
      names.add(DraftSql.quoted(free));
    }
    return " (" + String.join(", ", names) + ")";
  }
}
