package io.millrace.engine.expr;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.RowErrors;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowException;
import java.math.BigDecimal;

/** The errors of evaluation, with the offending value in hand. */
final class Failures {
  /** Longer values are cut in messages. */
  private static final int LONGEST_TEXT = 64;

  private Failures() {}

  /** Why a cell is none of its type. */
  static DatabaseException of(RowException error, Object cell, ColumnType type) {
    if (type.type().hasParts()) {
      return RowErrors.of(error); // the cell to blame is somewhere in the list
    }
    DatabaseException failure =
        switch (error.sqlState()) {
          case "22001" -> tooLong(String.valueOf(cell), nameOf(type));
          case "22008" -> dateTimeOutOfRange(String.valueOf(cell), type.type());
          case "22021" -> ErrorCode.LONE_SURROGATE.exception(loneSurrogate((String) cell));
          default -> outOfRange(cell, type);
        };
    return failure.causedBy(error);
  }

  /** The place of the first lone surrogate, counted from 1 in code points. */
  private static int loneSurrogate(String text) {
    int[] codes = text.codePoints().toArray();
    int at = 0;
    while (at < codes.length && (codes[at] < 0xD800 || codes[at] > 0xDFFF)) {
      at++;
    }
    return at + 1;
  }

  static DatabaseException outOfRange(Object value, ColumnType type) {
    return ErrorCode.NUMERIC_OUT_OF_RANGE.exception(number(value), nameOf(type));
  }

  static DatabaseException outOfRange(Object value, String type) {
    return ErrorCode.NUMERIC_OUT_OF_RANGE.exception(number(value), type);
  }

  static DatabaseException divisionByZero() {
    return ErrorCode.DIVISION_BY_ZERO.exception();
  }

  static DatabaseException invalidCast(String text, String type) {
    return ErrorCode.INVALID_CAST.exception(quote(text), type);
  }

  static DatabaseException tooLong(String value, String type) {
    return ErrorCode.STRING_TOO_LONG.exception(value, type);
  }

  static DatabaseException invalidDateTime(String text, CellType type) {
    return ErrorCode.INVALID_DATETIME.exception(quote(text), type.sqlName());
  }

  static DatabaseException dateTimeOutOfRange(String value, CellType type) {
    return ErrorCode.DATETIME_OUT_OF_RANGE.exception(value, type.sqlName());
  }

  static DatabaseException invalidArgument(Object value, String what, String advice) {
    return ErrorCode.INVALID_ARGUMENT.exception(
        value instanceof String text ? quote(text) : number(value), what, advice);
  }

  static DatabaseException mismatch(String what, ColumnType actual, String expected) {
    return ErrorCode.DATATYPE_MISMATCH.exception(what, nameOf(actual), expected);
  }

  static DatabaseException distinctOrder(Object function) {
    return ErrorCode.DISTINCT_ORDER.exception(function);
  }

  static DatabaseException unsupported(String feature, String advice) {
    return ErrorCode.FEATURE_NOT_SUPPORTED.exception(feature, advice);
  }

  static String nameOf(ColumnType type) {
    return type.withNullable(true).toString();
  }

  static String quote(String text) {
    String shown = text;
    if (text.length() > LONGEST_TEXT) {
      int end =
          text.offsetByCodePoints(0, Math.min(LONGEST_TEXT, text.codePointCount(0, LONGEST_TEXT)));
      shown = text.substring(0, end) + "...";
    }
    return "'" + shown.replace("'", "''") + "'";
  }

  private static Object number(Object value) {
    if (value instanceof BigDecimal decimal) {
      return Numbers.isPlain(decimal) ? decimal.toPlainString() : decimal.toString();
    }
    return value instanceof Double d ? NumberText.ofDouble(d) : value;
  }
}
