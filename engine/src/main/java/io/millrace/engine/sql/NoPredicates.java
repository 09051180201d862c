package io.millrace.engine.sql;

import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.MetadataDef;
import org.apache.calcite.rel.metadata.ReflectiveRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/**
 * Infers no predicates from what lies below a node. Calcite's inference costs more than all the
 * rest of planning, and makes malformed expressions of some disjunctions (an OR of one operand).
 */
public final class NoPredicates implements BuiltInMetadata.Predicates.Handler {
  static final RelMetadataProvider PROVIDER =
      ReflectiveRelMetadataProvider.reflectiveSource(
          new NoPredicates(), BuiltInMetadata.Predicates.Handler.class);

  private NoPredicates() {}

  /** Called by Calcite by reflection, as any handler's method. */
  @Override
  public RelOptPredicateList getPredicates(RelNode rel, RelMetadataQuery query) {
    return RelOptPredicateList.EMPTY;
  }

  @Override
  public MetadataDef<BuiltInMetadata.Predicates> getDef() {
    return BuiltInMetadata.Predicates.DEF;
  }
}
