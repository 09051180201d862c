package io.millrace.engine.catalog;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the system relations tell, and their columns. The numbers are part of stored catalogs, since
 * plain views may read these relations: they never change, and new columns come at the end.
 */
public enum SystemContent {
  VIEWS(
      -101,
      "system",
      "views",
      text("schema_name", "view_name", "kind", "status", "reason", "definition", "depends_on"),
      numbers("distinct_rows", "estimated_bytes", "ticks", "last_rows_in", "last_rows_out"),
      numbers("rows_in", "rows_out"),
      fractions("tick_millis"),
      text("last_error"),
      numbers("ticks_refilled"),
      flags("rewrite"),
      numbers("uses")),
  OPERATORS(
      -102,
      "system",
      "operators",
      text("schema_name", "view_name"),
      numbers("operator_id"),
      text("name", "description", "inputs", "linearity"),
      flags("recomputed"),
      numbers("rows_in", "rows_out", "ticks"),
      fractions("tick_millis"),
      numbers("state_entries", "state_bytes", "ticks_probed", "ticks_scanned")),
  TRACES(
      -103,
      "system",
      "traces",
      text("schema_name", "view_name"),
      numbers("trace_id"),
      text("kind"),
      numbers("operator_id"),
      text("key_columns", "read_by", "served_by"),
      numbers("entries", "estimated_bytes")),
  TABLES(
      -104,
      "system",
      "tables",
      text("schema_name", "table_name", "primary_key"),
      numbers("column_count", "index_count", "distinct_rows", "estimated_bytes")),
  INDEXES(
      -105,
      "system",
      "indexes",
      text("schema_name", "index_name", "table_name", "key_columns"),
      flags("is_unique", "is_constraint"),
      numbers("entries", "estimated_bytes")),
  SETTINGS(-106, "system", "settings", text("name", "value", "default_value", "allowed")),
  SESSIONS(
      -107,
      "system",
      "sessions",
      numbers("session_id"),
      text("user_name", "state", "statement", "phase"),
      numbers("rows_done", "rows_expected", "elapsed_millis"),
      flags("in_transaction"),
      text("isolation"),
      flags("is_current")),
  STORE(
      -108,
      "system",
      "store",
      text("location", "durability"),
      numbers("version", "log_records", "log_bytes", "forces", "log_bytes_since_checkpoint"),
      numbers("dirty_bytes", "checkpoints", "image_bytes", "log_segments", "leases"),
      numbers("rewrite_failures")),
  SCHEMATA(
      -201, "information_schema", "schemata", text("catalog_name", "schema_name", "schema_owner")),
  INFORMATION_TABLES(
      -202,
      "information_schema",
      "tables",
      text("table_catalog", "table_schema", "table_name", "table_type", "is_insertable_into")),
  COLUMNS(
      -203,
      "information_schema",
      "columns",
      text("table_catalog", "table_schema", "table_name", "column_name"),
      numbers("ordinal_position"),
      text("column_default", "is_nullable", "data_type"),
      numbers("character_maximum_length", "numeric_precision", "numeric_scale")),
  INFORMATION_VIEWS(
      -204,
      "information_schema",
      "views",
      text("table_catalog", "table_schema", "table_name", "view_definition", "check_option"),
      text("is_updatable")),
  TABLE_CONSTRAINTS(
      -205,
      "information_schema",
      "table_constraints",
      text("constraint_catalog", "constraint_schema", "constraint_name"),
      text("table_catalog", "table_schema", "table_name", "constraint_type"),
      text("is_deferrable", "initially_deferred", "enforced")),
  KEY_COLUMN_USAGE(
      -206,
      "information_schema",
      "key_column_usage",
      text("constraint_catalog", "constraint_schema", "constraint_name"),
      text("table_catalog", "table_schema", "table_name", "column_name"),
      numbers("ordinal_position", "position_in_unique_constraint")),
  REFERENTIAL_CONSTRAINTS(
      -207,
      "information_schema",
      "referential_constraints",
      text("constraint_catalog", "constraint_schema", "constraint_name"),
      text("unique_constraint_catalog", "unique_constraint_schema", "unique_constraint_name"),
      text("match_option", "update_rule", "delete_rule")),
  CHECK_CONSTRAINTS(
      -208,
      "information_schema",
      "check_constraints",
      text("constraint_catalog", "constraint_schema", "constraint_name", "check_clause"));

  // Immutable, as all relations are, which its type cannot say.
  @SuppressWarnings("ImmutableEnumChecker")
  private final SystemRelation relation;

  @SafeVarargs
  SystemContent(int id, String schema, String name, List<Column>... groups) {
    List<Column> columns = new ArrayList<>();
    for (List<Column> group : groups) {
      for (Column column : group) {
        columns.add(new Column(columns.size(), column.name(), column.type(), null, null));
      }
    }
    this.relation = new SystemRelation(this, id, new QualifiedName(schema, name), columns);
  }

  /** The relation that tells it. */
  public SystemRelation relation() {
    return relation;
  }

  private static List<Column> text(String... names) {
    return columns(CellType.VARCHAR, names);
  }

  private static List<Column> numbers(String... names) {
    return columns(CellType.BIGINT, names);
  }

  private static List<Column> fractions(String... names) {
    return columns(CellType.DOUBLE, names);
  }

  private static List<Column> flags(String... names) {
    return columns(CellType.BOOLEAN, names);
  }

  private static List<Column> columns(CellType type, String... names) {
    return Arrays.stream(names)
        .map(name -> new Column(0, name, ColumnType.of(type), null, null))
        .toList();
  }
}
