package io.millrace.engine.commit;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.query.PendingChanges;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.zset.ZSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Checks deltas that did not come from statements: the new table must be a bag that its constraints
 * allow. NOT NULL is upheld by the row's type.
 */
final class DeltaCheck {
  private final Table table;
  private final StoredRelation rows;

  private DeltaCheck(Table table, DatabaseState base) {
    this.table = table;
    this.rows = new StoredRelation(table, base.snapshot());
  }

  /**
   * Refuses the whole batch if one delta is wrong.
   *
   * @throws DatabaseException 23000, 23503, 23505 or 23514
   */
  static void run(DatabaseState base, Map<Integer, ZSet> deltas) {
    deltas.forEach(
        (id, delta) -> {
          Relation relation = base.catalog().require(id);
          if (!(relation instanceof Table table)) {
            throw ErrorCode.WRONG_OBJECT_TYPE.exception(
                relation.name(), "a view", "a table", "Change the tables beneath it.");
          }
          new DeltaCheck(table, base).check(delta);
        });
    checkForeignKeys(base, deltas);
  }

  private static void checkForeignKeys(DatabaseState base, Map<Integer, ZSet> deltas) {
    PendingChanges pending = new PendingChanges();
    Map<Integer, ForeignKeyCheck> checks = new LinkedHashMap<>();
    for (int id : deltas.keySet()) {
      Table table = (Table) base.catalog().require(id);
      ForeignKeyCheck check = new ForeignKeyCheck(base.catalog(), base.snapshot(), pending, table);
      if (!check.isEmpty()) {
        checks.put(id, check);
      }
    }
    if (checks.isEmpty()) {
      return;
    }
    deltas.forEach((id, delta) -> add(pending, (Table) base.catalog().require(id), delta));
    checks.forEach((id, check) -> checkForeignKeys(check, deltas.getOrDefault(id, ZSet.EMPTY)));
  }

  /** Deletions first: an updated row takes its own key again. */
  private static void add(PendingChanges pending, Table table, ZSet delta) {
    delta.negative().forEach((row, weight) -> pending.add(table, row, weight));
    delta.positive().forEach((row, weight) -> pending.add(table, row, weight));
  }

  private static void checkForeignKeys(ForeignKeyCheck check, ZSet delta) {
    for (int i = 0; i < delta.size(); i++) {
      DatabaseException violation = check.violation(delta.row(i), delta.weight(i));
      if (violation != null) {
        throw violation;
      }
    }
  }

  private void check(ZSet delta) {
    if (table.hasPrimaryKey()) {
      checkKeyed(delta);
    } else {
      checkBag(delta);
    }
    checkConditions(delta.positive());
    checkUnique(delta);
  }

  private void checkBag(ZSet delta) {
    for (int i = 0; i < delta.size(); i++) {
      long weight = delta.weight(i);
      long stored = rows.weight(delta.row(i));
      if (weight < 0 && stored + weight < 0) {
        throw missing(delta.row(i), -weight, stored);
      }
      Math.addExact(weight, stored);
    }
  }

  private void checkKeyed(ZSet delta) {
    KeyFormat format = table.primaryKeyFormat();
    SortedMap<byte[], byte[]> added = new TreeMap<>(RowOrder.COMPARATOR);
    SortedMap<byte[], byte[]> removed = new TreeMap<>(RowOrder.COMPARATOR);
    for (int i = 0; i < delta.size(); i++) {
      byte[] row = delta.row(i);
      long weight = delta.weight(i);
      byte[] key = keyOf(format, row);
      if (weight < 0) {
        byte[] stored = rows.rowByKey(key);
        long copies = Arrays.equals(stored, row) ? 1 : 0;
        if (copies + weight < 0) {
          throw missing(row, -weight, copies);
        }
        removed.put(key, row);
      } else if (weight > 1 || added.put(key, row) != null) {
        throw duplicate(table.primaryKey(), row);
      }
    }
    added.forEach(
        (key, row) -> {
          if (!removed.containsKey(key) && rows.rowByKey(key) != null) {
            throw duplicate(table.primaryKey(), row);
          }
        });
  }

  private static byte[] keyOf(KeyFormat format, byte[] row) {
    byte[] key = format.key(row);
    if (key == null) {
      throw new AssertionError("a primary key column must not be NULL");
    }
    return key;
  }

  private void checkConditions(ZSet added) {
    EvaluationFrame frame = EvaluationFrame.of(table.rowType());
    for (Table.Check check : table.checks()) {
      added.forEach(
          (row, weight) -> {
            if (Boolean.FALSE.equals(check.condition().evaluate(frame.at(row)))) {
              throw ErrorCode.CHECK_VIOLATION.exception(table.name(), check.name(), check.sql());
            }
          });
    }
  }

  private void checkUnique(ZSet delta) {
    for (int i = 0; i < table.indexes().size(); i++) {
      if (table.indexes().get(i).unique()) {
        checkUnique(delta, i);
      }
    }
  }

  private void checkUnique(ZSet delta, int index) {
    delta
        .positive()
        .forEach(
            (row, weight) -> {
              if (UniqueKeys.isTakenTwice(rows, delta, table, index, row)) {
                throw duplicate(table.indexes().get(index).columns(), row);
              }
            });
  }

  private DatabaseException missing(byte[] row, long wanted, long there) {
    return ErrorCode.NEGATIVE_WEIGHT.exception(
        wanted, Arrays.deepToString(table.rowType().decode(row)), table.name(), there);
  }

  private DatabaseException duplicate(List<Integer> columns, byte[] row) {
    return UniqueKeys.duplicate(table, columns, row);
  }
}
