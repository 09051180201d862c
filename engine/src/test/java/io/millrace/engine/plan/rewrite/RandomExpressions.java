package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.And;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.IsTruth;
import io.millrace.engine.expr.Or;
import io.millrace.engine.expr.Search;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Random expressions over columns of few values, NULL among them, so that all rows can be tried.
 * Each object takes expressions from a few columns only, so that they have to do with each other.
 */
final class RandomExpressions {
  private static final List<ComparisonOperator> OPERATORS = List.of(ComparisonOperator.values());

  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);
  private static final ColumnType DECIMAL = ColumnType.decimal(4, 1);

  /** Holds every INTEGER, BIGINT and DECIMAL. */
  private static final ColumnType WIDE = ColumnType.decimal(21, 2);

  private static final ColumnType VARCHAR = ColumnType.varchar(3);
  private static final ColumnType BOOLEAN = ColumnType.of(CellType.BOOLEAN);

  static final RowType ROWS =
      RowType.of(
          INTEGER,
          INTEGER,
          INTEGER.notNull(),
          ColumnType.of(CellType.BIGINT),
          DECIMAL,
          DECIMAL,
          VARCHAR,
          ColumnType.character(3),
          BOOLEAN,
          ColumnType.of(CellType.DOUBLE));

  private static final List<List<@Nullable Object>> DOMAINS =
      List.of(
          Arrays.asList(null, 0L, 1L, 2L),
          Arrays.asList(null, 0L, 1L, 2L),
          List.of(0L, 1L, 2L),
          Arrays.asList(null, 0L, 1L),
          Arrays.asList(null, new BigDecimal("0.0"), new BigDecimal("0.5"), new BigDecimal("1.0")),
          Arrays.asList(null, new BigDecimal("0.5"), new BigDecimal("1.0")),
          Arrays.asList(null, "", "a", "ab", "b"),
          Arrays.asList(null, "", "a", "b"),
          Arrays.asList(null, false, true),
          Arrays.asList(null, -1.0, 0.0, Double.NaN));

  private static final List<String> PATTERNS = List.of("a%", "a", "%", "_", "ab%", "%b", "", "b_%");

  private final Random random;
  private final List<Integer> chosen = new ArrayList<>();

  RandomExpressions(Random random) {
    this.random = random;
    for (int i = 0; i < 3; i++) {
      chosen.add(random.nextInt(ROWS.size()));
    }
    if (random.nextBoolean()) {
      chosen.set(0, 0);
      chosen.set(1, 1);
    }
  }

  /** All columns, by their numbers. */
  static Columns columns() {
    Columns columns = new Columns();
    for (int i = 0; i < ROWS.size(); i++) {
      columns.column(0, "c" + i, ROWS.column(i));
    }
    return columns;
  }

  /** Whether the test holds for all rows that differ in what these expressions read. */
  static boolean holdsForAllRows(List<Expr> expressions, Predicate<EvaluationFrame> test) {
    Set<Integer> read = new TreeSet<>();
    expressions.forEach(expr -> read.addAll(Exprs.columns(expr)));
    @Nullable Object[] cells = new @Nullable Object[ROWS.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = DOMAINS.get(i).get(0);
    }
    return holds(new ArrayList<>(read), 0, cells, EvaluationFrame.of(ROWS), test);
  }

  private static boolean holds(
      List<Integer> read,
      int next,
      @Nullable Object[] cells,
      EvaluationFrame frame,
      Predicate<EvaluationFrame> test) {
    if (next == read.size()) {
      return test.test(frame.at(ROWS.encode(cells)));
    }
    for (Object value : DOMAINS.get(read.get(next))) {
      cells[read.get(next)] = value;
      if (!holds(read, next + 1, cells, frame, test)) {
        return false;
      }
    }
    return true;
  }

  static boolean isTrue(Expr predicate, EvaluationFrame frame) {
    return Boolean.TRUE.equals(predicate.evaluate(frame));
  }

  Expr predicate(int depth) {
    int kind = random.nextInt(depth == 0 ? 8 : 14);
    return switch (kind) {
      case 0, 1, 2 -> comparison();
      case 3 -> search();
      case 4 -> random.nextBoolean() ? Exprs.isNull(operand()) : Exprs.isNotNull(operand());
      case 5 -> distinct();
      case 6 -> like();
      case 7 -> ofBoolean();
      case 8 -> Exprs.not(predicate(depth - 1));
      case 9 -> new IsTruth(predicate(depth - 1), random.nextBoolean(), random.nextBoolean());
      case 10, 11 -> Exprs.and(several(depth - 1));
      default -> Exprs.or(several(depth - 1));
    };
  }

  private List<Expr> several(int depth) {
    List<Expr> parts = new ArrayList<>();
    for (int i = random.nextInt(2); i < 3; i++) {
      parts.add(predicate(depth));
    }
    return parts;
  }

  /** A predicate that often follows from the conjunct. */
  Expr weakened(Expr conjunct) {
    return switch (random.nextInt(6)) {
      case 0 -> Exprs.or(predicate(0), conjunct);
      case 1 -> turned(conjunct);
      case 2 -> Exprs.isTrue(turned(conjunct));
      case 3 -> renamed(conjunct);
      case 4 -> Exprs.isNotNull(anyOf(conjunct));
      default -> Exprs.not(Exprs.not(conjunct));
    };
  }

  /** The same value, written another way. */
  Expr turned(Expr expr) {
    return Exprs.rewrite(
        expr,
        node -> {
          if (node instanceof Comparison comparison) {
            return Exprs.compare(
                comparison.operator().reversed(), comparison.right(), comparison.left());
          }
          if (node instanceof And || node instanceof Or) {
            List<Expr> children = new ArrayList<>(node.children());
            Collections.shuffle(children, random);
            return node.withChildren(children);
          }
          return node;
        });
  }

  /** The expression over another column of the same type, here and there. */
  private Expr renamed(Expr expr) {
    return Columns.replace(expr, c -> c.index() < 2 ? Exprs.column(random.nextInt(2), INTEGER) : c);
  }

  private Expr anyOf(Expr expr) {
    Expr at = expr;
    while (!at.children().isEmpty()) {
      at = at.children().get(random.nextInt(at.children().size()));
    }
    return at;
  }

  private int column() {
    return chosen.get(random.nextInt(chosen.size()));
  }

  Expr operand() {
    int column = column();
    Expr plain = Exprs.column(column, ROWS.column(column));
    if (random.nextInt(3) > 0) {
      return plain;
    }
    return switch (plain.type().type()) {
      case INTEGER, BIGINT -> ofInteger(plain);
      case DECIMAL -> ofDecimal(plain);
      case VARCHAR, CHAR -> random.nextBoolean() ? Exprs.call("UPPER", plain) : nvl(plain, "a");
      case BOOLEAN -> nvl(plain, random.nextBoolean());
      default -> plain;
    };
  }

  private Expr ofInteger(Expr plain) {
    return switch (random.nextInt(6)) {
      case 0 -> Exprs.call("+", plain, Exprs.literal(1L, INTEGER.notNull()));
      case 1 -> Exprs.call("+", Exprs.literal(1L, INTEGER.notNull()), plain);
      case 2 -> Exprs.cast(plain, ColumnType.varchar(5));
      case 3 -> Exprs.cast(plain, DECIMAL);
      case 4 -> Exprs.cast(plain, WIDE);
      default -> Exprs.coalesce(List.of(plain, Exprs.literal(0L, INTEGER)), plain.type());
    };
  }

  private Expr ofDecimal(Expr plain) {
    return switch (random.nextInt(4)) {
      case 0 -> Exprs.cast(plain, ColumnType.varchar(5));
      case 1 -> Exprs.cast(plain, INTEGER);
      case 2 -> Exprs.cast(plain, WIDE);
      default -> Exprs.call("+", plain, plain);
    };
  }

  private static Expr nvl(Expr plain, Object otherwise) {
    return Exprs.coalesce(List.of(plain, Exprs.literal(otherwise, plain.type())), plain.type());
  }

  private Expr comparison() {
    Expr operand = operand();
    ComparisonOperator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
    Expr other = random.nextInt(3) == 0 ? partner(operand) : constant(operand.type());
    return random.nextBoolean()
        ? Exprs.compare(operator, operand, other)
        : Exprs.compare(operator, other, operand);
  }

  private Expr distinct() {
    Expr operand = operand();
    return Exprs.isDistinct(
        operand,
        random.nextBoolean() ? partner(operand) : constant(operand.type()),
        random.nextBoolean());
  }

  /** Another operand with which this one can be compared. */
  private Expr partner(Expr operand) {
    for (int attempt = 0; attempt < 10; attempt++) {
      Expr other = operand();
      boolean numbers = isExact(other) && isExact(operand);
      if (numbers || other.type().type() == operand.type().type()) {
        return other;
      }
    }
    return operand;
  }

  private static boolean isExact(Expr expr) {
    return switch (expr.type().type()) {
      case INTEGER, BIGINT, DECIMAL -> true;
      default -> false;
    };
  }

  private Expr constant(ColumnType type) {
    return switch (type.type()) {
      case INTEGER, BIGINT, DECIMAL -> number();
      case VARCHAR, CHAR -> text();
      case BOOLEAN -> Exprs.literal(random.nextBoolean());
      case DOUBLE -> Exprs.literal((double) (random.nextInt(3) - 1), type.notNull());
      default -> throw new AssertionError(type);
    };
  }

  private Expr number() {
    return switch (random.nextInt(3)) {
      case 0 -> Exprs.literal((long) random.nextInt(4) - 1, INTEGER.notNull());
      case 1 ->
          Exprs.literal(
              BigDecimal.valueOf(random.nextInt(5) * 50L, 2), ColumnType.decimal(4, 2).notNull());
      default ->
          Exprs.literal(
              BigDecimal.valueOf(random.nextInt(7) * 25L, 2), ColumnType.decimal(4, 2).notNull());
    };
  }

  private Expr text() {
    return Exprs.literal(List.of("", "a", "ab", "b", "1", "0.5", "1.0").get(random.nextInt(7)));
  }

  private Expr search() {
    int column = column();
    ColumnType type = ROWS.column(column);
    List<Object> values = new ArrayList<>();
    for (Object value : DOMAINS.get(column)) {
      if (value != null && (values.isEmpty() || random.nextInt(3) > 0)) {
        values.add(value);
      }
    }
    values.sort(type::compare);
    List<Search.Range> ranges = new ArrayList<>();
    if (random.nextBoolean()) {
      values.forEach(value -> ranges.add(Search.Range.point(value)));
    } else {
      Object low = values.get(0);
      Object high = values.get(values.size() - 1);
      ranges.add(new Search.Range(null, false, low, random.nextBoolean()));
      if (values.size() > 1) {
        ranges.add(new Search.Range(high, random.nextBoolean(), null, false));
      }
    }
    Search.NullAs[] nulls = Search.NullAs.values();
    return Exprs.search(Exprs.column(column, type), ranges, nulls[random.nextInt(nulls.length)]);
  }

  private Expr like() {
    Expr operand = operand();
    if (operand.type().type() != CellType.VARCHAR) {
      return comparison();
    }
    return Exprs.call(
        "LIKE", operand, Exprs.literal(PATTERNS.get(random.nextInt(PATTERNS.size()))));
  }

  private Expr ofBoolean() {
    Expr operand = operand();
    return operand.type().type() == CellType.BOOLEAN ? operand : comparison();
  }
}
