package io.millrace.engine.sql;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Limits of types, and the types of results that the operands alone do not fix.
 *
 * <p>SUM of integers widens, averages and quotients of exact numbers are {@code DECIMAL(38, max(6,
 * s+4))}, text of different lengths meets in VARCHAR without padding. Stateless.
 *
 * <p>It extends {@code RelDataTypeSystemImpl} and not {@code DelegatingTypeSystem}: the latter
 * answers deprecated methods with the limits of the system behind it.
 */
public final class MillraceTypeSystem extends RelDataTypeSystemImpl {
  public static final MillraceTypeSystem INSTANCE = new MillraceTypeSystem();

  private static final int MAX_DECIMAL = 38;
  private static final int MIN_QUOTIENT_SCALE = 6;
  private static final int MORE_QUOTIENT_SCALE = 4;

  /** Beyond this scale a quotient keeps its operands' scale, so that digits before it remain. */
  private static final int WIDE_SCALE = 24;

  private static final int MICROSECONDS = 6;

  private MillraceTypeSystem() {}

  @Override
  public int getMaxPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case DECIMAL -> MAX_DECIMAL;
      case TIME,
          TIME_TZ,
          TIME_WITH_LOCAL_TIME_ZONE,
          TIMESTAMP,
          TIMESTAMP_TZ,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          MICROSECONDS;
      case CHAR, VARCHAR, BINARY, VARBINARY -> Integer.MAX_VALUE;
      default -> super.getMaxPrecision(typeName);
    };
  }

  @Override
  public int getMinPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case TIME,
          TIME_TZ,
          TIME_WITH_LOCAL_TIME_ZONE,
          TIMESTAMP,
          TIMESTAMP_TZ,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          0;
      default -> super.getMinPrecision(typeName);
    };
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case TIME,
          TIME_TZ,
          TIME_WITH_LOCAL_TIME_ZONE,
          TIMESTAMP,
          TIMESTAMP_TZ,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          MICROSECONDS;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName typeName) {
    return typeName == SqlTypeName.DECIMAL ? MAX_DECIMAL : super.getMaxScale(typeName);
  }

  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType sum =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> factory.createSqlType(SqlTypeName.BIGINT);
          case BIGINT -> factory.createSqlType(SqlTypeName.DECIMAL, MAX_DECIMAL, 0);
          case DECIMAL ->
              factory.createSqlType(SqlTypeName.DECIMAL, MAX_DECIMAL, argument.getScale());
          case REAL, FLOAT, DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return factory.createTypeWithNullability(sum, argument.isNullable());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType average =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER, BIGINT -> quotientType(factory, 0);
          case DECIMAL -> quotientType(factory, argument.getScale());
          case REAL, FLOAT, DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return factory.createTypeWithNullability(average, argument.isNullable());
  }

  @Override
  public RelDataType deriveCovarType(
      RelDataTypeFactory factory, RelDataType first, RelDataType second) {
    return factory.createTypeWithNullability(
        factory.createSqlType(SqlTypeName.DOUBLE), first.isNullable() || second.isNullable());
  }

  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory factory, RelDataType dividend, RelDataType divisor) {
    if (!SqlTypeUtil.isExactNumeric(dividend)
        || !SqlTypeUtil.isExactNumeric(divisor)
        || (!SqlTypeUtil.isDecimal(dividend) && !SqlTypeUtil.isDecimal(divisor))) {
      return null;
    }
    RelDataType quotient = quotientType(factory, Math.max(scaleOf(dividend), scaleOf(divisor)));
    return factory.createTypeWithNullability(
        quotient, dividend.isNullable() || divisor.isNullable());
  }

  private static int scaleOf(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL ? type.getScale() : 0;
  }

  private static RelDataType quotientType(RelDataTypeFactory factory, int scale) {
    int wanted = Math.max(MIN_QUOTIENT_SCALE, scale + MORE_QUOTIENT_SCALE);
    return factory.createSqlType(
        SqlTypeName.DECIMAL, MAX_DECIMAL, Math.max(scale, Math.min(wanted, WIDE_SCALE)));
  }
}
