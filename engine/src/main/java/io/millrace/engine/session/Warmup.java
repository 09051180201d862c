package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.plan.PlannerContext;
import io.millrace.engine.plan.StatementPlanner;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Loads the parser and the planner in the background when the first database of a process is
 * opened: they are most of the time that a first statement takes. Thread-safe.
 */
final class Warmup {
  private static final List<String> STATEMENTS =
      List.of(
          "SELECT a + 1, COUNT(*) FROM t WHERE b > 3 GROUP BY a ORDER BY 1",
          "INSERT INTO t VALUES (1, 2)",
          "UPDATE t SET b = b + 1 WHERE a = ?",
          "UPDATE t SET b = b * 2 WHERE a > ?");

  private final AtomicBoolean started = new AtomicBoolean();

  /** Begins once; later calls do nothing. */
  void start() {
    if (started.compareAndSet(false, true)) {
      Thread thread = new Thread(Warmup::plan, "millrace-warmup");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void plan() {
    ColumnType integer = ColumnType.of(CellType.INTEGER);
    Table table =
        new Table(
            1,
            new QualifiedName(Catalog.DEFAULT_SCHEMA, "t"),
            List.of(
                new Column(0, "a", integer.notNull(), null, null),
                new Column(1, "b", integer, null, null)),
            List.of(0),
            "t_pkey",
            List.of(),
            List.of(),
            2,
            2);
    PlannerContext context = PlannerContext.of(Catalog.EMPTY.with(table), Catalog.DEFAULT_SCHEMA);
    STATEMENTS.forEach(statement -> StatementPlanner.plan(statement, context));
  }
}
