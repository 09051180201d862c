package io.millrace.engine.sql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;

/** The one type factory: text is UTF-8, whatever system properties say. Thread-safe. */
public final class MillraceTypeFactory extends SqlTypeFactoryImpl {
  public static final MillraceTypeFactory INSTANCE = new MillraceTypeFactory();

  private MillraceTypeFactory() {
    super(MillraceTypeSystem.INSTANCE);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }
}
