package io.millrace.engine.sql;

import io.millrace.engine.error.ErrorCode;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/** The converter of validated statements to relational trees. */
final class MillraceConverter extends SqlToRelConverter {
  MillraceConverter(
      RelOptTable.ViewExpander views,
      SqlValidator validator,
      Prepare.CatalogReader names,
      RelOptCluster cluster,
      Config config) {
    super(views, validator, names, cluster, Convertlets.INSTANCE, config);
  }

  /**
   * Without the inherited check that each column may be NULL exactly where validation thinks so:
   * {@code COALESCE(CAST(NULL AS DATE), 'x')} is reduced to a constant of the type that might be.
   */
  @Override
  public RelRoot convertQuery(SqlNode query, boolean needsValidation, boolean top) {
    ListsBelowWindows.write(query);
    NullTreatments.write(query);
    RelNode rel = convertQueryRecursive(query, top, null).rel;
    RelDataType validated = Objects.requireNonNull(validator).getValidatedNodeType(query);
    if (!query.isA(SqlKind.DML)) {
      checkTypes(validated.getFieldList(), rel.getRowType().getFieldList());
    }
    return RelRoot.of(rel, validated, query.getKind());
  }

  private static void checkTypes(List<RelDataTypeField> validated, List<RelDataTypeField> is) {
    for (int i = 0; i < validated.size(); i++) {
      RelDataType type = is.get(i).getType();
      if (!SqlTypeUtil.equalSansNullability(validated.get(i).getType(), type)) {
        boolean array = type.getComponentType() != null;
        throw ErrorCode.FEATURE_NOT_SUPPORTED.exception(
            array
                ? "A set operation over arrays of different types"
                : "A choice among constants of different types",
            array
                ? "CAST the arrays to one type."
                : "CAST them to one type, or leave out those that are never chosen.");
      }
    }
  }

  /**
   * The body as what it stands for. The inherited form converts it as a statement of its own, whose
   * columns must be exactly those that were validated; but as a branch of a set operation, or right
   * of IN, a literal that was cast to the common type is NOT NULL where that type may be null.
   */
  @Override
  public RelRoot convertWith(SqlWith with, boolean top) {
    return convertQueryRecursive(with.body, top, null);
  }
}
