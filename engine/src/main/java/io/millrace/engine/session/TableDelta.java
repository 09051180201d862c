package io.millrace.engine.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The net change of one table, for {@link Session#apply}.
 *
 * @param table its name, with a schema or without
 * @param rows signed rows in any order; equal rows add up
 */
public record TableDelta(String table, List<SignedRow> rows) {
  public TableDelta {
    rows = List.copyOf(rows);
  }

  /**
   * Some copies of a row more, or fewer.
   *
   * @param weight how many; negative to delete
   * @param values the table's columns in order, as plain Java values
   */
  public record SignedRow(long weight, List<@Nullable Object> values) {
    public SignedRow {
      values = Collections.unmodifiableList(new ArrayList<>(values));
    }
  }

  /** A signed row of values. */
  public static SignedRow row(long weight, @Nullable Object... values) {
    return new SignedRow(weight, java.util.Arrays.asList(values));
  }
}
