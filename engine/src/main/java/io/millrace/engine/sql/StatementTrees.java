package io.millrace.engine.sql;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.metadata.ChainedRelMetadataProvider;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.MetadataHandler;
import org.apache.calcite.rel.metadata.MetadataHandlerProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/**
 * From the syntax tree of one statement to its relational tree: validates, infers parameters,
 * expands plain views.
 *
 * <p>One object serves one statement, one thread at a time; {@link #validate} changes the syntax
 * tree in place. What is costly to make is shared by all.
 */
public final class StatementTrees {
  private static final SqlValidator.Config VALIDATION =
      SqlValidator.Config.DEFAULT
          .withConformance(MillraceConformance.INSTANCE)
          .withIdentifierExpansion(true)
          .withTypeCoercionEnabled(true)
          .withDefaultNullCollation(NullCollation.HIGH);

  /**
   * Subqueries stay expressions until they are decorrelated (expanding them here fails or is wrong
   * on some), and long IN lists stay predicates. A select list is not merged into a projection
   * below it: its correlation variables would go on naming the columns of that projection.
   */
  private static final SqlToRelConverter.Config CONVERSION =
      SqlToRelConverter.config()
          .withExpand(false)
          .withTrimUnusedFields(false)
          .withInSubQueryThreshold(Integer.MAX_VALUE)
          .withRelBuilderConfigTransform(config -> config.withBloat(-1));

  private static final HepProgram NO_RULES = HepProgram.builder().build();

  private static final MetadataHandlerProvider METADATA = new SharedHandlers();

  private final CatalogNames names;
  private final RelOptCluster cluster;
  private final SqlValidator validator;
  private final SqlToRelConverter converter;

  /**
   * @param catalog what names mean
   * @param defaultSchema where names without a schema are looked for
   * @param rowCounts estimated rows of a relation; only costs hang on it
   */
  public StatementTrees(Catalog catalog, String defaultSchema, ToLongFunction<Relation> rowCounts) {
    this(
        new CatalogNames(catalog, defaultSchema, rowCounts, SqlStatements::parseExpression),
        newCluster());
  }

  private StatementTrees(CatalogNames names, RelOptCluster cluster) {
    this.names = names;
    this.cluster = cluster;
    this.validator = new MillraceValidator(FunctionTable.INSTANCE, names, VALIDATION);
    this.converter = new MillraceConverter(this::expandView, validator, names, cluster, CONVERSION);
  }

  /**
   * Handlers of metadata, made once for all statements, since they keep nothing. Janino would
   * compile a class per kind, which costs a first query most.
   */
  private static final class SharedHandlers implements MetadataHandlerProvider {
    private final MetadataHandlerProvider proxies =
        new ProxyingMetadataHandlerProvider(
            ChainedRelMetadataProvider.of(
                List.of(NoPredicates.PROVIDER, DefaultRelMetadataProvider.INSTANCE)));

    private final Map<Class<?>, MetadataHandler<?>> handlers = new ConcurrentHashMap<>();

    @Override
    public <H extends MetadataHandler<?>> H handler(Class<H> type) {
      return type.cast(handlers.computeIfAbsent(type, missing -> proxies.handler(type)));
    }
  }

  private static RelOptCluster newCluster() {
    HepPlanner planner = new HepPlanner(NO_RULES);
    // Without one, the simplifier computes constants by Calcite's runtime, which cuts times to
    // milliseconds and is slow to start: only our evaluator may say what an expression yields.
    planner.setExecutor((builder, constants, reduced) -> reduced.addAll(constants));
    RelOptCluster cluster =
        RelOptCluster.create(planner, new MillraceRexBuilder(MillraceTypeFactory.INSTANCE));
    cluster.setMetadataQuerySupplier(() -> new RelMetadataQuery(METADATA));
    return cluster;
  }

  private RelRoot expandView(
      RelDataType rowType, String sql, List<String> schemaPath, List<String> viewPath) {
    List<SqlNode> statements = SqlStatements.parse(sql);
    if (statements.size() != 1) {
      throw new AssertionError("view " + viewPath + " must be one query but is " + sql);
    }
    StatementTrees view = new StatementTrees(names.withSchemaPath(schemaPath), cluster);
    return view.convert(view.validate(statements.get(0)));
  }

  /** The planning context that all nodes of the tree share. */
  public RelOptCluster cluster() {
    return cluster;
  }

  /** The ids of the plain views that were replaced by their queries so far. */
  public Set<Integer> expandedViews() {
    return Set.copyOf(names.expandedViews());
  }

  /**
   * The statement with all names resolved and implicit casts written out; the given tree is
   * changed.
   *
   * @throws io.millrace.engine.error.DatabaseException 42P01, 42703, 42702, 42883, 42804, 42803 and
   *     others, with line and column
   */
  public SqlNode validate(SqlNode statement) {
    return CalciteErrors.translate(() -> validator.validate(WindowSyntax.plain(statement)));
  }

  /**
   * The type that a column is declared with, nullable unless the declaration says otherwise.
   *
   * @throws io.millrace.engine.error.DatabaseException for a type that does not exist
   */
  public RelDataType columnType(SqlDataTypeSpec declared) {
    return CalciteErrors.translate(() -> declared.deriveType(validator));
  }

  /** The types of the parameters of a validated statement, by their index. */
  public RelDataType parameterTypes(SqlNode validated) {
    return CalciteErrors.translate(() -> validator.getParameterRowType(validated));
  }

  /** The relational tree of a validated statement. */
  public RelRoot convert(SqlNode validated) {
    return CalciteErrors.translate(() -> converter.convertQuery(validated, false, true));
  }
}
