package io.millrace.engine.operator;

import io.millrace.engine.circuit.TraceSpec;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowConcat;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which right rows compare with a left row as TRUE or as UNKNOWN, and how to find them by key.
 *
 * <p>All keys are tagged, NULLs included. Columns that cannot make a comparison unknown (null-safe,
 * or NOT NULL on both sides) are <b>firm</b> and come first, the others are <b>loose</b>. A left
 * row without NULL in a loose column meets right rows that are TRUE under its own key, and unknown
 * ones under its key with NULL in some loose columns: at most 2ⁿ − 1 more lookups. A left row with
 * such a NULL meets unknown right rows anywhere under its firm columns. The same holds with the
 * sides exchanged.
 *
 * <p>Immutable and thread-safe.
 */
final class MarkMatching {
  /** More loose columns would make too many lookups. */
  static final int MOST_LOOSE = 8;

  private final RowType left;
  private final RowType right;
  private final List<JoinKey> loose = new ArrayList<>();
  private final int firmCount;
  private final KeyFormat leftKey;
  private final KeyFormat rightKey;
  private final KeyFormat leftFirm;
  private final KeyFormat rightFirm;
  private final @Nullable Expr condition;
  private final RowConcat pair;
  private final boolean leftLoose;
  private final boolean rightLoose;

  MarkMatching(RowType left, RowType right, List<JoinKey> keys, @Nullable Expr condition) {
    JoinKey.checkComparable(left, right, keys);
    this.left = left;
    this.right = right;
    this.condition = condition;
    this.pair = new RowConcat(left, right);
    List<JoinKey> firm = new ArrayList<>();
    for (JoinKey key : keys) {
      boolean nullable = leftType(key).nullable() || rightType(key).nullable();
      JoinKey tagged = new JoinKey(key.leftColumn(), key.rightColumn(), true);
      (key.nullSafe() || !nullable ? firm : loose).add(tagged);
    }
    if (loose.size() > MOST_LOOSE) {
      throw new AssertionError(loose.size() + " nullable columns are compared by =");
    }
    List<JoinKey> all = new ArrayList<>(firm);
    all.addAll(loose);
    firmCount = firm.size();
    leftKey = JoinKey.leftFormat(left, all);
    rightKey = JoinKey.rightFormat(right, all);
    leftFirm = JoinKey.leftFormat(left, firm);
    rightFirm = JoinKey.rightFormat(right, firm);
    leftLoose = loose.stream().anyMatch(key -> leftType(key).nullable());
    rightLoose = loose.stream().anyMatch(key -> rightType(key).nullable());
  }

  private ColumnType leftType(JoinKey key) {
    return left.column(key.leftColumn());
  }

  private ColumnType rightType(JoinKey key) {
    return right.column(key.rightColumn());
  }

  /** Both inputs by their whole keys, then those that are walked by their firm columns alone. */
  List<TraceSpec> traces() {
    List<TraceSpec> traces = new ArrayList<>();
    traces.add(new TraceSpec.Arrangement(0, leftKey));
    traces.add(new TraceSpec.Arrangement(1, rightKey));
    if (rightLoose) {
      traces.add(new TraceSpec.Arrangement(0, leftFirm));
    }
    if (leftLoose) {
      traces.add(new TraceSpec.Arrangement(1, rightFirm));
    }
    return traces;
  }

  /** The trace with left rows by firm columns; only there if a right key can have NULLs. */
  int leftFirmTrace() {
    return 2;
  }

  /** The trace with right rows by firm columns; only there if a left key can have NULLs. */
  int rightFirmTrace() {
    return rightLoose ? 3 : 2;
  }

  KeyFormat leftKey() {
    return leftKey;
  }

  KeyFormat rightKey() {
    return rightKey;
  }

  KeyFormat leftFirm() {
    return leftFirm;
  }

  KeyFormat rightFirm() {
    return rightFirm;
  }

  boolean hasCondition() {
    return condition != null;
  }

  /** Whether left rows with NULL may compare as unknown with right rows of any loose columns. */
  boolean leftLoose() {
    return leftLoose;
  }

  /** Whether right rows with NULL may compare as unknown with left rows of any loose columns. */
  boolean rightLoose() {
    return rightLoose;
  }

  /** The type of the rows that the condition is evaluated over. */
  RowType pairType() {
    return pair.type();
  }

