package io.millrace.engine.sql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;

/**
 * The one type factory: text is UTF-8, whatever system properties say, and elements of arrays may
 * be NULL, whatever they were made from. Thread-safe.
 */
public final class MillraceTypeFactory extends SqlTypeFactoryImpl {
  public static final MillraceTypeFactory INSTANCE = new MillraceTypeFactory();

  private MillraceTypeFactory() {
    super(MillraceTypeSystem.INSTANCE);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }

  @Override
  public RelDataType createArrayType(RelDataType element, long maxCardinality) {
    return super.createArrayType(createTypeWithNullability(element, true), maxCardinality);
  }
}
