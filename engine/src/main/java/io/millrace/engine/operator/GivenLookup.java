package io.millrace.engine.operator;

import io.millrace.engine.circuit.ArrangementReader;
import io.millrace.engine.circuit.Cursors;
import io.millrace.engine.circuit.EvaluateContext;
import io.millrace.engine.circuit.Input;
import io.millrace.engine.expr.And;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.EvaluationFrame;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.IsDistinct;
import io.millrace.engine.expr.Parameter;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import io.millrace.storage.trace.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds by key the rows of a given relation that a filter over it may keep, where it compares
 * columns with parameters for equality. One thread at a time.
 */
final class GivenLookup {
  private record Equality(ColumnRef column, Parameter parameter, boolean nullSafe) {}

  private final List<Parameter> parameters;
  private final RowType askedType;
  private final KeyFormat asked;
  private final KeyFormat stored;
  private final Input relation;
  private final EvaluateContext context;
  private final long leftRows;
  private @Nullable ArrangementReader rows;

  private GivenLookup(
      List<Equality> equalities,
      RowType type,
      Input relation,
      EvaluateContext context,
      long leftRows) {
    this.parameters = equalities.stream().map(Equality::parameter).toList();
    this.askedType = RowType.of(parameters.stream().map(Parameter::type).toList()).nullable();
    List<JoinKey> keys = new ArrayList<>();
    for (Equality equality : equalities) {
      keys.add(new JoinKey(keys.size(), equality.column().index(), equality.nullSafe()));
    }
    this.asked = JoinKey.leftFormat(askedType, keys);
    this.stored = JoinKey.rightFormat(type, keys);
    this.relation = relation;
    this.context = context;
    this.leftRows = leftRows;
  }

  /** The look-up that a filter allows, if it compares a column with a parameter. */
  static Optional<GivenLookup> of(
      Filter filter, Given given, Input relation, EvaluateContext context, long leftRows) {
    List<Equality> equalities = new ArrayList<>();
    collect(filter.predicate(), equalities);
    return equalities.isEmpty()
        ? Optional.empty()
        : Optional.of(new GivenLookup(equalities, given.outputType(), relation, context, leftRows));
  }

  private static void collect(Expr predicate, List<Equality> equalities) {
    if (predicate instanceof And) {
      predicate.children().forEach(child -> collect(child, equalities));
    } else if (predicate instanceof Comparison comparison
        && comparison.operator() == ComparisonOperator.EQUAL) {
      add(comparison.left(), comparison.right(), false, equalities);
    } else if (predicate instanceof IsDistinct test && test.negated()) {
      add(test.left(), test.right(), true, equalities);
    }
  }

  private static void add(Expr left, Expr right, boolean nullSafe, List<Equality> equalities) {
    if (left instanceof Parameter && right instanceof ColumnRef) {
      add(right, left, nullSafe, equalities);
    } else if (left instanceof ColumnRef column
        && right instanceof Parameter parameter
        && JoinKey.isComparable(column.type(), parameter.type())
        && equalities.stream().noneMatch(e -> e.column().index() == column.index())) {
      equalities.add(new Equality(column, parameter, nullSafe));
    }
  }

  /** A superset of the rows that the filter keeps for these parameters. */
  Cursor candidates(EvaluateContext bound) {
    EvaluationFrame frame = bound.frame(RowType.of());
    @Nullable Object[] cells = new @Nullable Object[parameters.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = parameters.get(i).evaluate(frame);
    }
    byte[] key = asked.key(askedType.encode(cells));
    return key == null ? Cursors.EMPTY : rows().rows(key);
  }

  private ArrangementReader rows() {
    ArrangementReader arranged = rows;
    if (arranged == null) {
      arranged = StoredLookup.arrange(context, leftRows, relation, stored);
      rows = arranged;
    }
    return arranged;
  }
}
