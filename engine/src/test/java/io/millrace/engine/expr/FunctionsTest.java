package io.millrace.engine.expr;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each function by rows of SQL and what it gives: a text, NULL, or an SQLSTATE. */
final class FunctionsTest {
  private static final SqlExpressions SQL =
      new SqlExpressions(
          List.of(
              "N", "I", "B", "D", "R", "F", "C", "S", "X", "DT", "TM", "TS", "TZ", "BOOL", "NB",
              "NS", "ND", "T1", "U", "EMOJI"),
          RowType.of(
              ColumnType.of(CellType.INTEGER),
              ColumnType.of(CellType.INTEGER).notNull(),
              ColumnType.of(CellType.BIGINT).notNull(),
              ColumnType.decimal(12, 2).notNull(),
              ColumnType.of(CellType.REAL).notNull(),
              ColumnType.of(CellType.DOUBLE).notNull(),
              ColumnType.character(10).notNull(),
              ColumnType.varchar(-1).notNull(),
              ColumnType.varbinary(-1).notNull(),
              ColumnType.of(CellType.DATE).notNull(),
              ColumnType.of(CellType.TIME).notNull(),
              ColumnType.of(CellType.TIMESTAMP).notNull(),
              ColumnType.of(CellType.TIMESTAMP_WITH_TIME_ZONE).notNull(),
              ColumnType.of(CellType.BOOLEAN).notNull(),
              ColumnType.of(CellType.BOOLEAN),
              ColumnType.varchar(-1),
              ColumnType.decimal(10, 3),
              ColumnType.of(CellType.TINYINT).notNull(),
              ColumnType.of(CellType.UUID).notNull(),
              ColumnType.varchar(-1).notNull()),
          null,
          2147483647L,
          9223372036854775807L,
          new BigDecimal("12.50"),
          0.5,
          -2.5,
          "abc",
          "Hello, World",
          new byte[] {1, 2, 3},
          DateTimeText.parseDate("2024-02-29"),
          DateTimeText.parseTime("23:59:59.5"),
          DateTimeText.parseTimestamp("2024-02-29 13:14:15.123456"),
          DateTimeText.parseInstant("2024-07-01 12:00:00+02:00", ZoneOffset.UTC),
          true,
          null,
          null,
          null,
          -128L,
          UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
          "a\uD83D\uDE00b");

  private static Stream<String> rows(String text) {
    return text.lines().filter(line -> !line.isBlank());
  }

  static Stream<String> arithmetic() {
    return rows(
        """
        1 + 2 => 3
        N + 1 => NULL
        I + 1 => 22003
        -I - 2 => 22003
        I * 2 => 22003
        CAST(I AS BIGINT) * 2 => 4294967294
        B + 1 => 22003
        B * B => 22003
        -(-B - 1) => 22003
        ABS(-B - 1) => 22003
        ABS(T1) => 22003
        -T1 => 22003
        7 / 2 => 3
        -7 / 2 => -3
        I / 0 => 22012
        N / 0 => NULL
        (-B - 1) / -1 => 22003
        MOD(-7, 3) => -1
        MOD(7, -3) => 1
        MOD(7, 0) => 22012
        MOD(D, 5) => 2.50
        D + 1 => 13.50
        D - 0.005 => 12.495
        D * D => 156.2500
        D * 1.005 => 12.56250
        D / 0 => 22012
        F + 1 => -1.5
        F / 0 => 22012
        1e308 * 10 => 22003
        F * 0 => 0.0
        R + R => 1.0
        ABS(F) => 2.5
        SIGN(F) => -1.0
        SIGN(D) => 1.00
        SIGN(-5) => -1
        ABS(D - 20) => 7.50
        -D => -12.50
        -F => 2.5
        +D => 12.50
        BITAND(12, 10) => 8
        BITOR(12, 10) => 14
        BITXOR(12, T1) => -116
        BITNOT(N) => NULL
        ND + 1 => NULL
        CASE WHEN I = 1 THEN 1 / 0 ELSE 7 END => 7
        CASE WHEN I > 1 THEN 1 / 0 ELSE 7 END => 22012
        I = 1 AND 1 / 0 = 1 => false
        I > 1 AND 1 / 0 = 1 => 22012
        I > 1 OR 1 / 0 = 1 => true
        """);
  }

