package io.millrace.engine.sql;

import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;

/** Types as they are written in SQL, for messages. */
final class TypeNames {
  private static final Pattern NOISE =
      Pattern.compile(
          " CHARACTER SET \"?[\\w-]+\"?( COLLATE \"[^\"]*\")?| COLLATE \"[^\"]*\"| NOT NULL");

  private TypeNames() {}

  static String of(RelDataType type) {
    return clean(type.toString());
  }

  /** The text without the character sets, collations and NOT NULL that Calcite shows. */
  static String clean(String text) {
    return NOISE.matcher(text).replaceAll("");
  }
}
