package io.millrace.engine.query;

import io.millrace.engine.catalog.Table;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction has changed and not committed: a log of signed rows with marks. One thread at
 * a time.
 *
 * <p>A statement that fails, or a savepoint that is rolled back to, cuts the log to its mark;
 * nothing of what is cut can reach a view, since views see only the net of the log at commit.
 */
public final class PendingChanges {
  private record Entry(
      Table table, byte[] row, long weight, TableChanges.@Nullable KeyedRow before) {}

  private final List<Entry> log = new ArrayList<>();
  private final Map<Integer, TableChanges> tables = new HashMap<>();

  /** The present end of the log, for {@link #rollbackTo}. */
  public int mark() {
    return log.size();
  }

  public boolean isEmpty() {
    return log.isEmpty();
  }

  /** Appends a signed row; the table must be the same object for all of a transaction's changes. */
  public void add(Table table, byte[] row, long weight) {
    TableChanges changes = tables.computeIfAbsent(table.id(), id -> new TableChanges(table));
    log.add(new Entry(table, row, weight, changes.apply(row, weight)));
  }

  /** Takes back everything after a mark. Cost: O(changes cut · log n). */
  public void rollbackTo(int mark) {
    for (int i = log.size() - 1; i >= mark; i--) {
      Entry entry = log.remove(i);
      changesOf(entry.table().id()).undo(entry.row(), entry.weight(), entry.before());
    }
  }

  /** The changes since a mark, oldest first. */
  public void forEachSince(int mark, ChangeConsumer consumer) {
    for (int i = mark; i < log.size(); i++) {
      Entry entry = log.get(i);
      consumer.accept(entry.table(), entry.row(), entry.weight());
    }
  }

  /** Whether a table has changes, be their net empty. */
  public boolean touches(int tableId) {
    return tables.containsKey(tableId);
  }

  /** One net Z-set per changed table; tables whose net is empty are left out. */
  public Map<Integer, ZSet> net() {
    Map<Integer, ZSetBuilder> builders = new LinkedHashMap<>();
    for (Entry entry : log) {
      builders
          .computeIfAbsent(entry.table().id(), id -> new ZSetBuilder())
          .add(entry.row(), entry.weight());
    }
    Map<Integer, ZSet> net = new LinkedHashMap<>();
    builders.forEach(
        (id, builder) -> {
          ZSet zset = builder.build();
          if (!zset.isEmpty()) {
            net.put(id, zset);
          }
        });
    return net;
  }

  @Nullable TableChanges changes(int tableId) {
    return tables.get(tableId);
  }

  private TableChanges changesOf(int tableId) {
    TableChanges changes = tables.get(tableId);
    if (changes == null) {
      throw new AssertionError("table " + tableId + " must have changes");
    }
    return changes;
  }

  /** Receives a signed row of a table. */
  @FunctionalInterface
  public interface ChangeConsumer {
    void accept(Table table, byte[] row, long weight);
  }
}
