package io.millrace.engine.sql;

import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.plan.RelOptSchema;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelDistribution;
import org.apache.calcite.rel.RelDistributions;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelReferentialConstraint;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.sql.SqlAccessType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlModality;
import org.apache.calcite.sql.validate.SqlMonotonicity;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * A table or view of our catalog as Calcite sees it, for one statement.
 *
 * <p>A plain view becomes its query where it is named; tables and incremental views are scanned.
 * One thread at a time.
 */
public final class RelationTable extends Prepare.AbstractPreparingTable
    implements org.apache.calcite.schema.Table {
  private final Relation relation;
  private final RelOptSchema schema;
  private final RelDataType rowType;
  private final ToLongFunction<Relation> rowCounts;
  private final ColumnDefaults defaults;
  private final IntConsumer onExpansion;

  /**
   * @param onExpansion told the id of a plain view that is replaced by its query
   */
  RelationTable(
      Relation relation,
      RelOptSchema schema,
      ToLongFunction<Relation> rowCounts,
      ColumnDefaults defaults,
      IntConsumer onExpansion) {
    this.relation = relation;
    this.schema = schema;
    this.rowCounts = rowCounts;
    this.defaults = defaults;
    this.onExpansion = onExpansion;
    RelDataTypeFactory.Builder builder = schema.getTypeFactory().builder();
    for (Column column : relation.columns()) {
      builder.add(column.name(), RelTypes.of(column.type()));
    }
    this.rowType = builder.build();
  }

  /** The table or view. */
  public Relation relation() {
    return relation;
  }

  @Override
  public RelDataType getRowType() {
    return rowType;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return rowType;
  }

  @Override
  public List<String> getQualifiedName() {
    return List.of(relation.name().schema(), relation.name().name());
  }

  @Override
  public double getRowCount() {
    return rowCounts.applyAsLong(relation);
  }

  @Override
  public RelOptSchema getRelOptSchema() {
    return schema;
  }

  @Override
  public RelNode toRel(ToRelContext context) {
    if (relation instanceof View view && view.kind() == View.Kind.PLAIN) {
      onExpansion.accept(view.id());
      RelNode query =
          context
              .expandView(rowType, view.sql(), List.of(view.defaultSchema()), getQualifiedName())
              .project();
      return RelOptUtil.createCastRel(query, rowType, true);
    }
    return LogicalTableScan.create(context.getCluster(), this, context.getTableHints());
  }

  @Override
  public List<RelCollation> getCollationList() {
    return List.of();
  }

  @Override
  public RelDistribution getDistribution() {
    return RelDistributions.ANY;
  }

  @Override
  public boolean isKey(ImmutableBitSet columns) {
    return getKeys().stream().anyMatch(columns::contains);
  }

  @Override
  public List<ImmutableBitSet> getKeys() {
    if (!(relation instanceof Table table)) {
      return List.of();
    }
    List<ImmutableBitSet> keys = new ArrayList<>();
    if (table.hasPrimaryKey()) {
      keys.add(ImmutableBitSet.of(table.primaryKey()));
    }
    table.indexes().stream()
        .filter(index -> index.unique())
        .filter(
            index ->
                index.columns().stream().noneMatch(c -> table.columns().get(c).type().nullable()))
        .forEach(index -> keys.add(ImmutableBitSet.of(index.columns())));
    return keys;
  }

  @Override
  public List<RelReferentialConstraint> getReferentialConstraints() {
    return List.of();
  }

  @SuppressWarnings("rawtypes") // the interface's signature
  @Override
  public @Nullable Expression getExpression(Class clazz) {
    return null;
  }

  @Override
  protected RelOptTable extend(org.apache.calcite.schema.Table extendedTable) {
    throw new AssertionError("no table has columns beyond its own");
  }

  @Override
  public SqlMonotonicity getMonotonicity(String columnName) {
    return SqlMonotonicity.NOT_MONOTONIC;
  }

  @Override
  public SqlAccessType getAllowedAccess() {
    return SqlAccessType.ALL;
  }

  @Override
  public boolean supportsModality(SqlModality modality) {
    return modality == SqlModality.RELATION;
  }

  @Override
  public boolean isTemporal() {
    return false;
  }

  @Override
  public Statistic getStatistic() {
    return Statistics.of(getRowCount(), getKeys());
  }

  @Override
  public Schema.TableType getJdbcTableType() {
    return Schema.TableType.TABLE;
  }

  @Override
  public boolean isRolledUp(String column) {
    return false;
  }

  @Override
  public boolean rolledUpColumnValidInsideAgg(
      String column,
      SqlCall call,
      @Nullable SqlNode parent,
      @Nullable CalciteConnectionConfig config) {
    return false;
  }

  @Override
  public <C> @Nullable C unwrap(Class<C> type) {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    if (type.isInstance(defaults)) {
      return type.cast(defaults);
    }
    return type.isInstance(schema) ? type.cast(schema) : null;
  }
}
