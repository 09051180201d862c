package io.millrace.engine.plan;

import io.millrace.engine.expr.AggregateCall;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.expr.RexTypes;
import io.millrace.engine.sql.MillraceTypeFactory;
import io.millrace.engine.sql.MillraceTypeSystem;
import io.millrace.engine.sql.RelTypes;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a plain query's rows: by columns, or all rows as one. COUNT, SUM, AVG, MIN and MAX
 * of numbers are computed; others are not plain. The fields are the keys and then the calls.
 */
final class PlainGroups implements PlainScope, GroupPlanner.Calls {
  private static final Set<String> FUNCTIONS = Set.of("COUNT", "SUM", "AVG", "MIN", "MAX");

  /**
   * A call.
   *
   * @param argument a field below, or {@link AggregateCall#NO_ARGUMENT}
   */
  private record Written(
      AggregateFunction function, int argument, boolean distinct, ColumnType type) {}

  /**
   * A field below.
   *
   * @param cast whether it is a column by way of what changes nothing, and so another field
   */
  private record Field(Expr value, boolean cast) {
    static Field of(Expr column) {
      return new Field(column, false);
    }
  }

  private final PlainWork work;
  private final PlainRows rows;
  private final PlainConditions expressions;
  private final List<Expr> keys = new ArrayList<>();

  /** The fields below: what is grouped by, then arguments. */
  private final List<Field> below = new ArrayList<>();

  private final List<Written> calls = new ArrayList<>();

  /** The arguments as they are written. */
  private final Map<Expr, SqlNode> arguments = new HashMap<>();

  PlainGroups(PlainRows rows, @Nullable SqlNodeList by, PlainWork work) {
    this.work = work;
    this.rows = rows;
    this.expressions = new PlainConditions(this, work.cells(), true);
    if (by != null) {
      NotPlain.unless(!by.isEmpty());
      for (SqlNode key : by) {
        Expr column = rows.column(key);
        if (!below.contains(Field.of(column))) {
          keys.add(Exprs.column(below.size(), column.type()));
          below.add(Field.of(column));
        }
      }
    }
  }

  /** Whether an item is computed of groups. */
  static boolean areIn(@Nullable SqlNode node) {
    if (node instanceof SqlNodeList list) {
      return list.stream().anyMatch(PlainGroups::areIn);
    }
    if (!(node instanceof SqlCall call) || node.isA(SqlKind.QUERY)) {
      return false;
    }
    return FUNCTIONS.contains(name(call))
        || call.getOperandList().stream().anyMatch(PlainGroups::areIn);
  }

  private static String name(SqlCall call) {
    return call.getOperator().getName().toUpperCase(Locale.ROOT);
  }

  /** The columns that are different for each two groups. */
  List<Expr> keys() {
    return keys;
  }

  /** What is grouped by, over the fields of the tables. */
  List<Expr> keyColumns() {
    return below.subList(0, keys.size()).stream().map(Field::value).toList();
  }

  /** Whether there is one group, even of no rows. */
  boolean isOne() {
    return keys.isEmpty();
  }

  /** What an item of a select list comes to. */
  Expr item(SqlNode node) {
    return expressions.item(node);
  }

  @Override
  public Expr column(SqlNode name) {
    int key = below.subList(0, keys.size()).indexOf(Field.of(rows.column(name)));
    NotPlain.unless(key >= 0);
    return keys.get(key);
  }

  @Override
  public Expr membership(Expr value, SqlNode query) {
    throw new NotPlain();
  }

