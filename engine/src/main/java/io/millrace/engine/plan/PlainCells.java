package io.millrace.engine.plan;

import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.Types;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/**
 * Literals and parameters beside a column, typed as the validator and the converter type them where
 * the two are of one kind; other pairs are not plain. Notes the types of the parameters. One thread
 * at a time.
 */
final class PlainCells {
  private static final EvaluationFrame NO_ROW = EvaluationFrame.of(RowType.of());
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

  private final Map<Integer, ColumnType> parameters = new TreeMap<>();

  /** The types of the statement's parameters, in order. */
  RowType parameterTypes() {
    List<ColumnType> types = new ArrayList<>(parameters.values());
    for (int i = 0; i < types.size(); i++) {
      NotPlain.unless(parameters.containsKey(i));
    }
    return RowType.of(types);
  }

  /** What a column is compared with. */
  Expr compared(SqlNode node, ColumnType column) {
    if (node instanceof SqlDynamicParam parameter) {
      return parameter(parameter, column);
    }
    Literal literal = PlainLiterals.of(node);
    return typed(literal, comparedType(literal, column));
  }

  /**
   * What a column is compared with by order: as by {@link #compared}, but that the length of a text
   * beside one without limit is its own.
   */
  Expr ordered(SqlNode node, ColumnType column) {
    boolean unlimited = Types.isText(column.type()) && column.precision() < 0;
    if (node instanceof SqlDynamicParam || !unlimited) {
      return compared(node, column);
    }
    Literal literal = PlainLiterals.of(node);
    NotPlain.unless(Types.isText(literal.type().type()));
    return typed(literal, ColumnType.varchar(literal.type().precision()).withNullable(false));
  }

  /** A bound of BETWEEN: where bounds of other types would change each other's, it is not plain. */
  Expr bound(SqlNode node, ColumnType column) {
    CellType type = column.type();
    NotPlain.unless(
        type != CellType.DECIMAL
            && type != CellType.REAL
            && !Types.isText(type)
            && !Types.isBinary(type));
    if (Types.isInteger(type) && !(node instanceof SqlDynamicParam)) {
      CellType is = PlainLiterals.of(node).type().type();
      NotPlain.unless(is == type || is == CellType.INTEGER);
    }
    return compared(node, column);
  }

  /** The constants of an IN list; where they would change each other's types, it is not plain. */
  List<Expr> listed(SqlNodeList nodes, ColumnType column) {
    NotPlain.unless(!Types.isBinary(column.type()));
    Set<CellType> types = EnumSet.noneOf(CellType.class);
    boolean integers = Types.isInteger(column.type());
    List<Expr> values = new ArrayList<>();
    for (SqlNode node : nodes) {
      ColumnType type = PlainLiterals.of(node).type();
      types.add(type.type());
      integers &= Types.isInteger(type.type()) && Types.isSameCell(type, column);
      values.add(compared(node, column));
    }
    NotPlain.unless(types.size() == 1 || integers);
    return values;
  }

  private static ColumnType comparedType(Literal literal, ColumnType column) {
    ColumnType is = literal.type();
    CellType to = column.type();
    if (Types.isInteger(to) && Types.isInteger(is.type())) {
      return Types.isSameCell(is, column) ? column : is;
    }
    if (Types.isApproximate(to) && is.type() == CellType.DOUBLE) {
      return is;
    }
    if (to == CellType.DECIMAL && Types.isNumeric(is.type())) {
      ColumnType common = Types.common(column, is).orElseThrow();
      NotPlain.unless(common.type() == to && common.scale() == column.scale());
      return common;
    }
    if (is.type() == CellType.BINARY && to == is.type() && is.precision() == column.precision()) {
      return column;
    }
    if ((Types.isText(to) && Types.isText(is.type()))
        || (Types.isBinary(to) && Types.isBinary(is.type()))) {
      CellType varying = Types.isText(to) ? CellType.VARCHAR : CellType.VARBINARY;
      boolean unlimited = column.precision() < 0;
      int length = unlimited ? column.precision() : Math.max(column.precision(), is.precision());
      return new ColumnType(varying, length, 0, false);
    }
    if (!isDateText(literal, to)) {
      requireFits(literal, column);
    }
    return column;
  }