  static Stream<String> rounding() {
    return rows(
        """
        FLOOR(D) => 12
        CEIL(D) => 13
        FLOOR(-2.1) => -3
        CEIL(-2.9) => -2
        FLOOR(F) => -3.0
        CEIL(F) => -2.0
        FLOOR(I) => 2147483647
        ROUND(D, 0) => 13.00
        ROUND(12.345, 2) => 12.350
        ROUND(-12.345, 2) => -12.350
        ROUND(1250, -2) => 1300
        ROUND(I, -1) => 22003
        ROUND(F) => -2.0
        ROUND(1.005e0, 2) => 1.01
        ROUND(F, N) => NULL
        TRUNCATE(-12.389, 2) => -12.380
        TRUNCATE(F, 0) => -2.0
        TRUNCATE(1999, -3) => 1000
        """);
  }

  static Stream<String> mathematics() {
    return rows(
        """
        POWER(2, 10) => 1024.0
        POWER(2, -1) => 0.5
        POWER(0, -1) => 22023
        POWER(-8, 0.5) => 22023
        POWER(10, 400) => 22003
        SQRT(16) => 4.0
        SQRT(-1) => 22023
        CBRT(27) => 3.0
        EXP(0) => 1.0
        EXP(1000) => 22003
        LN(1) => 0.0
        LN(0) => 22023
        LOG10(1000) => 3.0
        LOG10(-1) => 22023
        SIN(0) => 0.0
        COS(0) => 1.0
        TAN(0) => 0.0
        COT(0) => 22023
        ASIN(2) => 22023
        ACOS(1) => 0.0
        ATAN(0) => 0.0
        ATAN2(0, 1) => 0.0
        PI => 3.141592653589793
        DEGREES(0) => 0.0
        SIN(N) => NULL
        SINH(0) => 0.0
        """);
  }

  static Stream<String> text() {
    return rows(
        """
        'a ' || 'b' => a b
        C || '!' => abc!
        S || N => NULL
        UPPER(S) => HELLO, WORLD
        LOWER(S) => hello, world
        UPPER('stra\u00dfe') => STRASSE
        UPPER(NS) => NULL
        INITCAP('hELLO wORLD') => Hello World
        CHAR_LENGTH(C) => 3
        CHAR_LENGTH('a  ') => 3
        CHAR_LENGTH(EMOJI) => 3
        LENGTH(NS) => NULL
        OCTET_LENGTH(EMOJI) => 6
        OCTET_LENGTH(X) => 3
        SUBSTRING(S FROM 8) => World
        SUBSTRING(S FROM 1 FOR 5) => Hello
        SUBSTRING(S FROM -2 FOR 5) => He
        SUBSTRING(S FROM 100) =>
        SUBSTRING(S FROM 1 FOR -1) => 22023
        SUBSTRING(EMOJI FROM 3) => b
        SUBSTRING(EMOJI FROM 2 FOR 1) => \uD83D\uDE00
        SUBSTRING(S FROM N) => NULL
        TRIM('  a b  ') => a b
        TRIM(LEADING 'x' FROM 'xxaxx') => axx
        TRIM(TRAILING 'x' FROM 'xxaxx') => xxa
        TRIM(BOTH 'x' FROM NS) => NULL
        '[' || LTRIM('  a ') || ']' => [a ]
        '[' || RTRIM('  a ') || ']' => [  a]
        POSITION('o' IN S) => 5
        POSITION('o' IN S FROM 6) => 9
        POSITION('zz' IN S) => 0
        POSITION('' IN S) => 1
        POSITION('b' IN EMOJI) => 3
        REPLACE(S, 'l', 'LL') => HeLLLLo, WorLLd
        REPLACE(S, '', 'x') => Hello, World
        REPLACE(S, 'l', NS) => NULL
        OVERLAY(S PLACING 'J' FROM 1) => Jello, World
        OVERLAY(S PLACING '' FROM 6 FOR 7) => Hello
        OVERLAY(S PLACING 'J' FROM 0) => 22023
        "LEFT"(S, 5) => Hello
        "LEFT"(S, -7) => Hello
        "RIGHT"(S, 5) => World
        "RIGHT"(S, -7) => World
        "RIGHT"(S, 0) =>
        REPEAT('ab', 3) => ababab
        REPEAT('ab', -1) =>
        REPEAT('ab', 2000000000) => 22001
        REVERSE(EMOJI) => b\uD83D\uDE00a
        LPAD('7', 3, '0') => 007
        LPAD('abcd', 2) => ab
        RPAD('ab', 5, 'xy') => abxyx
        RPAD('ab', -1) =>
        ASCII('A') => 65
        ASCII('') => 0
        CHR(128512) => \uD83D\uDE00
        CHR(-1) => 22023
        CONCAT('a', NS, 'b') => ab
        CONCAT_WS('-', 'a', NS, 'b') => a-b
        TRANSLATE('12345', '143', 'ax') => a2x5
        SPLIT_PART('a,b,c', ',', 2) => b
        SPLIT_PART('a,b,c', ',', -1) => c
        MD5('abc') => 900150983cd24fb0d6963f7d28e17f72
        STARTS_WITH(S, 'Hell') => true
        """);
  }

