package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import java.math.BigDecimal;

/** The orders of cells that are no lists. */
enum ScalarOrder implements CellOrder {
  /** Integers of any width, dates and times, intervals: both cells are longs. */
  LONG {
    @Override
    public int compare(Object a, Object b) {
      return Long.compare((Long) a, (Long) b);
    }
  },
  DECIMAL {
    @Override
    public int compare(Object a, Object b) {
      return ((BigDecimal) a).compareTo((BigDecimal) b);
    }
  },
  /** An integer and a decimal. */
  EXACT {
    @Override
    public int compare(Object a, Object b) {
      return Numbers.decimal(a).compareTo(Numbers.decimal(b));
    }
  },
  /** Two numbers of which at least one is approximate. */
  DOUBLE {
    @Override
    public int compare(Object a, Object b) {
      double x = ((Number) a).doubleValue();
      double y = ((Number) b).doubleValue();
      return x == y ? 0 : Double.compare(x, y);
    }
  },
  TEXT {
    @Override
    public int compare(Object a, Object b) {
      return CellType.VARCHAR.compare(a, b);
    }
  },
  BOOLEAN {
    @Override
    public int compare(Object a, Object b) {
      return CellType.BOOLEAN.compare(a, b);
    }
  },
  BYTES {
    @Override
    public int compare(Object a, Object b) {
      return CellType.VARBINARY.compare(a, b);
    }
  },
  UUID {
    @Override
    public int compare(Object a, Object b) {
      return CellType.UUID.compare(a, b);
    }
  },
  /** A date and a civil timestamp: the date is its midnight. */
  DATE_TIMESTAMP {
    @Override
    public int compare(Object a, Object b) {
      return Long.compare(DateTimes.midnight((Long) a), (Long) b);
    }
  },
  TIMESTAMP_DATE {
    @Override
    public int compare(Object a, Object b) {
      return Long.compare((Long) a, DateTimes.midnight((Long) b));
    }
  };
}
