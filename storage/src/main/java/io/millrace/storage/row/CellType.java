package io.millrace.storage.row;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * The types a column can have; each says its Java class ("cell"), its order, the width of its
 * encoding and its JDBC type.
 *
 * <p>Encodings (a column's tag byte for NULL and the trailer belong to {@link RowType}); each
 * preserves {@link #compare order}:
 *
 * <ul>
 *   <li>BOOLEAN: one byte, 0 or 1.
 *   <li>TINYINT, SMALLINT, INTEGER, BIGINT: 1, 2, 4, 8 bytes, big-endian two's complement with the
 *       sign bit flipped. DATE likewise in 4 bytes; TIME, TIMESTAMP, TIMESTAMP WITH TIME ZONE and
 *       both INTERVALs in 8.
 *   <li>DECIMAL(p,s): the unscaled value at scale s, as above, in 8 bytes where p ≤ 18, else in 16.
 *   <li>REAL, DOUBLE: the IEEE bits in 4, 8 bytes, big-endian; all bits flipped if the sign bit was
 *       set, else the sign bit alone. −0.0 is written as 0.0, every NaN as the canonical one.
 *   <li>CHAR, VARCHAR: UTF-8, each byte 00 followed by FF, ended by 00 01. CHAR has no trailing
 *       blanks.
 *   <li>BINARY, VARBINARY: the bytes, escaped and ended in the same way.
 *   <li>UUID: its 16 bytes.
 *   <li>ARRAY: for each element a tag byte, 01 before a value and 02 for NULL, and the value's
 *       encoding by the element's type; a NULL has none. A byte 00 ends the array.
 *   <li>ROW: its fields in the same way, without an end.
 * </ul>
 *
 * <p>Immutable. The {@link #code} is part of stored formats and never changes.
 */
public enum CellType {
  BOOLEAN(1, Boolean.class, Types.BOOLEAN, 1, "BOOLEAN"),
  TINYINT(2, Long.class, Types.TINYINT, 1, "TINYINT"),
  SMALLINT(3, Long.class, Types.SMALLINT, 2, "SMALLINT"),
  INTEGER(4, Long.class, Types.INTEGER, 4, "INTEGER"),
  BIGINT(5, Long.class, Types.BIGINT, 8, "BIGINT"),
  DECIMAL(6, BigDecimal.class, Types.DECIMAL, 8, "DECIMAL"),
  REAL(7, Double.class, Types.REAL, 4, "REAL"),
  DOUBLE(8, Double.class, Types.DOUBLE, 8, "DOUBLE"),
  CHAR(9, String.class, Types.CHAR, 0, "CHAR"),
  VARCHAR(10, String.class, Types.VARCHAR, 0, "VARCHAR"),
  BINARY(11, byte[].class, Types.BINARY, 0, "BINARY"),
  VARBINARY(12, byte[].class, Types.VARBINARY, 0, "VARBINARY"),
  DATE(13, Long.class, Types.DATE, 4, "DATE"),
  TIME(14, Long.class, Types.TIME, 8, "TIME"),
  TIMESTAMP(15, Long.class, Types.TIMESTAMP, 8, "TIMESTAMP"),
  TIMESTAMP_WITH_TIME_ZONE(
      16, Long.class, Types.TIMESTAMP_WITH_TIMEZONE, 8, "TIMESTAMP WITH TIME ZONE"),
  UUID(17, UUID.class, Types.OTHER, 16, "UUID"),
  INTERVAL_MONTHS(18, Long.class, Types.OTHER, 8, "INTERVAL YEAR TO MONTH"),
  INTERVAL_MICROS(19, Long.class, Types.OTHER, 8, "INTERVAL DAY TO SECOND"),
  ARRAY(20, List.class, Types.ARRAY, 0, "ARRAY"),
  ROW(21, List.class, Types.STRUCT, 0, "ROW");

  private static final CellType[] BY_CODE = byCode();

  private final int code;
  private final Class<?> cellClass;
  private final int jdbcType;
  private final int width;
  private final String sqlName;

  CellType(int code, Class<?> cellClass, int jdbcType, int width, String sqlName) {
    this.code = code;
    this.cellClass = cellClass;
    this.jdbcType = jdbcType;
    this.width = width;
    this.sqlName = sqlName;
  }

  private static CellType[] byCode() {
    CellType[] types = new CellType[values().length + 1];
    for (CellType type : values()) {
      types[type.code] = type;
    }
    return types;
  }

  /** The type whose stored tag is {@code code}. */
  public static CellType ofCode(int code) {
    if (code < 1 || code >= BY_CODE.length) {
      throw new RowException("XX001", "unknown column type " + code);
    }
    return BY_CODE[code];
  }

  /** The stored tag of this type, 1 to 127. */
  public byte code() {
    return (byte) code;
  }

  /** The Java class of this type's non-null cells. */
  public Class<?> cellClass() {
    return cellClass;
  }

  /** The constant of {@link java.sql.Types}. */
  public int jdbcType() {
    return jdbcType;
  }

  /** Whether all cells of one column of this type have encodings of one length. */
  public boolean isFixedWidth() {
    return width > 0;
  }

  /** The length of the encoding; 0 where it varies, 8 for DECIMAL although it may be 16. */
  int width() {
    return width;
  }

  /** The name in SQL, without precision. */
  public String sqlName() {
    return sqlName;
  }

  /** Whether a type of this kind is made of others: {@link ColumnType#parts}. */
  public boolean hasParts() {
    return this == ARRAY || this == ROW;
  }

  boolean isText() {
    return this == CHAR || this == VARCHAR;
  }

  boolean isBinary() {
    return this == BINARY || this == VARBINARY;
  }

  /**
   * Compares two non-null cells of this type in the order of their encodings: text by code points,
   * NaN greatest and equal to itself, −0.0 equal to 0.0, bytes and UUIDs unsigned. The order of
   * lists depends on what they hold: {@link ColumnType#compare}.
   */
  public int compare(Object a, Object b) {
    return switch (this) {
      case BOOLEAN -> ((Boolean) a).compareTo((Boolean) b);
      case TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMP_WITH_TIME_ZONE,
          INTERVAL_MONTHS,
          INTERVAL_MICROS ->
          ((Long) a).compareTo((Long) b);
      case DECIMAL -> ((BigDecimal) a).compareTo((BigDecimal) b);
      case REAL, DOUBLE -> compareDoubles((Double) a, (Double) b);
      case CHAR, VARCHAR -> TextCodec.compare((String) a, (String) b);
      case BINARY, VARBINARY -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
      case UUID -> compareUuids((UUID) a, (UUID) b);
      case ARRAY, ROW ->
          throw new AssertionError("the order of " + this + " cells needs their type");
    };
  }

  private static int compareDoubles(double a, double b) {
    return a == b ? 0 : Double.compare(a, b);
  }

  private static int compareUuids(UUID a, UUID b) {
    int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }
}
