package io.millrace.engine.sql;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Casts the literals of {@code INSERT ... VALUES} that are of another kind than their column, such
 * as {@code '2024-12-31'} for a DATE; the converter takes all literals for values of the column.
 */
final class InsertLiterals {
  private InsertLiterals() {}

  /** Rewrites the statement's rows in place; leaves alone what the validator will refuse. */
  static void castToColumns(SqlInsert insert, SqlValidatorCatalogReader names) {
    SqlNode source = insert.getSource();
    SqlValidatorTable table =
        insert.getTargetTable() instanceof SqlIdentifier name ? names.getTable(name.names) : null;
    if (table == null || source.getKind() != SqlKind.VALUES) {
      return;
    }
    for (SqlNode row : ((SqlCall) source).getOperandList()) {
      if (row instanceof SqlBasicCall cells && row.getKind() == SqlKind.ROW) {
        castRow(cells, table.getRowType(), insert.getTargetColumnList(), names);
      }
    }
  }

  private static void castRow(
      SqlBasicCall row,
      RelDataType rowType,
      @Nullable SqlNodeList columns,
      SqlValidatorCatalogReader names) {
    List<RelDataTypeField> fields = rowType.getFieldList();
    int count = Math.min(row.operandCount(), columns == null ? fields.size() : columns.size());
    for (int i = 0; i < count; i++) {
      RelDataTypeField field =
          columns == null
              ? fields.get(i)
              : names.nameMatcher().field(rowType, columns.get(i).toString());
      if (field != null
          && row.operand(i) instanceof SqlLiteral literal
          && isOfOtherKind(literal.getTypeName(), field.getType())) {
        row.setOperand(
            i,
            SqlStdOperatorTable.CAST.createCall(
                literal.getParserPosition(),
                literal,
                SqlTypeUtil.convertTypeToSpec(field.getType())));
      }
    }
  }

  private static boolean isOfOtherKind(SqlTypeName literal, RelDataType column) {
    SqlTypeFamily kind = literal.getFamily();
    if (literal == SqlTypeName.NULL || kind == null || column.getComponentType() != null) {
      return false;
    }
    if (kind == SqlTypeFamily.CHARACTER || SqlTypeUtil.isCharacter(column)) {
      // A cast to CHAR or VARCHAR would cut; only other literals than text need one.
      return (kind == SqlTypeFamily.CHARACTER) != SqlTypeUtil.isCharacter(column);
    }
    return (kind == SqlTypeFamily.DATE && column.getSqlTypeName() != SqlTypeName.DATE)
        || (kind == SqlTypeFamily.TIMESTAMP && column.getSqlTypeName() != SqlTypeName.TIMESTAMP);
  }
}
