package io.millrace.engine.catalog;

import io.millrace.storage.row.RowType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A relation whose rows tell about the database itself. It is part of every catalog, can only be
 * read, and keeps no rows: they are made when a statement asks for them, so no incremental view can
 * read it. Immutable; equal only to itself.
 */
public final class SystemRelation implements Relation {
  /** The schemas that belong to the database. */
  public static final Set<String> SCHEMAS = Set.of("information_schema", "system");

  private final SystemContent content;
  private final int id;
  private final QualifiedName name;
  private final List<Column> columns;
  private final RowType rowType;
  private final List<Integer> columnIds;

  SystemRelation(SystemContent content, int id, QualifiedName name, List<Column> columns) {
    this.content = content;
    this.id = id;
    this.name = name;
    this.columns = List.copyOf(columns);
    this.rowType = Relation.typeOf(columns);
    this.columnIds = columns.stream().map(Column::id).toList();
  }

  /** All of them. */
  public static List<SystemRelation> all() {
    return Arrays.stream(SystemContent.values()).map(SystemContent::relation).toList();
  }

  /** Whether a schema belongs to the database: nothing can be created in it. */
  public static boolean isSystemSchema(String schema) {
    return SCHEMAS.contains(schema.toLowerCase(Locale.ROOT));
  }

  /** What it tells. */
  public SystemContent content() {
    return content;
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public QualifiedName name() {
    return name;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public int mapId() {
    return -1;
  }

  @Override
  public RowType rowType() {
    return rowType;
  }

  @Override
  public List<Integer> columnIds() {
    return columnIds;
  }
}
