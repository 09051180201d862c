package io.millrace.engine.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.DatabaseException;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RexAggregatesTest {
  private static final SqlExpressions SQL =
      new SqlExpressions(
          List.of("I", "N", "F", "B", "S"),
          RowType.of(
              ColumnType.of(CellType.INTEGER).notNull(),
              ColumnType.of(CellType.INTEGER),
              ColumnType.of(CellType.DOUBLE),
              ColumnType.of(CellType.BOOLEAN),
              ColumnType.varchar(-1)),
          1L,
          null,
          null,
          null,
          null);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          COUNT(*)             | COUNT(*)
          COUNT(I)             | COUNT(*)
          COUNT(N)             | COUNT($0)
          COUNT(DISTINCT I)    | COUNT(DISTINCT $0)
          SUM(N)               | SUM($0)
          AVG(F)               | AVG($0)
          MIN(S)               | MIN($0)
          MAX(DISTINCT S)      | MAX($0)
          STDDEV_POP(F)        | STDDEV_POP($0)
          STDDEV(F)            | STDDEV_SAMP($0)
          VAR_SAMP(F)          | VAR_SAMP($0)
          EVERY(B)             | BOOL_AND($0)
          BOOL_OR(B)           | BOOL_OR($0)
          BIT_AND(I)           | BIT_AND($0)
          BIT_XOR(I)           | BIT_XOR($0)
          ANY_VALUE(S)         | ANY_VALUE($0)
          SINGLE_VALUE(N)      | SINGLE_VALUE($0)
          COUNT(N, F)          | COUNT($0, $1)
          COUNT(N, I)          | COUNT($0)
          COUNT(DISTINCT N, I) | COUNT(DISTINCT $0, $1)
          COVAR_SAMP(N, F)     | COVAR_SAMP($0, $1)
          REGR_COUNT(N, F)     | COUNT($0, $1)
          REGR_COUNT(N, I)     | COUNT($0)
          MODE(S)              | MODE($0)
          LISTAGG(S)           | STRING_AGG($0, ',')
          LISTAGG(S, S)        | STRING_AGG($0, $0)
          ARG_MIN(S, N)        | ARG_MIN($0, $1)
          SUM(DISTINCT N)      | SUM(DISTINCT $0)
          ARRAY_AGG(N)         | ARRAY_AGG($0)
          """)
  void callsBecomeOurs(String sql, String expected) {
    assertThat(SQL.aggregate(sql)).hasToString(expected);
  }

  @Test
  void whatIsNotThereIsNamed() {
    assertThatThrownBy(() -> SQL.aggregate("COLLECT(I)"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("COLLECT");
  }

  @Test
  void aListIsOrderedWithinItsGroup() {
    assertThat(SQL.aggregate("LISTAGG(S, '-') WITHIN GROUP (ORDER BY N DESC, I, S NULLS FIRST, F)"))
        .hasToString("STRING_AGG($0, $1 ORDER BY $2 DESC, $3, $0 NULLS FIRST, $4)");
  }

  @Test
  void aDistinctListIsOrderedByItsArgumentsAlone() {
    assertThatThrownBy(() -> SQL.aggregate("LISTAGG(DISTINCT S) WITHIN GROUP (ORDER BY N)"))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.sqlState()).isEqualTo("42P10"));
    assertThat(SQL.aggregate("LISTAGG(DISTINCT S) WITHIN GROUP (ORDER BY S DESC)"))
        .hasToString("STRING_AGG(DISTINCT $0, ',' ORDER BY $0 DESC)");
  }
}
