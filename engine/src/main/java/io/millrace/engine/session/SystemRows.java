package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.query.SystemSource;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.store.StoreStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the system relations. What is stored is told as the statement's snapshot has it; what
 * happens, such as ticks and other sessions, as it stands now.
 */
final class SystemRows implements SystemSource {
  private final Database database;
  private final Session session;

  SystemRows(Database database, Session session) {
    this.database = database;
    this.session = session;
  }

  @Override
  public List<@Nullable Object[]> rows(
      SystemRelation relation, Catalog catalog, Snapshot snapshot) {
    StoredSizes sizes = new StoredSizes(snapshot);
    return switch (relation.content()) {
      case VIEWS -> views(catalog, sizes).views();
      case OPERATORS -> views(catalog, sizes).operators();
      case TRACES -> views(catalog, sizes).traces();
      case TABLES -> SystemTables.tables(catalog, sizes);
      case INDEXES -> SystemTables.indexes(catalog, sizes);
      case SETTINGS -> settings();
      case SESSIONS -> sessions();
      case STORE -> store();
      case SCHEMATA -> InformationSchema.schemata(catalog);
      case INFORMATION_TABLES -> InformationSchema.tables(catalog);
      case COLUMNS -> InformationSchema.columns(catalog);
      case INFORMATION_VIEWS -> InformationSchema.views(catalog);
      case TABLE_CONSTRAINTS -> InformationConstraints.tableConstraints(catalog);
      case KEY_COLUMN_USAGE -> InformationConstraints.keyColumns(catalog);
      case REFERENTIAL_CONSTRAINTS -> InformationConstraints.references(catalog);
      case CHECK_CONSTRAINTS -> InformationConstraints.checks(catalog);
    };
  }

  private SystemViews views(Catalog catalog, StoredSizes sizes) {
    return new SystemViews(catalog, database.circuits(), database.rewritings(), sizes);
  }

  /** A row; a method of its own, since an array's type would have to be spelled out each time. */
  static @Nullable Object[] row(@Nullable Object... cells) {
    return cells;
  }

  private List<@Nullable Object[]> settings() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Settings.Setting setting : Settings.Setting.values()) {
      rows.add(
          row(
              setting.settingName(),
              session.settings().get(setting),
              setting.defaultValue(),
              setting.expected()));
    }
    return rows;
  }

  private List<@Nullable Object[]> sessions() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Session each : database.sessions()) {
      StatementProgress progress = each.progress().orElse(null);
      boolean runs = progress != null;
      rows.add(
          row(
              each.number(),
              each.user(),
              runs ? "running" : each.inTransaction() ? "idle in transaction" : "idle",
              each.lastStatement(),
              progress == null ? null : progress.phase(),
              progress == null ? null : progress.rowsDone(),
              progress == null ? null : progress.rowsExpected(),
              progress == null ? null : progress.elapsedMillis(),
              each.inTransaction(),
              each.isolation().name().toLowerCase(Locale.ROOT),
              each == session));
    }
    return rows;
  }

  private List<@Nullable Object[]> store() {
    StoreStatistics store = database.pipeline().statistics();
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(
        row(
            session.databaseDescription(),
            database.durability(),
            session.version(),
            store.records(),
            store.recordBytes(),
            store.forces(),
            store.logBytesSinceCheckpoint(),
            store.dirtyBytes(),
            store.checkpoints(),
            store.imageBytes(),
            (long) store.segments(),
            (long) store.leases(),
            database.rewritings().failures()));
    return rows;
  }
}
