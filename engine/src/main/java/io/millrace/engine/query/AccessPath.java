package io.millrace.engine.query;

import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.query.KeyBounds.Bounds;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stretches of a primary key, an index or the rows' own order that hold every row that a
 * predicate can be TRUE for.
 *
 * @param index {@link RelationReader#PRIMARY_KEY}, {@link RelationReader#ROWS} or the id of an
 *     index
 * @param name the index's name, for EXPLAIN
 * @param stretches the stretches, ascending and apart
 * @param equalities how many leading columns are bound to one value
 * @param hasRange whether the column behind them is bound to a range
 * @param isUnique whether one row at most can lie in each stretch
 */
record AccessPath(
    int index,
    String name,
    List<Stretch> stretches,
    int equalities,
    boolean hasRange,
    boolean isUnique) {

  /** From a key (inclusive) to a key (exclusive); length 0 is open. */
  record Stretch(byte[] from, byte[] to) {
    /** What lies in both. */
    Stretch within(Stretch other) {
      boolean later = RowOrder.COMPARATOR.compare(from, other.from) >= 0;
      boolean sooner =
          other.to.length == 0 || (to.length > 0 && RowOrder.COMPARATOR.compare(to, other.to) <= 0);
      return new Stretch(later ? from : other.from, sooner ? to : other.to);
    }

    boolean isEmpty() {
      return to.length > 0 && RowOrder.COMPARATOR.compare(from, to) >= 0;
    }
  }

  /** The path of a relation that reads least, if any is better than reading everything. */
  static Optional<AccessPath> best(Relation relation, KeyBounds bounds) {
    List<AccessPath> paths = new ArrayList<>();
    if (relation instanceof Table table && table.hasPrimaryKey()) {
      add(
          paths,
          RelationReader.PRIMARY_KEY,
          String.valueOf(table.primaryKeyName()),
          table.primaryKeyFormat(),
          true,
          bounds);
    } else {
      add(paths, RelationReader.ROWS, "", relation.rowOrder(), false, bounds);
    }
    for (int i = 0; i < relation.indexes().size(); i++) {
      Index index = relation.indexes().get(i);
      add(
          paths,
          index.id(),
          index.name().toString(),
          relation.indexFormats().get(i),
          index.unique(),
          bounds);
    }
    return paths.stream().max(AccessPath::compareWorth);
  }

  private static int compareWorth(AccessPath a, AccessPath b) {
    int order = Boolean.compare(a.isUnique, b.isUnique);
    if (order == 0) {
      order = Integer.compare(a.equalities, b.equalities);
    }
    return order == 0 ? Boolean.compare(a.hasRange, b.hasRange) : order;
  }

  private static void add(
      List<AccessPath> paths,
      int index,
      String name,
      KeyFormat format,
      boolean unique,
      KeyBounds bounds) {
    List<Object> equal = new ArrayList<>();
    Bounds next = null;
    while (equal.size() < format.size()) {
      next = bounds.of(format.column(equal.size()));
      if (next == null || next.equal == null) {
        break;
      }
      equal.add(next.equal);
      next = null;
    }
    if (next != null && next.anyOf != null) {
      List<Stretch> stretches = points(format, equal, next.anyOf);
      int bound = equal.size() + 1;
      paths.add(
          new AccessPath(index, name, stretches, bound, false, unique && bound == format.size()));
      return;
    }
    boolean hasRange = next != null && next.isRange();
    if (equal.isEmpty() && !hasRange) {
      return;
    }
    boolean one = unique && equal.size() == format.size();
    Stretch stretch = stretch(format, equal, next);
    List<Stretch> stretches = stretch.isEmpty() ? List.of() : List.of(stretch);
    paths.add(new AccessPath(index, name, stretches, equal.size(), hasRange, one));
  }

  /**
   * The stretch of keys with these values first.
   *
   * @param next bounds of the column behind them, or null
   */
  static Stretch stretch(KeyFormat format, List<Object> equal, @Nullable Bounds next) {
    byte[] prefix = encode(format, equal, null);
    byte[] from = prefix;
    byte[] to = KeyFormat.successor(prefix);
    if (next != null && next.isRange()) {
      boolean descending = format.isDescending(equal.size());
      byte[] low = lower(format, equal, next, descending);
      byte[] high = upper(format, equal, next, descending);
      from = low == null ? from : low;
      to = high == null ? to : high;
    }
    return new Stretch(from, to);
  }

  /** One stretch for each value of the column behind the bound ones. */
  private static List<Stretch> points(KeyFormat format, List<Object> equal, List<Object> values) {
    List<Stretch> stretches = new ArrayList<>();
    for (Object value : values) {
      byte[] key = encode(format, equal, value);
      stretches.add(new Stretch(key, KeyFormat.successor(key)));
    }
    stretches.sort(Comparator.comparing(Stretch::from, RowOrder.COMPARATOR));
    return stretches;
  }

  /** The first key in range; in a descending column the column's upper bound sets it. */
  private static byte @Nullable [] lower(
      KeyFormat format, List<Object> equal, Bounds bounds, boolean descending) {
    Object cell = descending ? bounds.upper : bounds.lower;
    if (cell == null) {
      return null;
    }
    boolean included = descending ? bounds.upperIncluded : bounds.lowerIncluded;
    byte[] key = encode(format, equal, cell);
    return included ? key : KeyFormat.successor(key);
  }

  private static byte @Nullable [] upper(
      KeyFormat format, List<Object> equal, Bounds bounds, boolean descending) {
    Object cell = descending ? bounds.lower : bounds.upper;
    if (cell == null) {
      return null;
    }
    boolean included = descending ? bounds.lowerIncluded : bounds.upperIncluded;
    byte[] key = encode(format, equal, cell);
    return included ? KeyFormat.successor(key) : key;
  }

  private static byte[] encode(KeyFormat format, List<Object> equal, @Nullable Object last) {
    @Nullable Object[] cells = equal.toArray();
    if (last != null) {
      cells = Arrays.copyOf(cells, cells.length + 1);
      cells[cells.length - 1] = last;
    }
    byte[] key = format.prefixOf(cells);
    if (key == null) {
      throw new AssertionError("bounds are never NULL");
    }
    return key;
  }

  /** Which key is walked, and by how much of it, for EXPLAIN. */
  String describe() {
    String kind =
        switch (index) {
          case RelationReader.PRIMARY_KEY -> "primary key ";
          case RelationReader.ROWS -> "the order of its columns";
          default -> "index ";
        };
    String columns = equalities == 0 ? "" : equalities == 1 ? "1 column" : equalities + " columns";
    String range = hasRange ? (equalities == 0 ? "" : " and ") + "a range" : "";
    return kind + name + " (" + columns + range + ")";
  }

  /** How many of a table's rows a walk of it may meet. */
  long estimatedRows(long tableRows) {
    long divisor = equalities > 0 ? 100L * equalities : 4;
    long each = isUnique ? 1 : Math.max(1, tableRows / divisor);
    return each * stretches.size();
  }
}