  static Stream<String> patterns() {
    return rows(
        """
        S LIKE 'Hello%' => true
        S LIKE '%World' => true
        S LIKE '%o%o%' => true
        S LIKE '%o%o%o%' => false
        S LIKE '_ello, W_rld' => true
        S LIKE 'hello%' => false
        S LIKE '' => false
        '' LIKE '%' => true
        S NOT LIKE 'x%' => true
        NS LIKE 'x%' => NULL
        S LIKE NS => NULL
        'a%b' LIKE 'a#%b' ESCAPE '#' => true
        'axb' LIKE 'a#%b' ESCAPE '#' => false
        'a' LIKE 'a#' ESCAPE '#' => 22023
        EMOJI LIKE 'a_b' => true
        'aaa' LIKE 'a%a' => true
        'a' LIKE 'a%a' => false
        S ILIKE 'hello%' => true
        S NOT ILIKE 'hello%' => false
        'abab' SIMILAR TO '(ab)+' => true
        'abc' SIMILAR TO 'a(b|x)_' => true
        'abc' SIMILAR TO 'b%' => false
        'a.c' SIMILAR TO 'a.c' => true
        'abc' SIMILAR TO 'a.c' => false
        'x7' SIMILAR TO '[a-z][[:DIGIT:]]' => true
        'abc' NOT SIMILAR TO '[^b]%' => false
        """);
  }

  static Stream<String> conditions() {
    return rows(
        """
        I = I => true
        N = N => NULL
        N IS NOT DISTINCT FROM NULL => true
        N IS DISTINCT FROM 1 => true
        I = 2147483647.0 => true
        D = 12.5 => true
        F < D => true
        R = 0.5 => true
        C = 'abc' => true
        C = 'abc   ' => true
        C || 'x' = 'abcx' => true
        S = 'Hello, World ' => false
        C < 'abd' => true
        DT = DATE '2024-02-29' => true
        TS > DATE '2024-02-29' => true
        DT < TS => true
        BOOL = TRUE => true
        X = X'010203' => true
        U = U => true
        NB IS NULL => true
        NB IS TRUE => false
        NB IS NOT TRUE => true
        NB IS FALSE => false
        NB IS NOT FALSE => true
        NB IS UNKNOWN => true
        BOOL IS NOT UNKNOWN => true
        BOOL AND NB => NULL
        NOT BOOL AND NB => false
        BOOL OR NB => true
        NOT NB => NULL
        I IN (1, 2147483647) => true
        I IN (1, 2) => false
        I NOT IN (1, 2) => true
        I IN (1, NULL) => NULL
        N IN (1, 2) => NULL
        D IN (12.5, 1) => true
        D <> 12.5 AND D <> 13 => false
        D > 12.4 AND D <> 13 AND D < 14 => true
        D BETWEEN 12 AND 13 => true
        D NOT BETWEEN 12 AND 13 => false
        I BETWEEN 0.5 AND 99999999999 => true
        I BETWEEN SYMMETRIC 99999999999 AND 0 => true
        C IN ('abc', 'x') => true
        C IN ('abc ', 'x   ') => true
        DT BETWEEN DATE '2024-01-01' AND DATE '2024-12-31' => true
        S > 'A' AND S <> 'B' AND S <> 'C' => true
        (I, D) = (2147483647, 12.5) => true
        COALESCE(N, I) => 2147483647
        COALESCE(NS, 'x') => x
        COALESCE(I, 1 / 0) => 2147483647
        NULLIF(I, 2147483647) => NULL
        NULLIF(I, 1) => 2147483647
        GREATEST(1, 3, 2) => 3
        LEAST('b', 'a') => a
        GREATEST(1, N) => 1
        CASE S WHEN 'x' THEN 1 WHEN 'Hello, World' THEN 2 END => 2
        CASE WHEN NB THEN 1 END => NULL
        """);
  }

