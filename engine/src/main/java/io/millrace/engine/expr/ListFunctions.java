package io.millrace.engine.expr;

import io.millrace.engine.error.RowErrors;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowException;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Making arrays and rows and looking into them. Their types follow from the arguments, whose
 * elements are brought to a common type; elements may always be NULL.
 */
final class ListFunctions {
  static final List<Function> FUNCTIONS =
      List.of(
          Function.of(
              "ARRAY",
              0,
              Function.ANY_NUMBER,
              arguments -> ColumnType.array(commonType(arguments)).notNull(),
              (arguments, type) -> bindConstructor(castAll(arguments, type.element()))),
          Function.of(
                  "ROW",
                  1,
                  Function.ANY_NUMBER,
                  arguments ->
                      ColumnType.row(arguments.stream().map(Expr::type).toList()).notNull(),
                  (arguments, type) -> bindConstructor(arguments))
              .neverFails(),
          // The field of a row value at a constant place, counted from 0.
          Function.of(
                  "FIELD",
                  2,
                  arguments -> arguments.get(0).type().parts().get(fieldOf(arguments)),
                  (arguments, type) -> {
                    int field = fieldOf(arguments);
                    return Strict.of(arguments.subList(0, 1), a -> ((List<?>) a).get(field));
                  })
              .neverFails(),
          // The element at a place, counted from 1; NULL where there is none.
          Function.of(
                  "ITEM",
                  2,
                  arguments -> arrayType(arguments, 0).element(),
                  ListFunctions::bindItem)
              .neverFails(),
          Function.of(
                  "CARDINALITY",
                  1,
                  Typings.INTEGER,
                  (arguments, type) -> {
                    arrayType(arguments, 0);
                    return Strict.of(arguments, a -> (long) ((List<?>) a).size());
                  })
              .neverFails(),
          Function.of(
              "ARRAY_CONCAT",
              1,
              Function.ANY_NUMBER,
              arguments -> Typings.WIDEST.type(arrays(arguments)),
              (arguments, type) -> Strict.ofAll(castAll(arguments, type), cells -> concat(cells))),
          Function.of(
              "ARRAY_APPEND",
              2,
              ListFunctions::typeWithElement,
              (arguments, type) -> bindAdd(arguments.get(0), arguments.get(1), type, false)),
          Function.of(
              "ARRAY_PREPEND",
              2,
              ListFunctions::typeWithElement,
              (arguments, type) -> bindAdd(arguments.get(0), arguments.get(1), type, true)),
          Function.of(
              "ARRAY_REPEAT",
              2,
              arguments ->
                  ColumnType.array(arguments.get(0).type())
                      .withNullable(arguments.get(1).type().nullable()),
              (arguments, type) -> bindRepeat(arguments)),
          Function.of(
                  "ARRAY_REVERSE",
                  1,
                  arguments -> arrayType(arguments, 0),
                  (arguments, type) -> Strict.of(arguments, a -> reversed((List<?>) a)))
              .neverFails(),
          Function.of(
              "ARRAY_TO_STRING",
              2,
              3,
              Typings.TEXT,
              (arguments, type) -> ListTexts.bindJoin(arguments)),
          Function.of(
              "STRING_TO_ARRAY",
              2,
              3,
              arguments ->
                  ColumnType.array(ColumnType.varchar(ColumnType.UNLIMITED))
                      .withNullable(arguments.get(0).type().nullable()),
              (arguments, type) -> ListTexts.bindSplit(arguments)));

  private ListFunctions() {}

  /** An array of at most as many elements as a row can have bytes. */
  static List<@Nullable Object> list(@Nullable Object[] cells) {
    checkSize(cells.length);
    return Collections.unmodifiableList(Arrays.asList(cells));
  }

  /**
   * The values of an aggregate as an array, or null if there is none.
   *
   * @throws io.millrace.engine.error.DatabaseException 54000 if there are too many for a row
   */
  static @Nullable Object collect(OrderedValues values) {
    List<@Nullable Object> cells = new ArrayList<>();
    while (values.next()) {
      checkSize(cells.size() + values.copies());
      cells.addAll(Collections.nCopies((int) values.copies(), values.cell(0)));
    }
    return cells.isEmpty() ? null : list(cells);
  }

  static List<@Nullable Object> list(List<@Nullable Object> cells) {
    return Collections.unmodifiableList(cells);
  }

