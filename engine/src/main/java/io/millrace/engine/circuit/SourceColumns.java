package io.millrace.engine.circuit;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowProjection;
import io.millrace.storage.row.RowType;
import java.util.List;

/**
 * Where the columns of a source stand in its relation's rows as they are now.
 *
 * <p>Columns are found by their stable ids, so that a column added to the relation changes nothing
 * for a circuit. Immutable and thread-safe.
 */
public final class SourceColumns {
  private final RowType relationType;
  private final int[] positions;

  /**
   * The columns of a source in rows of its relation.
   *
   * @param sourceColumnIds the ids of the source's columns, in its order
   * @param relationType the type of the relation's rows
   * @param relationColumnIds the id of each column of {@code relationType}
   */
  public SourceColumns(
      List<Integer> sourceColumnIds, RowType relationType, List<Integer> relationColumnIds) {
    this.relationType = relationType;
    this.positions = new int[sourceColumnIds.size()];
    for (int i = 0; i < positions.length; i++) {
      int position = relationColumnIds.indexOf(sourceColumnIds.get(i));
      if (position < 0) {
        throw new AssertionError(
            "column " + sourceColumnIds.get(i) + " must be one of " + relationColumnIds);
      }
      positions[i] = position;
    }
  }

  /** From rows of the relation to rows of the source. */
  public RowProjection projection() {
    return new RowProjection(relationType, positions);
  }

  /** The key of the relation's rows that has the same bytes as {@code key} of the source's rows. */
  public KeyFormat keyOfRelation(KeyFormat key) {
    int size = key.size();
    int[] columns = new int[size];
    boolean[] descending = new boolean[size];
    boolean[] tagged = new boolean[size];
    boolean[] nullsFirst = new boolean[size];
    for (int i = 0; i < size; i++) {
      columns[i] = positions[key.column(i)];
      descending[i] = key.isDescending(i);
      tagged[i] = key.isTagged(i);
      nullsFirst[i] = key.isNullsFirst(i);
    }
    return new KeyFormat(relationType, columns, descending, tagged, nullsFirst);
  }
}
