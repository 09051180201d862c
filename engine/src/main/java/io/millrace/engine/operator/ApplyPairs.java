package io.millrace.engine.operator;

import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.RowConcat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import org.jspecify.annotations.Nullable;

/** What comes out of an {@link Apply} for one left row and the rows of its plan. Immutable. */
final class ApplyPairs {
  private final Apply.Kind kind;
  private final @Nullable Expr condition;

  /** What the condition sees. */
  private final RowConcat pair;

  /** A left row with what comes out beside it: a partner, NULLs or the mark. */
  private final RowConcat out;

  private final RowConcat extended;
  private final byte[] nulls;

  ApplyPairs(
      Apply.Kind kind, RowType left, RowType right, @Nullable Expr condition, RowType outputType) {
    this.kind = kind;
    this.condition = condition;
    this.pair = new RowConcat(left, right);
    this.nulls = right.nullable().nulls();
    this.out =
        switch (kind) {
          case INNER, SEMI, ANTI -> pair;
          case LEFT -> new RowConcat(left, right, outputType);
          case MARK -> new RowConcat(left, Apply.MARK);
        };
    this.extended =
        kind == Apply.Kind.LEFT ? new RowConcat(left, right.nullable(), outputType) : out;
  }

  /** The pairs of one run. */
  Started start(EvaluateContext context) {
    return new Started(context.frame(pair.type()));
  }

  /** One thread at a time. */
  final class Started {
    private final EvaluationFrame frame;

    private Started(EvaluationFrame frame) {
      this.frame = frame;
    }

    /** The rows for a left row of weight 1. */
    ZSet of(byte[] left, ZSet rights) {
      ZSetBuilder rows = new ZSetBuilder();
      boolean any = false;
      boolean unknown = false;
      for (int i = 0; i < rights.size(); i++) {
        Boolean meets = meets(left, rights.row(i));
        unknown |= meets == null;
        if (Boolean.TRUE.equals(meets)) {
          any = true;
          if (kind == Apply.Kind.INNER || kind == Apply.Kind.LEFT) {
            rows.add(out.apply(left, rights.row(i)), rights.weight(i));
          }
        }
      }
      addLeft(left, any, unknown, rows);
      return rows.build();
    }

    private void addLeft(byte[] left, boolean any, boolean unknown, ZSetBuilder rows) {
      switch (kind) {
        case INNER -> {}
        case LEFT -> {
          if (!any) {
            rows.add(extended.apply(left, nulls), 1);
          }
        }
        case SEMI -> {
          if (any) {
            rows.add(left, 1);
          }
        }
        case ANTI -> {
          if (!any) {
            rows.add(left, 1);
          }
        }
        case MARK -> {
          Boolean mark = any ? Boolean.TRUE : unknown ? null : Boolean.FALSE;
          rows.add(out.apply(left, Apply.MARK.encode(mark)), 1);
        }
      }
    }

    private @Nullable Boolean meets(byte[] left, byte[] right) {
      return condition == null
          ? Boolean.TRUE
          : (Boolean) condition.evaluate(frame.at(pair.apply(left, right)));
    }
  }
}
