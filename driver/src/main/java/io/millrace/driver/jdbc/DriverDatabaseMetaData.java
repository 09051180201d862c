package io.millrace.driver.jdbc;

import io.millrace.engine.session.CatalogView;
import io.millrace.engine.session.CatalogView.IndexDescription;
import io.millrace.engine.session.CatalogView.RelationColumn;
import io.millrace.engine.session.CatalogView.RelationDescription;
import io.millrace.engine.session.ColumnDescription;
import io.millrace.engine.session.Session;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Describes the database from its catalog at the time of each call. */
final class DriverDatabaseMetaData extends EmptyMetadata {
  private static final List<String> TABLE_TYPES =
      List.of("MATERIALIZED VIEW", "SYSTEM TABLE", "TABLE", "VIEW");

  private final DriverConnection connection;

  DriverDatabaseMetaData(DriverConnection connection) {
    super(connection);
    this.connection = connection;
  }

  private CatalogView catalog() throws SQLException {
    return connection.gate().call(Session::catalog);
  }

  // The product

  @Override
  public String getURL() {
    return connection.url();
  }

  @Override
  public String getUserName() throws SQLException {
    return connection.gate().call(Session::user);
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return connection.isReadOnly();
  }

  @Override
  public String getDatabaseProductName() {
    return MillraceDriver.PRODUCT;
  }

  @Override
  public String getDatabaseProductVersion() {
    return MillraceDriver.version();
  }

  @Override
  public String getDriverName() {
    return MillraceDriver.PRODUCT + " JDBC driver";
  }

  @Override
  public String getDriverVersion() {
    return MillraceDriver.version();
  }

  @Override
  public int getDriverMajorVersion() {
    return MillraceDriver.instance().getMajorVersion();
  }

  @Override
  public int getDriverMinorVersion() {
    return MillraceDriver.instance().getMinorVersion();
  }

  @Override
  public int getDatabaseMajorVersion() {
    return getDriverMajorVersion();
  }

  @Override
  public int getDatabaseMinorVersion() {
    return getDriverMinorVersion();
  }

  @Override
  public int getJDBCMajorVersion() {
    return 4;
  }

  @Override
  public int getJDBCMinorVersion() {
    return 3;
  }

  @Override
  public int getSQLStateType() {
    return sqlStateSQL;
  }

  @Override
  public boolean usesLocalFiles() throws SQLException {
    return !connection.url().startsWith(ConnectionUrl.PREFIX + "mem:");
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_UNSUPPORTED;
  }

  @Override
  public int getMaxRowSize() {
    return 16 << 20;
  }

  // Transactions and result sets

