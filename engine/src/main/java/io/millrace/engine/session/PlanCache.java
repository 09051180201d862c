package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.plan.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The plans of the latest statements, by text, default schema, mode and catalog. Thread-safe. */
final class PlanCache {
  private static final int CAPACITY = 512;

  private record Key(String sql, String schema, PlanningMode mode) {}

  private record Entry(Catalog catalog, Statement statement) {}

  private final Map<Key, Entry> entries =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Entry> eldest) {
          return size() > CAPACITY;
        }
      };

  /** The statement's plan for exactly this catalog, planned now if it isn't there. */
  Statement get(
      String sql, String schema, PlanningMode mode, Catalog catalog, Supplier<Statement> planner) {
    Key key = new Key(sql, schema, mode);
    synchronized (entries) {
      Entry entry = entries.get(key);
      if (entry != null && entry.catalog() == catalog) {
        return entry.statement();
      }
    }
    Statement statement = planner.get();
    synchronized (entries) {
      entries.put(key, new Entry(catalog, statement));
    }
    return statement;
  }
}
