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
import io.millrace.storage.trace.Trace;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * ORDER BY … OFFSET … FETCH as part of a bag: the copies of rows in places offset + 1 to offset +
 * fetch. {@code Q^Δ = top(z⁻¹(I(s)) + Δ) − top(z⁻¹(I(s)))}, read from the ordered integral.
 *
 * <p>The order is total: ties go by all columns as they stand, ascending, NULLs last, so the result
 * is a function of the bag. Within groups, as of ROW_NUMBER() OVER (PARTITION BY …), each group has
 * places of its own. Non-linear; keeps its input by group and in that order. Cost: O(|Δ| log +
 * groups of Δ · (offset + fetch)).
 */
public final class TopK implements Operator {
  /** No limit on the number of rows. */
  public static final long ALL = Long.MAX_VALUE;

  /** What {@code fetch} counts. The code is the stored tag and never changes. */
  public enum Counting {
    /** Copies of rows. */
    ROWS(1),
    /** Copies of rows, and all that tie with the last one: RANK() up to {@code fetch}. */
    ROWS_WITH_TIES(2),
    /** Groups of rows that tie: DENSE_RANK() up to {@code fetch}. */
    GROUPS(3);

    private final int code;

    Counting(int code) {
      this.code = code;
    }
  }

  private final RowType type;
  private final List<Integer> group;
  private final List<SortColumn> order;
  private final long offset;
  private final long fetch;
  private final Counting counting;

  /** How many columns of a place, those of the group and the order, tell which rows tie. */
  private final int tieColumns;

  /** All columns, those of the order first: a row is a key and a key is a row. */
  private final KeyFormat place;

  /** Which key column holds each column of the row. */
  private final int[] keyColumnOf;

  public TopK(RowType type, List<SortColumn> order, long offset, long fetch) {
    this(type, List.of(), order, offset, fetch, Counting.ROWS);
  }

