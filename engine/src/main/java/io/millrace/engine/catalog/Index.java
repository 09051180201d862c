package io.millrace.engine.catalog;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.List;

/**
 * An index of a table or an incremental view: its map holds key ‖ row → weight.
 *
 * <p>Key columns are tagged (NULLs are indexed, last ascending); a unique index lets several rows
 * with a NULL in the key stand.
 *
 * @param id the index's own id
 * @param name unique in its schema
 * @param columns positions in the table or view
 * @param descending per column
 * @param unique whether two rows without NULLs in the key may not share it
 * @param constraint whether a UNIQUE constraint made it (then DROP INDEX refuses)
 * @param mapId the store map
 */
public record Index(
    int id,
    QualifiedName name,
    List<Integer> columns,
    List<Boolean> descending,
    boolean unique,
    boolean constraint,
    int mapId) {

  /** The same index, kept in another map. */
  Index in(int otherMapId) {
    return new Index(id, name, columns, descending, unique, constraint, otherMapId);
  }

  /** The entries for rows of a delta, with a format of {@link #keyFormat}. */
  public static ZSet entries(KeyFormat format, ZSet delta) {
    ZSetBuilder builder = new ZSetBuilder(delta.size());
    delta.forEach((row, weight) -> builder.add(format.entry(row), weight));
    return builder.build();
  }

  /** The format of its keys over rows of its table or view. */
  public KeyFormat keyFormat(RowType rowType) {
    int n = columns.size();
    int[] positions = new int[n];
    boolean[] directions = new boolean[n];
    boolean[] tagged = new boolean[n];
    for (int i = 0; i < n; i++) {
      positions[i] = columns.get(i);
      directions[i] = descending.get(i);
      tagged[i] = true;
    }
    return new KeyFormat(rowType, positions, directions, tagged);
  }
}
