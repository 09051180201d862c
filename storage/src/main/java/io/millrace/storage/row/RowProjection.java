package io.millrace.storage.row;

/**
 * Cuts some columns out of rows of one type, copying their encoded bytes.
 *
 * <p>Immutable and thread-safe; made once per projection, then costs O(bytes copied).
 */
public final class RowProjection {
  private final RowType type;
  private final RowAssembler assembler;
  private final boolean identity;

  /** The projection of rows of {@code from} to these columns, in this order; one may repeat. */
  public RowProjection(RowType from, int... columns) {
    type = from.project(columns);
    assembler = new RowAssembler(from, RowType.of(), columns, type);
    identity = assembler.isIdentity();
  }

  /** The type of the rows that come out. */
  public RowType type() {
    return type;
  }

  /** The projected row; the same array if the projection takes all columns in their order. */
  public byte[] apply(byte[] row) {
    return identity ? row : assembler.assemble(row, row);
  }
}
