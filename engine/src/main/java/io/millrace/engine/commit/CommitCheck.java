package io.millrace.engine.commit;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.StoredRelation;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.query.ChangedTable;
import io.millrace.storage.zset.ZSet;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Checks a transaction against the last applied version: first committer wins.
 *
 * <p>Where no other commit came between there is nothing to check, since statements checked their
 * constraints as they ended.
 */
final class CommitCheck {
  private final Transaction transaction;
  private final DatabaseState base;

  CommitCheck(Transaction transaction, DatabaseState base) {
    this.transaction = transaction;
    this.base = base;
  }

  /**
   * Refuses what another commit has overtaken.
   *
   * @throws DatabaseException 40001
   */
  void run(Map<Integer, ZSet> net) {
    Catalog catalog = base.catalog();
    for (Table table : transaction.touchedTables().values()) {
      Optional<Relation> current = catalog.relation(table.id());
      if (current.isEmpty() || current.get() != table) {
        throw ErrorCode.SERIALIZATION_FAILURE.exception(
            "the definition of table \"" + table.name() + "\"");
      }
      checkKeys(table);
      checkRows(table);
      ZSet delta = net.get(table.id());
      if (delta != null) {
        checkDeletedRows(table, delta);
        checkUnique(table, delta);
      }
    }
    net.forEach(this::checkForeignKeys);
  }

  private void checkKeys(Table table) {
    SortedMap<byte[], Optional<byte[]>> keys = transaction.touchedKeys().get(table.id());
    if (keys == null) {
      return;
    }
    StoredRelation rows = new StoredRelation(table, base.snapshot());
    keys.forEach(
        (key, expected) -> {
          byte[] actual = rows.rowByKey(key);
          if (!Arrays.equals(actual, expected.orElse(null))) {
            throw ErrorCode.SERIALIZATION_FAILURE.exception(
                "key " + text(table, key) + " of table \"" + table.name() + "\"");
          }
        });
  }

  private void checkRows(Table table) {
    SortedMap<byte[], Long> locked = transaction.touchedRows().get(table.id());
    if (locked == null) {
      return;
    }
    StoredRelation rows = new StoredRelation(table, base.snapshot());
    locked.forEach(
        (row, copies) -> {
          if (rows.weight(row) != copies) {
            throw ErrorCode.SERIALIZATION_FAILURE.exception(
                "a row of table \"" + table.name() + "\" that it read FOR UPDATE");
          }
        });
  }

  private static String text(Table table, byte[] key) {
    return Arrays.deepToString(table.primaryKeyFormat().cells(key));
  }

  /** Without a primary key, the rows that are deleted must be there still. */
  private void checkDeletedRows(Table table, ZSet delta) {
    if (table.hasPrimaryKey()) {
      return;
    }
    StoredRelation rows = new StoredRelation(table, base.snapshot());
    for (int i = 0; i < delta.size(); i++) {
      long weight = delta.weight(i);
      if (weight < 0 && rows.weight(delta.row(i)) + weight < 0) {
        throw ErrorCode.SERIALIZATION_FAILURE.exception(
            "a row of table \"" + table.name() + "\" that it deletes or updates");
      }
    }
  }

  private void checkUnique(Table table, ZSet delta) {
    ChangedTable rows = new ChangedTable(table, base.snapshot(), transaction.pending());
    for (int index = 0; index < table.indexes().size(); index++) {
      if (table.indexes().get(index).unique()) {
        for (int i = 0; i < delta.size(); i++) {
          if (delta.weight(i) > 0 && UniqueKeys.isTakenTwice(rows, table, index, delta.row(i))) {
            throw ErrorCode.SERIALIZATION_FAILURE.exception(
                "a unique key of table \"" + table.name() + "\"");
          }
        }
      }
    }
  }

  /**
   * By the keys of the applied catalog: one may have been added since the transaction began. No
   * snapshot is asked but the applied one, so of two transactions that insert a row and delete what
   * it refers to, whichever commits second finds the other's change.
   */
  private void checkForeignKeys(int tableId, ZSet delta) {
    ForeignKeyCheck check =
        new ForeignKeyCheck(
            base.catalog(),
            base.snapshot(),
            transaction.pending(),
            (Table) base.catalog().require(tableId));
    if (check.isEmpty()) {
      return;
    }
    for (int i = 0; i < delta.size(); i++) {
      DatabaseException violation = check.violation(delta.row(i), delta.weight(i));
      if (violation != null) {
        throw ErrorCode.SERIALIZATION_FAILURE
            .exception("rows that a foreign key ties to its own")
            .causedBy(violation);
      }
    }
  }
}
