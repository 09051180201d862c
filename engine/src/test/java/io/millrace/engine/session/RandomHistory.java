package io.millrace.engine.session;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random transactions over three small tables: a(id, g, v, s) with a primary key, b(g, w, t)
 * without one, c(k, x, d) with decimals and doubles. Keys are few, so rows meet, repeat and go.
 */
final class RandomHistory {
  /** What a history must contain to prove anything. */
  enum Event {
    INSERT,
    DUPLICATE,
    NULL,
    UPDATE_MOVES_GROUP,
    UPDATE_VALUE,
    UPDATE_KEY,
    DELETE,
    DELETE_ALL,
    INSERT_FROM_SELF,
    SEVERAL_TABLES,
    ROLLBACK,
    SAVEPOINT,
    FAILING_STATEMENT
  }

  static final String TABLES =
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, g INTEGER, v INTEGER, s VARCHAR(10));
      CREATE TABLE b (g INTEGER, w INTEGER, t VARCHAR(10));
      CREATE TABLE c (k INTEGER, x DECIMAL(10,2), d DOUBLE PRECISION);
      CREATE INDEX b_g ON b (g);
      """;

  private static final int KEYS = 6;
  private static final int IDS = 40;

  private final Random random;
  private final Map<Event, Integer> events = new EnumMap<>(Event.class);

  RandomHistory(long seed) {
    this.random = new Random(seed);
  }

  /** How often each event was generated. */
  Map<Event, Integer> events() {
    return events;
  }

  /** The next transaction: one auto-commit statement, or BEGIN … COMMIT or ROLLBACK. */
  List<String> transaction() {
    List<String> statements = new ArrayList<>();
    if (random.nextInt(3) > 0) {
      statements.add(statement());
      return statements;
    }
    statements.add("BEGIN");
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      if (random.nextInt(8) == 0) {
        happened(Event.SAVEPOINT);
        statements.add("SAVEPOINT s" + i);
        statements.add(statement());
        statements.add("ROLLBACK TO SAVEPOINT s" + i);
      } else {
        statements.add(statement());
      }
    }
    if (count > 2) {
      happened(Event.SEVERAL_TABLES);
    }
    boolean rollback = random.nextInt(6) == 0;
    if (rollback) {
      happened(Event.ROLLBACK);
    }
    statements.add(rollback ? "ROLLBACK" : "COMMIT");
    return statements;
  }

  private String statement() {
    return switch (random.nextInt(16)) {
      case 0, 1, 2 -> insertA();
      case 3, 4, 5 -> insertB();
      case 6, 7 -> insertC();
      case 8 -> happened(Event.UPDATE_MOVES_GROUP, "UPDATE a SET g = " + key() + where("a"));
      case 9 -> happened(Event.UPDATE_MOVES_GROUP, "UPDATE b SET g = " + key() + where("b"));
      case 10 -> happened(Event.UPDATE_VALUE, "UPDATE b SET w = w + 1, t = " + text() + where("b"));
      case 11 -> happened(Event.UPDATE_VALUE, "UPDATE c SET x = x * 2, d = d / 3" + where("c"));
      case 12 -> happened(Event.DELETE, "DELETE FROM a" + where("a"));
      case 13 -> happened(Event.DELETE, "DELETE FROM b" + where("b"));
      case 14 -> happened(Event.DELETE, "DELETE FROM c" + where("c"));
      default -> rare();
    };
  }

  private String rare() {
    return switch (random.nextInt(6)) {
      case 0 ->
          happened(
              Event.DELETE_ALL, "DELETE FROM " + List.of("a", "b", "c").get(random.nextInt(3)));
      case 1 ->
          happened(
              Event.INSERT_FROM_SELF,
              "INSERT INTO b SELECT g, w, t FROM b WHERE w = " + random.nextInt(8));
      case 2 -> happened(Event.UPDATE_KEY, "UPDATE a SET id = id + 1 WHERE id > " + (IDS - 3));
      case 3 ->
          happened(Event.FAILING_STATEMENT, "INSERT INTO a SELECT id, g, v, s FROM a WHERE id < 9");
      case 4 ->
          happened(
              Event.FAILING_STATEMENT,
              "UPDATE b SET w = w / (w - w) WHERE g = " + random.nextInt(4));
      default ->
          happened(
              Event.UPDATE_MOVES_GROUP,
              "UPDATE a SET g = (SELECT MAX(w) FROM b) WHERE v > " + random.nextInt(9));
    };
  }

  private String insertA() {
    return happened(
        Event.INSERT,
        "INSERT INTO a VALUES ("
            + random.nextInt(IDS)
            + ", "
            + key()
            + ", "
            + number()
            + ", "
            + text()
            + ")");
  }

  private String insertB() {
    String row = "(" + key() + ", " + number() + ", " + text() + ")";
    if (random.nextInt(4) == 0) {
      happened(Event.DUPLICATE);
      row = row + ", " + row;
    }
    return happened(Event.INSERT, "INSERT INTO b VALUES " + row);
  }

  private String insertC() {
    String x = random.nextInt(6) == 0 ? "NULL" : random.nextInt(200) + "." + random.nextInt(99);
    String d =
        random.nextInt(6) == 0 ? "NULL" : random.nextInt(9) + "e" + (random.nextInt(40) - 20);
    return happened(Event.INSERT, "INSERT INTO c VALUES (" + key() + ", " + x + ", " + d + ")");
  }

  private String where(String table) {
    String column = table.equals("a") ? "g" : table.equals("b") ? "g" : "k";
    return switch (random.nextInt(4)) {
      case 0 -> " WHERE " + column + " IS NULL";
      case 1 ->
          " WHERE " + column + " IN (" + random.nextInt(KEYS) + ", " + random.nextInt(KEYS) + ")";
      default -> " WHERE " + column + " = " + random.nextInt(KEYS);
    };
  }

  private String key() {
    return orNull(String.valueOf(random.nextInt(KEYS)));
  }

  private String number() {
    return orNull(String.valueOf(random.nextInt(10) - 2));
  }

  private String text() {
    return orNull("'" + "xyz".charAt(random.nextInt(3)) + "'");
  }

  private String orNull(String value) {
    if (random.nextInt(6) == 0) {
      happened(Event.NULL);
      return "NULL";
    }
    return value;
  }

  private void happened(Event event) {
    events.merge(event, 1, Integer::sum);
  }

  private String happened(Event event, String statement) {
    happened(event);
    return statement;
  }
}
