package io.millrace.driver.jdbc;

import io.millrace.engine.session.ParameterDescription;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;

/** Describes the parameters of a statement, before execution. Immutable. */
record DriverParameterMetaData(List<ParameterDescription> parameters) implements ParameterMetaData {
  private ParameterDescription parameter(int index) throws SQLException {
    ParameterSlots.check(index, parameters.size());
    return parameters.get(index - 1);
  }

  private SqlTypes type(int index) throws SQLException {
    ParameterDescription parameter = parameter(index);
    return SqlTypes.of(parameter.jdbcType(), parameter.typeName());
  }

  @Override
  public int getParameterCount() {
    return parameters.size();
  }

  @Override
  public int isNullable(int index) throws SQLException {
    parameter(index);
    return parameterNullableUnknown;
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return type(index).isNumeric();
  }

  @Override
  public int getPrecision(int index) throws SQLException {
    return Math.max(0, parameter(index).precision());
  }

  @Override
  public int getScale(int index) throws SQLException {
    return Math.max(0, parameter(index).scale());
  }

  @Override
  public int getParameterType(int index) throws SQLException {
    return parameter(index).jdbcType();
  }

  @Override
  public String getParameterTypeName(int index) throws SQLException {
    return SqlTypes.baseName(parameter(index).typeName());
  }

  @Override
  public String getParameterClassName(int index) throws SQLException {
    return type(index).objectClass().getName();
  }

  @Override
  public int getParameterMode(int index) throws SQLException {
    parameter(index);
    return parameterModeIn;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return Wrappers.isWrapperFor(this, type);
  }
}
