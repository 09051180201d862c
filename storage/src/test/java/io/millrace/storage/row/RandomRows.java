package io.millrace.storage.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Random row types and cells, rich in limits, NULLs, near misses and collisions. */
final class RandomRows {
  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    Double.NaN,
    Double.longBitsToDouble(0xFFF8_0000_0000_0001L),
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    0.1f
  };

  private static final double[] WIDE_DOUBLES = {
    Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, 0.1
  };

  private static final int[] CODE_POINTS = {
    0, 1, 0x20, 'a', 'b', 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000,
    0x1F600, 0x10FFFF
  };

  /** A law that is to hold for what this seed gives. */
  interface Law {
    void check(long seed, RandomRows rows);
  }

  private static final long FIRST_SEED = Long.getLong("millrace.seed", 1);

  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  private final Random random;

  /** Checks the law for that many seeds, and names the seed if it fails. */
  static void forSeeds(int count, Law law) {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
      try {
        law.check(seed, new RandomRows(seed));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("fails with -Dmillrace.seed=" + seed, e);
      }
    }
  }

  RandomRows(long seed) {
    // The first number below a power of two is nearly the same for all small seeds: so spread them.
    random = new Random(seed * SPREAD);
  }

  Random random() {
    return random;
  }

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  ColumnType columnType() {
    return columnType(3);
  }

  /** A type with lists in lists to that depth. */
  private ColumnType columnType(int depth) {
    CellType[] types = CellType.values();
    CellType type = types[random.nextInt(depth > 0 ? types.length : types.length - 2)];
    boolean nullable = random.nextBoolean();
    if (type == CellType.ARRAY) {
      return ColumnType.array(columnType(depth - 1)).withNullable(nullable);
    }
    if (type == CellType.ROW) {
      List<ColumnType> fields = new ArrayList<>();
      do {
        fields.add(columnType(depth - 1));
      } while (random.nextBoolean());
      return ColumnType.row(fields).withNullable(nullable);
    }
    if (type == CellType.DECIMAL) {
      int precision = 1 + random.nextInt(ColumnType.MAX_DECIMAL_PRECISION);
      return ColumnType.decimal(precision, random.nextInt(precision + 1)).withNullable(nullable);
    }
    if (!type.isFixedWidth() && random.nextBoolean()) {
      return new ColumnType(type, 4 + random.nextInt(20), 0, nullable);
    }
    return ColumnType.of(type).withNullable(nullable);
  }

  RowType rowType() {
    List<ColumnType> columns = new ArrayList<>();
    int size = random.nextInt(8);
    for (int i = 0; i < size; i++) {
      columns.add(columnType());
    }
    return RowType.of(columns);
  }

  @Nullable Object[] cells(RowType type) {
    @Nullable Object[] cells = new @Nullable Object[type.size()];
    for (int c = 0; c < cells.length; c++) {
      cells[c] = cell(type.column(c));
    }
    return cells;
  }

  /** Cells that differ from the given in one column, or in none. */
  @Nullable Object[] neighbour(RowType type, @Nullable Object[] cells) {
    @Nullable Object[] other = cells.clone();
    if (cells.length > 0) {
      int c = random.nextInt(cells.length);
      other[c] = cell(type.column(c));
    }
    return other;
  }

  @Nullable Object cell(ColumnType type) {
    if (type.nullable() && chance(4)) {
      return null;
    }
    return switch (type.type()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT, SMALLINT, INTEGER, DATE -> integer(8 * type.width());
      case BIGINT, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE, INTERVAL_MONTHS, INTERVAL_MICROS ->
          integer(64);
      case TIME -> chance(3) ? 0L : chance(3) ? 86_399_999_999L : (long) random.nextInt(1 << 30);
      case DECIMAL -> decimal(type);
      case REAL -> chance(2) ? DOUBLES[random.nextInt(DOUBLES.length)] : random.nextFloat();
      case DOUBLE -> real();
      case CHAR, VARCHAR -> text(type.precision());
      case BINARY, VARBINARY -> bytes(type.precision());
      case UUID -> new UUID(integer(64), integer(64));
      case ARRAY, ROW -> list(type);
    };
  }

  private List<@Nullable Object> list(ColumnType type) {
    int size = type.type() == CellType.ROW ? type.parts().size() : random.nextInt(4);
    List<@Nullable Object> cells = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      cells.add(cell(type.part(i)));
    }
    return cells;
  }

  private long integer(int bits) {
    long greatest = -1L >>> (65 - bits);
    return switch (random.nextInt(5)) {
      case 0 -> greatest;
      case 1 -> -greatest - 1;
      case 2 -> random.nextInt(5) - 2;
      default -> random.nextLong() >> (64 - bits) >> random.nextInt(bits);
    };
  }

  private BigDecimal decimal(ColumnType type) {
    BigInteger greatest = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
    BigInteger unscaled =
        switch (random.nextInt(4)) {
          case 0 -> greatest;
          case 1 -> BigInteger.valueOf(random.nextInt(3) - 1);
          default -> new BigInteger(random.nextInt(127) + 1, random).mod(greatest);
        };
    BigDecimal value =
        new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
    // The same value at another scale: it must come back at the declared one.
    return chance(4) ? value.stripTrailingZeros() : value;
  }

  private double real() {
    return switch (random.nextInt(4)) {
      case 0 -> DOUBLES[random.nextInt(DOUBLES.length)];
      case 1 -> WIDE_DOUBLES[random.nextInt(WIDE_DOUBLES.length)];
      case 2 -> random.nextGaussian();
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }

  String text(int limit) {
    int length = length(limit);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  byte[] bytes(int limit) {
    byte[] bytes = new byte[length(limit)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (chance(3) ? 0 : chance(3) ? 0xFF : random.nextInt(4));
    }
    return bytes;
  }

  private int length(int limit) {
    int most = limit == ColumnType.UNLIMITED ? 300 : limit;
    return chance(20) ? most : random.nextInt(Math.min(most, 4) + 1);
  }

  /** Compares cells column by column as SQL sorts ascending: NULL last, equal to itself. */
  static int compare(RowType type, @Nullable Object[] a, @Nullable Object[] b) {
    for (int c = 0; c < type.size(); c++) {
      int order = compare(type.column(c), a[c], b[c]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  static int compare(ColumnType type, @Nullable Object a, @Nullable Object b) {
    if (a == null || b == null) {
      return Boolean.compare(a == null, b == null);
    }
    Object x = normal(type, a);
    Object y = normal(type, b);
    if (x instanceof List<?> left && y instanceof List<?> right) {
      return compareLists(type, left, right);
    }
    return Integer.signum(type.compare(x, y));
  }

  private static int compareLists(ColumnType type, List<?> a, List<?> b) {
    for (int i = 0; i < a.size() && i < b.size(); i++) {
      int order = compare(type.part(i), a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.signum(a.size() - b.size());
  }

  /** Lists as arrays, which assertions compare deeply: lists of bytes never are equal. */
  static @Nullable Object plain(@Nullable Object cell) {
    return cell instanceof List<?> list ? plain(list.toArray()) : cell;
  }

  static @Nullable Object[] plain(@Nullable Object[] cells) {
    @Nullable Object[] plain = new @Nullable Object[cells.length];
    for (int i = 0; i < cells.length; i++) {
      plain[i] = plain(cells[i]);
    }
    return plain;
  }

  private static Object normal(ColumnType type, Object cell) {
    Object normal = type.normalize(cell);
    if (normal == null) {
      throw new AssertionError(cell + " became NULL");
    }
    return normal;
  }
}
