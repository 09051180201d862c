package io.millrace.engine.operator;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stream of random changes of one relation over a few values per column, and what has happened in
 * it. The running sum is a bag unless arbitrary Z-sets are asked for.
 */
final class RandomStream {
  /** Things that must occur in a stream, or it proves little. */
  enum Event {
    DUPLICATE,
    NULL,
    DELETE,
    KEY_CHANGE,
    GROUP_EMPTIED,
    GROUP_REFILLED,
    NEGATIVE_WEIGHT
  }

  private static final List<String> TEXTS = List.of("", "a", "a\u0000b", "ä", "zz");
  private static final List<Double> DOUBLES =
      List.of(0.0, -0.0, 0.1, -2.5, 1e300, Double.NaN, Double.POSITIVE_INFINITY);

  /** In microseconds; a month before the last one lies before a month before the others. */
  private static final List<Long> TIMES =
      Stream.of("01-31T02:00", "02-28T03:00", "02-28T12:00", "03-30T23:00", "03-31T01:00")
          .map(time -> LocalDateTime.parse("2023-" + time).toEpochSecond(ZoneOffset.UTC))
          .map(seconds -> seconds * 1_000_000)
          .toList();

  private final RowType type;
  private final int keyColumn;
  private final Random random;
  private final boolean bags;
  private final Set<Event> events = EnumSet.noneOf(Event.class);
  private final Set<Object> emptied = new java.util.HashSet<>();
  private ZSet sum = ZSet.EMPTY;

  /**
   * A stream of rows of a type.
   *
   * @param keyColumn the column whose values are the groups of {@link Event}
   */
  RandomStream(RowType type, int keyColumn, Random random, boolean bags) {
    this.type = type;
    this.keyColumn = keyColumn;
    this.random = random;
    this.bags = bags;
  }

  Set<Event> events() {
    return events;
  }

  /** The sum of all changes so far. */
  ZSet sum() {
    return sum;
  }

  /** The next change; sometimes empty. */
  ZSet next() {
    ZSet change = randomChange();
    note(change);
    sum = sum.plus(change);
    return change;
  }

  /** Takes the next change back. */
  void revert(ZSet change) {
    sum = sum.minus(change);
  }

  private ZSet randomChange() {
    int kind = random.nextInt(10);
    ZSetBuilder change = new ZSetBuilder();
    if (kind == 0) {
      return ZSet.EMPTY;
    }
    if (kind == 1 && !sum.isEmpty()) {
      return emptyGroup();
    }
    int count = 1 + random.nextInt(kind < 5 ? 2 : 6);
    for (int i = 0; i < count; i++) {
      if (sum.isEmpty() || random.nextInt(5) < 3) {
        change.add(row(), 1 + random.nextInt(bags ? 2 : 3) - (bags ? 0 : 2));
      } else {
        deleteOrMove(change);
      }
    }
    ZSet built = change.build();
    return bags && !sum.plus(built).isBag() ? randomChange() : built;
  }

  private void deleteOrMove(ZSetBuilder change) {
    int at = random.nextInt(sum.size());
    byte[] old = sum.row(at);
    long weight = random.nextBoolean() ? sum.weight(at) : Long.signum(sum.weight(at));
    change.add(old, -weight);
    if (random.nextBoolean()) {
      @Nullable Object[] cells = type.decode(old);
      cells[keyColumn] = cell(type.column(keyColumn));
      change.add(type.encode(cells), weight);
    }
  }

  private ZSet emptyGroup() {
    Object group = group(sum.row(random.nextInt(sum.size())));
    return sum.filter(row -> group(row).equals(group)).negate();
  }

  private Object group(byte[] row) {
    Object cell = type.get(row, keyColumn);
    return cell == null ? Event.NULL : cell;
  }

  byte[] row() {
    @Nullable Object[] cells = new @Nullable Object[type.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = cell(type.column(i));
    }
    return type.encode(cells);
  }

  private @Nullable Object cell(ColumnType column) {
    if (column.nullable() && random.nextInt(4) == 0) {
      return null;
    }
    return switch (column.type()) {
      case BOOLEAN -> random.nextBoolean();
      case DECIMAL -> BigDecimal.valueOf(random.nextInt(5) * 125L - 250, column.scale());
      case REAL, DOUBLE -> DOUBLES.get(random.nextInt(DOUBLES.size()));
      case CHAR, VARCHAR -> TEXTS.get(random.nextInt(TEXTS.size()));
      case ARRAY, ROW -> list(column);
      case TIMESTAMP -> TIMES.get(random.nextInt(TIMES.size()));
      default -> (long) random.nextInt(4) - 1;
    };
  }

  private List<@Nullable Object> list(ColumnType type) {
    int size = type.type() == CellType.ROW ? type.parts().size() : random.nextInt(4);
    List<@Nullable Object> cells = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      cells.add(cell(type.parts().get(type.type() == CellType.ROW ? i : 0)));
    }
    return cells;
  }

  private void note(ZSet change) {
    ZSet after = sum.plus(change);
    for (int i = 0; i < after.size(); i++) {
      noteIf(after.weight(i) > 1, Event.DUPLICATE);
      noteIf(after.weight(i) < 0, Event.NEGATIVE_WEIGHT);
    }
    boolean removes = false;
    boolean adds = false;
    for (int i = 0; i < change.size(); i++) {
      byte[] row = change.row(i);
      for (int column = 0; column < type.size(); column++) {
        noteIf(type.isNull(row, column), Event.NULL);
      }
      removes |= change.weight(i) < 0;
      adds |= change.weight(i) > 0;
      noteGroup(group(row), after);
    }
    noteIf(removes, Event.DELETE);
    noteIf(removes && adds, Event.KEY_CHANGE);
  }

  private void noteGroup(Object group, ZSet after) {
    boolean before = has(sum, group);
    if (before && !has(after, group)) {
      events.add(Event.GROUP_EMPTIED);
      emptied.add(group);
    } else if (!before && emptied.contains(group)) {
      noteIf(has(after, group), Event.GROUP_REFILLED);
    }
  }

  private boolean has(ZSet rows, Object group) {
    return !rows.filter(row -> group(row).equals(group)).isEmpty();
  }

  private void noteIf(boolean happened, Event event) {
    if (happened) {
      events.add(event);
    }
  }
}