  @Override
  public Expr aggregate(SqlCall call) {
    NotPlain.unless(FUNCTIONS.contains(name(call)) && call.operandCount() == 1);
    AggregateFunction function = AggregateFunction.valueOf(name(call));
    SqlLiteral quantifier = call.getFunctionQuantifier();
    boolean distinct =
        !function.ignoresDuplicates()
            && quantifier != null
            && quantifier.getValueAs(SqlSelectKeyword.class) == SqlSelectKeyword.DISTINCT;
    Written written;
    if (call.operand(0) instanceof SqlIdentifier name && name.isStar()) {
      NotPlain.unless(
          function == AggregateFunction.COUNT && quantifier == null && name.names.size() == 1);
      written = counted(AggregateCall.NO_ARGUMENT, false);
    } else {
      Expr argument = rows.item(call.operand(0));
      NotPlain.unless(PlainExpressions.isNumber(argument.type()));
      boolean cast = argument instanceof ColumnRef && !isColumn(call.operand(0));
      SqlNode same = arguments.putIfAbsent(argument, call.operand(0));
      // Constants, and columns, that are computed in two ways are two.
      NotPlain.unless(
          same == null
              || !(cast || argument instanceof Literal)
              || same.equalsDeep(call.operand(0), Litmus.IGNORE));
      written = written(function, new Field(argument, cast), distinct);
    }
    int index = calls.indexOf(written);
    if (index < 0) {
      index = calls.size();
      calls.add(written);
    }
    return Exprs.column(keys.size() + index, written.type());
  }

  private static boolean isColumn(SqlNode node) {
    return node.getKind() == SqlKind.PLUS_PREFIX
        ? isColumn(((SqlCall) node).operand(0))
        : node instanceof SqlIdentifier;
  }

  private static Written counted(int argument, boolean distinct) {
    return new Written(
        AggregateFunction.COUNT, argument, distinct, ColumnType.of(CellType.BIGINT).notNull());
  }

  private Written written(AggregateFunction function, Field field, boolean distinct) {
    int at = field(field);
    ColumnType argument = field.value().type();
    if (function == AggregateFunction.COUNT) {
      // What is never NULL need not be looked at, but is a field below.
      boolean all = !distinct && !argument.nullable();
      return counted(all ? AggregateCall.NO_ARGUMENT : at, distinct);
    }
    ColumnType type = type(function, argument);
    boolean nullable = isOne() || argument.nullable();
    return new Written(function, at, distinct, type.withNullable(nullable));
  }

  private static ColumnType type(AggregateFunction function, ColumnType argument) {
    RelDataTypeFactory types = MillraceTypeFactory.INSTANCE;
    return switch (function) {
      case SUM ->
          RexTypes.of(MillraceTypeSystem.INSTANCE.deriveSumType(types, RelTypes.of(argument)));
      case AVG ->
          RexTypes.of(MillraceTypeSystem.INSTANCE.deriveAvgAggType(types, RelTypes.of(argument)));
      default -> argument;
    };
  }

  private int field(Field argument) {
    int known = below.indexOf(argument);
    if (known >= 0) {
      return known;
    }
    int hash = PlainConditions.hashOfAnyOrder(argument.value());
    for (Field other : below) {
      // The converter may take them for one.
      NotPlain.unless(argument.cast() || PlainConditions.hashOfAnyOrder(other.value()) != hash);
    }
    below.add(argument);
    return below.size() - 1;
  }

  PlanInput groups() {
    PlanInput input = rows.projected(below.stream().map(Field::value).toList());
    return PlanInput.of(
        keys.size() + calls.size(),
        (needed, predicates) ->
            new GroupPlanner(work.builder(), input, keys, this).build(needed, predicates));
  }

  @Override
  public int count() {
    return calls.size();
  }

  @Override
  public @Nullable Expr constant(int call) {
    return null;
  }

  @Override
  public Function<RowType, AggregateCall> over(int index, ToIntFunction<Expr> columns) {
    Written call = calls.get(index);
    int argument =
        call.argument() == AggregateCall.NO_ARGUMENT
            ? AggregateCall.NO_ARGUMENT
            : columns.applyAsInt(
                Exprs.column(call.argument(), below.get(call.argument()).value().type()));
    return type -> new AggregateCall(call.function(), argument, call.distinct(), call.type());
  }
}
