package io.millrace.engine.plan;

/**
 * A planned INSERT, UPDATE or DELETE: a query that yields what the statement writes.
 *
 * <p>INSERT: the query's rows have the table's columns in order, defaults filled in, cast to the
 * column types with assignment rules (22001, 22003 for what does not fit). DELETE: whole old rows.
 * UPDATE: the whole old row followed by the whole new row. The weight of a row says how many
 * copies.
 *
 * @param kind what is done
 * @param tableId the target
 * @param query the rows; no order, no limit
 */
public record DmlPlan(Kind kind, int tableId, QueryPlan query) {
  public enum Kind {
    INSERT,
    UPDATE,
    DELETE
  }
}
