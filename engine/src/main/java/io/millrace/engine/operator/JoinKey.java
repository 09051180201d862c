package io.millrace.engine.operator;

import io.millrace.engine.circuit.CircuitReader;
import io.millrace.engine.circuit.CircuitWriter;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;

/**
 * One equality between a column of the left and one of the right input of a join of two.
 *
 * @param nullSafe whether two NULLs are equal (IS NOT DISTINCT FROM) or compare as unknown (=)
 */
public record JoinKey(int leftColumn, int rightColumn, boolean nullSafe) {
  /** The same equality with the inputs exchanged. */
  JoinKey swapped() {
    return new JoinKey(rightColumn, leftColumn, nullSafe);
  }

  /** The same equalities with the inputs exchanged. */
  public static List<JoinKey> swapped(List<JoinKey> keys) {
    return keys.stream().map(JoinKey::swapped).toList();
  }

  /** The same equalities between the two inputs of an inner join. */
  public static List<Join.Equality> equalities(List<JoinKey> keys) {
    return keys.stream()
        .map(k -> new Join.Equality(0, k.leftColumn(), 1, k.rightColumn(), k.nullSafe()))
        .toList();
  }

  /** The key of left rows; a row with NULL in a column compared by {@code =} has none. */
  static KeyFormat leftFormat(RowType left, List<JoinKey> keys) {
    int size = keys.size();
    int[] columns = new int[size];
    boolean[] tagged = new boolean[size];
    for (int i = 0; i < size; i++) {
      columns[i] = keys.get(i).leftColumn();
      tagged[i] = keys.get(i).nullSafe();
    }
    return new KeyFormat(left, columns, new boolean[size], tagged);
  }

  /** The key of right rows, with the same bytes as that of left rows with the same cells. */
  static KeyFormat rightFormat(RowType right, List<JoinKey> keys) {
    return leftFormat(right, swapped(keys));
  }

  /** Whether equal cells of the two types have equal bytes in keys. */
  static boolean isComparable(ColumnType left, ColumnType right) {
    return left.hasKeysOf(right);
  }

  /** Fails unless equal cells of the two columns have equal bytes in keys. */
  static void checkComparable(ColumnType left, ColumnType right) {
    if (!isComparable(left, right)) {
      throw new AssertionError("key columns must have one type but are " + left + " and " + right);
    }
  }

  static void checkComparable(RowType left, RowType right, List<JoinKey> keys) {
    for (JoinKey key : keys) {
      checkComparable(left.column(key.leftColumn()), right.column(key.rightColumn()));
    }
  }

  static String describe(List<JoinKey> keys) {
    List<String> texts = new ArrayList<>();
    for (JoinKey key : keys) {
      String equals = key.nullSafe() ? " IS NOT DISTINCT FROM " : " = ";
      texts.add("left.$" + key.leftColumn() + equals + "right.$" + key.rightColumn());
    }
    return texts.isEmpty() ? "TRUE" : String.join(" AND ", texts);
  }

  static void write(List<JoinKey> keys, CircuitWriter out) {
    out.writeInt(keys.size());
    for (JoinKey key : keys) {
      out.writeInt(key.leftColumn()).writeInt(key.rightColumn()).writeBoolean(key.nullSafe());
    }
  }

  static List<JoinKey> read(CircuitReader in) {
    int size = in.readSize();
    List<JoinKey> keys = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      keys.add(new JoinKey(in.readInt(), in.readInt(), in.readBoolean()));
    }
    return keys;
  }
}
