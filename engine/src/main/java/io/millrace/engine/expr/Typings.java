package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.List;

/** Usual result types of functions; NULL is possible as soon as an argument may be NULL. */
final class Typings {
  /** The type of the first argument. */
  static final Function.Typing SAME =
      arguments -> nullableIfAny(arguments.get(0).type(), arguments);

  /** The common type of all arguments. */
  static final Function.Typing WIDEST =
      arguments -> {
        ColumnType type = arguments.get(0).type();
        for (Expr argument : arguments) {
          ColumnType other = argument.type();
          ColumnType sofar = type;
          type =
              Types.common(type, other)
                  .orElseThrow(
                      () -> Failures.mismatch("An argument", other, Failures.nameOf(sofar)));
        }
        return nullableIfAny(type, arguments);
      };

  static final Function.Typing DOUBLE = constant(ColumnType.of(CellType.DOUBLE));
  static final Function.Typing INTEGER = constant(ColumnType.of(CellType.INTEGER));
  static final Function.Typing BIGINT = constant(ColumnType.of(CellType.BIGINT));
  static final Function.Typing BOOLEAN = constant(ColumnType.of(CellType.BOOLEAN));
  static final Function.Typing TEXT = constant(ColumnType.of(CellType.VARCHAR));

  private Typings() {}

  /** Always this type. */
  static Function.Typing constant(ColumnType type) {
    return arguments -> nullableIfAny(type, arguments);
  }

  static ColumnType nullableIfAny(ColumnType type, List<Expr> arguments) {
    return type.withNullable(Exprs.anyNullable(arguments));
  }

  /** The DECIMAL with so many digits, cut to what there is. */
  static ColumnType decimal(int precision, int scale) {
    int most = ColumnType.MAX_DECIMAL_PRECISION;
    return ColumnType.decimal(Math.min(precision, most), Math.min(scale, most));
  }
}