  /** The key's first columns, those that are firm. */
  byte[] firmPart(byte[] key) {
    return Arrays.copyOf(key, leftKey.prefixLength(key, firmCount));
  }

  /** Whether a loose column of a key, of either side, is NULL. */
  boolean hasLooseNull(byte[] key) {
    for (int i = firmCount; i < leftKey.size(); i++) {
      if (leftKey.cell(key, i) == null) {
        return true;
      }
    }
    return false;
  }

  /** Hands over the keys of right rows that compare as unknown with a left key without NULLs. */
  private void unknownRightKeys(byte[] key, Consumer<byte[]> keys) {
    withNulls(key, rightKey, right, keys);
  }

  /** Hands over the keys of left rows that compare as unknown with a right key without NULLs. */
  void unknownLeftKeys(byte[] key, Consumer<byte[]> keys) {
    withNulls(key, leftKey, left, keys);
  }

  private void withNulls(byte[] key, KeyFormat format, RowType type, Consumer<byte[]> keys) {
    @Nullable Object[] cells = format.cells(key);
    int nullable = 0;
    for (int i = firmCount; i < cells.length; i++) {
      if (type.column(format.column(i)).nullable()) {
        nullable |= 1 << (i - firmCount);
      }
    }
    // All non-empty subsets of the nullable columns, from the fullest down.
    for (int subset = nullable; subset != 0; subset = (subset - 1) & nullable) {
      @Nullable Object[] some = cells.clone();
      for (int i = firmCount; i < cells.length; i++) {
        if ((subset & (1 << (i - firmCount))) != 0) {
          some[i] = null;
        }
      }
      byte[] unknown = format.keyOf(some);
      if (unknown != null) {
        keys.accept(unknown);
      }
    }
  }

  /** Whether no loose columns of two keys differ, NULL differing from nothing. */
  private boolean mayMatch(byte[] leftRowKey, byte[] rightRowKey) {
    for (int i = firmCount; i < leftKey.size(); i++) {
      Object a = leftKey.cell(leftRowKey, i);
      Object b = rightKey.cell(rightRowKey, i);
      if (a != null && b != null && leftType(loose.get(i - firmCount)).compare(a, b) != 0) {
        return false;
      }
    }
    return true;
  }

  /** The right side at one version, by key. */
  interface Rights {
    /** Whether a right row with that whole key passes. */
    boolean any(byte[] key, Predicate<byte[]> test);

    /** Whether a right row with those firm columns passes. */
    boolean anyFirm(byte[] firm, Predicate<byte[]> test);
  }

  /** TRUE if some pair is, else UNKNOWN if some pair is, else FALSE. */
  Mark mark(byte[] leftRow, Rights rights, EvaluationFrame frame) {
    byte[] key = keyOf(leftKey, leftRow);
    if (hasLooseNull(key)) {
      Predicate<byte[]> unknown =
          row -> mayMatch(key, keyOf(rightKey, row)) && !isFalse(truth(leftRow, row, frame));
      return rights.anyFirm(firmPart(key), unknown) ? Mark.UNKNOWN : Mark.FALSE;
    }
    boolean[] unknown = {false};
    boolean matches =
        rights.any(
            key,
            row -> {
              Object truth = truth(leftRow, row, frame);
              unknown[0] |= truth == null;
              return Boolean.TRUE.equals(truth);
            });
    if (matches) {
      return Mark.TRUE;
    }
    unknownRightKeys(
        key,
        unknownKey ->
            unknown[0] =
                unknown[0] || rights.any(unknownKey, row -> !isFalse(truth(leftRow, row, frame))));
    return unknown[0] ? Mark.UNKNOWN : Mark.FALSE;
  }

  private static boolean isFalse(@Nullable Object truth) {
    return Boolean.FALSE.equals(truth);
  }

  /** What the condition says of a pair whose keys do not differ. */
  private @Nullable Object truth(byte[] leftRow, byte[] rightRow, EvaluationFrame frame) {
    Expr on = condition;
    if (on == null) {
      return true;
    }
    return on.evaluate(frame.at(pair.apply(leftRow, rightRow)));
  }

  /** The key of a row, which all rows have since all columns are tagged. */
  static byte[] keyOf(KeyFormat format, byte[] row) {
    return Objects.requireNonNull(format.key(row));
  }
}
