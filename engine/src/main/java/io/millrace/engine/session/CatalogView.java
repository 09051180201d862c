package io.millrace.engine.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The catalog as plain values, for metadata. Immutable. */
public record CatalogView(List<String> schemas, List<RelationDescription> relations) {
  /** A table or view; {@code type} is TABLE, VIEW, MATERIALIZED VIEW or SYSTEM TABLE. */
  public record RelationDescription(
      String schema,
      String name,
      String type,
      List<RelationColumn> columns,
      @Nullable String primaryKeyName,
      List<String> primaryKey,
      List<IndexDescription> indexes,
      List<ForeignKeyDescription> foreignKeys) {}

  /**
   * A foreign key, its columns in order.
   *
   * @param referencedKey the name of the primary or unique key that it refers to
   * @param isRestrictedOnUpdate whether ON UPDATE RESTRICT was written, not NO ACTION
   * @param isRestrictedOnDelete likewise
   */
  public record ForeignKeyDescription(
      String name,
      List<String> columns,
      String referencedSchema,
      String referencedTable,
      List<String> referencedColumns,
      @Nullable String referencedKey,
      boolean isRestrictedOnUpdate,
      boolean isRestrictedOnDelete) {}

  /** A column with its default as SQL text and its position from 1. */
  public record RelationColumn(
      ColumnDescription column, @Nullable String defaultValue, int ordinal) {}

  /** An index and its columns in order. */
  public record IndexDescription(
      String name, boolean unique, List<String> columns, List<Boolean> descending) {}
}
