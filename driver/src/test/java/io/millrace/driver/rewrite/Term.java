package io.millrace.driver.rewrite;

/**
 * An expression over the tables of a {@link Select}. Immutable.
 *
 * @param text a column of the table at position n is written {@code {n}.name}
 */
record Term(String text, Domain domain, boolean nullable) {
  static Term column(int table, PairTables.Column column) {
    return new Term("{" + table + "}." + column.name(), column.domain(), column.nullable());
  }

  Term with(String otherText, Domain otherDomain) {
    return new Term(otherText, otherDomain, nullable);
  }
}
