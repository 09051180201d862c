package io.millrace.storage.row;

/**
 * Re-encodes rows for a type that differs in nullability, or in a greater length or precision whose
 * encoding is the same, by copying bytes.
 *
 * <p>Immutable and thread-safe; made once, then costs O(bytes copied), and nothing where both types
 * have the same bytes.
 */
public final class RowCast {
  private final RowType to;
  private final RowAssembler assembler;
  private final boolean identity;

  /** The cast between two types for which {@link #isPossible} holds. */
  public RowCast(RowType from, RowType to) {
    this.to = to;
    assembler = new RowAssembler(from, RowType.of(), RowAssembler.all(from.size()), to);
    identity = assembler.isIdentity();
  }

  /**
   * Whether every row of {@code from}, but for NULLs, is one of {@code to} with the same encoding
   * of each cell: the column types are the same up to nullability, and lengths and precisions are
   * at least as great. (A DECIMAL of more than 18 digits has an encoding of its own.)
   */
  public static boolean isPossible(RowType from, RowType to) {
    if (from.size() != to.size()) {
      return false;
    }
    for (int c = 0; c < from.size(); c++) {
      if (!to.column(c).holdsBytesOf(from.column(c))) {
        return false;
      }
    }
    return true;
  }

  /** The type of the rows that come out. */
  public RowType type() {
    return to;
  }

  /** Whether rows come out as they went in. */
  public boolean isIdentity() {
    return identity;
  }

  /**
   * The row in the new type; the same array if the bytes are the same.
   *
   * @throws RowException 23502 for a NULL in a column that is no longer nullable
   */
  public byte[] apply(byte[] row) {
    return identity ? row : assembler.assemble(row, row);
  }
}
