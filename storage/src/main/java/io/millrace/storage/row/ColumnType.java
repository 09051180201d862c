package io.millrace.storage.row;

import java.util.ArrayList;
import java.util.List;
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
 * @param parts the type of the elements of an ARRAY, or of each field of a ROW, all of them
 *     nullable; else empty
 */
public record ColumnType(
    CellType type, int precision, int scale, boolean nullable, List<ColumnType> parts) {
  /** The precision of text and bytes of any length. */
  public static final int UNLIMITED = -1;

  /** The most digits that a DECIMAL has. */
  public static final int MAX_DECIMAL_PRECISION = 38;

  /** The most digits of a DECIMAL that is kept in 8 bytes. */
  static final int MAX_SHORT_DECIMAL_PRECISION = 18;

  /** Checks that precision, scale and parts fit the type. */
  public ColumnType {
    boolean hasParts =
        switch (type) {
          case ARRAY -> parts.size() == 1;
          case ROW -> !parts.isEmpty();
          default -> parts.isEmpty();
        };
    if (!hasParts) {
      throw new IllegalArgumentException(type.sqlName() + " must not have the parts " + parts);
    }
    // Types are made for each literal of a statement, so those without parts cost nothing here.
    parts =
        parts.isEmpty() ? List.of() : parts.stream().map(part -> part.withNullable(true)).toList();
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

  /** A type without parts. */
  public ColumnType(CellType type, int precision, int scale, boolean nullable) {
    this(type, precision, scale, nullable, List.of());
  }

  /**
   * The nullable column type with the widest parameters; a DECIMAL is DECIMAL(38,0). ARRAY and ROW
   * have none.
   */
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

  /** Nullable ARRAY of such elements, which may be NULL. */
  public static ColumnType array(ColumnType element) {
    return new ColumnType(CellType.ARRAY, 0, 0, true, List.of(element));
  }

  /** Nullable ROW of such fields, which may be NULL. */
  public static ColumnType row(List<ColumnType> fields) {
    return new ColumnType(CellType.ROW, 0, 0, true, fields);
  }

  /** The type of an ARRAY's elements, which may be NULL. */
  public ColumnType element() {
    if (type != CellType.ARRAY) {
      throw new AssertionError(this + " has no elements");
    }
    return parts.get(0);
  }

  /** This type, holding NULL or not. */
  public ColumnType withNullable(boolean nullable) {
    return nullable == this.nullable
        ? this
        : new ColumnType(type, precision, scale, nullable, parts);
  }

  /** This type with text and bytes, its own or those in it, of any length. */
  ColumnType unlimited() {
    if (hasLength(type)) {
      return new ColumnType(type, UNLIMITED, 0, nullable);
    }
    if (parts.isEmpty()) {
      return this;
    }
    List<ColumnType> wide = new ArrayList<>();
    parts.forEach(part -> wide.add(part.unlimited()));
    return new ColumnType(type, 0, 0, nullable, wide);
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
   * double that is a float, lists unmodifiable and of such cells. Any cell that passes can be
   * encoded.
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

  /**
   * Compares two non-null cells of this type in the order of their encodings. Lists compare element
   * by element, NULL after all values and equal to itself, and a list is greater than its starts.
   */
  public int compare(Object a, Object b) {
    return parts.isEmpty() ? type.compare(a, b) : ListCodec.compare(this, (List<?>) a, (List<?>) b);
  }

  /** The type of the part at an index of a list of this type. */
  ColumnType part(int index) {
    return parts.get(type == CellType.ARRAY ? 0 : index);
  }

  /**
   * Whether cells that are equal in SQL have equal encodings as cells of either type, so that keys
   * of the two match. CHAR and VARCHAR are such, CHAR cells having no blanks at their end.
   */
  public boolean hasKeysOf(ColumnType other) {
    if (type == CellType.DECIMAL && other.type == CellType.DECIMAL) {
      return scale == other.scale && width() == other.width();
    }
    if (type.isText() && other.type.isText()) {
      return true;
    }
    if (type != other.type || parts.size() != other.parts.size()) {
      return false;
    }
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).hasKeysOf(other.parts.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether each cell of {@code narrower} is one of this type with the very same encoding. */
  boolean holdsBytesOf(ColumnType narrower) {
    if (type != narrower.type || scale != narrower.scale || parts.size() != narrower.parts.size()) {
      return false;
    }
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).holdsBytesOf(narrower.parts.get(i))) {
        return false;
      }
    }
    if (type == CellType.DECIMAL) {
      return precision >= narrower.precision && width() == narrower.width();
    }
    return precision == UNLIMITED
        || (narrower.precision != UNLIMITED && narrower.precision <= precision);
  }

  /** The name in SQL without lengths, e.g. {@code DECIMAL}, {@code VARCHAR ARRAY}. */
  public String typeName() {
    return type == CellType.ARRAY ? element().typeName() + " ARRAY" : type.sqlName();
  }

  /** The type in SQL, e.g. {@code DECIMAL(12,2) NOT NULL}, {@code INTEGER ARRAY}. */
  @Override
  public String toString() {
    return sqlName() + (nullable ? "" : " NOT NULL");
  }

  private String sqlName() {
    if (type == CellType.ARRAY) {
      return element() + " ARRAY";
    }
    if (type == CellType.ROW) {
      String fields = parts.toString();
      return "ROW(" + fields.substring(1, fields.length() - 1) + ")";
    }
    String parameters = "";
    if (type == CellType.DECIMAL) {
      parameters = "(" + precision + "," + scale + ")";
    } else if (hasLength(type) && precision != UNLIMITED) {
      parameters = "(" + precision + ")";
    }
    return type.sqlName() + parameters;
  }
}
