package io.millrace.driver.jdbc;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.session.ParameterDescription;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of a prepared statement's parameters, as far as they are set. */
final class ParameterSlots {
  /** Marks a parameter without a value, which null is. */
  private static final Object UNSET = new Object();

  private final List<ParameterDescription> described;
  private final @Nullable Object[] slots;

  ParameterSlots(List<ParameterDescription> described) {
    this.described = described;
    this.slots = new @Nullable Object[described.size()];
    clear();
  }

  void clear() {
    Arrays.fill(slots, UNSET);
  }

  void set(int index, @Nullable Object value) throws SQLException {
    check(index, slots.length);
    slots[index - 1] = value;
  }

  static void check(int index, int count) throws SQLException {
    if (index < 1 || index > count) {
      throw SqlErrors.of(
          "07009", "There is no parameter " + index + ": the statement has " + count + " of them.");
    }
  }

  /** Whether the parameter takes an instant, not a civil time. */
  boolean isInstant(int index) throws SQLException {
    check(index, slots.length);
    return described.get(index - 1).jdbcType() == Types.TIMESTAMP_WITH_TIMEZONE;
  }

  /** A copy of all values. */
  List<@Nullable Object> values() throws SQLException {
    List<@Nullable Object> values = new ArrayList<>(slots.length);
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] == UNSET) {
        throw SqlErrors.of(ErrorCode.PARAMETER_MISSING, i + 1, slots.length);
      }
      values.add(slots[i]);
    }
    return values;
  }
}
