package io.millrace.engine.sql;

import com.google.common.collect.ImmutableSet;
import io.millrace.engine.error.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * CAST from and to lists, where Calcite's own rules fail: it takes text for an array, and finds no
 * type for an array made text.
 */
final class ListCasts {
  /** Which types a CAST takes: what Calcite lets it take, but text to lists, and lists to text. */
  static final SqlTypeMappingRule RULE = rule();

  /** A list as text; what is cast to CHAR or VARCHAR is put into it. */
  static final SqlFunction TEXT =
      new SqlFunction(
          "LIST_TEXT",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.explicit(SqlTypeName.VARCHAR).andThen(SqlTypeTransforms.TO_NULLABLE),
          null,
          OperandTypes.ANY,
          SqlFunctionCategory.STRING);

  private ListCasts() {}

  private static SqlTypeMappingRule rule() {
    Map<SqlTypeName, ImmutableSet<SqlTypeName>> sources =
        new HashMap<>(SqlTypeCoercionRule.instance().getTypeMapping());
    for (SqlTypeName text : SqlTypeName.CHAR_TYPES) {
      sources.merge(
          text,
          ImmutableSet.of(SqlTypeName.ARRAY, SqlTypeName.ROW),
          (some, lists) -> ImmutableSet.<SqlTypeName>builder().addAll(some).addAll(lists).build());
    }
    sources.put(SqlTypeName.ARRAY, ImmutableSet.of(SqlTypeName.ARRAY));
    return SqlTypeCoercionRule.instance(sources);
  }

  static boolean isCast(SqlBasicCall call) {
    boolean cast =
        call.getKind() == SqlKind.CAST
            || call.getKind() == SqlKind.SAFE_CAST
            || call.getOperator().getName().equals("::");
    return cast && call.operandCount() > 1 && call.operand(1) instanceof SqlDataTypeSpec;
  }

  /**
   * Makes a cast one that Calcite can type; changes it in place.
   *
   * @throws io.millrace.engine.error.DatabaseException 42846 for text that is cast to an array
   */
  static void prepare(SqlBasicCall cast, RelDataType operand) {
    SqlDataTypeSpec type = cast.operand(1);
    boolean toArray = type.getTypeNameSpec() instanceof SqlCollectionTypeNameSpec;
    if (toArray && SqlTypeUtil.isCharacter(operand)) {
      throw CalciteErrors.at(
          ErrorCode.CANNOT_CAST.exception(TypeNames.of(operand), type.toString()),
          cast.getParserPosition());
    }
    if (!toArray && operand.getSqlTypeName() == SqlTypeName.ARRAY && isText(type)) {
      SqlNode list = cast.operand(0);
      cast.setOperand(0, TEXT.createCall(cast.getParserPosition(), list));
    }
  }

  private static boolean isText(SqlDataTypeSpec type) {
    if (!(type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic)) {
      return type.getTypeName().getSimple().equalsIgnoreCase("TEXT");
    }
    SqlTypeName name = SqlTypeName.get(basic.getTypeName().getSimple());
    return name != null && SqlTypeName.CHAR_TYPES.contains(name);
  }
}
