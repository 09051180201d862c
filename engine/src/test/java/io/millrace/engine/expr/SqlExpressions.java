package io.millrace.engine.expr;

import io.millrace.engine.error.DatabaseException;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.FrameworkConfig;
import org.apache.calcite.tools.Frameworks;
import org.apache.calcite.tools.Planner;
import org.jspecify.annotations.Nullable;

/**
 * Expressions written in SQL, for tests: parsed, validated and converted by Calcite over one table
 * whose only row has the columns below.
 */
final class SqlExpressions {
  private static final RelDataTypeSystem TYPES =
      new RelDataTypeSystemImpl() {
        @Override
        public int getMaxPrecision(SqlTypeName name) {
          return switch (name) {
            case DECIMAL -> 38;
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> 6;
            default -> super.getMaxPrecision(name);
          };
        }

        @Override
        public int getMaxScale(SqlTypeName name) {
          return name == SqlTypeName.DECIMAL ? 38 : super.getMaxScale(name);
        }

        @Override
        public boolean shouldConvertRaggedUnionTypesToVarying() {
          return true;
        }
      };

  private final FrameworkConfig config;
  private final RowType rowType;
  private final byte[] row;

  SqlExpressions(List<String> names, RowType rowType, @Nullable Object... cells) {
    this.rowType = rowType;
    this.row = rowType.encode(cells);
    CalciteSchema root = CalciteSchema.createRootSchema(false);
    root.add("T", new OneRowTable(names, rowType));
    this.config =
        Frameworks.newConfigBuilder()
            .defaultSchema(root.plus())
            .typeSystem(TYPES)
            .parserConfig(SqlParser.config().withConformance(SqlConformanceEnum.BABEL))
            .operatorTable(
                SqlOperatorTables.chain(
                    SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
                        SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL),
                    SqlOperatorTables.of(
                        SqlLibraryOperators.TRY_CAST,
                        SqlLibraryOperators.REVERSE,
                        SqlLibraryOperators.DAYNAME,
                        SqlLibraryOperators.MONTHNAME)))
            .sqlToRelConverterConfig(
                SqlToRelConverter.config().withExpand(false).withInSubQueryThreshold(1000))
            .executor((rexBuilder, constants, reduced) -> reduced.addAll(constants))
            .build();
  }

  private static final class OneRowTable extends AbstractTable {
    private final List<String> names;
    private final RowType rowType;

    OneRowTable(List<String> names, RowType rowType) {
      this.names = names;
      this.rowType = rowType;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
      RelDataTypeFactory.Builder builder = factory.builder();
      for (int i = 0; i < names.size(); i++) {
        ColumnType column = rowType.column(i);
        builder.add(names.get(i), type(factory, column)).nullable(column.nullable());
      }
      return builder.build();
    }

    private static RelDataType type(RelDataTypeFactory factory, ColumnType column) {
      return switch (column.type()) {
        case DECIMAL ->
            factory.createSqlType(SqlTypeName.DECIMAL, column.precision(), column.scale());
        case CHAR -> factory.createSqlType(SqlTypeName.CHAR, column.precision());
        case VARCHAR -> factory.createSqlType(SqlTypeName.VARCHAR);
        case VARBINARY -> factory.createSqlType(SqlTypeName.VARBINARY);
        case TIME -> factory.createSqlType(SqlTypeName.TIME, 6);
        case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP, 6);
        case TIMESTAMP_WITH_TIME_ZONE -> factory.createSqlType(SqlTypeName.TIMESTAMP_TZ, 6);
        default -> factory.createSqlType(SqlTypeName.valueOf(column.type().name()));
      };
    }
  }

  /** The expression over the row. */
  Expr build(String sql) {
    return RexExprBuilder.build(rex(sql), rowType);
  }

  RexNode rex(String sql) {
    return ((Project) rel("SELECT " + sql + " FROM T")).getProjects().get(0);
  }

  /** The first aggregate call of a query that is nothing but an aggregate. */
  AggregateCall aggregate(String sql) {
    RelNode node = rel("SELECT " + sql + " FROM T");
    while (!(node instanceof Aggregate)) {
      node = node.getInput(0);
    }
    RowType input = RexTypes.rowType(node.getInput(0).getRowType());
    return RexAggregates.of(((Aggregate) node).getAggCallList().get(0), input);
  }

  private RelNode rel(String sql) {
    try (Planner planner = Frameworks.getPlanner(config)) {
      return planner.rel(planner.validate(planner.parse(sql))).project();
    } catch (DatabaseException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(sql, e);
    }
  }

  /** The value of an expression as text, NULL, or the SQLSTATE of its error. */
  String evaluate(String sql) {
    try {
      Expr expr = build(sql);
      EvaluationFrame frame =
          new EvaluationFrame(
                  rowType,
                  List.of(),
                  new StatementValues(1_700_000_000_123_456L, "Europe/Paris", "ada", "public"))
              .at(row);
      Object value = expr.evaluate(frame);
      RowType result = RowType.of(expr.type());
      Object stored = result.get(result.encode(value), 0);
      return stored == null ? "NULL" : CellText.of(expr.type(), stored);
    } catch (DatabaseException e) {
      return e.sqlState();
    }
  }
}
