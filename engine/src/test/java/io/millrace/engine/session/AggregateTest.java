package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.DatabaseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Aggregates as they are written; those that PostgreSQL has are in {@code queries.test}. */
final class AggregateTest {
  private final SqlSession db = SqlSession.memory();

  @BeforeEach
  void createTable() {
    db.run(
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY, g INTEGER, v INTEGER, s VARCHAR(10), c CHAR(5));
        INSERT INTO a VALUES (1, 1, 10, 'b', 'q'), (2, 1, 20, 'a', 'r'), (3, 1, NULL, 'c', NULL),
          (4, 2, 20, NULL, 's'), (5, 2, 20, 'z', 't');
        """);
  }

  @AfterEach
  void close() {
    db.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      textBlock =
          """
          COUNT(v, s)                                              ; 3
          COUNT(DISTINCT v, g)                                     ; 3
          COUNT(DISTINCT (v, g))                                   ; 4
          COUNT((v, s))                                            ; 5
          COUNTIF(v > 10)                                          ; 3
          LOGICAL_AND(v > 10)                                      ; false
          LOGICAL_OR(v > 10)                                       ; true
          VAR(v)                                                   ; 25.0
          REGR_COUNT(v, g)                                         ; 4
          LISTAGG(s)                                               ; a,b,c,z
          LISTAGG(s, ' ') WITHIN GROUP (ORDER BY v DESC NULLS LAST); a z b c
          LISTAGG(DISTINCT v, '+')                                 ; 10+20
          STRING_AGG(c, '-' ORDER BY id DESC)                      ; t-s-r-q
          STRING_AGG(s, v || ',' ORDER BY id)                      ; b20,ac20,z
          STRING_AGG(s, ', ') FILTER (WHERE g = 1)                 ; a, b, c
          MODE(v)                                                  ; 20
          MODE(s)                                                  ; a
          MEDIAN(v)                                                ; 20.0
          MEDIAN(DISTINCT v)                                       ; 15.0
          PERCENTILE_CONT(v, 0.25)                                 ; 17.5
          PERCENTILE_DISC(s, 1)                                    ; z
          ARG_MIN(s, v)                                            ; b
          ARG_MAX(s, v)                                            ; a
          MIN_BY(s, v) FILTER (WHERE g = 2)                        ; z
          MAX_BY(v, s)                                             ; 20
          SUM(v ORDER BY id)                                       ; 70
          COUNT(v, s ORDER BY id DESC NULLS FIRST, g)              ; 3
          COUNT((v, s) ORDER BY v)                                 ; 5
          SUM(DISTINCT v ORDER BY v DESC)                          ; 30
          COUNT(DISTINCT v, g ORDER BY g, a.v)                     ; 3
          COVAR_POP(v, id ORDER BY s) FILTER (WHERE g = 1)         ; 2.5
          MIN(s ORDER BY (SELECT MAX(b.id) FROM a b WHERE b.g = a.g)) ; a
          LISTAGG(s, '-' ORDER BY id DESC)                         ; z-c-a-b
          LISTAGG(s ORDER BY id DESC)                              ; z,c,a,b
          LISTAGG(s ORDER BY v NULLS FIRST, s)                     ; c,b,a,z
          STRING_AGG(s, ',' ORDER BY v DESC, s)                    ; c,a,z,b
          MODE(s ORDER BY s DESC)                                  ; z
          MEDIAN(v ORDER BY id)                                    ; 20.0
          """)
  void anAggregateIsComputed(String call, String expected) {
    assertThat(db.rows("SELECT " + call + " FROM a")).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      textBlock =
          """
          COUNTIF(b.v > 0)                     ; 0
          COUNT(b.v, b.s)                      ; 0
          COUNT((b.v, b.s))                    ; 0
          COUNT(DISTINCT (b.v, b.s))           ; 0
          COUNT(DISTINCT b.v, b.s)             ; 0
          REGR_COUNT(b.v, b.g)                 ; 0
          COUNT(*) FILTER (WHERE b.v > 0)      ; 0
          STRING_AGG(b.s, ',' ORDER BY b.v)    ; null
          MEDIAN(b.v)                          ; null
          CORR(b.v, b.g)                       ; null
          """)
  void aCorrelatedSubqueryOverNothingHasItsOneGroup(String call, String expected) {
    assertThat(
            db.rows(
                "SELECT (SELECT " + call + " FROM a b WHERE b.g = a.g + 5) FROM a WHERE id = 1"))
        .containsExactly(expected);
    assertThat(db.rows("SELECT " + call + " FROM a b WHERE FALSE")).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      textBlock =
          """
          PERCENTILE_CONT(1.5) WITHIN GROUP (ORDER BY v)           ; 22023 ; 1.5 is not a valid fraction (line 1, column 24)
          PERCENTILE_CONT(-0.5) WITHIN GROUP (ORDER BY v)          ; 22023 ; (line 1, column 24)
          PERCENTILE_CONT(1e999999999) WITHIN GROUP (ORDER BY v)   ; 22023 ; 1E+999999999
          PERCENTILE_CONT(1e-999999999) WITHIN GROUP (ORDER BY v)  ; 22023 ; 1E-999999999
          PERCENTILE_CONT(v) WITHIN GROUP (ORDER BY v)             ; 0A000 ; (line 1, column 24)
          PERCENTILE_CONT(?) WITHIN GROUP (ORDER BY v)             ; 0A000 ; (line 1, column 24)
          PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY v, g)        ; 42000 ; takes one expression
          PERCENTILE_DISC(0.5)                                     ; 42000 ; no WITHIN GROUP (line 1, column 8)
          MEDIAN(DATE '2024-01-01')                                ; 42883 ; MEDIAN
          MODE()                                                   ; 42883 ; MODE
          STRING_AGG(DISTINCT s, ',' ORDER BY v)                   ; 42P10 ; STRING_AGG with DISTINCT
          STRING_AGG(s, ',' ORDER BY nope)                         ; 42703 ; nope
          STRING_AGG(s, ',' ORDER BY MAX(v))                       ; 42803 ; aggregate
          MODE() WITHIN GROUP (ORDER BY nope)                      ; 42703 ; nope
          AVG(v) WITHIN DISTINCT (g)                               ; 0A000 ; WITHIN DISTINCT
          ARG_MIN(s)                                               ; 42883 ; ARG_MIN
          SUM(DISTINCT v ORDER BY g)                               ; 42P10 ; SUM with DISTINCT
          SUM(v ORDER BY nope)                                     ; 42703 ; nope
          SUM(v ORDER BY MAX(id))                                  ; 42803 ; aggregate
          SUM(v ORDER BY id LIMIT 3)                               ; 42000 ; ORDER BY unexpected
          COUNT(* ORDER BY id)                                     ; 42601 ; "ORDER"
          ABS(v ORDER BY id)                                       ; 42809 ; (line 1, column 14)
          MODE(v ORDER BY id)                                      ; 0A000 ; (line 1, column 15)
          ROW_NUMBER(v ORDER BY id) OVER (ORDER BY id)             ; 42809 ; ROW_NUMBER
          SUM(v) WITHIN GROUP (ORDER BY id) OVER (ORDER BY id)     ; 0A000 ; WITHIN GROUP
          LAG(v) FILTER (WHERE v > 1) OVER (ORDER BY id)           ; 0A000 ; FILTER
          STRING_AGG(DISTINCT s, ',' ORDER BY v) OVER (ORDER BY id); 42P10 ; STRING_AGG
          """)
  void whatCannotBeComputedIsRefused(String call, String sqlState, String message) {
    assertThatThrownBy(() -> db.rows("SELECT " + call + " FROM a"))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo(sqlState))
        .hasMessageContaining(message);
  }

  @Test
  void anOrderInsideMakesNoDifferenceToGroupsAndGroupingSets() {
    String sets = " FILTER (WHERE id > 1), COUNT(s), GROUPING(g) FROM a GROUP BY ROLLUP(g)";

    assertThat(db.rows("SELECT g, SUM(v ORDER BY id DESC, s)" + sets))
        .isEqualTo(db.rows("SELECT g, SUM(v)" + sets))
        .hasSize(3);
  }

  @Test
  void aTableFunctionHasNoOrderInside() {
    assertThat(db.failure("SELECT * FROM TABLE(f(1 ORDER BY 2))")).isEqualTo("42000");
  }

  @Test
  void groupingSetsThatAreWrittenTwiceAreTwoInAView() {
    db.one(
        "CREATE INCREMENTAL MATERIALIZED VIEW w AS SELECT g, COUNTIF(v > 10) AS n, GROUP_ID() AS i,"
            + " GROUPING(g) AS q FROM a GROUP BY GROUPING SETS ((g), (g), ())"
            + " HAVING GROUPING(g) = 1 OR COUNT(*) > 2");
    assertThat(db.rows("SELECT * FROM w")).containsExactly("1,1,0,0", "1,1,1,0", "null,3,0,1");

    db.one("DELETE FROM a");

    assertThat(db.rows("SELECT * FROM w")).containsExactly("null,0,0,1");
  }

  @Test
  void aViewWhoseTextWouldBeTooLongRefusesTheCommit() {
    db.one("CREATE TABLE t (x VARCHAR)");
    db.one("CREATE INCREMENTAL MATERIALIZED VIEW w AS SELECT STRING_AGG(x, '') AS l FROM t");
    db.one("INSERT INTO t VALUES (REPEAT('x', 9000000))");

    assertThat(db.failure("INSERT INTO t VALUES (REPEAT('y', 9000000))")).isEqualTo("54000");

    assertThat(db.rows("SELECT CHAR_LENGTH(l) FROM w")).containsExactly("9000000");
    assertThat(db.rows("SELECT COUNT(*) FROM t")).containsExactly("1");
  }

  @Test
  void aFilterKeepsItsArgumentFromFailing() {
    db.one(
        "CREATE INCREMENTAL MATERIALIZED VIEW w AS SELECT SUM(100 / (v - 10)) FILTER (WHERE v > 10)"
            + " AS s, MAX(100 / (v - 10)) FILTER (WHERE v <> 10) AS m FROM a");

    assertThat(db.rows("SELECT * FROM w")).containsExactly("30,10");
  }
}
