package io.millrace.engine.plan;

import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;

/** Stands in the right side of a correlate for a part that reads nothing of the left row. */
final class GivenRel extends AbstractRelNode {
  private final RelNode rel;
  private final ApplyPlanner apply;

  GivenRel(RelNode rel, ApplyPlanner apply) {
    super(rel.getCluster(), rel.getTraitSet());
    this.rel = rel;
    this.apply = apply;
  }

  /** What it stands for. */
  RelNode rel() {
    return rel;
  }

  /** Who gives it. */
  ApplyPlanner apply() {
    return apply;
  }

  @Override
  protected RelDataType deriveRowType() {
    return rel.getRowType();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("rel", rel.getId());
  }
}
