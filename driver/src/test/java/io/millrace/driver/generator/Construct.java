package io.millrace.driver.generator;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The constructs of SQL that are generated, each with a query over {@code probe(k INTEGER, v
 * INTEGER, s VARCHAR(10))} that says whether a database has it, so that what is built later comes
 * in by itself.
 */
enum Construct {
  INNER_JOIN("SELECT a.k FROM probe AS a JOIN probe AS b ON a.k = b.k AND a.v < b.v"),
  LEFT_JOIN("SELECT a.k FROM probe AS a LEFT JOIN probe AS b ON a.k = b.k AND a.v < b.v"),
  RIGHT_JOIN("SELECT a.k FROM probe AS a RIGHT JOIN probe AS b ON a.k = b.k AND a.v < b.v"),
  FULL_JOIN("SELECT a.k FROM probe AS a FULL JOIN probe AS b ON a.k = b.k"),
  CROSS_JOIN("SELECT a.k FROM probe AS a CROSS JOIN probe AS b"),
  COMMA_JOIN("SELECT a.k FROM probe AS a, probe AS b WHERE a.k = b.k"),
  NATURAL_JOIN(
      "SELECT k FROM (SELECT k, v FROM probe) AS a NATURAL JOIN (SELECT k, s FROM probe) AS b"),
  USING_JOIN("SELECT k FROM probe AS a FULL JOIN (SELECT k FROM probe) AS b USING (k)"),
  JOIN_WITHOUT_EQUALITY("SELECT a.k FROM probe AS a LEFT JOIN probe AS b ON a.k < b.k"),
  JOIN_WITH_OR("SELECT a.k FROM probe AS a LEFT JOIN probe AS b ON a.k = b.k OR a.v = b.v"),
  JOIN_NULL_SAFE("SELECT a.k FROM probe AS a JOIN probe AS b ON a.k IS NOT DISTINCT FROM b.k"),
  JOIN_WITH_SUBQUERY(
      "SELECT a.k FROM probe AS a JOIN probe AS b"
          + " ON a.k = b.k AND EXISTS (SELECT 1 FROM probe AS c WHERE c.k = a.v)"),
  NESTED_JOIN(
      "SELECT a.k FROM probe AS a LEFT JOIN (probe AS b JOIN probe AS c ON b.k = c.k)"
          + " ON a.k = b.k"),
  SELF_JOIN("SELECT a.k FROM probe AS a JOIN probe AS b ON a.k = b.v"),
  LATERAL(
      "SELECT a.k, l.m FROM probe AS a,"
          + " LATERAL (SELECT MAX(b.v) AS m FROM probe AS b WHERE b.k = a.k) AS l"),
  LEFT_LATERAL(
      "SELECT a.k, l.v FROM probe AS a LEFT JOIN"
          + " LATERAL (SELECT b.v FROM probe AS b WHERE b.k = a.k) AS l ON TRUE"),
  DERIVED_TABLE("SELECT a.n FROM (SELECT k + 1 AS n FROM probe) AS a"),
  VALUES("SELECT a.x FROM (VALUES (1, 'a'), (2, 'b')) AS a (x, y)"),
  UNNEST("SELECT p.k, u.x FROM probe AS p, UNNEST(ARRAY[p.k, p.v]) AS u (x)"),
  UNNEST_WITH_ORDINALITY(
      "SELECT p.k, u.x, u.n FROM probe AS p, UNNEST(ARRAY[p.k, p.v]) WITH ORDINALITY AS u (x, n)"),
  LEFT_UNNEST("SELECT p.k, u.x FROM probe AS p LEFT JOIN UNNEST(ARRAY[p.k]) AS u (x) ON TRUE"),
  UNNEST_IN_SUBQUERY(
      "SELECT k FROM probe WHERE k IN (SELECT u.x FROM UNNEST(ARRAY[probe.k, probe.v]) AS u (x))"),
  ARRAY(
      "SELECT ARRAY[k, v] || ARRAY[v] AS a, (ARRAY[k, v])[1] AS e, CARDINALITY(ARRAY[k]) AS n"
          + " FROM probe"),
  ASOF_JOIN(
      "SELECT a.k FROM probe AS a ASOF JOIN probe AS b MATCH_CONDITION a.v >= b.v ON a.k = b.k"),
  LEFT_ASOF_JOIN(
      "SELECT a.k FROM probe AS a LEFT ASOF JOIN probe AS b MATCH_CONDITION a.v < b.v ON a.k = b.k"),
  CTE("WITH w AS (SELECT k, v FROM probe) SELECT a.k FROM w AS a JOIN w AS b ON a.k = b.v"),
  EXISTS("SELECT k FROM probe WHERE EXISTS (SELECT 1 FROM probe AS b WHERE b.v = probe.k)"),
  NOT_EXISTS("SELECT k FROM probe WHERE NOT EXISTS (SELECT 1 FROM probe b WHERE b.v = probe.k)"),
  IN_QUERY("SELECT k FROM probe WHERE k IN (SELECT v FROM probe)"),
  NOT_IN_QUERY("SELECT k FROM probe WHERE k NOT IN (SELECT v FROM probe)"),
  ROW_IN_QUERY("SELECT k FROM probe WHERE (k, v) IN (SELECT v, k FROM probe)"),
  ROW_NOT_IN_QUERY("SELECT k FROM probe WHERE (k, v) NOT IN (SELECT v, k FROM probe)"),
  QUANTIFIED("SELECT k FROM probe WHERE k > ALL (SELECT v FROM probe)"),
  SCALAR_SUBQUERY(
      "SELECT k, (SELECT MAX(b.v) FROM probe AS b WHERE b.k = probe.k) AS m FROM probe"),
  SCALAR_SUBQUERY_OF_ROW(
      "SELECT k, (SELECT b.v FROM probe AS b WHERE b.k = probe.k ORDER BY b.v LIMIT 1) AS m"
          + " FROM probe"),
  SUBQUERY_IN_HAVING(
      "SELECT k FROM probe GROUP BY k HAVING COUNT(*) > (SELECT COUNT(*) FROM probe AS b"
          + " WHERE b.v = probe.k)"),
  /** A column of the enclosing query in the select list or HAVING of a grouped subquery. */
  OUTER_COLUMN_IN_GROUPED(
      "SELECT k FROM probe WHERE k IN (SELECT probe.v + b.k FROM probe AS b GROUP BY b.k)"),
  UNION("SELECT k FROM probe UNION SELECT v FROM probe"),
  UNION_ALL("SELECT k FROM probe UNION ALL SELECT v FROM probe"),
  INTERSECT("SELECT k FROM probe INTERSECT SELECT v FROM probe"),
  INTERSECT_ALL("SELECT k FROM probe INTERSECT ALL SELECT v FROM probe"),
  EXCEPT("SELECT k FROM probe EXCEPT SELECT v FROM probe"),
  EXCEPT_ALL("SELECT k FROM probe EXCEPT ALL SELECT v FROM probe"),
  /** In FROM, behind a parenthesis that opens twice. */
  ORDERED_SET_OPERATION(
      "SELECT r.k FROM ((SELECT k FROM probe) UNION (SELECT v FROM probe) ORDER BY k LIMIT 2) AS r"),
  DISTINCT("SELECT DISTINCT k FROM probe"),
  ORDER_LIMIT("SELECT k FROM probe ORDER BY k LIMIT 2"),
  WITH_TIES("SELECT k FROM probe ORDER BY v FETCH FIRST 2 ROWS WITH TIES"),
  DISTINCT_ON(
      "SELECT DISTINCT ON (c1) c1, c2 FROM (SELECT k AS c1, v AS c2 FROM probe) AS r"
          + " ORDER BY c1, c2"),
  OFFSET("SELECT k FROM probe ORDER BY k LIMIT 2 OFFSET 1"),
  GROUP_BY("SELECT k, COUNT(*) AS n FROM probe GROUP BY k"),
  GROUP_BY_EXPRESSION("SELECT k + 1 AS j, COUNT(*) AS n FROM probe GROUP BY k + 1"),
  SCALAR_AGGREGATE("SELECT COUNT(*) AS n, SUM(v) AS s FROM probe"),
  HAVING("SELECT k FROM probe GROUP BY k HAVING COUNT(*) > 1"),
  ROLLUP("SELECT k, v, COUNT(*) AS n FROM probe GROUP BY ROLLUP (k, v)"),
  CUBE("SELECT k, v, COUNT(*) AS n FROM probe GROUP BY CUBE (k, v)"),
  GROUPING_SETS("SELECT k, v, COUNT(*) AS n FROM probe GROUP BY GROUPING SETS ((k), (v, k), ())"),
  /** Several parts, which multiply. */
  MIXED_GROUPING_SETS("SELECT k, v, COUNT(*) AS n FROM probe GROUP BY k, ROLLUP (v, s)"),
  NESTED_GROUPING_SETS(
      "SELECT k, v, COUNT(*) AS n FROM probe GROUP BY GROUPING SETS (ROLLUP (k, v), CUBE (s))"),
  GROUPING("SELECT k, GROUPING(k) AS g FROM probe GROUP BY ROLLUP (k)"),
  COUNT("SELECT COUNT(k) AS n FROM probe"),
  SUM("SELECT SUM(k) AS n FROM probe"),
  AVG("SELECT AVG(k) AS n FROM probe"),
  MIN_MAX("SELECT MIN(k) AS n, MAX(s) AS x FROM probe"),
  VARIANCE("SELECT VAR_POP(k) AS n, STDDEV_SAMP(v) AS x FROM probe"),
  BOOL_AND_OR("SELECT BOOL_AND(k > 0) AS n, BOOL_OR(v > 0) AS x FROM probe"),
  BIT_AGGREGATE("SELECT BIT_AND(k) AS n, BIT_XOR(v) AS x FROM probe"),
  AGGREGATE_DISTINCT("SELECT COUNT(DISTINCT k) AS n, SUM(DISTINCT v) AS x FROM probe"),
  AGGREGATE_FILTER("SELECT COUNT(*) FILTER (WHERE v > 1) AS n FROM probe"),
  STRING_AGG("SELECT k, STRING_AGG(s, ',' ORDER BY s) AS l FROM probe GROUP BY k"),
  ORDERED_STRING_AGG("SELECT k, STRING_AGG(s, ',' ORDER BY v DESC, s) AS l FROM probe GROUP BY k"),
  ARRAY_AGG("SELECT k, ARRAY_AGG(v ORDER BY v DESC) AS l FROM probe GROUP BY k"),
  PERCENTILE(
      "SELECT PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY s) AS m,"
          + " PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY v DESC) AS q FROM probe"),
  MODE("SELECT MODE() WITHIN GROUP (ORDER BY v) AS m FROM probe"),
  ANY_VALUE("SELECT k, ANY_VALUE(v) AS a FROM probe GROUP BY k"),
  ARG_MIN_MAX("SELECT ARG_MIN(s, v) AS a, ARG_MAX(k, v) AS b FROM probe"),
  /** ARG_MIN keeps PostgreSQL out, which rounds at every step. */
  PAIR_AGGREGATE("SELECT CORR(k, v) AS c, REGR_SLOPE(k, v) AS r, ARG_MIN(k, v) AS a FROM probe"),
  ROW_NUMBER("SELECT k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v, s) AS n FROM probe"),
  TOP_PER_GROUP(
      "SELECT k, v FROM (SELECT k, v, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS n"
          + " FROM probe) AS r WHERE n <= 2"),
  RANK("SELECT k, RANK() OVER (PARTITION BY k ORDER BY v) AS n FROM probe"),
  WINDOW_AGGREGATE("SELECT k, SUM(v) OVER (PARTITION BY k ORDER BY v, s) AS n FROM probe"),
  WINDOW_FRAME(
      "SELECT k, COUNT(v) OVER (PARTITION BY k ORDER BY v, s"
          + " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS n FROM probe"),
  WINDOW_RANGE(
      "SELECT k, COUNT(v) OVER (PARTITION BY k ORDER BY v"
          + " RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS n FROM probe"),
  WINDOW_GROUPS(
      "SELECT k, COUNT(v) OVER (PARTITION BY k ORDER BY v"
          + " GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS n FROM probe"),
  WINDOW_EXCLUDE(
      "SELECT k, COUNT(v) OVER (PARTITION BY k ORDER BY v"
          + " GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES) AS n FROM probe"),
  WINDOW_FILTER("SELECT k, COUNT(*) FILTER (WHERE v > 1) OVER (PARTITION BY k) AS n FROM probe"),
  WINDOW_MIN_MAX("SELECT k, MIN(s) OVER (PARTITION BY k ORDER BY v) AS n FROM probe"),
  WINDOW_AVG("SELECT k, AVG(v) OVER (PARTITION BY k) AS n FROM probe"),
  NTILE("SELECT k, NTILE(2) OVER (PARTITION BY k ORDER BY v, s) AS n FROM probe"),
  PERCENT_RANK(
      "SELECT k, PERCENT_RANK() OVER (ORDER BY v) AS n, CUME_DIST() OVER (ORDER BY v) AS m"
          + " FROM probe"),
  NTH_VALUE("SELECT k, NTH_VALUE(v, 2) OVER (PARTITION BY k ORDER BY v, s) AS n FROM probe"),
  IGNORE_NULLS(
      "SELECT k, LAG(v, 1) IGNORE NULLS OVER (PARTITION BY k ORDER BY v, s) AS n FROM probe"),
  SEVERAL_WINDOWS(
      "SELECT k, SUM(v) OVER (PARTITION BY k) AS n, RANK() OVER (ORDER BY v) AS m FROM probe"),
  WINDOW_OVER_GROUPS("SELECT k, SUM(SUM(v)) OVER (ORDER BY k) AS n FROM probe GROUP BY k"),
  LAG_LEAD("SELECT k, LAG(v) OVER (PARTITION BY k ORDER BY v, s) AS n FROM probe"),
  FIRST_LAST("SELECT k, FIRST_VALUE(v) OVER (PARTITION BY k ORDER BY v, s) AS n FROM probe"),
  /** The window's order names columns that are not selected. */
  DISTINCT_WINDOW(
      "SELECT DISTINCT LAG(v) OVER (PARTITION BY k ORDER BY v, s) AS n FROM probe"
          + " ORDER BY n LIMIT 2"),
  WINDOW_BELOW_HAVING(
      "SELECT k FROM probe GROUP BY k HAVING k IN (SELECT n FROM (SELECT b.v, ROW_NUMBER() OVER"
          + " (PARTITION BY b.k ORDER BY b.v, b.s) AS n FROM probe AS b) AS r WHERE n <= 2)"),
  QUALIFY("SELECT k FROM probe QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY v, s) = 1"),
  CASE("SELECT CASE WHEN k > 1 THEN v ELSE 0 END AS n, CASE k WHEN 1 THEN 2 END AS x FROM probe"),
  COALESCE("SELECT COALESCE(k, v, 0) AS n FROM probe"),
  NULLIF("SELECT NULLIF(k, 0) AS n FROM probe"),
  CAST("SELECT CAST(k AS VARCHAR(10)) AS n FROM probe"),
  LIKE("SELECT k FROM probe WHERE s LIKE 'a%' OR s NOT LIKE '_'"),
  BETWEEN("SELECT k FROM probe WHERE k BETWEEN 1 AND 2 OR k NOT BETWEEN 3 AND 4"),
  IN_LIST("SELECT k FROM probe WHERE k IN (1, 2) OR k NOT IN (3, 4)"),
  IS_DISTINCT("SELECT k FROM probe WHERE k IS DISTINCT FROM v"),
  IS_TRUTH("SELECT k FROM probe WHERE (k > 1) IS NOT TRUE OR (k > v) IS UNKNOWN"),
  TEXT_FUNCTION("SELECT UPPER(s) || TRIM(s) || SUBSTRING(s FROM 1 FOR 1) AS n FROM probe"),
  DATE_FUNCTION("SELECT EXTRACT(YEAR FROM DATE '2024-02-29') + k AS n FROM probe"),
  DIVISION("SELECT k / NULLIF(v, 0) AS n, MOD(k, 3) AS m FROM probe"),
  /** What may divide by zero, overflow, or find two rows where there must be one. */
  FAILING("SELECT 1 / k AS n, 2147483647 + v AS m FROM probe");

  private final String probe;

  Construct(String probe) {
    this.probe = probe;
  }

  /** The constructs whose probe this accepts. */
  static Set<Construct> accepted(Predicate<String> accepts) {
    Set<Construct> accepted = EnumSet.noneOf(Construct.class);
    for (Construct construct : values()) {
      if (accepts.test(construct.probe)) {
        accepted.add(construct);
      }
    }
    return accepted;
  }
}
