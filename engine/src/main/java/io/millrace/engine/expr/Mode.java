package io.millrace.engine.expr;

import org.jspecify.annotations.Nullable;

/** MODE: the value with the most copies, the first of them in the order. Reads all values. */
final class Mode {
  private Mode() {}

  static @Nullable Object of(OrderedValues values) {
    Object mode = null;
    long most = 0;
    while (values.next()) {
      if (values.copies() > most) {
        most = values.copies();
        mode = values.cell(0);
      }
    }
    return mode;
  }
}
