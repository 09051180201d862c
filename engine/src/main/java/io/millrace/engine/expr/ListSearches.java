package io.millrace.engine.expr;

import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Functions that compare the elements of arrays. Two NULL elements are equal to each other, and
 * come after all values; results keep the order in which elements first stand.
 */
final class ListSearches {
  static final List<Function> FUNCTIONS =
      List.of(
          Function.of(
                  "ARRAY_CONTAINS",
                  2,
                  Typings.BOOLEAN,
                  (arguments, type) -> bindFind(arguments, place -> place > 0))
              .neverFails(),
          // The first place from 1, 0 for none.
          Function.of(
                  "ARRAY_POSITION",
                  2,
                  Typings.BIGINT,
                  (arguments, type) -> bindFind(arguments, place -> place))
              .neverFails(),
          Function.of(
                  "ARRAY_REMOVE",
                  2,
                  arguments ->
                      Typings.nullableIfAny(ListFunctions.arrayType(arguments, 0), arguments),
                  ListSearches::bindRemove)
              .neverFails(),
          Function.of(
                  "ARRAY_COMPACT",
                  1,
                  arguments -> ListFunctions.arrayType(arguments, 0),
                  (arguments, type) ->
                      Strict.of(arguments, a -> kept((List<?>) a, cell -> cell != null)))
              .neverFails(),
          Function.of(
                  "ARRAY_DISTINCT",
                  1,
                  arguments -> ListFunctions.arrayType(arguments, 0),
                  (arguments, type) -> {
                    CellOrder order = elementOrder(type);
                    return Strict.of(arguments, a -> kept((List<?>) a, elements(order)::add));
                  })
              .neverFails(),
          ofTwo("ARRAY_UNION", ListSearches::union),
          ofTwo("ARRAY_INTERSECT", (a, b, order) -> common(a, b, order, true)),
          ofTwo("ARRAY_EXCEPT", (a, b, order) -> common(a, b, order, false)),
          Function.of(
              "ARRAYS_OVERLAP",
              2,
              Typings.BOOLEAN,
              (arguments, type) ->
                  bindTwo(
                      arguments,
                      Typings.WIDEST.type(ListFunctions.arrays(arguments)),
                      (a, b, order) ->
                          common(a, b, order, true).stream().anyMatch(c -> c != null))),
          extreme("ARRAY_MAX", 1),
          extreme("ARRAY_MIN", -1),
          Function.of(
                  "SORT_ARRAY",
                  1,
                  2,
                  arguments ->
                      Typings.nullableIfAny(ListFunctions.arrayType(arguments, 0), arguments),
                  ListSearches::bindSort)
              .neverFails());

  private interface PlaceToResult {
    Object of(long place);
  }

  private interface OfTwo {
    Object apply(List<?> a, List<?> b, CellOrder order);
  }

  private ListSearches() {}

  private static CellOrder elementOrder(ColumnType array) {
    return CellOrder.of(array.element(), array.element());
  }

  private static int compare(CellOrder order, @Nullable Object a, @Nullable Object b) {
    return a == null || b == null ? Boolean.compare(a == null, b == null) : order.compare(a, b);
  }

  /** An empty set of elements. */
  private static Set<@Nullable Object> elements(CellOrder order) {
    return new TreeSet<>((a, b) -> compare(order, a, b));
  }

  private static Evaluation bindFind(List<Expr> arguments, PlaceToResult result) {
    ColumnType element = ListFunctions.arrayType(arguments, 0).element();
    CellOrder order = CellOrder.of(element, arguments.get(1).type());
    return Strict.of(arguments, (a, b) -> result.of(place((List<?>) a, b, order)));
  }

  private static long place(List<?> cells, Object value, CellOrder order) {
    for (int i = 0; i < cells.size(); i++) {
      Object cell = cells.get(i);
      if (cell != null && order.compare(cell, value) == 0) {
        return i + 1L;
      }
    }
    return 0;
  }

  private static Evaluation bindRemove(List<Expr> arguments, ColumnType type) {
    CellOrder order = CellOrder.of(type.element(), arguments.get(1).type());
    return Strict.of(
        arguments,
        (a, b) -> kept((List<?>) a, cell -> cell == null || order.compare(cell, b) != 0));
  }

  private static List<@Nullable Object> kept(List<?> cells, Predicate<@Nullable Object> condition) {
    List<@Nullable Object> kept = new ArrayList<>();
    for (Object cell : cells) {
      if (condition.test(cell)) {
        kept.add(cell);
      }
    }
    return ListFunctions.list(kept);
  }

  private static Function ofTwo(String name, OfTwo function) {
    return Function.of(
        name,
        2,
        arguments -> Typings.WIDEST.type(ListFunctions.arrays(arguments)),
        (arguments, type) -> bindTwo(arguments, type, function));
  }

  private static Evaluation bindTwo(List<Expr> arguments, ColumnType type, OfTwo function) {
    CellOrder order = elementOrder(type);
    return Strict.of(
        ListFunctions.castAll(arguments, type),
        (a, b) -> function.apply((List<?>) a, (List<?>) b, order));
  }

  private static List<@Nullable Object> union(List<?> a, List<?> b, CellOrder order) {
    List<@Nullable Object> both = new ArrayList<>(a);
    both.addAll(b);
    return kept(both, elements(order)::add);
  }

  /** The different elements of the first that the second has, or has not. */
  private static List<@Nullable Object> common(
      List<?> a, List<?> b, CellOrder order, boolean wanted) {
    Set<@Nullable Object> others = elements(order);
    others.addAll(b);
    Set<@Nullable Object> seen = elements(order);
    return kept(a, cell -> others.contains(cell) == wanted && seen.add(cell));
  }

  private static Function extreme(String name, int sign) {
    return Function.of(
            name,
            1,
            arguments -> ListFunctions.arrayType(arguments, 0).element(),
            (arguments, type) -> {
              CellOrder order = elementOrder(ListFunctions.arrayType(arguments, 0));
              return Strict.of(arguments, a -> extreme((List<?>) a, order, sign));
            })
        .neverFails();
  }

  private static @Nullable Object extreme(List<?> cells, CellOrder order, int sign) {
    Object best = null;
    for (Object cell : cells) {
      if (cell != null && (best == null || order.compare(cell, best) * sign > 0)) {
        best = cell;
      }
    }
    return best;
  }

  private static Evaluation bindSort(List<Expr> arguments, ColumnType type) {
    CellOrder order = elementOrder(type);
    Expr ascending = arguments.size() == 2 ? arguments.get(1) : Exprs.literal(true);
    return Strict.of(
        List.of(arguments.get(0), ascending),
        (a, up) -> {
          List<@Nullable Object> sorted = new ArrayList<>((List<?>) a);
          sorted.sort((x, y) -> (Boolean) up ? compare(order, x, y) : compare(order, y, x));
          return ListFunctions.list(sorted);
        });
  }
}
