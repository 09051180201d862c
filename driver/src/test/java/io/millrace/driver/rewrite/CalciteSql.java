package io.millrace.driver.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.rel2sql.RelToSqlConverter;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.dialect.PostgresqlSqlDialect;
import org.apache.calcite.tools.RelBuilder;

/** Calcite's plans as SQL that Millrace reads. */
final class CalciteSql {
  private static final SqlDialect DIALECT = PostgresqlSqlDialect.DEFAULT;

  private CalciteSql() {}

  static String of(RelNode plan, CalcitePlanner planner) {
    RelNode plain = plan.accept(new WindowsBelowFilters(planner));
    return new RelToSqlConverter(DIALECT)
        .visitRoot(plain)
        .asStatement()
        .toSqlString(DIALECT)
        .getSql();
  }

  /** SQL has no windows in WHERE: they become columns of a subquery. */
  private static final class WindowsBelowFilters extends RelHomogeneousShuttle {
    private final CalcitePlanner planner;

    WindowsBelowFilters(CalcitePlanner planner) {
      this.planner = planner;
    }

    @Override
    public RelNode visit(RelNode other) {
      RelNode rel = super.visit(other);
      if (!(rel instanceof Filter filter) || !RexOver.containsOver(filter.getCondition())) {
        return rel;
      }
      RelBuilder builder = planner.builder().push(filter.getInput());
      List<RexNode> columns = new ArrayList<>(builder.fields());
      columns.add(builder.alias(filter.getCondition(), "holds"));
      builder.project(columns).filter(builder.field("holds"));
      return builder.project(builder.fields().subList(0, columns.size() - 1)).build();
    }
  }
}
