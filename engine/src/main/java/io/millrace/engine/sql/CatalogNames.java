package io.millrace.engine.sql;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.validate.SqlMoniker;
import org.apache.calcite.sql.validate.SqlMonikerImpl;
import org.apache.calcite.sql.validate.SqlMonikerType;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables and views that a statement names: first in the default schema, then with the
 * schema written. Knows no functions, so that the validator does not search schemas for operators.
 * One thread at a time.
 */
public final class CatalogNames implements Prepare.CatalogReader {
  private static final SqlNameMatcher MATCHER = SqlNameMatchers.withCaseSensitive(false);

  private final Catalog catalog;
  private final String defaultSchema;
  private final ToLongFunction<Relation> rowCounts;
  private final ColumnDefaults defaults;
  private final Map<Integer, RelationTable> tables;
  private final Set<Integer> expandedViews;
  private final CalciteSchema root;

  /**
   * @param defaultSchema where names without a schema are looked for
   * @param rowCounts estimated rows of a relation; only costs hang on it
   * @param expressionParser parses the text of a column's DEFAULT
   */
  public CatalogNames(
      Catalog catalog,
      String defaultSchema,
      ToLongFunction<Relation> rowCounts,
      Function<String, SqlNode> expressionParser) {
    this(
        catalog,
        defaultSchema,
        rowCounts,
        new ColumnDefaults(expressionParser),
        new HashMap<>(),
        new TreeSet<>());
  }

  private CatalogNames(
      Catalog catalog,
      String defaultSchema,
      ToLongFunction<Relation> rowCounts,
      ColumnDefaults defaults,
      Map<Integer, RelationTable> tables,
      Set<Integer> expandedViews) {
    this.catalog = catalog;
    this.defaultSchema = defaultSchema;
    this.rowCounts = rowCounts;
    this.defaults = defaults;
    this.tables = tables;
    this.expandedViews = expandedViews;
    this.root = CatalogSchema.root(catalog, this::table);
  }

  private RelationTable table(Relation relation) {
    return tables.computeIfAbsent(
        relation.id(),
        id -> new RelationTable(relation, this, rowCounts, defaults, expandedViews::add));
  }

  /** The plain views that were replaced by their queries so far, those in views included. */
  Set<Integer> expandedViews() {
    return expandedViews;
  }

  @Override
  public CatalogNames withSchemaPath(List<String> schemaPath) {
    return new CatalogNames(catalog, schemaPath.get(0), rowCounts, defaults, tables, expandedViews);
  }

  @Override
  public @Nullable RelationTable getTable(List<String> names) {
    return switch (names.size()) {
      case 1 -> find(defaultSchema, names.get(0));
      case 2 -> find(names.get(0), names.get(1));
      default -> null;
    };
  }

  private @Nullable RelationTable find(String schema, String name) {
    return catalog.relation(new QualifiedName(schema, name)).map(this::table).orElse(null);
  }

  @Override
  public @Nullable RelationTable getTableForMember(List<String> names) {
    return getTable(names);
  }

  @Override
  public RelDataTypeFactory getTypeFactory() {
    return MillraceTypeFactory.INSTANCE;
  }

  @Override
  public void registerRules(RelOptPlanner planner) {}

  @Override
  public @Nullable RelDataType getNamedType(SqlIdentifier typeName) {
    return null;
  }

  @Override
  public List<SqlMoniker> getAllSchemaObjectNames(List<String> names) {
    String schema = names.isEmpty() ? defaultSchema : names.get(0);
    List<SqlMoniker> found = new ArrayList<>();
    for (Relation relation : catalog.relations()) {
      if (relation.name().schema().equalsIgnoreCase(schema)) {
        found.add(
            new SqlMonikerImpl(
                List.of(relation.name().schema(), relation.name().name()), SqlMonikerType.TABLE));
      }
    }
    return found;
  }

  @Override
  public List<List<String>> getSchemaPaths() {
    return List.of(List.of(defaultSchema), List.of());
  }

  @SuppressWarnings("InlineMeSuggester") // deprecated where it is declared, and still called
  @Deprecated
  @Override
  public @Nullable RelDataTypeField field(RelDataType rowType, String alias) {
    return MATCHER.field(rowType, alias);
  }

  @Override
  public SqlNameMatcher nameMatcher() {
    return MATCHER;
  }

  @SuppressWarnings("InlineMeSuggester") // deprecated where it is declared, and still called
  @Deprecated
  @Override
  public boolean matches(String string, String name) {
    return MATCHER.matches(string, name);
  }

  @Override
  public RelDataType createTypeFromProjection(RelDataType type, List<String> columnNames) {
    RelDataTypeFactory.Builder builder = getTypeFactory().builder();
    for (String name : columnNames) {
      RelDataTypeField field = MATCHER.field(type, name);
      if (field == null) {
        throw new AssertionError("column " + name + " must be in " + type + " but is not");
      }
      builder.add(field);
    }
    return builder.build();
  }

  @SuppressWarnings("InlineMeSuggester") // deprecated where it is declared, and still called
  @Deprecated
  @Override
  public boolean isCaseSensitive() {
    return false;
  }

  @Override
  public CalciteSchema getRootSchema() {
    return root;
  }

  @Override
  public CalciteConnectionConfig getConfig() {
    return CalciteConnectionConfig.DEFAULT;
  }

  @Override
  public void lookupOperatorOverloads(
      SqlIdentifier name,
      @Nullable SqlFunctionCategory category,
      SqlSyntax syntax,
      List<SqlOperator> operators,
      SqlNameMatcher matcher) {}

  @Override
  public List<SqlOperator> getOperatorList() {
    return List.of();
  }

  @Override
  public <C> @Nullable C unwrap(Class<C> type) {
    return type.isInstance(this) ? type.cast(this) : null;
  }
}
