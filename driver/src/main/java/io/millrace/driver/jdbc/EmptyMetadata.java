package io.millrace.driver.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.calcite.avatica.AvaticaConnection;
import org.jspecify.annotations.Nullable;

/** What there is none of here: result sets of the right shape, without rows. */
abstract class EmptyMetadata extends DatabaseCapabilities {
  private static final String PROCEDURE_KEY = "PROCEDURE_CAT, PROCEDURE_SCHEM, PROCEDURE_NAME";
  private static final String FUNCTION_KEY = "FUNCTION_CAT, FUNCTION_SCHEM, FUNCTION_NAME";

  EmptyMetadata(AvaticaConnection connection) {
    super(connection);
  }

  private static ResultSet none(String shape) throws SQLException {
    return new MetadataRows(shape).resultSet();
  }

  @Override
  public ResultSet getVersionColumns(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return none(
        "SCOPE short, COLUMN_NAME, DATA_TYPE int, TYPE_NAME, COLUMN_SIZE int, BUFFER_LENGTH int,"
            + " DECIMAL_DIGITS short, PSEUDO_COLUMN short");
  }

  @Override
  public ResultSet getProcedures(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return none(
        PROCEDURE_KEY
            + ", RESERVED1, RESERVED2, RESERVED3, REMARKS, PROCEDURE_TYPE short,"
            + " SPECIFIC_NAME");
  }

  @Override
  public ResultSet getProcedureColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return none(
        PROCEDURE_KEY
            + ", COLUMN_NAME, COLUMN_TYPE short, DATA_TYPE int, TYPE_NAME, PRECISION int, LENGTH int,"
            + " SCALE short, RADIX short, NULLABLE short, REMARKS, COLUMN_DEF, SQL_DATA_TYPE int,"
            + " SQL_DATETIME_SUB int, CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE,"
            + " SPECIFIC_NAME");
  }

  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return none(FUNCTION_KEY + ", REMARKS, FUNCTION_TYPE short, SPECIFIC_NAME");
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return none(
        FUNCTION_KEY
            + ", COLUMN_NAME, COLUMN_TYPE short, DATA_TYPE int, TYPE_NAME, PRECISION int, LENGTH int,"
            + " SCALE short, RADIX short, NULLABLE short, REMARKS, CHAR_OCTET_LENGTH int,"
            + " ORDINAL_POSITION int, IS_NULLABLE, SPECIFIC_NAME");
  }

  @Override
  public ResultSet getPseudoColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return none(
        "TABLE_CAT, TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, DATA_TYPE int, COLUMN_SIZE int,"
            + " DECIMAL_DIGITS int, NUM_PREC_RADIX int, COLUMN_USAGE, REMARKS,"
            + " CHAR_OCTET_LENGTH int, IS_NULLABLE");
  }

  @Override
  public ResultSet getColumnPrivileges(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      @Nullable String columnPattern)
      throws SQLException {
    return none(
        "TABLE_CAT, TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, GRANTOR, GRANTEE, PRIVILEGE,"
            + " IS_GRANTABLE");
  }

  @Override
  public ResultSet getTablePrivileges(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return none("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, GRANTOR, GRANTEE, PRIVILEGE, IS_GRANTABLE");
  }

  @Override
  public ResultSet getUDTs(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      int @Nullable [] types)
      throws SQLException {
    return none(
        "TYPE_CAT, TYPE_SCHEM, TYPE_NAME, CLASS_NAME, DATA_TYPE int, REMARKS, BASE_TYPE short");
  }

  @Override
  public ResultSet getSuperTypes(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return none("TYPE_CAT, TYPE_SCHEM, TYPE_NAME, SUPERTYPE_CAT, SUPERTYPE_SCHEM, SUPERTYPE_NAME");
  }

  @Override
  public ResultSet getSuperTables(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return none("TABLE_CAT, TABLE_SCHEM, TABLE_NAME, SUPERTABLE_NAME");
  }

  @Override
  public ResultSet getAttributes(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String attributePattern)
      throws SQLException {
    return none(
        "TYPE_CAT, TYPE_SCHEM, TYPE_NAME, ATTR_NAME, DATA_TYPE int, ATTR_TYPE_NAME, ATTR_SIZE int,"
            + " DECIMAL_DIGITS int, NUM_PREC_RADIX int, NULLABLE int, REMARKS, ATTR_DEF,"
            + " SQL_DATA_TYPE int, SQL_DATETIME_SUB int, CHAR_OCTET_LENGTH int,"
            + " ORDINAL_POSITION int, IS_NULLABLE, SCOPE_CATALOG, SCOPE_SCHEMA, SCOPE_TABLE,"
            + " SOURCE_DATA_TYPE short");
  }
}
