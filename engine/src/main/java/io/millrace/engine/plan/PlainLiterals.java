package io.millrace.engine.plan;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.RexExprBuilder;
import io.millrace.engine.sql.MillraceTypeFactory;
import io.millrace.engine.sql.RelTypes;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlTimeLiteral;
import org.apache.calcite.sql.SqlTimestampLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.BitString;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/**
 * Literals of the syntax tree as constants of the type that they have by themselves: as the
 * converter makes them, and then by the one conversion of constants. Stateless.
 *
 * <p>What the validator might refuse, and kinds that are rare, are not plain.
 */
final class PlainLiterals {
  static final RexBuilder REX = new RexBuilder(MillraceTypeFactory.INSTANCE);
  private static final int LONG_BITS = 63;

  private PlainLiterals() {}

  static boolean isNull(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.NULL;
  }

  /** NULL of a column's type. */
  static Expr nullOf(ColumnType column) {
    return RexExprBuilder.build(REX.makeNullLiteral(RelTypes.of(column.withNullable(true))));
  }

  /** The constant, not NULL, that a literal or a negative number is. */
  static Literal of(SqlNode node) {
    if (isNegative(node)) {
      SqlNumericLiteral number = ((SqlCall) node).operand(0);
      return build(rex(SqlLiteral.createNegative(number, node.getParserPosition())));
    }
    NotPlain.unless(node instanceof SqlLiteral);
    return build(rex((SqlLiteral) node));
  }

  /** Whether the node is a number with a minus sign. */
  static boolean isNegative(SqlNode node) {
    return node.getKind() == SqlKind.MINUS_PREFIX
        && ((SqlCall) node).operand(0) instanceof SqlNumericLiteral;
  }

  /** Whether the converter takes the node for a constant before it computes anything. */
  static boolean isWritten(SqlNode node) {
    return switch (node.getKind()) {
      case PLUS_PREFIX -> isWritten(((SqlCall) node).operand(0));
      case CAST -> isInteger(((SqlCall) node).operand(0));
      case OTHER_FUNCTION -> isCoalesce(node) && isWritten(((SqlCall) node).operand(0));
      case MINUS_PREFIX -> isSigned(node) || isWrittenNull(node) || isTwiceNegative(node);
      default -> isSigned(node) || isWrittenNull(node);
    };
  }

  /** Of which the first is taken, since constants beside each other are never NULL. */
  private static boolean isCoalesce(SqlNode node) {
    return node.getKind() == SqlKind.OTHER_FUNCTION
        && ((SqlCall) node).getOperator().getName().equalsIgnoreCase("COALESCE");
  }

  private static boolean isTwiceNegative(SqlNode node) {
    return ((SqlCall) node).operand(0) instanceof SqlCall inner
        && inner.getKind() == SqlKind.MINUS_PREFIX
        && isWritten(inner.operand(0));
  }

  private static boolean isSigned(SqlNode node) {
    return switch (node.getKind()) {
      case LITERAL -> true;
      case PLUS_PREFIX, MINUS_PREFIX -> isSigned(((SqlCall) node).operand(0));
      default -> false;
    };
  }

  /** Whether the node is NULL, or a number that is an INTEGER. */
  private static boolean isInteger(SqlNode node) {
    return isNull(node)
        || (node instanceof SqlNumericLiteral && of(node).type().type() == CellType.INTEGER)
        || ((node.getKind() == SqlKind.CAST || isCoalesce(node))
            && isInteger(((SqlCall) node).operand(0)));
  }

  private static boolean isSafe(SqlNode node) {
    return switch (node.getKind()) {
      case PLUS, MINUS, TIMES ->
          ((SqlCall) node).getOperandList().stream().allMatch(PlainLiterals::isSafe);
      default -> isWritten(node);
    };
  }

  /** Whether it is computed of constants, one of them NULL. */
  private static boolean isWrittenNull(SqlNode node) {
    return switch (node.getKind()) {
      case LITERAL -> isNull(node);
      case PLUS_PREFIX, MINUS_PREFIX, CAST -> isWrittenNull(((SqlCall) node).operand(0));
      case PLUS, MINUS, TIMES, DIVIDE -> {
        List<SqlNode> operands = ((SqlCall) node).getOperandList();
        boolean isNull = operands.stream().anyMatch(PlainLiterals::isWrittenNull);
        // Whether NULL comes before the other operand hangs on whether that could fail.
        NotPlain.unless(!isNull || operands.stream().allMatch(PlainLiterals::isSafe));
        yield isNull;
      }
      default -> false;
    };
  }

  private static Literal build(RexNode constant) {
    Expr built = RexExprBuilder.build(constant);
    NotPlain.unless(built instanceof Literal);
    return (Literal) built;
  }

  private static RexNode rex(SqlLiteral literal) {
    // UNKNOWN is a literal without a value.
    NotPlain.unless(literal.getValue() != null);
    return switch (literal.getTypeName()) {
      case BOOLEAN -> REX.makeLiteral(literal.booleanValue());
      case DECIMAL -> exact(literal);
      case DOUBLE -> approximate(literal);
      case CHAR -> text(literal);
      case BINARY -> bytes(literal);
      case UNKNOWN -> dateTime(literal);
      default -> throw new NotPlain();
    };
  }

  private static RexNode exact(SqlLiteral literal) {
    BigDecimal number = literal.bigDecimalValue();
    NotPlain.unless(number != null && number.unscaledValue().bitLength() <= LONG_BITS);
    return REX.makeExactLiteral(number, literal.createSqlType(REX.getTypeFactory()));
  }

  private static RexNode approximate(SqlLiteral literal) {
    BigDecimal number = literal.bigDecimalValue();
    NotPlain.unless(number != null && Double.isFinite(number.doubleValue()));
    return REX.makeApproxLiteral(number);
  }

  private static RexNode text(SqlLiteral literal) {
    NlsString text = literal.getValueAs(NlsString.class);
    NotPlain.unless(text.getCharsetName() == null && text.getCollation() == null);
    // Lone surrogates are refused, and lengths count code points.
    NotPlain.unless(text.getValue().chars().noneMatch(c -> Character.isSurrogate((char) c)));
    return REX.makeCharLiteral(text);
  }

  private static RexNode bytes(SqlLiteral literal) {
    BitString bits = literal.getValueAs(BitString.class);
    NotPlain.unless(bits.getBitCount() % Byte.SIZE == 0);
    return REX.makeBinaryLiteral(new ByteString(bits.getAsByteArray()));
  }

  /** DATE, TIME and TIMESTAMP literals, whose text the parser leaves alone. */
  private static RexNode dateTime(SqlLiteral unknown) {
    NotPlain.unless(unknown instanceof SqlUnknownLiteral);
    SqlUnknownLiteral literal = (SqlUnknownLiteral) unknown;
    switch (literal.tag.toUpperCase(Locale.ROOT)) {
      case "DATE" -> {
        SqlLiteral date = literal.resolve(SqlTypeName.DATE);
        return REX.makeDateLiteral(date.getValueAs(DateString.class));
      }
      case "TIME" -> {
        SqlTimeLiteral time = (SqlTimeLiteral) literal.resolve(SqlTypeName.TIME);
        return REX.makeTimeLiteral(time.getValueAs(TimeString.class), time.getPrec());
      }
      case "TIMESTAMP" -> {
        SqlTimestampLiteral time = (SqlTimestampLiteral) literal.resolve(SqlTypeName.TIMESTAMP);
        return REX.makeTimestampLiteral(time.getValueAs(TimestampString.class), time.getPrec());
      }
      default -> throw new NotPlain();
    }
  }
}
