package io.millrace.engine.circuit;

import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.trace.Cursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a primary key or an index serves look-ups by another key format over the same columns: which
 * index, and how a key asked for becomes the prefix of an index key. Immutable.
 *
 * <p>The columns asked for must be, in some order, the leading columns of the index. Where tags and
 * directions agree the bytes pass through; else the key is decoded and encoded again.
 */
public final class KeyedAccess {
  private static final byte[] OPEN = {};

  private final int index;
  private final KeyFormat asked;
  private final KeyFormat stored;
  private final int[] positions;
  private final boolean same;
  private final boolean ordered;

  private KeyedAccess(int index, KeyFormat asked, KeyFormat stored, int[] positions) {
    this.index = index;
    this.asked = asked;
    this.stored = stored;
    this.positions = positions;
    this.ordered = isOrdered(asked, stored, positions);
    this.same = ordered && hasSameTags(asked, stored);
  }

  /** The primary key or index of a relation that serves a key, the primary key first. */
  public static Optional<KeyedAccess> find(Relation relation, KeyFormat asked) {
    if (asked.size() == 0) {
      return Optional.empty();
    }
    if (relation instanceof Table table && table.hasPrimaryKey()) {
      KeyFormat primaryKey = table.primaryKeyFormat();
      int[] positions = leading(primaryKey, asked);
      if (positions.length > 0) {
        return Optional.of(
            new KeyedAccess(RelationReader.PRIMARY_KEY, asked, primaryKey, positions));
      }
    }
    for (int i = 0; i < relation.indexes().size(); i++) {
      KeyFormat format = relation.indexFormats().get(i);
      int[] positions = leading(format, asked);
      if (positions.length > 0) {
        return Optional.of(
            new KeyedAccess(relation.indexes().get(i).id(), asked, format, positions));
      }
    }
    return Optional.empty();
  }

  /** {@link RelationReader#PRIMARY_KEY} or the id of the index. */
  public int index() {
    return index;
  }

  /** A reader of rows by the key asked for, over a relation that has the index. */
  public ArrangementReader over(RelationReader relation) {
    return new Reader(relation);
  }

  private byte @Nullable [] prefix(byte[] key) {
    if (same) {
      return key;
    }
    Object[] cells = new Object[positions.length];
    for (int i = 0; i < positions.length; i++) {
      cells[i] = asked.cell(key, positions[i]);
    }
    return stored.prefixOf(cells);
  }

  /** For each of the index's leading columns its position in the key asked for; empty if unfit. */
  private static int[] leading(KeyFormat stored, KeyFormat asked) {
    int n = asked.size();
    if (stored.size() < n) {
      return new int[0];
    }
    List<Integer> wanted = new ArrayList<>();
    Arrays.stream(asked.columns()).forEach(wanted::add);
    int[] positions = new int[n];
    for (int i = 0; i < n; i++) {
      int position = wanted.indexOf(stored.columns()[i]);
      if (position < 0) {
        return new int[0];
      }
      positions[i] = position;
    }
    return positions;
  }

  /** Whether keys asked for are ordered as those of the index are, rows without a key aside. */
  private static boolean isOrdered(KeyFormat asked, KeyFormat stored, int[] positions) {
    for (int i = 0; i < positions.length; i++) {
      boolean ordersNulls = asked.isTagged(i) && stored.isTagged(i);
      if (positions[i] != i
          || asked.isDescending(i) != stored.isDescending(i)
          || (ordersNulls && asked.isNullsFirst(i) != stored.isNullsFirst(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasSameTags(KeyFormat asked, KeyFormat stored) {
    for (int i = 0; i < asked.size(); i++) {
      if (asked.isTagged(i) != stored.isTagged(i)
          || asked.isNullsFirst(i) != stored.isNullsFirst(i)) {
        return false;
      }
    }
    return true;
  }

  private final class Reader implements ArrangementReader {
    private final RelationReader relation;

    Reader(RelationReader relation) {
      this.relation = relation;
    }

    @Override
    public Cursor rows(byte[] key) {
      byte[] prefix = prefix(key);
      return prefix == null
          ? Cursors.EMPTY
          : relation.range(index, prefix, KeyFormat.successor(prefix));
    }

    @Override
    public Optional<KeyedCursor> from(byte[] key) {
      if (!ordered) {
        return Optional.empty();
      }
      byte[] prefix = prefix(key);
      byte[] first = prefix == null ? OPEN : prefix;
      return Optional.of(new IndexCursor(relation.range(index, first, OPEN), asked));
    }

    @Override
    public long entries() {
      return ordered ? relation.estimatedRows() : UNORDERED;
    }
  }

  /** A row without a key, which stands somewhere between those that have one, is passed over. */
  private record IndexCursor(Cursor rows, KeyFormat asked) implements KeyedCursor {
    @Override
    public boolean next() {
      return rows.next();
    }

    @Override
    public int compareKey(byte[] key) {
      byte[] found = asked.key(rows.row());
      return found == null ? -1 : Arrays.compareUnsigned(found, key);
    }

    @Override
    public byte[] row() {
      return rows.row();
    }

    @Override
    public long weight() {
      return rows.weight();
    }
  }
}
