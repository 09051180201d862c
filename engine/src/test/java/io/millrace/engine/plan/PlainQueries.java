package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes random queries over the tables of numbers, most of them of plain shape. */
final class PlainQueries {
  private static final List<String> INTEGERS = List.of("a", "b", "e", "big");
  private static final List<String> NUMBERS = List.of("a", "b", "e", "d");

  /** Some of them are names of columns, too. */
  private static final List<String> ALIASES = List.of("y1", "y2", "y3", "a", "B");

  private final Random random;
  private final List<String> aliases = new ArrayList<>();

  /** The columns that numbers are computed from. */
  private List<String> leaves = INTEGERS;

  PlainQueries(Random random) {
    this.random = random;
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** A query of up to three tables. */
  String query() {
    return switch (random.nextInt(5)) {
      case 4 -> setOperation(2);
      case 0 -> grouped();
      case 1 -> oneIn(3) ? ofConstants() : ofTables();
      default -> ofTables();
    };
  }

  private String ofTables() {
    String from = from();
    leaves = any(List.of(INTEGERS, NUMBERS));
    List<String> items = new ArrayList<>();
    for (int more = 1 + random.nextInt(3); more > 0; more--) {
      items.add(item());
    }
    String list = oneIn(5) ? "*" : String.join(", ", items);
    String where = oneIn(2) ? "" : " WHERE " + condition(2);
    String order = oneIn(4) ? " ORDER BY " + orderedBy(items.size()) : "";
    return "SELECT " + any(List.of("", "", "DISTINCT ", "ALL ")) + list + from + where + order;
  }

  private String setOperation(int depth) {
    if (depth == 0) {
      String from = from();
      leaves = INTEGERS;
      String where = oneIn(2) ? "" : " WHERE " + condition(1);
      String list = oneIn(8) ? "*" : any(List.of("a", "b", "e", "s", "b AS a", "b, a", "a, b"));
      return "SELECT " + any(List.of("", "DISTINCT ")) + list + from + where;
    }
    String operator = any(List.of(" UNION ", " INTERSECT ", " EXCEPT "));
    String right = setOperation(oneIn(4) ? 1 : 0);
    return setOperation(random.nextInt(depth + 1))
        + operator
        + (oneIn(3) ? "ALL " : "")
        + (oneIn(8) ? "(" + right + ")" : right);
  }

  private String orderedBy(int items) {
    return oneIn(3) ? any(List.of("y1", "a", "b", "e")) : String.valueOf(1 + random.nextInt(items));
  }

  private String ofConstants() {
    leaves = List.of();
    List<String> items = new ArrayList<>();
    boolean grouped = oneIn(3);
    for (int more = 1 + random.nextInt(3); more > 0; more--) {
      items.add(grouped ? aggregated(1) : number(random.nextInt(3)));
    }
    leaves = INTEGERS;
    return "SELECT " + any(List.of("", "DISTINCT ", "ALL ")) + String.join(", ", items);
  }

  private String grouped() {
    String from = from();
    leaves = any(List.of(INTEGERS, NUMBERS));
    List<String> keys = new ArrayList<>();
    for (int more = random.nextInt(3); more > 0; more--) {
      keys.add(column(List.of("a", "b", "e", "s")));
    }
    List<String> items = new ArrayList<>();
    for (int more = 1 + random.nextInt(3); more > 0; more--) {
      String item = !keys.isEmpty() && oneIn(3) ? any(keys) : aggregated(2);
      items.add(oneIn(2) ? item : item + " AS " + any(ALIASES));
    }
    String where = oneIn(2) ? "" : " WHERE " + condition(1);
    String by = keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys);
    String order = oneIn(4) ? " ORDER BY " + orderedBy(items.size()) : "";
    String distinct = any(List.of("", "", "DISTINCT ", "ALL "));
    return "SELECT " + distinct + String.join(", ", items) + from + where + by + order;
  }

  private String aggregated(int depth) {
    if (depth > 0 && oneIn(2)) {
      String operator = any(List.of(" + ", " - ", " * "));
      return oneIn(3)
          ? "- " + aggregated(depth - 1)
          : aggregated(depth - 1) + operator + any(List.of(aggregated(depth - 1), "12", "7"));
    }
    String function = any(List.of("COUNT", "SUM", "MIN", "MAX", "AVG"));
    return oneIn(5)
        ? "COUNT(*)"
        : function + "(" + any(List.of("", "", "DISTINCT ", "ALL ")) + number(1) + ")";
  }

