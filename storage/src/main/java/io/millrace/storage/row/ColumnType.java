package io.millrace.storage.row;

import org.jspecify.annotations.Nullable;

/**
 * The type of a column: which cells it holds and how they are encoded.
 *
 * <p>Immutable. Two columns with equal types encode equal cells to equal bytes; whether text or
 * bytes have a greatest length makes no difference to their encoding.
 *
 * @param type the type without its parameters
 * @param precision the digits of a DECIMAL (1 to 38); the greatest length of CHAR and VARCHAR in
 *     characters (code points), of BINARY and VARBINARY in bytes, {@link #UNLIMITED} where there is
 *     none; 0 for other types
 * @param scale the digits of a DECIMAL behind the point, 0 to {@code precision}; else 0
 * @param nullable whether the column may hold NULL
 */
public record ColumnType(CellType type, int precision, int scale, boolean nullable) {
  /** The precision of text and bytes of any length. */
  public static final int UNLIMITED = -1;

  /** The most digits that a DECIMAL has. */
  public static final int MAX_DECIMAL_PRECISION = 38;

  /** The most digits of a DECIMAL that is kept in 8 bytes. */
  static final int MAX_SHORT_DECIMAL_PRECISION = 18;

  /** Checks that precision and scale fit the type. */
  public ColumnType {
    boolean fits =
        type == CellType.DECIMAL
            ? precision >= 1
                && precision <= MAX_DECIMAL_PRECISION
                && scale >= 0
                && scale <= precision
            : precision >= (hasLength(type) ? UNLIMITED : 0)
                && (hasLength(type) || precision == 0)
                && scale == 0;
    if (!fits) {
      throw new IllegalArgumentException(
          type.sqlName() + " must not have precision " + precision + " and scale " + scale);
    }
  }

  /** The nullable column type with the widest parameters; a DECIMAL is DECIMAL(38,0). */
  public static ColumnType of(CellType type) {
    if (type == CellType.DECIMAL) {
      return decimal(MAX_DECIMAL_PRECISION, 0);
    }
    return new ColumnType(type, hasLength(type) ? UNLIMITED : 0, 0, true);
  }

  /** Nullable {@code DECIMAL(precision, scale)}. */
  public static ColumnType decimal(int precision, int scale) {
    return new ColumnType(CellType.DECIMAL, precision, scale, true);
  }

  /** Nullable {@code CHAR(length)}. */
  public static ColumnType character(int length) {
    return new ColumnType(CellType.CHAR, length, 0, true);
  }

  /** Nullable {@code VARCHAR(length)}. */
  public static ColumnType varchar(int length) {
    return new ColumnType(CellType.VARCHAR, length, 0, true);
  }

  /** Nullable {@code BINARY(length)}; padding to the length is the engine's business. */
  public static ColumnType binary(int length) {
    return new ColumnType(CellType.BINARY, length, 0, true);
  }

  /** Nullable {@code VARBINARY(length)}. */
  public static ColumnType varbinary(int length) {
    return new ColumnType(CellType.VARBINARY, length, 0, true);
  }

  /** This type, holding NULL or not. */
  public ColumnType withNullable(boolean nullable) {
    return nullable == this.nullable ? this : new ColumnType(type, precision, scale, nullable);
  }

  /** This type, not holding NULL. */
  public ColumnType notNull() {
    return withNullable(false);
  }

  private static boolean hasLength(CellType type) {
    return type.isText() || type.isBinary();
  }

  /** Whether every cell's encoding has the same length. */
  public boolean isFixedWidth() {
    return type.isFixedWidth();
  }

  /** The length of a cell's encoding in bytes, without the tag byte of a nullable column. */
  public int width() {
    if (!isFixedWidth()) {
      throw new AssertionError(this + " has no fixed width");
    }
    return isLongDecimal() ? 16 : type.width();
  }

  boolean isLongDecimal() {
    return type == CellType.DECIMAL && precision > MAX_SHORT_DECIMAL_PRECISION;
  }

  /**
   * Brings a cell to the one form that equal cells share, which is the form that decoding gives:
   * decimals at the declared scale, −0.0 as 0.0, one NaN, CHAR without trailing blanks, REAL as a
   * double that is a float. Any cell that passes can be encoded.
   *
   * @throws RowException if the column can't hold the cell: 22001 too long, 22003 out of range or
   *     more digits behind the point than the scale has, 22008, 22021, 23502
   */
  public @Nullable Object normalize(@Nullable Object cell) {
    if (cell == null) {
      if (!nullable) {
        throw new RowException("23502", "NULL in a column of type " + this);
      }
      return null;
    }
    return CellCodec.normalize(this, cell);
  }

  /** Whether each cell of {@code narrower} is one of this type with the very same encoding. */
  boolean holdsBytesOf(ColumnType narrower) {
    if (type != narrower.type || scale != narrower.scale) {
      return false;
    }
    if (type == CellType.DECIMAL) {
      return precision >= narrower.precision && width() == narrower.width();
    }
    return precision == UNLIMITED
        || (narrower.precision != UNLIMITED && narrower.precision <= precision);
  }

  /** The type in SQL, e.g. {@code DECIMAL(12,2) NOT NULL}. */
  @Override
  public String toString() {
    String parameters = "";
    if (type == CellType.DECIMAL) {
      parameters = "(" + precision + "," + scale + ")";
    } else if (hasLength(type) && precision != UNLIMITED) {
      parameters = "(" + precision + ")";
    }
    return type.sqlName() + parameters + (nullable ? "" : " NOT NULL");
  }
}
