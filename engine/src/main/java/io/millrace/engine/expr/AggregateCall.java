package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over columns of the input row. FILTER has become a CASE in those columns. Immutable.
 *
 * @param arguments the columns; none for COUNT(*)
 * @param distinct whether equal arguments count once: the caller feeds the accumulator so
 * @param order ORDER BY inside the call, of an ordered function
 * @param parameter the fraction of a percentile, or the separator of a list if it is constant
 * @param type the type of the result
 */
public record AggregateCall(
    AggregateFunction function,
    List<Integer> arguments,
    boolean distinct,
    List<AggregateOrder> order,
    @Nullable Object parameter,
    ColumnType type) {
  /** In place of a column where rows are counted. */
  public static final int NO_ARGUMENT = -1;

  public AggregateCall {
    arguments = List.copyOf(arguments);
    order = List.copyOf(order);
  }

  /** A call over one column, or over rows. */
  public AggregateCall(
      AggregateFunction function, int argument, boolean distinct, ColumnType type) {
    this(
        function,
        argument == NO_ARGUMENT ? List.of() : List.of(argument),
        distinct,
        List.of(),
        null,
        type);
  }

  /**
   * An empty accumulator for rows of a type, which takes what {@link #input} gives.
   *
   * @throws io.millrace.engine.error.DatabaseException 42804 if the function takes no such
   *     arguments, 0A000 if no accumulator computes it
   */
  public Accumulator newAccumulator(RowType input) {
    return function.newAccumulator(arguments.stream().map(input::column).toList(), type);
  }

  /** What the accumulator takes of a row: one cell for all arguments. */
  public @Nullable Object input(RowType type, byte[] row) {
    return input(argument -> type.get(row, arguments.get(argument)));
  }

  /** What the accumulator takes, given the cell of each argument by its place in the call. */
  public @Nullable Object input(IntFunction<@Nullable Object> cells) {
    if (arguments.isEmpty()) {
      return null;
    }
    Object first = cells.apply(0);
    if (arguments.size() == 1 || first == null || function == AggregateFunction.COUNT_ROWS) {
      return first;
    }
    if (function == AggregateFunction.COUNT) {
      return hasNull(cells) ? null : Boolean.TRUE;
    }
    Object second = cells.apply(1);
    return second == null ? null : new ArgumentPair(first, second);
  }

  private boolean hasNull(IntFunction<@Nullable Object> cells) {
    for (int i = 1; i < arguments.size(); i++) {
      if (cells.apply(i) == null) {
        return true;
      }
    }
    return false;
  }

  /**
   * The columns that tell the values of this call apart, in the order in which they are read: first
   * ORDER BY, then what settles its ties. A column occurs once.
   */
  public List<AggregateOrder> valueOrder() {
    List<AggregateOrder> columns = new ArrayList<>();
    switch (function) {
      case MAX -> columns.add(AggregateOrder.descending(arguments.get(0)));
      case ARG_MIN -> columns.add(AggregateOrder.ascending(arguments.get(1)));
      case ARG_MAX -> columns.add(AggregateOrder.descending(arguments.get(1)));
      default -> order.forEach(column -> addNew(column, columns));
    }
    arguments.forEach(argument -> addNew(AggregateOrder.ascending(argument), columns));
    return columns;
  }

  private static void addNew(AggregateOrder order, List<AggregateOrder> columns) {
    if (columns.stream().noneMatch(known -> known.column() == order.column())) {
      columns.add(order);
    }
  }

  /** Whether a row with NULL in this column is none of the values. */
  public boolean skipsNull(int column) {
    return switch (function) {
      case COUNT_ROWS, STRING_AGG -> arguments.get(0) == column;
      case ARG_MIN, ARG_MAX -> arguments.get(1) == column;
      case ARRAY_AGG -> arguments.size() > 1 && arguments.get(1) == column;
      default -> arguments.contains(column);
    };
  }

  /**
   * The value of an ordered function; it reads the values only as far as it needs.
   *
   * @throws io.millrace.engine.error.DatabaseException 22003, 54000
   */
  public @Nullable Object result(OrderedValues values) {
    return switch (function) {
      case MIN, MAX, ANY_VALUE, ARG_MIN, ARG_MAX -> values.next() ? values.cell(0) : null;
      case MODE -> Mode.of(values);
      case PERCENTILE_CONT, PERCENTILE_DISC -> new Percentile(this).of(values);
      case STRING_AGG -> new TextList(this).of(values);
      case ARRAY_AGG -> ListFunctions.collect(values);
      default -> throw new AssertionError(this + " reads no ordered values");
    };
  }

  /**
   * Writes: function code byte, arguments (how many int, each int), distinct boolean, order (how
   * many int; each column int, descending boolean, nulls first boolean), parameter as {@link
   * CellCoding}, type.
   */
  public void write(DataOutput out) throws IOException {
    out.writeByte(function.code());
    out.writeInt(arguments.size());
    for (int argument : arguments) {
      out.writeInt(argument);
    }
    out.writeBoolean(distinct);
    out.writeInt(order.size());
    for (AggregateOrder column : order) {
      column.write(out);
    }
    CellCoding.write(parameter, out);
    ExprCodec.writeType(type, out);
  }

  /** Reads what {@link #write} wrote. */
  public static AggregateCall read(DataInput in) throws IOException {
    int code = in.readByte();
    AggregateFunction function = AggregateFunction.ofCode(code);
    if (function == null) {
      throw new IOException("unknown aggregate function " + code);
    }
    List<Integer> arguments = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      arguments.add(in.readInt());
    }
    boolean distinct = in.readBoolean();
    List<AggregateOrder> order = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      order.add(AggregateOrder.read(in));
    }
    Object parameter = CellCoding.read(in);
    return new AggregateCall(
        function, arguments, distinct, order, parameter, ExprCodec.readType(in));
  }

  /** As in SQL, e.g. {@code STRING_AGG(DISTINCT $2, ', ' ORDER BY $2 DESC)}. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>(arguments.stream().map(column -> "$" + column).toList());
    if (parameter != null) {
      parts.add(parameter instanceof String text ? Failures.quote(text) : parameter.toString());
    }
    String list = arguments.isEmpty() ? "*" : String.join(", ", parts);
    String by =
        order.stream().map(AggregateOrder::toString).reduce((a, b) -> a + ", " + b).orElse("");
    String quantifier = distinct ? "DISTINCT " : "";
    return function + "(" + quantifier + list + (by.isEmpty() ? "" : " ORDER BY " + by) + ")";
  }
}
