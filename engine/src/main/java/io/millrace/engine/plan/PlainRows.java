package io.millrace.engine.plan;

import io.millrace.engine.expr.ComparisonOperator;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the tables of a FROM that a WHERE keeps. {@code column IN (SELECT …)} is a mark: a
 * field behind those of the tables, which a mark join adds. Subqueries in subqueries are not plain.
 */
final class PlainRows implements PlainScope {
  private static final ColumnType MARK = ColumnType.of(CellType.BOOLEAN);

  /**
   * A test for membership.
   *
   * @param node the subquery as it is written
   */
  private record Mark(Expr value, SqlNode node, PlainQuery query) {
    boolean is(Expr otherValue, SqlNode otherNode) {
      return value.equals(otherValue) && node.equalsDeep(otherNode, Litmus.IGNORE);
    }

    /** The join of rows that have this many fields. */
    PlanInput join(PlanInput rows, PlainWork work) {
      Expr member = Exprs.column(rows.fieldCount(), query.items().get(0).type());
      Expr equality = Exprs.compare(ComparisonOperator.EQUAL, value, member);
      PlanInput members = query.rows();
      return PlanInput.of(
          rows.fieldCount() + 1,
          (needed, predicates) ->
              new MarkJoinPlanner(work.builder(), rows, members, List.of(equality))
                  .build(needed, predicates));
    }
  }

  private final PlainWork work;
  private final PlainFrom from;
  private final List<Mark> marks = new ArrayList<>();
  private final PlainConditions items;
  private final List<Expr> parts;
  private final int marksOfWhere;

  /** Whether some value is not written as a constant: of constants the converter makes a row. */
  private boolean computed;

  PlainRows(PlainFrom from, @Nullable SqlNode where, PlainWork work) {
    this.work = work;
    this.from = from;
    PlainConditions conditions = new PlainConditions(this, work.cells(), false);
    NotPlain.unless(where == null || !from.isEmpty());
    this.parts = where == null ? List.of() : conditions.parts(where);
    this.items = new PlainConditions(this, work.cells(), true);
    this.marksOfWhere = marks.size();
  }

  @Override
  public Expr membership(Expr value, SqlNode node) {
    int i = 0;
    while (i < marks.size() && !marks.get(i).is(value, node)) {
      i++;
    }
    if (i == marks.size()) {
      NotPlain.unless(node instanceof SqlSelect);
      marks.add(mark(value, new PlainQuery((SqlSelect) node, work), node));
    }
    return Exprs.column(from.fieldCount() + i, MARK);
  }

  private Mark mark(Expr value, PlainQuery query, SqlNode node) {
    NotPlain.unless(query.items().size() == 1 && query.isNestable());
    ColumnType member = query.items().get(0).type();
    NotPlain.unless(member.withNullable(true).equals(value.type().withNullable(true)));
    for (Mark other : marks) {
      // The converter may take them for one.
      NotPlain.unless(
          !value.equals(other.value()) || query.conditionHash() != other.query().conditionHash());
    }
    return new Mark(value, node, query);
  }

  boolean hasMarks() {
    return !marks.isEmpty();
  }

  private boolean hasConstants() {
    return parts.stream().anyMatch(part -> part instanceof Literal);
  }

  /** Whether a part of the condition is TRUE for no row. */
  boolean isNeverKept() {
    return parts.stream().anyMatch(p -> p instanceof Literal && !p.equals(Exprs.literal(true)));
  }

  /** The same for conditions that say the same in another order. */
  int conditionHash() {
    return PlainConditions.hashOfAnyOrder(Exprs.and(parts));
  }

  @Override
  public Expr column(SqlNode name) {
    return from.column(from.field(name));
  }

  @Override
  public Expr aggregate(SqlCall call) {
    throw new NotPlain();
  }

  /** What an item of a select list, or an argument of an aggregate, comes to. */
  Expr item(SqlNode node) {
    Expr item = items.item(node);
    NotPlain.unless(marks.size() == marksOfWhere);
    computed |= from.isEmpty() && !PlainLiterals.isWritten(node);
    return item;
  }

  /** The rows that are kept, with other fields. */
  PlanInput projected(List<Expr> fields) {
    if (from.isEmpty() && !computed) {
      fields.forEach(field -> NotPlain.unless(field instanceof Literal));
      return PlainFrom.constants(fields, work.builder());
    }
    PlanInput kept = kept();
    Expr[] outputs = fields.toArray(Expr[]::new);
    return PlanInput.of(
        outputs.length,
        (needed, predicates) -> work.builder().projected(kept, outputs, needed, predicates));
  }

  /** The fields of the tables, and the marks behind them. */
  PlanInput kept() {
    PlanBuilder builder = work.builder();
    PlanInput joined = from.rows(builder);
    for (Mark mark : marks) {
      joined = mark.join(joined, work);
    }
    if (parts.isEmpty()) {
      return joined;
    }
    // Which constants the converter leaves out hangs on how they are written.
    boolean left = parts.size() == 1 || !parts.contains(Exprs.literal(true));
    NotPlain.unless(!hasConstants() || (left && marks.isEmpty()));
    PlanInput below = joined;
    boolean overTable = from.isOneTable() && !hasMarks();
    List<Expr> kept = Expressions.kept(Expressions.conjuncts(parts));
    return PlanInput.of(
        below.fieldCount(),
        (needed, predicates) -> builder.kept(below, overTable, kept, needed, predicates));
  }
}
