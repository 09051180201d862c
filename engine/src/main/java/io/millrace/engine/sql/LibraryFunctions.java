package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.util.SqlOperatorTables;

/** Functions of other databases that people bring along; all that we evaluate, and no others. */
final class LibraryFunctions {
  static final SqlOperatorTable TABLE =
      SqlOperatorTables.of(
          // Conditions
          SqlLibraryOperators.GREATEST_PG,
          SqlLibraryOperators.LEAST_PG,
          SqlLibraryOperators.IF,
          SqlLibraryOperators.NVL,
          SqlLibraryOperators.IFNULL,
          SqlLibraryOperators.DECODE,
          // Casts
          SqlLibraryOperators.INFIX_CAST,
          SqlLibraryOperators.TRY_CAST,
          // Text
          SqlLibraryOperators.LENGTH,
          SqlLibraryOperators.LPAD,
          SqlLibraryOperators.RPAD,
          SqlLibraryOperators.LTRIM,
          SqlLibraryOperators.RTRIM,
          SqlLibraryOperators.LEFT,
          SqlLibraryOperators.RIGHT,
          SqlLibraryOperators.REPEAT,
          SqlLibraryOperators.REVERSE,
          SqlLibraryOperators.SPLIT_PART,
          SqlLibraryOperators.STRPOS,
          SqlLibraryOperators.SUBSTR_POSTGRESQL,
          SqlLibraryOperators.TRANSLATE3,
          SqlLibraryOperators.CONCAT_FUNCTION_WITH_NULL,
          SqlLibraryOperators.CONCAT_WS,
          SqlLibraryOperators.CHR,
          SqlLibraryOperators.MD5,
          SqlLibraryOperators.STARTS_WITH,
          SqlLibraryOperators.ENDS_WITH,
          SqlLibraryOperators.ILIKE,
          SqlLibraryOperators.NOT_ILIKE,
          SqlLibraryOperators.REGEXP_LIKE,
          SqlLibraryOperators.REGEXP_REPLACE_3,
          // Numbers
          SqlLibraryOperators.LOG_POSTGRES,
          SqlLibraryOperators.LOG2,
          SqlLibraryOperators.POW,
          SqlLibraryOperators.SINH,
          SqlLibraryOperators.COSH,
          SqlLibraryOperators.TANH,
          // Arrays
          SqlLibraryOperators.ARRAY,
          SqlLibraryOperators.ARRAY_COMPACT,
          SqlLibraryOperators.ARRAY_CONCAT,
          SqlLibraryOperators.ARRAY_CONTAINS,
          SqlLibraryOperators.ARRAY_DISTINCT,
          SqlLibraryOperators.ARRAY_EXCEPT,
          SqlLibraryOperators.ARRAY_INTERSECT,
          SqlLibraryOperators.ARRAY_LENGTH,
          SqlLibraryOperators.ARRAY_MAX,
          SqlLibraryOperators.ARRAY_MIN,
          SqlLibraryOperators.ARRAY_POSITION,
          SqlLibraryOperators.ARRAY_REMOVE,
          SqlLibraryOperators.ARRAY_REPEAT,
          SqlLibraryOperators.ARRAY_REVERSE,
          SqlLibraryOperators.ARRAY_SIZE,
          SqlLibraryOperators.ARRAY_TO_STRING,
          SqlLibraryOperators.ARRAY_UNION,
          SqlLibraryOperators.ARRAYS_OVERLAP,
          SqlLibraryOperators.SORT_ARRAY,
          SqlLibraryOperators.STRING_TO_ARRAY,
          // Aggregates
          SqlLibraryOperators.BOOL_AND,
          SqlLibraryOperators.BOOL_OR,
          SqlLibraryOperators.LOGICAL_AND,
          SqlLibraryOperators.LOGICAL_OR,
          SqlLibraryOperators.COUNTIF);

  private LibraryFunctions() {}
}
