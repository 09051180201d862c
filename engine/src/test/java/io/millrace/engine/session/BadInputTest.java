package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.error.DatabaseException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every wrong statement gets an error of its own, loses nothing and leaves the session usable. */
class BadInputTest {
  private SqlSession db;

  @BeforeEach
  void open() {
    db = SqlSession.memory();
    db.run(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, s VARCHAR(5));
        CREATE TABLE bag (x INTEGER, y INTEGER NOT NULL DEFAULT 7, CHECK (y > 0));
        CREATE TABLE priced (p DECIMAL(4, 2));
        INSERT INTO t VALUES (1, 10, 'one'), (2, 20, 'two');
        INSERT INTO bag VALUES (1, 2);
        CREATE INCREMENTAL MATERIALIZED VIEW ratio AS SELECT x / (y - 5) AS r FROM bag;
        """);
  }

  @AfterEach
  void theSessionIsUsableAndNothingIsLost() {
    assertThat(db.rows("SELECT id, n, s FROM t")).containsExactly("1,10,one", "2,20,two");
    assertThat(db.rows("SELECT x, y FROM bag")).containsExactly("1,2");
    assertThat(db.rows("SELECT r FROM ratio")).containsExactly("0");
    db.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELEC 1                                                     | 42601
          INSERT INTO t VALUES (3, 4, 'x', 5)                         | 21S01
          INSERT INTO t SELECT 3, 4, 'x', 5                           | 21S01
          SELECT (SELECT id FROM t) FROM bag                          | 21000
          CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT RANDOM() AS r FROM t | 42P17
          SELECT * FROM missing                                       | 42P01
          SELECT missing FROM t                                       | 42703
          SELECT t.id FROM t, t AS u WHERE id = 1                     | 42702
          SELECT NO_SUCH_FUNCTION(id) FROM t                          | 42883
          INSERT INTO t (id, missing) VALUES (3, 4)                   | 42703
          INSERT INTO t VALUES (3, 'abc', 'x')                        | 22018
          INSERT INTO t VALUES (3, 99999999999, 'x')                  | 22003
          INSERT INTO priced VALUES (100.00)                          | 22003
          INSERT INTO priced VALUES (1), (-100.00)                    | 22003
          INSERT INTO priced VALUES (99.995)                          | 22003
          INSERT INTO t VALUES (3, 1, 'longer than five')             | 22001
          INSERT INTO t VALUES (NULL, 1, 'x')                         | 23502
          INSERT INTO t VALUES (1, 1, 'x')                            | 23505
          INSERT INTO bag VALUES (1, NULL)                            | 23502
          INSERT INTO bag VALUES (1, -1)                              | 23514
          INSERT INTO bag VALUES (1, 5)                               | 22012
          UPDATE bag SET y = 5                                        | 22012
          UPDATE t SET id = 1                                         | 23505
          UPDATE t SET n = n / 0                                      | 22012
          UPDATE t SET n = 2147483647 + n                             | 22003
          UPDATE ratio SET r = 1                                      | 42809
          DELETE FROM missing                                         | 42P01
          CREATE TABLE t (x INTEGER)                                  | 42P07
          CREATE TABLE u (x INTEGER, X INTEGER)                       | 42701
          CREATE TABLE u (x INTEGER, PRIMARY KEY (y))                 | 42703
          CREATE INDEX i ON t (missing)                               | 42703
          DROP TABLE bag                                              | 2BP01
          DROP TABLE missing                                          | 42P01
          DROP VIEW missing                                           | 42P01
          CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT n, n FROM t | 42701
          CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT * FROM missing | 42P01
          CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT 1 / (n - 10) AS q FROM t | 22012
          ROLLBACK TO SAVEPOINT s                                     | 3B001
          SAVEPOINT s                                                 | 25P01
          SET missing = 1                                             | 42704
          SET rewrite = 'maybe'                                       | 22023
          SELECT CAST('x' AS INTEGER) FROM t                          | 22018
          SELECT DATE '2024-02-30' FROM t                             | 22007
          """)
  void aWrongStatementHasItsOwnState(String sql, String state) {
    assertThat(db.failure(sql)).isEqualTo(state);
  }

  @Test
  void aPositionPointsAtTheWrongName() {
    DatabaseException error =
        catchThrowableOfType(DatabaseException.class, () -> db.run("SELECT id,\n  missing FROM t"));

    assertThat(error.position()).contains(new DatabaseException.Position(2, 3));
    assertThat(error.message()).contains("missing");
  }

  @Test
  void aViewThatCannotFollowRefusesTheCommitAndIsNamed() {
    assertThatThrownBy(() -> db.run("INSERT INTO bag VALUES (1, 5)"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("ratio")
        .hasMessageContaining("Division by zero");
  }

  @Test
  void aStatementNestedFiveThousandDeepIsAnErrorAndNoCrash() {
    String deep = "SELECT " + "(".repeat(5000) + "1" + ")".repeat(5000) + " FROM t";
    String sum = "SELECT 1" + " + 1".repeat(5000) + " FROM t";

    assertThat(db.failure(deep)).isIn("54001", "none");
    assertThat(db.failure(sum)).isIn("54001", "none");
  }

  @Test
  void aTextOfTenMegabytesIsStoredAndALongerRowRefused() {
    db.run("CREATE TABLE wide (s VARCHAR)");
    db.one("INSERT INTO wide VALUES (?)", "x".repeat(10 << 20));

    assertThat(db.rows("SELECT CHAR_LENGTH(s) FROM wide"))
        .containsExactly(String.valueOf(10 << 20));
    assertThatThrownBy(() -> db.one("INSERT INTO wide VALUES (?)", "x".repeat(17 << 20)))
        .isInstanceOf(DatabaseException.class)
        .extracting(e -> ((DatabaseException) e).sqlState())
        .isEqualTo("54000");
  }

  @Test
  void aTableOfAThousandColumnsWorks() {
    String columns =
        IntStream.range(0, 1000)
            .mapToObj(i -> "c" + i + " INTEGER")
            .collect(Collectors.joining(", "));
    db.run("CREATE TABLE many (" + columns + ")");
    db.run("INSERT INTO many (c0, c999) VALUES (1, 2)");

    assertThat(db.rows("SELECT c0, c500, c999 FROM many")).containsExactly("1,null,2");
  }

  @Test
  void aLoneSurrogateIsRefused() {
    assertThatThrownBy(() -> db.one("UPDATE t SET s = ?", "\ud800"))
        .isInstanceOf(DatabaseException.class)
        .extracting(e -> ((DatabaseException) e).sqlState())
        .isEqualTo("22021");
  }

  @Test
  void aMissingParameterIsSaidSo() {
    assertThatThrownBy(() -> db.one("UPDATE t SET n = ? WHERE id = ?", 1))
        .isInstanceOf(DatabaseException.class)
        .extracting(e -> ((DatabaseException) e).sqlState())
        .isEqualTo("07001");
  }

  @Test
  void aClosedSessionSaysSo() {
    SqlSession closed = SqlSession.memory();
    closed.close();

    assertThat(closed.failure("SELECT 1")).isEqualTo("08003");
  }

  @Test
  void aVolatileFunctionIsFoundInAPlainViewThatOnlyASubqueryReads() {
    db.run("CREATE VIEW lucky AS SELECT RANDOM() AS r FROM t");

    String view =
        "CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT id FROM t WHERE n IN (SELECT r FROM lucky)";

    assertThat(db.failure(view)).isEqualTo("42P17");
  }
}
