package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.TickContext;
import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowOrder;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * ORDER BY … OFFSET … FETCH as part of a bag: the copies of rows in places offset + 1 to offset +
 * fetch. {@code Q^Δ = top(z⁻¹(I(s)) + Δ) − top(z⁻¹(I(s)))}, read from the ordered integral.
 *
 * <p>The order is total: ties go by all columns as they stand, ascending, NULLs last, so the result
 * is a function of the bag. Non-linear; keeps its input in that order. Cost: O(offset + fetch + |Δ|
 * log).
 */
public final class TopK implements Operator {
  /** No limit on the number of rows. */
  public static final long ALL = Long.MAX_VALUE;

  private static final byte[] EVERYTHING = {};

  private final RowType type;
  private final List<SortColumn> order;
  private final long offset;
  private final long fetch;

  /** All columns, those of the order first: a row is a key and a key is a row. */
  private final KeyFormat place;

  /** Which key column holds each column of the row. */
  private final int[] keyColumnOf;

  public TopK(RowType type, List<SortColumn> order, long offset, long fetch) {
    if (offset < 0 || fetch < 0) {
      throw new AssertionError(
          "offset " + offset + " and fetch " + fetch + " must not be negative");
    }
    this.type = type;
    this.order = List.copyOf(order);
    this.offset = offset;
    this.fetch = fetch;
    this.place = place(type, order);
    this.keyColumnOf = new int[type.size()];
    for (int i = place.size() - 1; i >= 0; i--) {
      keyColumnOf[place.column(i)] = i;
    }
  }

  private static KeyFormat place(RowType type, List<SortColumn> order) {
    List<SortColumn> all = new ArrayList<>(order);
    for (int column = 0; column < type.size(); column++) {
      int tie = column;
      if (order.stream().noneMatch(sort -> sort.column() == tie)) {
        all.add(SortColumn.ascending(column));
      }
    }
    int size = all.size();
    int[] columns = all.stream().mapToInt(SortColumn::column).toArray();
    boolean[] descending = new boolean[size];
    boolean[] nullsFirst = new boolean[size];
    boolean[] tagged = new boolean[size];
    Arrays.fill(tagged, true);
    for (int i = 0; i < size; i++) {
      descending[i] = all.get(i).descending();
      nullsFirst[i] = all.get(i).nullsFirst();
    }
    return new KeyFormat(type, columns, descending, tagged, nullsFirst);
  }

  private byte[] row(byte[] key) {
    Object[] keyCells = place.cells(key);
    Object[] cells = new Object[keyColumnOf.length];
    for (int column = 0; column < cells.length; column++) {
      cells[column] = keyCells[keyColumnOf[column]];
    }
    return type.encode(cells);
  }

  @Override
  public String name() {
    return "TopK";
  }

  @Override
  public String describe() {
    String limit = fetch == ALL ? "" : " fetch " + fetch;
    return "by " + order + (offset == 0 ? "" : " offset " + offset) + limit;
  }

  @Override
  public RowType outputType() {
    return type;
  }

  @Override
  public Linearity linearity() {
    return Linearity.NON_LINEAR;
  }

  @Override
  public List<TraceSpec> traces() {
    return List.of(new TraceSpec.Projection(0, place));
  }

  /** The last place that counts. */
  private long last() {
    return fetch > ALL - offset ? ALL : offset + fetch;
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new DeferredCursor(
        () -> {
          Cursor rows = inputs.get(0).open();
          TreeMap<byte[], Long> first = new TreeMap<>(RowOrder.COMPARATOR);
          long copies = 0;
          while (rows.next()) {
            context.checkCanceled();
            first.merge(
                Objects.requireNonNull(place.key(rows.row())), rows.weight(), Math::addExact);
            copies = trim(first, Math.addExact(copies, rows.weight()));
          }
          ZSetBuilder keys = new ZSetBuilder(first.size());
          first.forEach(keys::add);
          ZSetBuilder output = new ZSetBuilder();
          addTop(new ZSetCursor(keys.build()), 1, output);
          return new ZSetCursor(output.build());
        });
  }

  /** Drops rows that come after the last place whatever else is read; returns what is left. */
  private long trim(NavigableMap<byte[], Long> first, long copies) {
    long left = copies;
    while (!first.isEmpty() && left - first.lastEntry().getValue() >= last()) {
      left -= first.pollLastEntry().getValue();
    }
    return left;
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    ZSetBuilder output = new ZSetBuilder();
    addTop(context.newTrace(0).cursor(EVERYTHING), 1, output);
    addTop(context.trace(0).cursor(EVERYTHING), -1, output);
    return output.build();
  }

  /** Adds the rows in the places that count, with the sign. */
  private void addTop(Cursor keys, int sign, ZSetBuilder output) {
    long end = last();
    long before = 0;
    while (before < end && keys.next()) {
      long after = Math.addExact(before, keys.weight());
      long copies = Math.min(after, end) - Math.max(before, offset);
      if (copies > 0) {
        output.add(row(keys.row()), sign * copies);
      }
      before = after;
    }
  }

  @Override
  public void write(CircuitWriter out) {
    OperatorCodec.Tag.TOP_K.begin(out).writeRowType(type).writeInt(order.size());
    for (SortColumn sort : order) {
      out.writeInt(sort.column());
      out.writeBoolean(sort.descending()).writeBoolean(sort.nullsFirst());
    }
    out.writeLong(offset).writeLong(fetch);
  }

  static Operator read(CircuitReader in) {
    RowType type = in.readRowType();
    int size = in.readSize();
    List<SortColumn> order = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      order.add(new SortColumn(in.readInt(), in.readBoolean(), in.readBoolean()));
    }
    return new TopK(type, order, in.readLong(), in.readLong());
  }
}
