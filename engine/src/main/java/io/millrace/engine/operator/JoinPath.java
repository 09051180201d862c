package io.millrace.engine.operator;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowConcat;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way through an n-ary join: the input to start from, then one step for each other input, in an
 * order in which as many as possible are found by key.
 *
 * <p>Between steps one row stands for all inputs bound so far; it carries only the columns that
 * later steps or the output need. Immutable and thread-safe.
 */
final class JoinPath {
  /** A column of an input. */
  private record Place(int input, int column) {}

  /**
   * Binds one more input.
   *
   * @param input the input to probe
   * @param probeKey the key, cut from the bound row
   * @param inputKey the key by which the input is arranged; its bytes match those of the probe key
   * @param checks equalities between bound columns that only this step implies
   * @param combine from the bound row and a row of the input to the next bound row
   */
  record Step(
      int input, KeyFormat probeKey, KeyFormat inputKey, List<Check> checks, RowConcat combine) {
    /** Whether the bound row can have partners at all: what the key doesn't say. */
    boolean admits(byte[] bound) {
      for (Check check : checks) {
        if (!Arrays.equals(check.left().key(bound), check.right().key(bound))) {
          return false;
        }
      }
      return true;
    }
  }

  /** Two one-column keys of the bound row that must be equal, and there if untagged. */
  record Check(KeyFormat left, KeyFormat right) {}

  private final int start;
  private final List<Step> steps = new ArrayList<>();

  JoinPath(
      int start,
      List<RowType> inputs,
      List<Join.Equality> equalities,
      int[] projection,
      RowType outputType) {
    this.start = start;
    List<Integer> order = order(start, inputs.size(), equalities);
    List<Place> bound = allOf(start, inputs.get(start));
    RowType boundType = inputs.get(start);
    for (int i = 1; i < order.size(); i++) {
      int next = order.get(i);
      RowType nextType = inputs.get(next);
      boolean last = i == order.size() - 1;
      List<Place> available = new ArrayList<>(bound);
      available.addAll(allOf(next, nextType));
      List<Place> kept =
          last
              ? placesOf(projection, inputs)
              : needed(
                  available, order.subList(i + 1, order.size()), equalities, projection, inputs);
      int[] columns = kept.stream().mapToInt(available::indexOf).toArray();
      RowType keptType = last ? outputType : boundType.concat(nextType).project(columns);
      RowConcat combine = new RowConcat(boundType, nextType, columns, keptType);
      steps.add(step(next, nextType, bound, boundType, equalities, combine));
      bound = kept;
      boundType = keptType;
    }
  }

  int start() {
    return start;
  }

  List<Step> steps() {
    return steps;
  }

  private static List<Place> allOf(int input, RowType type) {
    List<Place> places = new ArrayList<>();
    for (int column = 0; column < type.size(); column++) {
      places.add(new Place(input, column));
    }
    return places;
  }

  private static List<Place> placesOf(int[] projection, List<RowType> inputs) {
    List<Place> all = new ArrayList<>();
    for (int input = 0; input < inputs.size(); input++) {
      all.addAll(allOf(input, inputs.get(input)));
    }
    return Arrays.stream(projection).mapToObj(all::get).toList();
  }

  private static List<Place> needed(
      List<Place> available,
      List<Integer> later,
      List<Join.Equality> equalities,
      int[] projection,
      List<RowType> inputs) {
    List<Place> output = placesOf(projection, inputs);
    List<Place> needed = new ArrayList<>();
    for (Place place : available) {
      boolean joins =
          equalities.stream()
              .anyMatch(
                  e ->
                      (isLeft(e, place) && later.contains(e.rightInput()))
                          || (isLeft(e.swapped(), place) && later.contains(e.leftInput())));
      if (joins || output.contains(place)) {
        needed.add(place);
      }
    }
    return needed;
  }

  private static boolean isLeft(Join.Equality equality, Place place) {
    return equality.leftInput() == place.input() && equality.leftColumn() == place.column();
  }

  /**
   * Each next input is the one with most equalities to those before; a product only if none has.
   */
  private static List<Integer> order(int start, int size, List<Join.Equality> equalities) {
    int[] links = new int[size];
    boolean[] bound = new boolean[size];
    List<Integer> order = new ArrayList<>(size);
    for (int next = start; next >= 0; next = mostLinked(links, bound)) {
      order.add(next);
      bound[next] = true;
      for (Join.Equality equality : equalities) {
        if (equality.leftInput() == next) {
          links[equality.rightInput()]++;
        } else if (equality.rightInput() == next) {
          links[equality.leftInput()]++;
        }
      }
    }
    return order;
  }

  /** The first of the inputs with most links that is not bound yet, or -1. */
  private static int mostLinked(int[] links, boolean[] bound) {
    int best = -1;
    for (int input = 0; input < links.length; input++) {
      if (!bound[input] && (best < 0 || links[input] > links[best])) {
        best = input;
      }
    }
    return best;
  }

  private static Step step(
      int next,
      RowType nextType,
      List<Place> bound,
      RowType boundType,
      List<Join.Equality> equalities,
      RowConcat combine) {
    List<JoinKey> keys = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    for (Join.Equality equality : equalities) {
      JoinKey key = keyOf(equality, next, bound);
      if (key == null) {
        continue;
      }
      int known = indexOfRightColumn(keys, key.rightColumn());
      if (known < 0) {
        keys.add(key);
      } else {
        JoinKey first = keys.get(known);
        boolean nullSafe = first.nullSafe() && key.nullSafe();
        keys.set(known, new JoinKey(first.leftColumn(), first.rightColumn(), nullSafe));
        checks.add(check(boundType, first.leftColumn(), key.leftColumn()));
      }
    }
    return new Step(
        next,
        JoinKey.leftFormat(boundType, keys),
        JoinKey.rightFormat(nextType, keys),
        checks,
        combine);
  }

  /** NULLs are equal here; the key leaves them out where an equality is not null-safe. */
  private static Check check(RowType boundType, int left, int right) {
    return new Check(KeyFormat.tagged(boundType, left), KeyFormat.tagged(boundType, right));
  }

  private static int indexOfRightColumn(List<JoinKey> keys, int column) {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).rightColumn() == column) {
        return i;
      }
    }
    return -1;
  }

  /** The equality from a bound column to one of the next input, if it is one. */
  private static @Nullable JoinKey keyOf(Join.Equality equality, int next, List<Place> bound) {
    Join.Equality turned = equality.rightInput() == next ? equality : equality.swapped();
    int at = bound.indexOf(new Place(turned.leftInput(), turned.leftColumn()));
    return turned.rightInput() == next && at >= 0
        ? new JoinKey(at, turned.rightColumn(), turned.nullSafe())
        : null;
  }
}
