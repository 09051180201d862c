package io.millrace.driver.generator;

import io.millrace.driver.generator.Schema.Column;
import io.millrace.driver.generator.Schema.Table;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Random transactions over a schema, with few rows and few values. One thread at a time. */
final class HistoryGenerator {
  /** What a history must contain to prove anything. */
  enum Event {
    INSERT,
    DUPLICATE,
    UPDATE,
    UPDATE_TO_EXPRESSION,
    UPDATE_KEY,
    DELETE,
    DELETE_BY_CONDITION,
    DELETE_ALL,
    INSERT_FROM_QUERY,
    SEVERAL_STATEMENTS,
    EMPTY_COMMIT,
    ROLLBACK,
    SAVEPOINT
  }

  /**
   * @param statements what is run in it, SAVEPOINT and ROLLBACK TO SAVEPOINT among them
   * @param commit whether it ends in COMMIT, or else in ROLLBACK
   */
  record Transaction(List<String> statements, boolean commit) {}

  private static final int KEYS = 20;
  private static final int MOST_ROWS = 11;

  private final Choices choices;
  private final Schema schema;
  private final Map<Event, Integer> events = new EnumMap<>(Event.class);
  private final Map<String, Integer> rows = new HashMap<>();

  HistoryGenerator(Choices choices, Schema schema) {
    this.choices = choices;
    this.schema = schema;
  }

  /** How often each event was generated. */
  Map<Event, Integer> events() {
    return events;
  }

  Transaction next() {
    List<String> statements = new ArrayList<>();
    if (choices.oneIn(15)) {
      return new Transaction(happened(Event.EMPTY_COMMIT, statements), true);
    }
    int count = 1 + (choices.oneIn(2) ? choices.below(5) : 0);
    for (int i = 0; i < count; i++) {
      if (choices.oneIn(10)) {
        happened(Event.SAVEPOINT, "");
        statements.add("SAVEPOINT s" + i);
        statements.add(statement());
        statements.add("ROLLBACK TO SAVEPOINT s" + i);
      } else {
        statements.add(statement());
      }
    }
    if (count > 1) {
      happened(Event.SEVERAL_STATEMENTS, "");
    }
    boolean commit = !choices.oneIn(10);
    return new Transaction(commit ? statements : happened(Event.ROLLBACK, statements), commit);
  }

  /** A first transaction with rows in every table. */
  Transaction first() {
    List<String> statements = new ArrayList<>();
    for (Table table : schema.tables()) {
      for (int i = 0; i < 3; i++) {
        statements.add(insert(table));
      }
    }
    return new Transaction(statements, true);
  }

  private String statement() {
    Table table = choices.of(schema.tables());
    if (rows.getOrDefault(table.name(), 0) > MOST_ROWS) {
      return shrink(table);
    }
    Options<String> options = new Options<>(choices);
    options.add(8, () -> insert(table));
    options.add(4, () -> update(table));
    options.add(3, () -> delete(table));
    options.add(1, () -> updateToExpression(table));
    options.add(1, () -> deleteByCondition(table));
    options.addIf(table.key(), 1, () -> updateKey(table));
    options.add(1, () -> insertFromQuery(table));
    return options.choose();
  }

  private String shrink(Table table) {
    rows.put(table.name(), MOST_ROWS / 2);
    if (choices.oneIn(3)) {
      rows.put(table.name(), 0);
      return happened(Event.DELETE_ALL, "DELETE FROM " + table.name());
    }
    String column = table.columns().get(0).name();
    int bound = choices.below(KEYS);
    return happened(
        Event.DELETE,
        "DELETE FROM %s WHERE %s >= %d OR %s IS NULL"
            .formatted(table.name(), column, table.key() ? bound : bound % 4, column));
  }

  private String insert(Table table) {
    List<String> values = new ArrayList<>();
    int count = 1 + choices.below(3);
    for (int i = 0; i < count; i++) {
      values.add(row(table));
    }
    if (!table.key() && choices.oneIn(4)) {
      happened(Event.DUPLICATE, "");
      values.add(values.get(0));
    }
    rows.merge(table.name(), values.size(), Integer::sum);
    return happened(
        Event.INSERT, "INSERT INTO " + table.name() + " VALUES " + String.join(", ", values));
  }

  private String row(Table table) {
    List<String> cells = new ArrayList<>();
    for (Column column : table.columns()) {
      boolean isKey = table.key() && cells.isEmpty();
      cells.add(isKey ? String.valueOf(choices.below(KEYS)) : value(column));
    }
    return "(" + String.join(", ", cells) + ")";
  }

  private String value(Column column) {
    return column.nullable() && choices.oneIn(6) ? "NULL" : column.kind().value(choices);
  }

  private Column changeable(Table table) {
    return table.columns().get(1 + choices.below(table.columns().size() - 1));
  }

  private String update(Table table) {
    Column column = changeable(table);
    return happened(
        Event.UPDATE,
        "UPDATE %s SET %s = %s%s"
            .formatted(table.name(), column.name(), value(column), where(table)));
  }

  private String updateToExpression(Table table) {
    Column column = changeable(table);
    QueryGenerator parts = parts();
    String expression =
        parts.expressions().of(column.kind(), table.source().scope(table.name(), null), 2);
    return happened(
        Event.UPDATE_TO_EXPRESSION,
        "UPDATE %s SET %s = %s%s".formatted(table.name(), column.name(), expression, where(table)));
  }

  private String updateKey(Table table) {
    return happened(
        Event.UPDATE_KEY,
        "UPDATE %s SET a = a + %d WHERE a >= %d"
            .formatted(table.name(), 1 + choices.below(2), choices.below(KEYS)));
  }

  private String delete(Table table) {
    rows.merge(table.name(), -1, Integer::sum);
    return happened(Event.DELETE, "DELETE FROM " + table.name() + where(table));
  }

  private String deleteByCondition(Table table) {
    String condition = parts().predicates().of(table.source().scope(table.name(), null), 2);
    return happened(
        Event.DELETE_BY_CONDITION, "DELETE FROM " + table.name() + " WHERE " + condition);
  }

  private String insertFromQuery(Table table) {
    rows.merge(table.name(), 4, Integer::sum);
    List<Kind> kinds = table.columns().stream().map(Column::kind).toList();
    QueryGenerator.Query query = parts().query(kinds, null, 1);
    return happened(
        Event.INSERT_FROM_QUERY,
        "INSERT INTO %s SELECT * FROM (%s) AS q ORDER BY 1 LIMIT 4"
            .formatted(table.name(), query.sql()));
  }

  private String where(Table table) {
    Column column = choices.of(table.columns());
    if (choices.oneIn(5)) {
      return " WHERE " + column.name() + " IS NULL";
    }
    return " WHERE " + column.name() + " = " + column.kind().value(choices);
  }

  private QueryGenerator parts() {
    return new QueryGenerator(
        new Generation(
            choices,
            Dialect.MILLRACE,
            EnumSet.of(
                Construct.CASE,
                Construct.COALESCE,
                Construct.IN_QUERY,
                Construct.NOT_EXISTS,
                Construct.SCALAR_SUBQUERY,
                Construct.SCALAR_AGGREGATE,
                Construct.MIN_MAX,
                Construct.COUNT,
                Construct.SUM,
                Construct.BOOL_AND_OR,
                Construct.LEFT_JOIN,
                Construct.INNER_JOIN,
                Construct.UNION_ALL),
            schema.sources(),
            6));
  }

  private <T> T happened(Event event, T what) {
    events.merge(event, 1, Integer::sum);
    return what;
  }
}
