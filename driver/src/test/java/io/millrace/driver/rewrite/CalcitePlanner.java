package io.millrace.driver.rewrite;

import io.millrace.engine.sql.SqlStatements;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptMaterialization;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.rules.AggregateReduceFunctionsRule;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.apache.calcite.tools.RelBuilder;

/**
 * Plans queries as Calcite does by itself, but for the parser: its validator, its converter, its
 * decorrelator and its rules, none of which Millrace's plans go through. For one pair.
 */
final class CalcitePlanner {
  private static final SqlOperatorTable OPERATORS =
      SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
          SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL);

  private static final SqlValidator.Config VALIDATION =
      SqlValidator.Config.DEFAULT
          .withConformance(SqlConformanceEnum.LENIENT)
          .withIdentifierExpansion(true)
          .withDefaultNullCollation(NullCollation.HIGH);

  private static final SqlToRelConverter.Config CONVERSION =
      SqlToRelConverter.config().withExpand(false).withInSubQueryThreshold(Integer.MAX_VALUE);

  private static final HepProgram SUBQUERIES =
      program(
          CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
          CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
          CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);

  /** Both engines expect filters below, projections merged, and sums and counts for averages. */
  private static final HepProgram NORMAL_FORM =
      program(
          CoreRules.FILTER_INTO_JOIN,
          CoreRules.FILTER_PROJECT_TRANSPOSE,
          CoreRules.FILTER_MERGE,
          CoreRules.PROJECT_MERGE,
          CoreRules.PROJECT_REMOVE,
          averages());

  private static RelOptRule averages() {
    return AggregateReduceFunctionsRule.Config.DEFAULT
        .withOperandFor(LogicalAggregate.class)
        .withFunctionsToReduce(
            EnumSet.of(
                SqlKind.AVG,
                SqlKind.VAR_POP,
                SqlKind.VAR_SAMP,
                SqlKind.STDDEV_POP,
                SqlKind.STDDEV_SAMP))
        .toRule();
  }

  private static HepProgram program(RelOptRule... rules) {
    return HepProgram.builder().addRuleCollection(List.of(rules)).build();
  }

  private final RelOptCluster cluster;
  private final CalciteSchema schema;
  private final CalciteCatalogReader names;

  CalcitePlanner(RelOptPlanner planner, CalciteTables tables) {
    cluster = RelOptCluster.create(planner, new RexBuilder(CalciteTables.TYPES));
    schema = tables.schema();
    Properties anyCase = new Properties();
    anyCase.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
    names =
        new CalciteCatalogReader(
            schema, List.of(), CalciteTables.TYPES, new CalciteConnectionConfigImpl(anyCase));
  }

  RelBuilder builder() {
    return RelFactories.LOGICAL_BUILDER.create(cluster, names);
  }

  /** A view as a table that holds the rows of its query; queries see it from now on. */
  RelOptMaterialization keep(Map.Entry<String, String> view) {
    RelNode query = converted(view.getValue());
    // The normal form may lose the names of columns.
    CalciteTables.addView(schema, view.getKey(), query.getRowType());
    RelNode rows = builder().scan(view.getKey()).build();
    return new RelOptMaterialization(rows, normal(query), null, List.of(view.getKey()));
  }

  /** The plan of a query in normal form. */
  RelNode plan(String query) {
    return normal(converted(query));
  }

  private RelNode normal(RelNode query) {
    RelNode joined = RelDecorrelator.decorrelateQuery(run(SUBQUERIES, query), builder());
    return run(NORMAL_FORM, joined);
  }

  private RelNode converted(String query) {
    SqlNode parsed = SqlStatements.parse(query).get(0);
    SqlValidator validator =
        SqlValidatorUtil.newValidator(OPERATORS, names, CalciteTables.TYPES, VALIDATION);
    SqlToRelConverter converter =
        new SqlToRelConverter(
            (type, sql, schemaPath, viewPath) -> {
              throw new AssertionError("no plain view is in the schema but one is " + viewPath);
            },
            validator,
            names,
            cluster,
            StandardConvertletTable.INSTANCE,
            CONVERSION);
    return converter.convertQuery(validator.validate(parsed), false, true).project();
  }

  private static RelNode run(HepProgram program, RelNode rel) {
    HepPlanner planner = new HepPlanner(program);
    planner.setRoot(rel);
    return planner.findBestExp();
  }
}