  /** The same within each group of rows with equal cells in the columns of {@code group}. */
  public TopK(
      RowType type,
      List<Integer> group,
      List<SortColumn> order,
      long offset,
      long fetch,
      Counting counting) {
    if (offset < 0 || fetch < 0) {
      throw new AssertionError(
          "offset " + offset + " and fetch " + fetch + " must not be negative");
    }
    this.type = type;
    this.group = List.copyOf(group);
    this.order = List.copyOf(order);
    this.offset = offset;
    this.fetch = fetch;
    this.counting = counting;
    List<SortColumn> places = new ArrayList<>(group.stream().map(SortColumn::ascending).toList());
    order.stream().filter(sort -> !group.contains(sort.column())).forEach(places::add);
    this.place = place(type, places);
    this.tieColumns = counting == Counting.ROWS ? place.size() : places.size();
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

  /** The columns that tell apart the groups, each of which has first rows of its own. */
  public List<Integer> group() {
    return group;
  }

  /** The order as written, without the columns that settle ties. */
  public List<SortColumn> order() {
    return order;
  }

  /** How many places are passed over. */
  public long offset() {
    return offset;
  }

  /** How many places count after those, or {@link #ALL}. */
  public long fetch() {
    return fetch;
  }

  /** What the places count. */
  public Counting counting() {
    return counting;
  }

  @Override
  public String name() {
    return "TopK";
  }

  @Override
  public String describe() {
    String limit = fetch == ALL ? "" : " fetch " + fetch;
    String within = group.isEmpty() ? "" : "within " + group + " ";
    String ties =
        switch (counting) {
          case ROWS -> "";
          case ROWS_WITH_TIES -> " with ties";
          case GROUPS -> " values";
        };
    return within + "by " + order + (offset == 0 ? "" : " offset " + offset) + limit + ties;
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
  public long last() {
    return fetch > ALL - offset ? ALL : offset + fetch;
  }

  @Override
  public Cursor evaluate(EvaluateContext context, List<Input> inputs) {
    return new DeferredCursor(
        () -> {
          Cursor rows = inputs.get(0).open();
          SortedMap<byte[], First> groups = new TreeMap<>(RowOrder.COMPARATOR);
          while (rows.next()) {
            context.checkCanceled();
            byte[] key = Objects.requireNonNull(place.key(rows.row()));
            groups.computeIfAbsent(groupOf(key), g -> new First()).add(key, rows.weight());
          }
          ZSetBuilder output = new ZSetBuilder();
          groups.values().forEach(first -> addTop(first.cursor(), 1, output));
          return new ZSetCursor(output.build());
        });
  }

  private byte[] groupOf(byte[] key) {
    return Arrays.copyOf(key, place.prefixLength(key, group.size()));
  }

  private byte[] tieOf(byte[] key) {
    return Arrays.copyOf(key, place.prefixLength(key, tieColumns));
  }

  /** The first rows of a group read so far, by tie: no more than may still come out. */
  private final class First {
    private final NavigableMap<byte[], Tie> ties = new TreeMap<>(RowOrder.COMPARATOR);
    private long copies;

    void add(byte[] key, long weight) {
      Tie tie = ties.computeIfAbsent(tieOf(key), t -> new Tie());
      tie.rows.merge(key, weight, Math::addExact);
      tie.copies = Math.addExact(tie.copies, weight);
      copies = Math.addExact(copies, weight);
      // What comes after the last place stays there, whatever else is read.
      while (!ties.isEmpty() && countedBeforeLast() >= last()) {
        copies -= ties.pollLastEntry().getValue().copies;
      }
    }

    private long countedBeforeLast() {
      return counting == Counting.GROUPS
          ? ties.size() - 1
          : copies - ties.lastEntry().getValue().copies;
    }

    Cursor cursor() {
      ZSetBuilder keys = new ZSetBuilder();
      ties.values().forEach(tie -> tie.rows.forEach(keys::add));
      return new ZSetCursor(keys.build());
    }
  }

  private static final class Tie {
    private final SortedMap<byte[], Long> rows = new TreeMap<>(RowOrder.COMPARATOR);
    private long copies;
  }

  @Override
  public ZSet tick(TickContext context, List<ZSet> deltas) {
    SortedSet<byte[]> changed = new TreeSet<>(RowOrder.COMPARATOR);
    context.traceDelta(0).forEach((key, weight) -> changed.add(groupOf(key)));
    Trace before = context.trace(0);
    Trace after = context.newTrace(0);
    ZSetBuilder output = new ZSetBuilder();
    for (byte[] prefix : changed) {
      context.checkCanceled();
      addTop(after.cursor(prefix), 1, output);
      addTop(before.cursor(prefix), -1, output);
    }
    return output.build();
  }

  /** Adds the rows in the places that count, with the sign. */
  private void addTop(Cursor keys, int sign, ZSetBuilder output) {
    byte[] tie = null;
    long ties = 0;
    long beforeTie = 0;
    long before = 0;
    while (keys.next()) {
      byte[] key = keys.row();
      if (tie == null || !Arrays.equals(tie, tieOf(key))) {
        tie = tieOf(key);
        ties++;
        beforeTie = before;
      }
      long counted = counting == Counting.GROUPS ? ties - 1 : beforeTie;
      if (counted >= last()) {
        return;
      }
      long after = Math.addExact(before, keys.weight());
      long copies =
          switch (counting) {
            case ROWS -> Math.min(after, last()) - Math.max(before, offset);
            case ROWS_WITH_TIES -> after - Math.max(before, offset);
            case GROUPS -> counted < offset ? 0 : keys.weight();
          };
      if (copies > 0) {
        output.add(row(key), sign * copies);
      }
      before = after;
    }
  }

  @Override
  public void write(CircuitWriter out) {
    boolean rows = counting == Counting.ROWS;
    (rows ? OperatorCodec.Tag.TOP_K : OperatorCodec.Tag.TOP_K_WITH_TIES).begin(out);
    if (!rows) {
      out.writeInt(counting.code);
    }
    out.writeRowType(type).writeInts(group);
    SortColumn.writeAll(order, out);
    out.writeLong(offset).writeLong(fetch);
  }

  static Operator read(CircuitReader in) {
    return read(in, Counting.ROWS);
  }

  static Operator readWithTies(CircuitReader in) {
    int code = in.readInt();
    for (Counting counting : Counting.values()) {
      if (counting.code == code) {
        return read(in, counting);
      }
    }
    throw in.corrupted("there is no way to count ties " + code);
  }

  private static Operator read(CircuitReader in, Counting counting) {
    RowType type = in.readRowType();
    List<Integer> group = in.readIntList();
    List<SortColumn> order = SortColumn.readAll(in);
    return new TopK(type, group, order, in.readLong(), in.readLong(), counting);
  }
}
