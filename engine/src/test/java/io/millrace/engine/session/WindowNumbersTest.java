package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.DatabaseException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Offsets of frames, LAG and LEAD, and the numbers of NTH_VALUE and NTILE, as PostgreSQL has them.
 */
final class WindowNumbersTest {
  private final SqlSession db = SqlSession.memory();

  @BeforeEach
  void createTable() {
    db.run(
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY, g INTEGER, v INTEGER, n INTEGER NOT NULL);
        INSERT INTO a VALUES (1, 1, 10, 1), (2, 1, 20, 2), (3, 1, NULL, 3), (4, 2, 40, 1),
          (5, NULL, 50, 2);
        """);
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static String query(String call) {
    int over = call.indexOf(" OVER ");
    return "SELECT " + (over < 0 ? call + " OVER (ORDER BY id)" : call) + " FROM a ORDER BY id";
  }

  private static @Nullable Object[] numbers(@Nullable String text) {
    return text == null
        ? new @Nullable Object[0]
        : Arrays.stream(text.split(",", -1))
            .map(number -> number.equals("null") ? null : Long.valueOf(number))
            .toArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          SUM(v) OVER (ORDER BY id ROWS BETWEEN ? PRECEDING AND ? FOLLOWING) ; 1,0 ; 10 30 20 40 90
          SUM(v) OVER (ORDER BY id ROWS ? + 1 PRECEDING)         ; 0    ; 10 30 20 40 90
          SUM(v) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND ? FOLLOWING) ; 2 ; 30 60 90 90 50
          SUM(v) OVER (ORDER BY id ROWS ? PRECEDING EXCLUDE CURRENT ROW) ; 2 ; null 10 30 20 40
          SUM(v) OVER (ORDER BY id GROUPS ? PRECEDING)           ; 1    ; 10 30 20 40 90
          SUM(v) OVER (ORDER BY id RANGE CAST(? AS INTEGER) PRECEDING) ; 2 ; 10 30 30 60 90
          SUM(v) OVER (ORDER BY id DESC RANGE CAST(? AS INTEGER) PRECEDING) ; 1 ; 30 20 40 90 50
          SUM(v) OVER (ORDER BY id ROWS 1 + 1 PRECEDING)         ;      ; 10 30 30 60 90
          SUM(v) OVER (ORDER BY id ROWS BETWEEN 2 * 1 FOLLOWING AND 10 FOLLOWING) ; ; 90 90 50 null null
          SUM(v) OVER (ORDER BY id GROUPS BETWEEN 2 - 1 FOLLOWING AND 1 FOLLOWING) ; ; 20 null 40 50 null
          SUM(v) OVER (ORDER BY id ROWS ? PRECEDING)             ; 9223372036854775807 ; 10 30 30 70 120
          LAG(v, ?)                                              ; 2    ; null null 10 20 null
          LAG(v, ?, ?)                                           ; 2,7  ; 7 7 10 20 null
          LAG(v, CAST(? AS INTEGER), 7)                          ; null ; null null null null null
          LAG(v, g)                                              ;      ; null 10 20 20 null
          LEAD(v, n - 1, -1)                                     ;      ; 10 null 50 40 -1
          LEAD(v, g - 1) IGNORE NULLS                            ;      ; 10 20 null 50 null
          LAG(v, NULL, 7)                                        ;      ; null null null null null
          NTH_VALUE(v, n)                                        ;      ; 10 20 null 10 20
          NTH_VALUE(v, g) IGNORE NULLS                           ;      ; 10 10 10 20 null
          NTH_VALUE(v, ?)                                        ; 2    ; null 20 20 20 20
          FIRST_VALUE(id) OVER (ORDER BY id ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING) ; ; 3 4 5 null null
          LAST_VALUE(n) OVER (ORDER BY id ROWS BETWEEN 4 FOLLOWING AND 2 FOLLOWING) ; ; null null null null null
          LAG(id, CAST(? AS BIGINT)) ; -9223372036854775808 ; null null null null null
          LEAD(id, CAST(? AS BIGINT)) ; -9223372036854775808 ; null null null null null
          NTILE(?)                                               ; 2    ; 1 1 1 2 2
          NTILE(n + 1)                                           ;      ; 1 1 1 2 2
          NTILE(NULL)                                            ;      ; null null null null null
          NTILE(g + 1) OVER (PARTITION BY g ORDER BY id)         ;      ; 1 1 2 1 null
          """)
  void aNumberIsAnExpressionOrAParameter(String call, @Nullable String numbers, String expected) {
    assertThat(String.join(" ", db.ordered(query(call), numbers(numbers)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          SUM(v) OVER (ORDER BY id ROWS ? PRECEDING)           ; null ; 22013 ; NULL
          SUM(v) OVER (ORDER BY id ROWS ? PRECEDING)           ; -1   ; 22013 ; -1
          SUM(v) OVER (ORDER BY id GROUPS ? PRECEDING)         ; -1   ; 22013 ; -1
          SUM(v) OVER (ORDER BY id RANGE CAST(? AS INTEGER) PRECEDING) ; -1 ; 22013 ; -1
          SUM(v) OVER (ORDER BY id RANGE CAST(? AS INTEGER) PRECEDING) ; null ; 22013 ; NULL
          SUM(v) OVER (ORDER BY id ROWS 1 - 2 PRECEDING)       ;      ; 22013 ; -1
          SUM(v) OVER (ORDER BY id ROWS NULL PRECEDING)        ;      ; 22013 ; column 38
          SUM(v) OVER (ORDER BY id RANGE NULL PRECEDING)       ;      ; 22013 ; column 39
          SUM(v) OVER (ORDER BY id ROWS g PRECEDING)           ;      ; 0A000 ; column in the offset
          SUM(v) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND g FOLLOWING) ; ; 0A000 ; column
          NTILE(?)                                             ; 0    ; 22014 ; 0 buckets
          NTILE(n - 1)                                         ;      ; 22014 ; 0 buckets
          NTILE(0)                                             ;      ; 22014 ; column 8
          NTH_VALUE(v, n - 1)                                  ;      ; 22016 ; number 0
          NTH_VALUE(v, ?)                                      ; -1   ; 22016 ; number -1
          LAG(v, 1.5)                                          ;      ; 0A000 ; integer
          """)
  void aNumberThatMakesNoSenseIsRefused(
      String call, @Nullable String numbers, String sqlState, String message) {
    assertThatThrownBy(() -> db.ordered(query(call), numbers(numbers)))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo(sqlState))
        .hasMessageContaining(message);
  }

  /** From one infinity to beyond the other is everywhere; NaN is above all numbers. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          CURRENT ROW AND CAST('Infinity' AS DOUBLE) FOLLOWING ; 4 3 2 1 1
          CAST('Infinity' AS DOUBLE) PRECEDING AND CURRENT ROW ; 1 2 3 4 1
          1 PRECEDING AND 1 FOLLOWING                          ; 1 2 2 1 1
          """)
  void aFrameReachesFromInfinityToInfinity(String bounds, String counts) {
    db.run(
        """
        CREATE TABLE d (x DOUBLE PRECISION);
        INSERT INTO d VALUES (0), (1);
        INSERT INTO d VALUES (CAST('Infinity' AS DOUBLE)), (CAST('-Infinity' AS DOUBLE)),
          (CAST('NaN' AS DOUBLE));
        """);
    String query =
        "SELECT COUNT(*) OVER (ORDER BY x RANGE BETWEEN " + bounds + ") AS c FROM d ORDER BY x";

    assertThat(String.join(" ", db.ordered(query))).isEqualTo(counts);
  }

  @Test
  void aViewFollowsNumbersInColumnsAndRefusesWhatTheyCannotBe() {
    String query =
        "SELECT id, LAG(v, g, -1) OVER (ORDER BY id) AS l, LEAD(v, n) OVER (ORDER BY id) AS e,"
            + " NTH_VALUE(v, n) OVER (ORDER BY id) AS h, NTILE(n) OVER (ORDER BY id) AS t FROM a";
    db.one("CREATE INCREMENTAL MATERIALIZED VIEW w AS " + query);

    for (String change :
        new String[] {
          "INSERT INTO a VALUES (0, 3, 5, 3)",
          "UPDATE a SET g = NULL WHERE id = 3",
          "UPDATE a SET n = 5, g = -2 WHERE id = 2",
          "DELETE FROM a WHERE id IN (0, 4)",
          "INSERT INTO a VALUES (9, 2, 9, 1), (8, 1, NULL, 4)"
        }) {
      db.one(change);
      assertThat(db.rows("SELECT * FROM w")).as(change).isEqualTo(db.rows(query));
    }

    assertThat(db.failure("UPDATE a SET n = 0 WHERE id = 9")).isEqualTo("22016");
    assertThat(db.failure("INSERT INTO a VALUES (-1, 1, 1, 0)")).startsWith("2201");
    assertThat(db.rows("SELECT * FROM w")).isEqualTo(db.rows(query));
  }
}
