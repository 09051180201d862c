package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.circuit.Ways;
import io.millrace.engine.error.DatabaseException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Joins and correlated subqueries of many shapes: the rows of PostgreSQL 15 over the same tables,
 * as a query, with every step of planning that is not needed left out, and as a view that changes
 * follow.
 *
 * <p>In {@code shapes.test} each query is a line, its rows follow indented. Those behind a {@code
 * !} fail for some tables (several rows for one value, division by zero), so they are no views
 * here.
 */
class ShapesTest {
  private static final String TABLES =
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, g INTEGER, v INTEGER, s VARCHAR(10));
      CREATE TABLE b (g INTEGER, w INTEGER, t VARCHAR(10));
      CREATE TABLE c (k INTEGER, x INTEGER);
      CREATE TABLE e (z INTEGER);
      INSERT INTO a VALUES (1,1,10,'x'),(2,1,20,'y'),(3,2,NULL,'x'),(4,2,20,NULL),(5,NULL,30,'z'),
        (6,NULL,NULL,NULL),(7,3,10,'y'),(8,4,0,'w'),(9,2,5,'q');
      INSERT INTO b VALUES (1,10,'x'),(1,10,'x'),(1,NULL,'y'),(2,20,NULL),(2,5,'q'),(NULL,30,'z'),
        (NULL,NULL,NULL),(3,10,'y'),(5,50,'x');
      INSERT INTO c VALUES (1,5),(2,15),(2,25),(NULL,NULL),(4,40),(9,-1);
      """;

  /** Rows come, go, move between groups and repeat; a side is emptied and filled again. */
  private static final List<String> CHANGES =
      List.of(
          "INSERT INTO b VALUES (4, 7, 'w'), (2, 20, NULL), (2, NULL, 'y')",
          "UPDATE a SET g = 3 WHERE id IN (1, 6)",
          "BEGIN; DELETE FROM c WHERE k = 2; INSERT INTO b VALUES (3, 10, 'y');"
              + " UPDATE a SET v = v + 5 WHERE g = 2; COMMIT",
          "INSERT INTO e VALUES (1), (4), (NULL)",
          "DELETE FROM b",
          "INSERT INTO c VALUES (3, 12), (1, 5), (NULL, 4)",
          "INSERT INTO b VALUES (1, 15, 'x'), (3, 12, 'y'), (3, 10, 'y'), (NULL, 5, 'z')",
          "DELETE FROM a WHERE g IS NULL OR g = 3",
          "UPDATE b SET w = NULL WHERE g = 3",
          "DELETE FROM c WHERE k IS NULL",
          "DELETE FROM e",
          "DELETE FROM a");

  private record Shape(String sql, boolean fails, List<String> rows) {}

  private static final List<Shape> SHAPES = new ArrayList<>();

  @BeforeAll
  static void read() throws IOException {
    InputStream file = ShapesTest.class.getResourceAsStream("shapes.test");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("  ")) {
          SHAPES.get(SHAPES.size() - 1).rows().add(line.substring(2));
        } else if (!line.isBlank()) {
          boolean fails = line.startsWith("! ");
          SHAPES.add(new Shape(fails ? line.substring(2) : line, fails, new ArrayList<>()));
        }
      }
    }
  }

  /** As PostgreSQL prints them. */
  private static List<String> rows(SqlSession db, String sql) {
    return db.rows(sql).stream()
        .map(row -> row.replace("null", "NULL").replace("true", "t").replace("false", "f"))
        .map(row -> row.replace(',', '|'))
        .sorted()
        .toList();
  }

  private static List<String> differences(SqlSession db) {
    List<String> differences = new ArrayList<>();
    for (Shape shape : SHAPES) {
      List<String> expected = shape.rows().stream().sorted().toList();
      try {
        List<String> rows = rows(db, shape.sql());
        if (!rows.equals(expected)) {
          differences.add(shape.sql() + " gives " + rows + " instead of " + expected);
        }
      } catch (DatabaseException e) {
        differences.add(shape.sql() + " fails: " + e.getMessage());
      }
    }
    return differences;
  }

  @Test
  void queriesGiveTheRowsOfTheQueryAsWritten() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(TABLES);

      assertThat(SHAPES).hasSizeGreaterThan(200);
      assertThat(differences(db)).isEmpty();
    }
  }

  @Test
  void plansWithoutAnyOptionalStepGiveTheSame() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(TABLES);
      db.one("SET optimizer = 'off'");

      // A condition no longer keeps rows from a subquery that fails for them.
      assertThat(differences(db)).allMatch(difference -> difference.contains(" fails: "));
      assertThat(differences(db)).hasSizeLessThan(5);
    }
  }

  private static List<Shape> views() {
    return SHAPES.stream().filter(shape -> !shape.fails()).toList();
  }

  @Test
  void viewsFollowEveryChange() {
    followEveryChange(SqlSession.memory(), views());
  }

  @Test
  void theyDoWithEveryArrangementScanned() {
    followEveryChange(SqlSession.memory(Ways.SCAN), views());
  }

  /** Some, each in a database of its own: a view that shares what it keeps is only ticked. */
  @Test
  void theyDoWhenFilledAnewAtEveryChange() {
    List<Shape> views = views();
    for (int i = 0; i < views.size(); i += 10) {
      followEveryChange(SqlSession.memory(Ways.REFILL), views.subList(i, i + 1));
    }
  }

  private static void followEveryChange(SqlSession session, List<Shape> views) {
    try (SqlSession db = session) {
      db.run(TABLES);
      for (int i = 0; i < views.size(); i++) {
        String sql = views.get(i).sql();
        db.one("CREATE INCREMENTAL MATERIALIZED VIEW v" + i + columns(db, sql) + " AS " + sql);
      }
      db.one("SET rewrite = 'off'");
      for (String change : CHANGES) {
        db.run(change);
        for (int i = 0; i < views.size(); i++) {
          assertThat(db.rows("SELECT * FROM v" + i))
              .as("%s after %s", views.get(i).sql(), change)
              .isEqualTo(db.rows(views.get(i).sql()));
        }
      }
    }
  }

  private static String columns(SqlSession db, String sql) {
    List<String> names = new ArrayList<>();
    db.session().prepare(sql).columns().forEach(column -> names.add("c" + names.size()));
    return " (" + String.join(", ", names) + ")";
  }
}
