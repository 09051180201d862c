package io.millrace.engine.sql;

import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/** The dialect's choices: lenient syntax, checked arithmetic. Immutable. */
public final class MillraceConformance extends SqlDelegatingConformance {
  public static final MillraceConformance INSTANCE = new MillraceConformance();

  private MillraceConformance() {
    super(SqlConformanceEnum.LENIENT);
  }

  @Override
  public boolean checkedArithmetic() {
    return true;
  }
}
