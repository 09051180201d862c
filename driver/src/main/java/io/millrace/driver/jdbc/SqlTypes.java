package io.millrace.driver.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The types of values, as {@link DatabaseMetaData#getTypeInfo} lists those that a column may have:
 * by JDBC type, the closest first.
 */
enum SqlTypes {
  TINYINT("TINYINT", Types.TINYINT, 3, Integer.class),
  BIGINT("BIGINT", Types.BIGINT, 19, Long.class),
  VARBINARY("VARBINARY", Types.VARBINARY, 16_777_216, byte[].class, "X'", "length"),
  BINARY("BINARY", Types.BINARY, 16_777_216, byte[].class, "X'", "length"),
  CHAR("CHAR", Types.CHAR, 16_777_216, String.class, "'", "length"),
  DECIMAL("DECIMAL", Types.DECIMAL, 38, java.math.BigDecimal.class, null, "precision,scale"),
  INTEGER("INTEGER", Types.INTEGER, 10, Integer.class),
  SMALLINT("SMALLINT", Types.SMALLINT, 5, Integer.class),
  REAL("REAL", Types.REAL, 7, Float.class),
  DOUBLE("DOUBLE", Types.DOUBLE, 15, Double.class),
  VARCHAR("VARCHAR", Types.VARCHAR, 16_777_216, String.class, "'", "length"),
  BOOLEAN("BOOLEAN", Types.BOOLEAN, 1, Boolean.class),
  DATE("DATE", Types.DATE, 10, java.sql.Date.class, "DATE '", null),
  TIME("TIME", Types.TIME, 15, java.sql.Time.class, "TIME '", "precision"),
  TIMESTAMP("TIMESTAMP", Types.TIMESTAMP, 26, java.sql.Timestamp.class, "TIMESTAMP '", "precision"),
  UUID("UUID", Types.OTHER, 36, java.util.UUID.class, "UUID '", null),
  INTERVAL_MONTHS(
      "INTERVAL YEAR TO MONTH", Types.OTHER, 12, java.time.Period.class, "INTERVAL '", null),
  INTERVAL_SECONDS(
      "INTERVAL DAY TO SECOND", Types.OTHER, 28, java.time.Duration.class, "INTERVAL '", null),
  ROW("ROW", Types.STRUCT, 0, java.sql.Struct.class),
  ARRAY("ARRAY", Types.ARRAY, 0, java.sql.Array.class),
  TIMESTAMP_WITH_TIME_ZONE(
      "TIMESTAMP WITH TIME ZONE",
      Types.TIMESTAMP_WITH_TIMEZONE,
      32,
      java.time.OffsetDateTime.class,
      "TIMESTAMP WITH TIME ZONE '",
      "precision");

  private final String sqlName;
  private final int jdbcType;
  private final int precision;
  private final Class<?> objectClass;
  private final @Nullable String literalPrefix;
  private final @Nullable String createParameters;

  SqlTypes(String sqlName, int jdbcType, int precision, Class<?> objectClass) {
    this(sqlName, jdbcType, precision, objectClass, null, null);
  }

  SqlTypes(
      String sqlName,
      int jdbcType,
      int precision,
      Class<?> objectClass,
      @Nullable String literalPrefix,
      @Nullable String createParameters) {
    this.sqlName = sqlName;
    this.jdbcType = jdbcType;
    this.precision = precision;
    this.objectClass = objectClass;
    this.literalPrefix = literalPrefix;
    this.createParameters = createParameters;
  }

  int jdbcType() {
    return jdbcType;
  }

  /** What {@code getObject} without a class returns. */
  Class<?> objectClass() {
    return objectClass;
  }

  /**
   * Whether CREATE TABLE accepts it by its name alone: intervals and rows are types of expressions,
   * arrays have the type of their elements before it.
   */
  boolean isColumnType() {
    return switch (this) {
      case INTERVAL_MONTHS, INTERVAL_SECONDS, ROW, ARRAY -> false;
      default -> true;
    };
  }

  boolean isNumeric() {
    return switch (this) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, DOUBLE -> true;
      default -> false;
    };
  }

  boolean isText() {
    return this == CHAR || this == VARCHAR;
  }

  boolean isBinary() {
    return this == BINARY || this == VARBINARY;
  }

  static Optional<SqlTypes> named(String name) {
    String plain = baseName(name);
    return Arrays.stream(values()).filter(type -> type.sqlName.equalsIgnoreCase(plain)).findFirst();
  }

  /** The type of a JDBC type code; VARCHAR for one that has none of its own. */
  static SqlTypes of(int jdbcType, String name) {
    return named(name)
        .orElseGet(
            () ->
                Arrays.stream(values())
                    .filter(type -> type.jdbcType == jdbcType)
                    .findFirst()
                    .orElse(VARCHAR));
  }

  /** A type's name without its length or precision. */
  static String baseName(String typeName) {
    int open = typeName.indexOf('(');
    if (open < 0) {
      return typeName;
    }
    int close = typeName.indexOf(')', open);
    return (typeName.substring(0, open) + typeName.substring(close + 1)).strip();
  }

  /** A row of {@link DatabaseMetaData#getTypeInfo}. */
  @Nullable Object[] typeInfo() {
    boolean exact = isNumeric() && this != REAL && this != DOUBLE;
    int maximumScale =
        switch (this) {
          case DECIMAL -> 38;
          case TIME, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> 6;
          default -> 0;
        };
    return new @Nullable Object[] {
      sqlName,
      jdbcType,
      precision,
      literalPrefix,
      literalPrefix == null ? null : "'",
      createParameters,
      DatabaseMetaData.typeNullable,
      isText(),
      this == CHAR || this == VARCHAR
          ? DatabaseMetaData.typeSearchable
          : DatabaseMetaData.typePredBasic,
      false,
      this == DECIMAL,
      false,
      sqlName,
      0,
      exact || maximumScale > 0 ? maximumScale : 0,
      null,
      null,
      isNumeric() ? (exact ? 10 : 2) : null
    };
  }
}