  static Stream<String> casts() {
    return rows(
        """
        CAST('42' AS INTEGER) => 42
        CAST(' 42 ' AS INTEGER) => 42
        CAST('4.2' AS INTEGER) => 22018
        CAST('x' AS INTEGER) => 22018
        CAST('99999999999' AS INTEGER) => 22003
        CAST(B AS INTEGER) => 22003
        CAST(-B AS INTEGER) => 22003
        CAST(2.5 AS INTEGER) => 3
        CAST(-2.5 AS INTEGER) => -3
        CAST(F AS INTEGER) => -2
        CAST(3.5e0 AS INTEGER) => 4
        CAST(1e30 AS BIGINT) => 22003
        CAST(I AS TINYINT) => 22003
        CAST(I AS DECIMAL(12, 2)) => 2147483647.00
        CAST(I AS DECIMAL(11, 2)) => 22003
        CAST('1.005' AS DECIMAL(10, 2)) => 1.01
        CAST('1e3' AS DECIMAL(10, 2)) => 1000.00
        CAST('1e999999' AS DECIMAL(10, 2)) => 22003
        CAST('1e-999999' AS DECIMAL(10, 2)) => 0.00
        CAST(0.1e0 AS DECIMAL(38, 20)) => 0.10000000000000000000
        CAST('0.1' AS DOUBLE) => 0.1
        CAST('1e999' AS DOUBLE) => 22003
        CAST('Infinity' AS DOUBLE) => Infinity
        CAST('NaN' AS DOUBLE) => NaN
        CAST('0x10' AS DOUBLE) => 22018
        CAST('1d' AS DOUBLE) => 22018
        CAST(0.1 AS REAL) => 0.1
        CAST(1e300 AS REAL) => 22003
        CAST(D AS VARCHAR) => 12.50
        CAST(F AS VARCHAR) => -2.5
        CAST(1e23 AS VARCHAR) => 1.0E23
        CAST(123456789.0e0 AS VARCHAR) => 1.23456789E8
        CAST(0.001e0 AS VARCHAR) => 0.001
        CAST(0.00015e0 AS VARCHAR) => 1.5E-4
        CAST(100e0 AS VARCHAR) => 100.0
        CAST(R AS VARCHAR) => 0.5
        CAST(12345 AS VARCHAR(3)) => 123
        CAST(S AS CHAR(8)) => Hello, W
        CAST('a   ' AS CHAR(8)) => a
        CAST('a   ' AS CHAR(8)) || '!' => a!
        CAST(C AS VARCHAR(20)) || '!' => abc!
        CAST(TRUE AS VARCHAR) => true
        CAST('yes' AS BOOLEAN) => true
        CAST('maybe' AS BOOLEAN) => 22018
        CAST('2024-02-30' AS DATE) => 22008
        CAST('2024-2-9' AS DATE) => 2024-02-09
        CAST('20240209' AS DATE) => 22007
        CAST('0000-01-01' AS DATE) => 22008
        CAST(TS AS DATE) => 2024-02-29
        CAST(TS AS TIME) => 13:14:15.123456
        CAST(DT AS TIMESTAMP) => 2024-02-29 00:00:00
        CAST('2024-02-29T13:14' AS TIMESTAMP) => 2024-02-29 13:14:00
        CAST('2024-02-29 13:14:15.1234567' AS TIMESTAMP(6)) => 2024-02-29 13:14:15.123457
        CAST('2024-02-29 25:00:00' AS TIMESTAMP) => 22008
        CAST('12:30' AS TIME) => 12:30:00
        CAST(TS AS VARCHAR) => 2024-02-29 13:14:15.123456
        CAST(TM AS VARCHAR) => 23:59:59.5
        CAST(DT AS VARCHAR) => 2024-02-29
        CAST(TZ AS VARCHAR) => 2024-07-01 12:00:00+02
        CAST(TZ AS TIME) => 12:00:00
        CAST(TZ AS TIMESTAMP(6)) => 2024-07-01 12:00:00
        CAST(X AS VARCHAR) => \u0001\u0002\u0003
        CAST(U AS VARCHAR) => 00112233-4455-6677-8899-aabbccddeeff
        CAST('00112233445566778899AABBCCDDEEFF' AS UUID) => 00112233-4455-6677-8899-aabbccddeeff
        CAST('zz' AS UUID) => 22018
        CAST(NULL AS INTEGER) => NULL
        CAST(N AS VARCHAR) => NULL
        TRY_CAST('x' AS INTEGER) => NULL
        TRY_CAST('7' AS INTEGER) => 7
        """);
  }