  /** A value for a column of an inserted row, over no columns. */
  Expr inserted(SqlNode node, ColumnType column) {
    ColumnType relaxed = relaxed(column);
    if (node instanceof SqlDynamicParam parameter) {
      return parameter(parameter, column);
    }
    return PlainLiterals.isNull(node)
        ? Exprs.nullOf(relaxed)
        : typed(constant(node, column), relaxed);
  }

  /** The cell of a constant row for a column, in the column's relaxed type. */
  @Nullable Object cell(SqlNode node, ColumnType column) {
    return PlainLiterals.isNull(node)
        ? null
        : Exprs.cast(constant(node, column), relaxed(column)).evaluate(NO_ROW);
  }

  /** Whether {@link #cell} gives the value: it is neither a parameter nor cast from other text. */
  static boolean isConstant(SqlNode node, ColumnType column) {
    return node.getKind() == SqlKind.LITERAL
        ? PlainLiterals.isNull(node)
            || column.type() != CellType.DATE
            || !Types.isText(PlainLiterals.of(node).type().type())
        : node.getKind() == SqlKind.MINUS_PREFIX;
  }

  private static Literal constant(SqlNode node, ColumnType column) {
    Literal literal = PlainLiterals.of(node);
    if (!isDateText(literal, column.type())) {
      requireFits(literal, column);
    }
    return literal;
  }

  /** The type in which an INSERT's source has a column: text and bytes have no length yet. */
  static ColumnType relaxed(ColumnType column) {
    CellType type = column.type();
    if (Types.isText(type)) {
      return ColumnType.varchar(ColumnType.UNLIMITED).withNullable(true);
    }
    return Types.isBinary(type)
        ? ColumnType.varbinary(ColumnType.UNLIMITED).withNullable(true)
        : column.withNullable(true);
  }

  /** The right side of an assignment, before it is assigned. */
  Expr assigned(SqlNode node, ColumnType column) {
    if (node instanceof SqlDynamicParam parameter) {
      return parameter(parameter, column);
    }
    if (PlainLiterals.isNull(node)) {
      return PlainLiterals.nullOf(column);
    }
    Literal literal = PlainLiterals.of(node);
    CellType from = literal.type().type();
    CellType to = column.type();
    NotPlain.unless(
        (Types.isNumeric(from) && Types.isNumeric(to))
            || isSameKind(from, to)
            || (Types.isText(from) && (to == CellType.DATE || to == CellType.TIMESTAMP)));
    return literal;
  }

  /** A parameter takes the column's type, without the length of text. */
  Expr parameter(SqlDynamicParam parameter, ColumnType column) {
    ColumnType type =
        Types.isText(column.type())
            ? ColumnType.varchar(ColumnType.UNLIMITED).withNullable(true)
            : column.withNullable(true);
    parameters.put(parameter.getIndex(), type);
    return Exprs.parameter(parameter.getIndex(), type);
  }

  private static Literal typed(Literal literal, ColumnType type) {
    return Exprs.literal(Exprs.cast(literal, type).evaluate(NO_ROW), type);
  }

  private static boolean isDateText(Literal literal, CellType to) {
    return to == CellType.DATE
        && literal.value() instanceof String text
        && DATE.matcher(text).matches();
  }

  /** Leaves alone what changes its value, or is of another kind. */
  private static void requireFits(Literal literal, ColumnType column) {
    ColumnType is = literal.type();
    CellType from = is.type();
    CellType to = column.type();
    NotPlain.unless(
        (Types.isInteger(to) && Types.isInteger(from))
            || (to == CellType.DECIMAL
                && Types.isExact(from)
                && (from != CellType.DECIMAL || is.scale() <= column.scale()))
            || (Types.isApproximate(to) && Types.isNumeric(from))
            || isSameKind(from, to));
  }

  /** Kinds whose literals need no conversion but of their length. */
  private static boolean isSameKind(CellType from, CellType to) {
    return switch (from) {
      case BOOLEAN, DATE, TIME, TIMESTAMP -> from == to;
      case CHAR, VARCHAR -> Types.isText(to);
      case BINARY, VARBINARY -> Types.isBinary(to);
      default -> false;
    };
  }
}