  @Override
  public int getDefaultTransactionIsolation() {
    return Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  public boolean supportsTransactionIsolationLevel(int level) {
    return level == Connection.TRANSACTION_READ_COMMITTED
        || level == Connection.TRANSACTION_REPEATABLE_READ
        || level == Connection.TRANSACTION_SERIALIZABLE;
  }

  @Override
  public boolean supportsResultSetType(int type) {
    return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
  }

  @Override
  public boolean supportsResultSetConcurrency(int type, int concurrency) {
    return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public boolean supportsResultSetHoldability(int holdability) {
    return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public boolean supportsConvert(int fromType, int toType) {
    return true;
  }

  // Schemas and relations

  /** There are no catalogs: null and "" ask for all that we have, a name for none of it. */
  private static boolean isOurs(@Nullable String catalog) {
    return catalog == null || catalog.isEmpty() || catalog.equals("%");
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    return new MetadataRows("TABLE_CAT").resultSet();
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern)
      throws SQLException {
    MetadataRows rows = new MetadataRows("TABLE_SCHEM, TABLE_CATALOG");
    NamePattern pattern = new NamePattern(schemaPattern);
    for (String schema : catalog().schemas()) {
      if (isOurs(catalog) && pattern.matches(schema)) {
        rows.add(schema, null);
      }
    }
    return rows.sortedBy(0).resultSet();
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    MetadataRows rows = new MetadataRows("TABLE_TYPE");
    TABLE_TYPES.forEach(rows::add);
    return rows.resultSet();
  }

  private List<RelationDescription> relations(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    if (!isOurs(catalog)) {
      return List.of();
    }
    NamePattern schema = new NamePattern(schemaPattern);
    NamePattern name = new NamePattern(namePattern);
    return catalog().relations().stream()
        .filter(r -> schema.matches(r.schema()) && name.matches(r.name()))
        .toList();
  }

  /** The relation with exactly this name; without a schema that in the current one, or any. */
  private List<RelationDescription> relation(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    if (!isOurs(catalog)) {
      return List.of();
    }
    return catalog().relations().stream()
        .filter(r -> schema == null || r.schema().equalsIgnoreCase(schema))
        .filter(r -> r.name().equalsIgnoreCase(table))
        .toList();
  }

  private static String tableType(RelationDescription relation) {
    String schema = relation.schema().toLowerCase(Locale.ROOT);
    return schema.equals("information_schema") || schema.equals("system")
        ? "SYSTEM TABLE"
        : relation.type();
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      String @Nullable [] types)
      throws SQLException {
    MetadataRows rows =
        new MetadataRows(
            "TABLE_CAT, TABLE_SCHEM, TABLE_NAME, TABLE_TYPE, REMARKS, TYPE_CAT, TYPE_SCHEM,"
                + " TYPE_NAME, SELF_REFERENCING_COL_NAME, REF_GENERATION");
    Set<String> wanted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    wanted.addAll(types == null ? TABLE_TYPES : List.of(types));
    for (RelationDescription r : relations(catalog, schemaPattern, namePattern)) {
      String type = tableType(r);
      if (wanted.contains(type)) {
        rows.add(null, r.schema(), r.name(), type, "", null, null, null, null, null);
      }
    }
    return rows.sortedBy(3, 0, 1, 2).resultSet();
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    MetadataRows rows =
        new MetadataRows(
            "TABLE_CAT, TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, DATA_TYPE int, TYPE_NAME,"
                + " COLUMN_SIZE int, BUFFER_LENGTH int, DECIMAL_DIGITS int, NUM_PREC_RADIX int,"
                + " NULLABLE int, REMARKS, COLUMN_DEF, SQL_DATA_TYPE int, SQL_DATETIME_SUB int,"
                + " CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE, SCOPE_CATALOG,"
                + " SCOPE_SCHEMA, SCOPE_TABLE, SOURCE_DATA_TYPE short, IS_AUTOINCREMENT,"
                + " IS_GENERATEDCOLUMN");
    NamePattern pattern = new NamePattern(columnPattern);
    for (RelationDescription r : relations(catalog, schemaPattern, namePattern)) {
      for (RelationColumn column : r.columns()) {
        if (pattern.matches(column.column().name())) {
          addColumn(rows, r, column);
        }
      }
    }
    return rows.sortedBy(0, 1, 2, 16).resultSet();
  }

  private static void addColumn(MetadataRows rows, RelationDescription r, RelationColumn column) {
    ColumnDescription c = column.column();
    SqlTypes type = SqlTypes.of(c.jdbcType(), c.typeName());
    boolean sized = type.isText() || type.isBinary();
    boolean exact = type.isNumeric() && type != SqlTypes.REAL && type != SqlTypes.DOUBLE;
    rows.add(
        null,
        r.schema(),
        r.name(),
        c.name(),
        c.jdbcType(),
        SqlTypes.baseName(c.typeName()),
        Math.max(0, c.precision()),
        null,
        type.isNumeric() || c.scale() > 0 ? Math.max(0, c.scale()) : null,
        type.isNumeric() ? (exact ? 10 : 2) : null,
        c.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
        "",
        column.defaultValue(),
        null,
        null,
        sized ? Math.max(0, c.precision()) : null,
        column.ordinal(),
        c.nullable() ? "YES" : "NO",
        null,
        null,
        null,
        null,
        "NO",
        "NO");
  }

  @Override
  public ResultSet getPrimaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    MetadataRows rows =
        new MetadataRows("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, KEY_SEQ short, PK_NAME");
    for (RelationDescription r : relation(catalog, schema, table)) {
      short sequence = 1;
      for (String column : r.primaryKey()) {
        rows.add(null, r.schema(), r.name(), column, sequence++, r.primaryKeyName());
      }
    }
    return rows.sortedBy(3).resultSet();
  }

  @Override
  public ResultSet getImportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    ForeignKeyRows rows = new ForeignKeyRows(catalog());
    relation(catalog, schema, table).forEach(rows::addImported);
    return rows.byReferenced();
  }

  @Override
  public ResultSet getExportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    ForeignKeyRows rows = new ForeignKeyRows(catalog());
    relation(catalog, schema, table).forEach(referenced -> rows.addExported(referenced, null));
    return rows.byReferencing();
  }

