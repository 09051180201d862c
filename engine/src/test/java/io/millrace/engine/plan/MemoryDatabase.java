package io.millrace.engine.plan;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.StatementValues;
import io.millrace.engine.sql.SampleCatalog;
import io.millrace.engine.sql.SqlStatements;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Tables in memory over {@link SampleCatalog}, and queries run by the operators' {@code evaluate}.
 */
final class MemoryDatabase {
  private static final int COMPARED_DIGITS = 6;

  final Catalog catalog = SampleCatalog.create();
  final Planner planner = new Planner();
  private final Map<Integer, ZSet> contents = new HashMap<>();

  MemoryDatabase() {
    insert(
        "a",
        cells(1, 1, 10, "x", "1.500", "2024-01-01", 1),
        cells(2, 1, 20, "y", "2.250", "2024-01-02", 2),
        cells(3, 2, null, "x", null, null, 3),
        cells(4, 2, 20, null, "0.125", "2024-03-01", 4),
        cells(5, null, 30, "z", "10.000", "2024-01-01", 5),
        cells(6, null, null, null, null, null, 6),
        cells(7, 3, 10, "y", "7.500", "2024-02-01", 7),
        cells(8, 4, 0, "w", "3.000", "2023-12-31", 8));
    insert(
        "b",
        cells(1, 10, "x"),
        cells(1, 10, "x"),
        cells(1, null, "y"),
        cells(2, 20, null),
        cells(2, 5, "q"),
        cells(null, 30, "z"),
        cells(null, null, null),
        cells(3, 10, "y"),
        cells(5, 50, "x"));
    insert(
        "c",
        cells(1, 0.5, "ab"),
        cells(2, 1.5, "abc"),
        cells(2, 2.5, "ab"),
        cells(null, null, null),
        cells(4, 4.0, "x"),
        cells(9, -1.0, "zz"));
  }

  static @Nullable Object[] cells(@Nullable Object... values) {
    return values;
  }

  private void insert(String table, @Nullable Object[]... rows) {
    Relation relation = catalog.relation(new QualifiedName("public", table)).orElseThrow();
    RowType type = relation.rowType();
    ZSetBuilder builder = new ZSetBuilder(rows.length);
    for (@Nullable Object[] row : rows) {
      @Nullable Object[] cells = row.clone();
      for (int i = 0; i < cells.length; i++) {
        cells[i] = cell(cells[i], type, i);
      }
      builder.add(type.encode(cells), 1);
    }
    contents.put(relation.id(), builder.build());
  }

  private static @Nullable Object cell(@Nullable Object value, RowType type, int column) {
    if (value instanceof Integer number) {
      return (long) number;
    }
    if (value instanceof String text) {
      return switch (type.column(column).type()) {
        case DECIMAL -> new BigDecimal(text);
        case DATE -> LocalDate.parse(text).toEpochDay();
        default -> text;
      };
    }
    return value;
  }

  static SqlNode parse(String sql) {
    return SqlStatements.parse(sql).get(0);
  }

  QueryPlan plan(String sql) {
    return planner.planQuery(parse(sql), PlannerContext.of(catalog, "public"));
  }

  /** The query's rows as a view would keep them, cells joined by bars, sorted. */
  List<String> rows(String sql, @Nullable Object... parameters) {
    QueryPlan plan = planner.planView(parse(sql), PlannerContext.of(catalog, "public"));
    return rows(plan, parameters);
  }

  List<String> rows(QueryPlan plan, @Nullable Object... parameters) {
    Run run = new Run(Arrays.asList(parameters));
    RowType type = plan.root().operator().outputType();
    ZSetBuilder result = new ZSetBuilder();
    Cursor cursor = run.input(plan.root()).open();
    while (cursor.next()) {
      result.add(cursor.row(), cursor.weight());
    }
    List<String> rows = new ArrayList<>();
    result
        .build()
        .forEach(
            (row, weight) -> {
              List<String> cells = new ArrayList<>();
              for (int i = 0; i < plan.visibleColumns(); i++) {
                cells.add(text(type.get(row, i), type, i));
              }
              for (long copy = 0; copy < weight; copy++) {
                rows.add(String.join("|", cells));
              }
            });
    rows.sort(null);
    return rows;
  }

  private static String text(@Nullable Object cell, RowType type, int column) {
    if (cell == null) {
      return "NULL";
    }
    if (cell instanceof Boolean truth) {
      return truth ? "t" : "f";
    }
    return switch (type.column(column).type()) {
      case DATE -> LocalDate.ofEpochDay((Long) cell).toString();
      case DECIMAL -> number((BigDecimal) cell);
      case REAL, DOUBLE -> number(BigDecimal.valueOf((Double) cell));
      default -> cell.toString();
    };
  }

  private static String number(BigDecimal value) {
    BigDecimal rounded = value.setScale(COMPARED_DIGITS, RoundingMode.HALF_UP);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** One run of a plan. */
  private final class Run implements EvaluateContext {
    private final List<@Nullable Object> parameters;

    Run(List<@Nullable Object> parameters) {
      this.parameters = parameters;
    }

    Input input(PlanNode node) {
      List<Input> inputs = node.inputs().stream().map(this::input).toList();
      return () -> node.operator().evaluate(this, inputs);
    }

    @Override
    public EvaluationFrame frame(RowType rowType) {
      return new EvaluationFrame(rowType, parameters, StatementValues.NONE);
    }

    @Override
    public RelationReader relation(int relationId) {
      return new MemoryRelation(
          catalog.require(relationId), contents.getOrDefault(relationId, ZSet.EMPTY));
    }

    @Override
    public void checkCanceled() {}
  }

  private record MemoryRelation(Relation relation, ZSet rows) implements RelationReader {
    @Override
    public RowType rowType() {
      return relation.rowType();
    }

    @Override
    public List<Integer> columnIds() {
      return relation.columnIds();
    }

    @Override
    public Cursor scan() {
      return new Cursor() {
        private int at = -1;

        @Override
        public boolean next() {
          return ++at < rows.size();
        }

        @Override
        public byte[] row() {
          return rows.row(at);
        }

        @Override
        public long weight() {
          return rows.weight(at);
        }
      };
    }

    @Override
    public Optional<ArrangementReader> arrangement(KeyFormat key) {
      return Optional.empty();
    }

    @Override
    public long estimatedRows() {
      return rows.size();
    }
  }
}
