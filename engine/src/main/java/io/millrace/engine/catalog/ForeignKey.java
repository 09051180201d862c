package io.millrace.engine.catalog;

import java.util.List;

/**
 * A FOREIGN KEY of a table: each of its rows without NULL in {@code columns} has a row in the
 * referenced table with equal values in {@code referencedColumns}, and no more than one, since
 * those are that table's primary key or the columns of a unique index.
 *
 * <p>A catalog lists a key only if it holds for all rows of its version, so whoever plans may rely
 * on it; {@link #isTotal} says whether every row has its referenced row. It holds between
 * statements, not within one. Immutable.
 *
 * @param name unique among the constraints of its table
 * @param columns positions in its table
 * @param referencedTable the id of the table it refers to, perhaps its own
 * @param referencedColumns positions in that table, one for each of {@code columns}
 * @param match what NULLs in {@code columns} mean
 * @param onDelete what becomes of rows whose referenced row is deleted
 * @param onUpdate what becomes of rows whose referenced row gets another key
 */
public record ForeignKey(
    String name,
    List<Integer> columns,
    int referencedTable,
    List<Integer> referencedColumns,
    Match match,
    Action onDelete,
    Action onUpdate) {

  /** What NULLs mean. */
  public enum Match {
    /** A row with a NULL in any column refers to nothing. */
    SIMPLE(0, "NONE"),
    /** A row with NULL in all columns refers to nothing, and one with NULL in some is refused. */
    FULL(1, "FULL");

    private final int code;
    private final String standardName;

    Match(int code, String standardName) {
      this.code = code;
      this.standardName = standardName;
    }

    /** Part of the stored format. */
    int code() {
      return code;
    }

    static Match ofCode(int code) {
      return code == FULL.code ? FULL : SIMPLE;
    }

    /** As {@code information_schema} says it. */
    public String standardName() {
      return standardName;
    }
  }

  /** What becomes of a row whose referenced row goes. */
  public enum Action {
    /** The statement is refused as it ends. */
    NO_ACTION(0, "NO ACTION"),
    /** The same, since no check is put off beyond its statement. */
    RESTRICT(1, "RESTRICT");

    private final int code;
    private final String sqlName;

    Action(int code, String sqlName) {
      this.code = code;
      this.sqlName = sqlName;
    }

    /** Part of the stored format. */
    int code() {
      return code;
    }

    static Action ofCode(int code) {
      return code == RESTRICT.code ? RESTRICT : NO_ACTION;
    }

    public String sqlName() {
      return sqlName;
    }
  }

  /** A key and the table that has it. */
  public record Owned(Table table, ForeignKey key) {}

  /** Whether every row of its table has a referenced row: none of the columns can be NULL. */
  public boolean isTotal(Table table) {
    return columns.stream().noneMatch(column -> table.columns().get(column).type().nullable());
  }
}
