package io.millrace.driver.jdbc;

import io.millrace.engine.session.CatalogView;
import io.millrace.engine.session.CatalogView.ForeignKeyDescription;
import io.millrace.engine.session.CatalogView.RelationDescription;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Foreign keys as the three methods of {@link DatabaseMetaData} tell them: a row per column. */
final class ForeignKeyRows {
  private final CatalogView catalog;
  private final MetadataRows rows =
      new MetadataRows(
          "PKTABLE_CAT, PKTABLE_SCHEM, PKTABLE_NAME, PKCOLUMN_NAME, FKTABLE_CAT, FKTABLE_SCHEM,"
              + " FKTABLE_NAME, FKCOLUMN_NAME, KEY_SEQ short, UPDATE_RULE short, DELETE_RULE short,"
              + " FK_NAME, PK_NAME, DEFERRABILITY short");

  ForeignKeyRows(CatalogView catalog) {
    this.catalog = catalog;
  }

  /** All keys of a table. */
  void addImported(RelationDescription table) {
    table.foreignKeys().forEach(key -> add(table, key));
  }

  /** The keys that refer to a table, from some tables or, without them, from any. */
  void addExported(RelationDescription referenced, @Nullable List<RelationDescription> from) {
    for (RelationDescription table : catalog.relations()) {
      if (from == null || from.stream().anyMatch(each -> isSame(each, table))) {
        for (ForeignKeyDescription key : table.foreignKeys()) {
          if (key.referencedSchema().equals(referenced.schema())
              && key.referencedTable().equals(referenced.name())) {
            add(table, key);
          }
        }
      }
    }
  }

  private static boolean isSame(RelationDescription a, RelationDescription b) {
    return a.schema().equals(b.schema()) && a.name().equals(b.name());
  }

  private void add(RelationDescription table, ForeignKeyDescription key) {
    for (int i = 0; i < key.columns().size(); i++) {
      rows.add(
          null,
          key.referencedSchema(),
          key.referencedTable(),
          key.referencedColumns().get(i),
          null,
          table.schema(),
          table.name(),
          key.columns().get(i),
          (short) (i + 1),
          rule(key.isRestrictedOnUpdate()),
          rule(key.isRestrictedOnDelete()),
          key.name(),
          key.referencedKey(),
          (short) DatabaseMetaData.importedKeyNotDeferrable);
    }
  }

  private static short rule(boolean isRestricted) {
    return (short)
        (isRestricted
            ? DatabaseMetaData.importedKeyRestrict
            : DatabaseMetaData.importedKeyNoAction);
  }

  /** Ordered as the keys of one table are; columns of one key stay together. */
  ResultSet byReferenced() throws SQLException {
    return rows.sortedBy(1, 2, 11, 8).resultSet();
  }

  /** Ordered as the keys to one table are. */
  ResultSet byReferencing() throws SQLException {
    return rows.sortedBy(5, 6, 11, 8).resultSet();
  }
}
