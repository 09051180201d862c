package io.millrace.driver.jdbc;

import java.sql.SQLException;

/**
 * {@code unwrap} to what is public: interfaces of {@code java.sql} and {@link MillraceConnection}.
 * Avatica's classes are an inner affair, and have another name in the single jar.
 */
final class Wrappers {
  private Wrappers() {}

  static boolean isWrapperFor(Object object, Class<?> type) {
    return type.isInterface() && type.isInstance(object);
  }

  static <T> T unwrap(Object object, Class<T> type) throws SQLException {
    if (isWrapperFor(object, type)) {
      return type.cast(object);
    }
    throw SqlErrors.invalidArgument(
        type.getName(), "interface to unwrap", "Use one of java.sql or MillraceConnection.");
  }
}
