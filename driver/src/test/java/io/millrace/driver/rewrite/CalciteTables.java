package io.millrace.driver.rewrite;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.DataContext;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.RelReferentialConstraint;
import org.apache.calcite.rel.RelReferentialConstraintImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.IntPair;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database as Calcite sees them: columns, primary keys, foreign keys. Immutable.
 */
final class CalciteTables {
  static final RelDataTypeFactory TYPES = new SqlTypeFactoryImpl(typeSystem());

  /** So many rows that reading a view instead is always cheaper. */
  private static final double ROWS = 100_000;

  private final Map<String, KnownTable> tables;

  private CalciteTables(Map<String, KnownTable> tables) {
    this.tables = tables;
  }

  private static RelDataTypeSystem typeSystem() {
    return new RelDataTypeSystemImpl() {
      @Override
      public int getMaxPrecision(SqlTypeName name) {
        return name == SqlTypeName.DECIMAL ? 38 : super.getMaxPrecision(name);
      }

      @Override
      public int getMaxScale(SqlTypeName name) {
        return name == SqlTypeName.DECIMAL ? 38 : super.getMaxScale(name);
      }
    };
  }

  /** A table or a view that is kept, of which only the definition is known. */
  private record KnownTable(RelDataType type, Statistic statistic) {}

  static CalciteTables of(Connection connection) throws SQLException {
    DatabaseMetaData about = connection.getMetaData();
    Map<String, List<String>> columns = new LinkedHashMap<>();
    Map<String, RelDataTypeFactory.Builder> types = new LinkedHashMap<>();
    try (ResultSet column = about.getColumns(null, "public", "%", "%")) {
      while (column.next()) {
        String table = column.getString("TABLE_NAME");
        String name = column.getString("COLUMN_NAME");
        columns.computeIfAbsent(table, any -> new ArrayList<>()).add(name);
        types.computeIfAbsent(table, any -> TYPES.builder()).add(name, type(column));
      }
    }
    Map<String, KnownTable> tables = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> table : columns.entrySet()) {
      Statistic statistic =
          Statistics.of(
              ROWS,
              key(about, table.getKey(), table.getValue()),
              references(about, table.getKey(), columns),
              List.of());
      RelDataType type = Objects.requireNonNull(types.get(table.getKey())).build();
      tables.put(table.getKey(), new KnownTable(type, statistic));
    }
    return new CalciteTables(tables);
  }

  private static RelDataType type(ResultSet column) throws SQLException {
    SqlTypeName name =
        Objects.requireNonNull(SqlTypeName.getNameForJdbcType(column.getInt("DATA_TYPE")));
    RelDataType type;
    if (name == SqlTypeName.DECIMAL) {
      type =
          TYPES.createSqlType(name, column.getInt("COLUMN_SIZE"), column.getInt("DECIMAL_DIGITS"));
    } else if (name == SqlTypeName.TIMESTAMP) {
      type = TYPES.createSqlType(name, column.getInt("DECIMAL_DIGITS"));
    } else if (name.allowsPrec()) {
      type = TYPES.createSqlType(name, column.getInt("COLUMN_SIZE"));
    } else {
      type = TYPES.createSqlType(name);
    }
    return TYPES.createTypeWithNullability(
        type, column.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls);
  }

  private static List<ImmutableBitSet> key(
      DatabaseMetaData about, String table, List<String> columns) throws SQLException {
    ImmutableBitSet.Builder key = ImmutableBitSet.builder();
    try (ResultSet column = about.getPrimaryKeys(null, "public", table)) {
      while (column.next()) {
        key.set(columns.indexOf(column.getString("COLUMN_NAME")));
      }
    }
    return key.isEmpty() ? List.of() : List.of(key.build());
  }

  private static List<RelReferentialConstraint> references(
      DatabaseMetaData about, String table, Map<String, List<String>> columns) throws SQLException {
    Map<String, String> targets = new LinkedHashMap<>();
    Map<String, List<IntPair>> pairs = new LinkedHashMap<>();
    try (ResultSet key = about.getImportedKeys(null, "public", table)) {
      while (key.next()) {
        String name = key.getString("FK_NAME");
        String target = key.getString("PKTABLE_NAME");
        targets.put(name, target);
        pairs
            .computeIfAbsent(name, any -> new ArrayList<>())
            .add(
                IntPair.of(
                    position(columns, table, key.getString("FKCOLUMN_NAME")),
                    position(columns, target, key.getString("PKCOLUMN_NAME"))));
      }
    }
    List<RelReferentialConstraint> references = new ArrayList<>();
    targets.forEach(
        (name, target) ->
            references.add(
                RelReferentialConstraintImpl.of(
                    List.of(table), List.of(target), Objects.requireNonNull(pairs.get(name)))));
    return references;
  }

  private static int position(Map<String, List<String>> columns, String table, String column) {
    return Objects.requireNonNull(columns.get(table), table).indexOf(column);
  }

  /** A schema with these tables, to which those of views are added. */
  CalciteSchema schema() {
    CalciteSchema schema = CalciteSchema.createRootSchema(false);
    tables.forEach((name, table) -> add(schema, name, table.type(), table.statistic()));
    return schema;
  }

  /** Adds a table of one row that stands for a kept view. */
  static void addView(CalciteSchema schema, String name, RelDataType type) {
    add(schema, name, type, Statistics.of(1, List.of()));
  }

  private static void add(
      CalciteSchema schema, String name, RelDataType type, Statistic statistic) {
    schema.add(name, new Defined(type, statistic));
  }

  private static final class Defined extends AbstractTable implements ScannableTable {
    private final RelDataType type;
    private final Statistic statistic;

    Defined(RelDataType type, Statistic statistic) {
      this.type = type;
      this.statistic = statistic;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory types) {
      return type;
    }

    @Override
    public Statistic getStatistic() {
      return statistic;
    }

    @Override
    public Enumerable<@Nullable Object[]> scan(DataContext root) {
      return Linq4j.emptyEnumerable();
    }
  }
}
