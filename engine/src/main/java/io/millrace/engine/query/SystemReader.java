package io.millrace.engine.query;

import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a system relation, made at the first scan and the same in every scan of a statement.
 * One thread at a time.
 */
final class SystemReader implements RelationReader {
  private static final long ESTIMATE = 100;

  private final SystemRelation relation;
  private final Supplier<List<@Nullable Object[]>> source;
  private @Nullable ZSet rows;

  SystemReader(SystemRelation relation, Supplier<List<@Nullable Object[]>> source) {
    this.relation = relation;
    this.source = source;
  }

  @Override
  public RowType rowType() {
    return relation.rowType();
  }

  @Override
  public List<Integer> columnIds() {
    return relation.columnIds();
  }

  @Override
  public Cursor scan() {
    ZSet made = rows;
    if (made == null) {
      made = encoded();
      rows = made;
    }
    return new ZSetCursor(made);
  }

  private ZSet encoded() {
    ZSetBuilder builder = new ZSetBuilder();
    for (@Nullable Object[] cells : source.get()) {
      @Nullable Object[] storable = cells.clone();
      for (int i = 0; i < storable.length; i++) {
        if (storable[i] instanceof String text) {
          storable[i] = storable(text);
        }
      }
      builder.add(relation.rowType().encode(storable), 1);
    }
    return builder.build();
  }

  /** A statement's text may hold half a surrogate pair in a comment, which no row can. */
  private static String storable(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  @Override
  public Optional<ArrangementReader> arrangement(KeyFormat key) {
    return Optional.empty();
  }

  @Override
  public long estimatedRows() {
    return ESTIMATE;
  }
}
