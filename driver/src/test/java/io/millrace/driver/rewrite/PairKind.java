package io.millrace.driver.rewrite;

/** In which way a query is derived from a view. */
enum PairKind {
  JOIN_ORDER,
  NARROWER_RANGE,
  IN_LIST,
  LIKE_PREFIX,
  IMPLIED_PREDICATE,
  TRANSITIVE_EQUALITY,
  PROJECTION,
  EXPRESSION,
  HAVING,
  DISTINCT,
  ROLLUP_OF_COUNT,
  ROLLUP_OF_SUM,
  ROLLUP_OF_LEAST,
  ROLLUP_OF_AVERAGE,
  ROLLUP_OF_VARIANCE,
  ROLLUP_OF_BITS,
  DISTINCT_KEYS,
  AGGREGATE_OF_KEY,
  FUNCTION_OF_KEY,
  TRUNCATION,
  GROUPING_SETS,
  OVER_GROUPING_SETS,
  MORE_TABLES,
  FEWER_TABLES,
  KEY_DEPENDENT,
  INNER_OF_OUTER,
  MIRRORED_OUTER,
  PART_OF_OUTER,
  SEMI_JOIN,
  WINDOW,
  TOP_ROWS,
  PART_AS_CTE,
  PART_AS_SUBQUERY,
  PART_OF_UNION,
  SEVERAL_VIEWS,
  VIEW_ON_VIEW,
  PARAMETERS,
  WIDER_FILTER(false),
  MISSING_COLUMN(false),
  OTHER_DISTINCT(false),
  EXTRA_PREDICATE(false),
  UNRELATED(false);

  private final boolean derivable;

  PairKind() {
    this(true);
  }

  PairKind(boolean derivable) {
    this.derivable = derivable;
  }

  /** Whether the view must answer the query; else it may, but is not expected to. */
  boolean isDerivable() {
    return derivable;
  }
}
