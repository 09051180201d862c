package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cells as text, in the canonical form that CAST to VARCHAR gives: {@code true}, {@code 12.50},
 * {@code 1.0E10}, {@code 2024-12-31 23:59:59.5}, {@code [1, NULL]}. Instants are shown in UTC,
 * bytes as hexadecimal digits (a CAST reads and gives UTF-8 instead).
 */
public final class CellText {
  private CellText() {}

  /** The text of a cell that is not null. */
  public static String of(ColumnType type, Object cell) {
    return switch (type.type()) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, CHAR, VARCHAR, UUID -> cell.toString();
      case DECIMAL -> ((BigDecimal) cell).toPlainString();
      case REAL -> NumberText.ofReal((Double) cell);
      case DOUBLE -> NumberText.ofDouble((Double) cell);
      case BINARY, VARBINARY -> HexFormat.of().formatHex((byte[]) cell);
      case DATE -> DateTimeText.date((Long) cell);
      case TIME -> DateTimeText.time((Long) cell);
      case TIMESTAMP -> DateTimeText.timestamp((Long) cell);
      case TIMESTAMP_WITH_TIME_ZONE -> DateTimeText.instant((Long) cell, ZoneOffset.UTC);
      case INTERVAL_MONTHS -> DateTimeText.months((Long) cell);
      case INTERVAL_MICROS -> DateTimeText.micros((Long) cell);
      case ARRAY, ROW -> ListText.of(type, (List<?>) cell);
    };
  }

  /** The cell as an SQL literal. */
  static String quote(ColumnType type, @Nullable Object cell) {
    if (cell == null) {
      return "NULL";
    }
    CellType kind = type.type();
    if (cell instanceof List<?> list) {
      return ListText.quote(type, list);
    }
    if (kind == CellType.BOOLEAN) {
      return (Boolean) cell ? "TRUE" : "FALSE";
    }
    String text = of(type, cell);
    if (Types.isNumeric(kind)) {
      return text;
    }
    String quoted = "'" + text.replace("'", "''") + "'";
    if (Types.isText(kind)) {
      return quoted;
    }
    return switch (kind) {
      case BINARY, VARBINARY -> "X" + quoted;
      case INTERVAL_MONTHS -> "INTERVAL " + quoted + " YEAR TO MONTH";
      case INTERVAL_MICROS -> "INTERVAL " + quoted + " DAY TO SECOND";
      default -> kind.sqlName() + " " + quoted;
    };
  }
}
