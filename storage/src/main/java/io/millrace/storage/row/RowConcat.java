package io.millrace.storage.row;

/**
 * Joins two rows into one, copying encoded bytes, and may drop or reorder columns on the way.
 *
 * <p>Immutable and thread-safe; made once per join, then costs O(bytes copied).
 */
public final class RowConcat {
  private final RowType type;
  private final RowAssembler assembler;

  /** All columns of {@code left}, then all of {@code right}. */
  public RowConcat(RowType left, RowType right) {
    this(left, right, left.concat(right));
  }

  /**
   * All columns of both, as columns of {@code target}, which may be nullable where the sources are
   * not (as an outer join wants it) and wider as {@link RowCast} allows.
   */
  public RowConcat(RowType left, RowType right, RowType target) {
    this(left, right, RowAssembler.all(left.size() + right.size()), target);
  }

  /**
   * Some columns of both as columns of {@code target}; the columns of {@code right} are counted on
   * from those of {@code left}.
   */
  public RowConcat(RowType left, RowType right, int[] columns, RowType target) {
    type = target;
    assembler = new RowAssembler(left, right, columns, target);
  }

  /** The type of the rows that come out. */
  public RowType type() {
    return type;
  }

  /**
   * The joined row.
   *
   * @throws RowException 54000 if it gets too long
   */
  public byte[] apply(byte[] left, byte[] right) {
    return assembler.assemble(left, right);
  }
}
