package io.millrace.driver.jdbc;

import java.sql.SQLWarning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A chain of warnings as JDBC hands it out. Thread-safe. */
final class Warnings {
  private @Nullable SQLWarning first;

  synchronized @Nullable SQLWarning first() {
    return first;
  }

  synchronized void clear() {
    first = null;
  }

  void add(String state, String message) {
    add(new SQLWarning(message, state, SqlErrors.vendorCode(state)));
  }

  void addAll(List<String> messages) {
    for (String message : messages) {
      add("01000", message);
    }
  }

  private synchronized void add(SQLWarning warning) {
    if (first == null) {
      first = warning;
    } else {
      first.setNextWarning(warning);
    }
  }
}
