package io.millrace.engine.session;

import java.util.List;

/** What a statement gives back. */
public sealed interface StatementResult {
  /** Rows, read as they are asked for; the reader closes them. */
  record Rows(RowStream rows, List<ColumnDescription> columns) implements StatementResult {}

  /** How many rows a statement wrote. */
  record Count(long count) implements StatementResult {}

  /** Nothing but that it was done. */
  record Done() implements StatementResult {}
}