  static Stream<String> dates() {
    return rows(
        """
        EXTRACT(YEAR FROM TS) => 2024
        EXTRACT(QUARTER FROM TS) => 1
        EXTRACT(MONTH FROM DT) => 2
        EXTRACT(WEEK FROM DATE '2021-01-03') => 53
        EXTRACT(ISOYEAR FROM DATE '2021-01-03') => 2020
        EXTRACT(DAY FROM TS) => 29
        EXTRACT(DOW FROM DATE '2024-03-03') => 1
        EXTRACT(ISODOW FROM DATE '2024-03-03') => 7
        EXTRACT(DOY FROM DT) => 60
        EXTRACT(CENTURY FROM DATE '2000-12-31') => 20
        EXTRACT(DECADE FROM DT) => 202
        EXTRACT(MILLENNIUM FROM DATE '2001-01-01') => 3
        EXTRACT(HOUR FROM TS) => 13
        EXTRACT(MINUTE FROM TS) => 14
        EXTRACT(SECOND FROM TS) => 15
        EXTRACT(MILLISECOND FROM TS) => 15123
        EXTRACT(MICROSECOND FROM TS) => 15123456
        EXTRACT(EPOCH FROM TIMESTAMP '1970-01-02 00:00:01') => 86401
        EXTRACT(HOUR FROM TM) => 23
        EXTRACT(HOUR FROM TZ) => 12
        EXTRACT(DAY FROM INTERVAL '3 04:05:06' DAY TO SECOND) => 3
        EXTRACT(HOUR FROM INTERVAL '3 04:05:06' DAY TO SECOND) => 4
        EXTRACT(MONTH FROM INTERVAL '1-02' YEAR TO MONTH) => 2
        FLOOR(TS TO HOUR) => 2024-02-29 13:00:00
        FLOOR(TS TO MONTH) => 2024-02-01 00:00:00
        CEIL(TS TO MONTH) => 2024-03-01 00:00:00
        CEIL(TS TO SECOND) => 2024-02-29 13:14:16
        FLOOR(DT TO QUARTER) => 2024-01-01
        FLOOR(DT TO WEEK) => 2024-02-25
        CEIL(DT TO YEAR) => 2025-01-01
        FLOOR(DATE '2024-02-01' TO MONTH) => 2024-02-01
        CEIL(DATE '2024-02-01' TO MONTH) => 2024-02-01
        FLOOR(DATE '2000-06-01' TO CENTURY) => 1901-01-01
        DT + INTERVAL '1' DAY => 2024-03-01
        DT - INTERVAL '1' YEAR => 2023-02-28
        DT + INTERVAL '1' MONTH => 2024-03-29
        INTERVAL '1' DAY + DT => 2024-03-01
        TS + INTERVAL '0.000001' SECOND(2, 6) => 2024-02-29 13:14:15.123456
        TS + INTERVAL '1 01:00:00' DAY TO SECOND => 2024-03-01 14:14:15.123456
        TS - INTERVAL '1' MONTH => 2024-01-29 13:14:15.123456
        TM + INTERVAL '1' SECOND => 00:00:00.5
        DT + INTERVAL '9999' YEAR(4) => 22008
        DT + I * INTERVAL '1' DAY => 22003
        DT + 9999999 * INTERVAL '1' DAY => 22008
        N * INTERVAL '1' DAY => NULL
        INTERVAL '1' DAY * 2 => 2 00:00:00
        INTERVAL '1' DAY / 2 => 0 12:00:00
        INTERVAL '1' DAY / 0 => 22012
        INTERVAL '1' DAY + INTERVAL '1' HOUR => 1 01:00:00
        INTERVAL '1-02' YEAR TO MONTH - INTERVAL '3' MONTH => 0-11
        -INTERVAL '1-02' YEAR TO MONTH => -1-02
        INTERVAL '1' DAY > INTERVAL '23' HOUR => true
        (DT - DATE '2024-01-01') DAY => 59 00:00:00
        (TS - TIMESTAMP '2023-03-01 00:00:00') MONTH => 0-11
        TIMESTAMPADD(MONTH, 1, TS) => 2024-03-29 13:14:15.123456
        TIMESTAMPADD(MICROSECOND, 4, TS) => 2024-02-29 13:14:15.12346
        TIMESTAMPADD(WEEK, -1, DT) => 2024-02-22
        TIMESTAMPDIFF(DAY, DATE '2024-01-01', DT) => 59
        TIMESTAMPDIFF(MONTH, DATE '2023-03-01', DT) => 11
        TIMESTAMPDIFF(YEAR, DATE '2000-02-29', DT) => 24
        TIMESTAMPDIFF(YEAR, DATE '2000-03-01', DT) => 23
        TIMESTAMPDIFF(MONTH, DATE '2024-01-15', DATE '2024-02-14') => 0
        TIMESTAMPDIFF(MONTH, DATE '2024-02-14', DATE '2024-01-15') => 0
        TIMESTAMPDIFF(MONTH, DATE '2024-01-31', DT) => 1
        TIMESTAMPDIFF(HOUR, TS, TIMESTAMP '2024-03-01 13:14:15') => 23
        LAST_DAY(DATE '2024-02-03') => 2024-02-29
        DAYNAME(DT) => Thursday
        MONTHNAME(DT) => February
        YEAR(DT) => 2024
        DAYOFWEEK(DATE '2024-03-03') => 1
        """);
  }

  static Stream<String> session() {
    return rows(
        """
        CURRENT_DATE => 2023-11-14
        CURRENT_TIMESTAMP => 2023-11-14 23:13:20.123456
        LOCALTIMESTAMP => 2023-11-14 23:13:20.123456
        LOCALTIME => 23:13:20.123456
        CURRENT_USER => ada
        USER => ada
        RAND() < 1 => true
        RAND_INTEGER(1) => 0
        """);
  }

  @ParameterizedTest
  @MethodSource({
    "arithmetic",
    "rounding",
    "mathematics",
    "text",
    "patterns",
    "conditions",
    "casts",
    "dates",
    "session"
  })
  void givesItsValueOrItsError(String row) {
    int arrow = row.indexOf(" =>");
    String sql = row.substring(0, arrow);
    String expected = row.length() > arrow + 4 ? row.substring(arrow + 4) : "";

    assertThat(SQL.evaluate(sql)).isEqualTo(expected);
  }

  @Test
  void unknownFunctionsAreNamed() {
    assertThat(SQL.evaluate("SOUNDEX(S)")).isEqualTo("0A000");
  }
}
