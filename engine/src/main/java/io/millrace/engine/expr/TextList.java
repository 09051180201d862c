package io.millrace.engine.expr;

import io.millrace.engine.error.ErrorCode;
import io.millrace.storage.row.RowType;
import org.jspecify.annotations.Nullable;

/**
 * STRING_AGG: the texts in order, each but the first behind its own separator; a separator that is
 * NULL is empty. Reads all values.
 */
final class TextList {
  private final @Nullable Object constantSeparator;
  private final boolean separatorsVary;
  private final StringBuilder text = new StringBuilder();
  private boolean empty = true;

  TextList(AggregateCall call) {
    this.constantSeparator = call.parameter();
    this.separatorsVary = call.arguments().size() > 1;
  }

  @Nullable Object of(OrderedValues values) {
    while (values.next()) {
      String value = String.valueOf(values.cell(0));
      Object separator = separatorsVary ? values.cell(1) : constantSeparator;
      append(value, separator == null ? "" : (String) separator, values.copies());
    }
    return empty ? null : text.toString();
  }

  private void append(String value, String separator, long copies) {
    long left = copies;
    if (empty) {
      empty = false;
      text.append(value);
      left--;
    }
    int width = separator.length() + value.length();
    if (width > 0 && left > (RowType.MAX_ROW_BYTES - text.length()) / width) {
      throw ErrorCode.TEXT_TOO_LONG.exception(RowType.MAX_ROW_BYTES);
    }
    for (; width > 0 && left > 0; left--) {
      text.append(separator).append(value);
    }
  }
}