  private String from() {
    List<String> tables = new ArrayList<>();
    aliases.clear();
    for (int more = oneIn(3) ? 2 + random.nextInt(2) : 1; more > 0; more--) {
      String table = oneIn(6) ? "keyed" : "numbers_" + (1 + random.nextInt(3));
      String alias = oneIn(2) ? table : "x" + more;
      if (!aliases.contains(alias)) {
        aliases.add(alias);
        tables.add(alias.equals(table) ? table : table + any(List.of(" AS ", " ")) + alias);
      }
    }
    return " FROM " + String.join(any(List.of(", ", " CROSS JOIN ")), tables);
  }

  private String item() {
    String value = oneIn(8) ? column(List.of("s", "d")) : number(2);
    return oneIn(2) ? value : value + any(List.of(" AS ", " ")) + any(ALIASES);
  }

  private String column(List<String> names) {
    if (leaves.isEmpty()) {
      return "12";
    }
    String name = any(names);
    return aliases.size() == 1 && oneIn(2) ? name : any(aliases) + "." + name;
  }

  private String number(int depth) {
    if (depth == 0 || oneIn(3)) {
      return oneIn(2) && !leaves.isEmpty()
          ? column(leaves)
          : any(List.of("7", "12", "(40)", "2147483647", "0", "1", "3000000000"));
    }
    String left = number(depth - 1);
    String right = number(depth - 1);
    return switch (random.nextInt(13)) {
      case 0 -> "- " + left;
      case 1 -> "+ " + left;
      case 2 -> "CAST(NULL AS INTEGER)";
      case 3 -> "CAST(" + left + " AS INTEGER)";
      case 4 -> "ABS(" + left + ")";
      case 5 -> "COALESCE(" + left + ", " + right + ", " + number(0) + ")";
      case 6 -> "NULLIF(" + left + ", " + right + ")";
      case 7 -> searchedCase(depth);
      case 8 ->
          "CASE " + left + " WHEN " + right + " THEN 1 WHEN 5 THEN " + number(0) + " ELSE 3 END";
      case 9 -> "- - " + left;
      default -> "(" + left + any(List.of(" + ", " - ", " * ", " / ")) + right + ")";
    };
  }

  private String searchedCase(int depth) {
    String otherwise = any(List.of("", " ELSE NULL", " ELSE " + number(depth - 1)));
    String first = " WHEN " + condition(0) + " THEN " + number(depth - 1);
    return "CASE" + first + " WHEN " + condition(0) + " THEN 4" + otherwise + " END";
  }

  private String condition(int depth) {
    if (depth > 0 && !oneIn(3)) {
      String operator = any(List.of(" AND ", " OR "));
      List<String> parts = new ArrayList<>();
      for (int more = 2 + random.nextInt(2); more > 0; more--) {
        parts.add(condition(depth - 1));
      }
      String chain = "(" + String.join(operator, parts) + ")";
      return oneIn(5) ? "NOT " + chain : chain;
    }
    String left = number(1);
    String right = oneIn(8) ? "NULL" : number(1);
    String test =
        switch (random.nextInt(10)) {
          case 0 -> left + " IS NULL";
          case 1 -> left + " IS NOT NULL";
          case 2 -> left + " BETWEEN " + right + " AND " + number(1);
          case 3 -> left + " NOT BETWEEN " + right + " AND " + number(0);
          case 4 -> column(INTEGERS) + any(List.of(" IN ", " NOT IN ")) + "(3, 4, 5)";
          case 6 -> left + any(List.of(" IN (", " NOT IN (")) + right + ", " + number(0) + ")";
          case 5 -> membership();
          default -> left + any(List.of(" = ", " <> ", " < ", " >= ", " > ")) + right;
        };
    return oneIn(6) ? "NOT " + test : test;
  }

  private String membership() {
    String value = column(List.of("a", "b", "e", "s"));
    String member = any(List.of("a", "b", "e", "s"));
    String where =
        any(List.of("", " WHERE a > 3", " WHERE (a > 3)", " WHERE 3 < a", " WHERE d < 2"));
    String in = any(List.of(" IN ", " IN ", " NOT IN "));
    return value
        + in
        + "(SELECT "
        + member
        + " FROM numbers_"
        + (1 + random.nextInt(3))
        + where
        + ")";
  }
}
