package io.millrace.engine.session;

import io.millrace.engine.plan.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The latest different queries of a session, and how often each ran. One thread at a time.
 *
 * <p>Cost: a look into a hash map for each execution.
 */
final class RecordedQueries {
  private static final int CAPACITY = 1000;

  /** Longer texts are let go, since a thousand of them would be kept for as long as the session. */
  private static final int LONGEST = 10_000;

  private final Map<String, Long> counts =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > CAPACITY;
        }
      };

  /** Notes an execution, unless the query reads no relation or locks what it reads. */
  void add(String sql, Statement.Query query) {
    boolean reads = query.lock() == null && !query.plan().relationIds().isEmpty();
    if (reads && sql.length() <= LONGEST) {
      counts.merge(sql, 1L, Long::sum);
    }
  }

  /** The texts, that of the latest execution last, with their numbers. */
  Map<String, Long> counts() {
    return new LinkedHashMap<>(counts);
  }
}
