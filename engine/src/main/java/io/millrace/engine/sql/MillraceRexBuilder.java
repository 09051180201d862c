package io.millrace.engine.sql;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Makes CHAR constants as rows hold them, without trailing blanks: the inherited form pads them,
 * and the blanks would stay when the constant becomes VARCHAR. Literals that the user wrote do not
 * come this way and keep their blanks.
 */
final class MillraceRexBuilder extends RexBuilder {
  MillraceRexBuilder(RelDataTypeFactory types) {
    super(types);
  }

  @Override
  public RexNode makeLiteral(
      @Nullable Object value, RelDataType type, boolean allowCast, boolean trim) {
    if (type.getSqlTypeName() == SqlTypeName.CHAR) {
      if (value instanceof NlsString text) {
        return constant(text, type);
      }
      if (value instanceof String text) {
        return constant(new NlsString(text, type.getCharset().name(), type.getCollation()), type);
      }
    }
    return super.makeLiteral(value, type, allowCast, trim);
  }

  @Override
  public RexNode makeCast(
      SqlParserPos position,
      RelDataType type,
      RexNode operand,
      boolean matchNullability,
      boolean safe,
      RexLiteral format) {
    RexNode cast = super.makeCast(position, type, operand, matchNullability, safe, format);
    boolean isChar = type.getSqlTypeName() == SqlTypeName.CHAR;
    return isChar
            && cast instanceof RexLiteral literal
            && literal.getValue() instanceof NlsString text
        ? constant(text, cast.getType())
        : cast;
  }

  private RexNode constant(NlsString text, RelDataType type) {
    return makeLiteral(text.rtrim(), type, SqlTypeName.CHAR);
  }
}