  private static void checkSize(long size) {
    if (size > RowType.MAX_ROW_BYTES) {
      throw RowErrors.of(
          new RowException("54000", "an array of " + size + " elements is longer than a row"));
    }
  }

  /** The type of an argument that must be an array. */
  static ColumnType arrayType(List<Expr> arguments, int index) {
    ColumnType type = arguments.get(index).type();
    if (type.type() != CellType.ARRAY) {
      throw Failures.mismatch("An argument", type, "an ARRAY");
    }
    return type;
  }

  static List<Expr> arrays(List<Expr> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      arrayType(arguments, i);
    }
    return arguments;
  }

  /** The type of an array with one element more, NULL if the array is. */
  static ColumnType typeWithElement(List<Expr> arguments) {
    ColumnType array = arrayType(arguments, 0);
    ColumnType element = arguments.get(1).type();
    if (arguments.get(1) instanceof Literal literal && literal.value() == null) {
      return array;
    }
    ColumnType common =
        Types.common(array.element(), element)
            .orElseThrow(
                () -> Failures.mismatch("An element", element, Failures.nameOf(array.element())));
    return ColumnType.array(common).withNullable(array.nullable());
  }

  private static ColumnType commonType(List<Expr> elements) {
    return elements.isEmpty()
        ? ColumnType.varchar(ColumnType.UNLIMITED)
        : Typings.WIDEST.type(elements);
  }

  static List<Expr> castAll(List<Expr> arguments, ColumnType type) {
    List<Expr> typed = new ArrayList<>();
    for (Expr argument : arguments) {
      typed.add(Exprs.coerce(argument, type));
    }
    return typed;
  }

  private static Evaluation bindConstructor(List<Expr> elements) {
    Expr[] all = elements.toArray(new Expr[0]);
    return frame -> {
      @Nullable Object[] cells = new @Nullable Object[all.length];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = all[i].evaluate(frame);
      }
      return list(cells);
    };
  }

  private static int fieldOf(List<Expr> arguments) {
    if (arguments.get(1) instanceof Literal literal && literal.value() instanceof Long index) {
      return (int) (long) index;
    }
    throw new AssertionError("the place of a field must be a constant, but was " + arguments);
  }

  private static Evaluation bindItem(List<Expr> arguments, ColumnType type) {
    arrayType(arguments, 0);
    ColumnType place = arguments.get(1).type();
    if (!Types.isInteger(place.type())) {
      throw Failures.mismatch("The place of an element", place, "an integer");
    }
    return Strict.of(
        arguments,
        (a, b) -> {
          List<?> cells = (List<?>) a;
          long index = (Long) b;
          return index >= 1 && index <= cells.size() ? cells.get((int) index - 1) : null;
        });
  }

  private static List<@Nullable Object> concat(Object[] arrays) {
    long size = 0;
    for (Object array : arrays) {
      size += ((List<?>) array).size();
      checkSize(size);
    }
    List<@Nullable Object> all = new ArrayList<>((int) size);
    for (Object array : arrays) {
      all.addAll((List<?>) array);
    }
    return list(all);
  }

  private static Evaluation bindAdd(Expr array, Expr element, ColumnType type, boolean first) {
    Expr typedArray = Exprs.coerce(array, type);
    Expr typedElement = Exprs.coerce(element, type.element());
    return frame -> {
      Object cells = typedArray.evaluate(frame);
      if (cells == null) {
        return null;
      }
      Object added = typedElement.evaluate(frame);
      List<@Nullable Object> all = new ArrayList<>((List<?>) cells);
      all.add(first ? 0 : all.size(), added);
      checkSize(all.size());
      return list(all);
    };
  }

  private static Evaluation bindRepeat(List<Expr> arguments) {
    Expr element = arguments.get(0);
    Expr count = Arguments.integer(arguments.get(1));
    return frame -> {
      Object times = count.evaluate(frame);
      if (times == null) {
        return null;
      }
      Object cell = element.evaluate(frame);
      checkSize((Long) times);
      return Collections.nCopies((int) Math.max(0, (Long) times), cell);
    };
  }

  private static List<@Nullable Object> reversed(List<?> cells) {
    List<@Nullable Object> all = new ArrayList<>(cells);
    Collections.reverse(all);
    return list(all);
  }
}
