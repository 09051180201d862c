package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worked examples of the theory, whose numbers must come out exactly. */
class WorkedExamplesTest {
  private static final String E1_TABLES =
      """
      CREATE TABLE orders (customer VARCHAR(5), product VARCHAR(5), amount INTEGER);
      CREATE TABLE tags (product VARCHAR(5), tag VARCHAR(5));
      INSERT INTO orders VALUES ('a','p',10), ('a','p',10), ('a','p',30), ('b','q',5);
      INSERT INTO tags VALUES ('p','hot'), ('p','hot'), ('p','sale'), ('q','sale');
      """;
  private static final String E1_QUERY =
      "SELECT o.customer, t.tag, o.amount FROM orders o JOIN tags t ON o.product = t.product";
  private static final String E1_CHANGE =
      """
      DELETE FROM orders WHERE amount = 10;
      INSERT INTO orders VALUES ('a','p',10), ('a','p',20), ('c','r',7);
      DELETE FROM tags WHERE tag = 'hot';
      INSERT INTO tags VALUES ('p','hot'), ('p','sale'), ('r','sale');
      """;
  private static final List<String> E1_AFTER =
      List.of(
          "a,hot,10",
          "a,hot,20",
          "a,hot,30",
          "a,sale,10",
          "a,sale,10",
          "a,sale,20",
          "a,sale,20",
          "a,sale,30",
          "a,sale,30",
          "b,sale,5",
          "c,sale,7");

  @Test
  void bothSidesOfAJoinChangeInOneTransactionE1() {
    try (SqlSession db = SqlSession.memory()) {
      checkE1(db);
    }
  }

  private static void checkE1(SqlSession db) {
    db.run(E1_TABLES);
    db.run("CREATE INCREMENTAL MATERIALIZED VIEW v AS " + E1_QUERY);
    assertThat(db.rows("SELECT * FROM v"))
        .containsExactly(
            "a,hot,10",
            "a,hot,10",
            "a,hot,10",
            "a,hot,10",
            "a,hot,30",
            "a,hot,30",
            "a,sale,10",
            "a,sale,10",
            "a,sale,30",
            "b,sale,5");
    assertThat(db.rows("SELECT COUNT(*), SUM(amount) FROM v")).containsExactly("10,155");

    db.run("BEGIN");
    db.run(E1_CHANGE);
    assertThat(db.rows("SELECT * FROM v")).as("before commit").isEqualTo(E1_AFTER);
    db.run("COMMIT");

    assertThat(db.rows("SELECT * FROM v")).isEqualTo(E1_AFTER);
    assertThat(db.rows("SELECT COUNT(*), SUM(amount) FROM v")).containsExactly("11,192");
  }

  @Test
  void aFileDatabaseHoldsE1BeforeAndAfterReopening(@TempDir Path folder) {
    try (SqlSession db = SqlSession.file(folder.resolve("db"))) {
      checkE1(db);
    }
    try (SqlSession db = SqlSession.file(folder.resolve("db"))) {
      assertThat(db.rows("SELECT * FROM v")).isEqualTo(E1_AFTER);
      db.run("INSERT INTO tags VALUES ('q', 'new')");
      assertThat(db.rows("SELECT * FROM v")).contains("b,new,5").hasSize(12);
    }
  }

  @Test
  void bothPartnersDeletedAtOnceLeaveNothingE2() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(
          """
          CREATE TABLE r (k INTEGER);
          CREATE TABLE s (k INTEGER);
          INSERT INTO r VALUES (1);
          INSERT INTO s VALUES (1);
          CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT r.k FROM r JOIN s ON r.k = s.k;
          """);
      assertThat(db.rows("SELECT * FROM v")).containsExactly("1");

      db.run("BEGIN; DELETE FROM r; DELETE FROM s; COMMIT");

      assertThat(db.rows("SELECT * FROM v")).isEmpty();
    }
  }

  @Test
  void aSelfJoinGrowsByItsSquareE3() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(
          """
          CREATE TABLE t (x INTEGER);
          INSERT INTO t VALUES (7), (7);
          CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT a.x FROM t a JOIN t b ON a.x = b.x;
          """);
      assertThat(db.rows("SELECT COUNT(*) FROM v")).containsExactly("4");

      db.run("INSERT INTO t VALUES (7)");

      assertThat(db.rows("SELECT COUNT(*) FROM v")).containsExactly("9");
    }
  }

  @Test
  void aDeltaThatDeletesWhatIsNotThereIsRefusedWholeE4() {
    try (SqlSession db = SqlSession.memory()) {
      db.run(
          """
          CREATE TABLE t (x INTEGER);
          INSERT INTO t VALUES (1);
          CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT x, COUNT(*) AS n FROM t GROUP BY x;
          """);
      long version = db.session().version();
      TableDelta twoCopies =
          new TableDelta("t", List.of(TableDelta.row(-2, 1), TableDelta.row(+1, 5)));

      assertThat(sqlState(() -> db.session().apply(version, List.of(twoCopies))))
          .isEqualTo("23000");
      assertThat(sqlState(() -> db.session().apply(version - 1, List.of()))).isEqualTo("40001");
      assertThat(db.session().version()).isEqualTo(version);
      assertThat(db.rows("SELECT * FROM t")).containsExactly("1");
      assertThat(db.rows("SELECT * FROM v")).containsExactly("1,1");

      TableDelta move = new TableDelta("t", List.of(TableDelta.row(-1, 1), TableDelta.row(+2, 5)));
      assertThat(db.session().apply(version, List.of(move))).isEqualTo(version + 1);
      assertThat(db.session().apply(version + 1, List.of())).isEqualTo(version + 2);
      assertThat(db.rows("SELECT * FROM v")).containsExactly("5,2");
    }
  }

  private static String sqlState(Runnable action) {
    try {
      action.run();
      return "none";
    } catch (io.millrace.engine.error.DatabaseException e) {
      return e.sqlState();
    }
  }
}