  @Override
  public ResultSet getCrossReference(
      @Nullable String parentCatalog,
      @Nullable String parentSchema,
      @Nullable String parentTable,
      @Nullable String foreignCatalog,
      @Nullable String foreignSchema,
      @Nullable String foreignTable)
      throws SQLException {
    ForeignKeyRows rows = new ForeignKeyRows(catalog());
    List<RelationDescription> referencing = relation(foreignCatalog, foreignSchema, foreignTable);
    relation(parentCatalog, parentSchema, parentTable)
        .forEach(referenced -> rows.addExported(referenced, referencing));
    return rows.byReferencing();
  }

  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      boolean unique,
      boolean approximate)
      throws SQLException {
    MetadataRows rows =
        new MetadataRows(
            "TABLE_CAT, TABLE_SCHEM, TABLE_NAME, NON_UNIQUE boolean, INDEX_QUALIFIER, INDEX_NAME,"
                + " TYPE short, ORDINAL_POSITION short, COLUMN_NAME, ASC_OR_DESC, CARDINALITY long,"
                + " PAGES long, FILTER_CONDITION");
    for (RelationDescription r : relation(catalog, schema, table)) {
      if (!r.primaryKey().isEmpty()) {
        String name = r.primaryKeyName() == null ? r.name() + "_pkey" : r.primaryKeyName();
        boolean isListed = r.indexes().stream().anyMatch(i -> i.name().equalsIgnoreCase(name));
        if (!isListed) {
          List<Boolean> ascending = r.primaryKey().stream().map(column -> false).toList();
          addIndex(rows, r, new IndexDescription(name, true, r.primaryKey(), ascending));
        }
      }
      for (IndexDescription index : r.indexes()) {
        if (!unique || index.unique()) {
          addIndex(rows, r, index);
        }
      }
    }
    return rows.sortedBy(3, 6, 5, 7).resultSet();
  }

  private static void addIndex(MetadataRows rows, RelationDescription r, IndexDescription index) {
    for (int i = 0; i < index.columns().size(); i++) {
      rows.add(
          null,
          r.schema(),
          r.name(),
          !index.unique(),
          null,
          index.name(),
          DatabaseMetaData.tableIndexOther,
          (short) (i + 1),
          index.columns().get(i),
          index.descending().get(i) ? "D" : "A",
          0L,
          0L,
          null);
    }
  }

  @Override
  public ResultSet getBestRowIdentifier(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      int scope,
      boolean nullable)
      throws SQLException {
    MetadataRows rows =
        new MetadataRows(
            "SCOPE short, COLUMN_NAME, DATA_TYPE int, TYPE_NAME, COLUMN_SIZE int,"
                + " BUFFER_LENGTH int, DECIMAL_DIGITS short, PSEUDO_COLUMN short");
    for (RelationDescription r : relation(catalog, schema, table)) {
      for (RelationColumn column : r.columns()) {
        ColumnDescription c = column.column();
        if (r.primaryKey().stream().anyMatch(c.name()::equalsIgnoreCase)) {
          rows.add(
              (short) bestRowSession,
              c.name(),
              c.jdbcType(),
              SqlTypes.baseName(c.typeName()),
              Math.max(0, c.precision()),
              null,
              (short) Math.max(0, c.scale()),
              (short) bestRowNotPseudo);
        }
      }
    }
    return rows.resultSet();
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    MetadataRows rows =
        new MetadataRows(
            "TYPE_NAME, DATA_TYPE int, PRECISION int, LITERAL_PREFIX, LITERAL_SUFFIX, CREATE_PARAMS,"
                + " NULLABLE short, CASE_SENSITIVE boolean, SEARCHABLE short,"
                + " UNSIGNED_ATTRIBUTE boolean, FIXED_PREC_SCALE boolean, AUTO_INCREMENT boolean,"
                + " LOCAL_TYPE_NAME, MINIMUM_SCALE short, MAXIMUM_SCALE short, SQL_DATA_TYPE int,"
                + " SQL_DATETIME_SUB int, NUM_PREC_RADIX int");
    for (SqlTypes type : SqlTypes.values()) {
      if (type.isColumnType()) {
        rows.add(type.typeInfo());
      }
    }
    return rows.sortedBy(1).resultSet();
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    MetadataRows rows = new MetadataRows("NAME, MAX_LEN int, DEFAULT_VALUE, DESCRIPTION");
    rows.add("ApplicationName", Integer.MAX_VALUE, "", "Name of the application.");
    rows.add("ClientHostname", Integer.MAX_VALUE, "", "Host that the application runs on.");
    rows.add("ClientUser", Integer.MAX_VALUE, "", "User that the application works for.");
    return rows.resultSet();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return Wrappers.isWrapperFor(this, type);
  }
}
