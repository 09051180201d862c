package io.millrace.engine.operator;

import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.circuit.ZSetCursor;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A window over a whole input: sorts it, then yields one partition after the other. */
final class WindowQuery {
  private final WindowLayout layout;
  private final WindowEvaluation evaluation;
  private final EvaluateContext context;

  WindowQuery(WindowLayout layout, WindowEvaluation evaluation, EvaluateContext context) {
    this.layout = layout;
    this.evaluation = evaluation;
    this.context = context;
  }

  Cursor run(Input input) {
    ZSetBuilder keys = new ZSetBuilder();
    Cursor rows = input.open();
    while (rows.next()) {
      context.checkCanceled();
      keys.add(Objects.requireNonNull(layout.key().key(rows.row())), rows.weight());
    }
    return new Partitions(keys.build());
  }

  /** The output rows, partition by partition. */
  private final class Partitions implements Cursor {
    private final ZSet keys;
    private int at;
    private Cursor partition = new ZSetCursor(ZSet.EMPTY);

    Partitions(ZSet keys) {
      this.keys = keys;
    }

    @Override
    public boolean next() {
      while (!partition.next()) {
        if (at == keys.size()) {
          return false;
        }
        partition = nextPartition();
      }
      return true;
    }

    private Cursor nextPartition() {
      byte[] start = layout.partitionOf(keys.row(at));
      List<WindowEntry> entries = new ArrayList<>();
      while (at < keys.size() && startsWith(keys.row(at), start)) {
        context.checkCanceled();
        entries.add(new WindowEntry(layout, keys.row(at), 0, keys.weight(at)));
        at++;
      }
      ZSetBuilder output = new ZSetBuilder(entries.size());
      WindowRows rows =
          new WindowRows(
              evaluation.tellsCopiesApart(), evaluation.start(), entries, 0, entries.size(), true);
      evaluation.run(rows, 1, output);
      return new ZSetCursor(output.build());
    }

    private static boolean startsWith(byte[] key, byte[] start) {
      return Arrays.equals(key, 0, Math.min(key.length, start.length), start, 0, start.length);
    }

    @Override
    public byte[] row() {
      return partition.row();
    }

    @Override
    public long weight() {
      return partition.weight();
    }
  }
}
