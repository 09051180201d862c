package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.AggregateFunction;
import io.millrace.engine.expr.Comparison;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.Predicates;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query that asks for more rows than a view keeps: {@code Q = Q σ(p) ∪ Q σ(p IS NOT TRUE)}, where
 * {@code p} is what the view asks of rows and the query doesn't. The view answers the first part,
 * the tables the second. What groups is grouped in both parts and then put together, as it would be
 * over a view of both that is grouped by {@code p} as well. Immutable.
 *
 * <p>The second part holds rows for which {@code p} is NULL, too. Predicates that can fail are left
 * alone.
 *
 * @param kept the query's rows that the view has, over the view
 * @param guards what must be TRUE of the query's parameters
 * @param rest its other rows
 * @param whole the query over both parts, whose first leaf is to become their union; null if the
 *     union is the query
 */
record UnionMatch(Block kept, List<Expr> guards, Block rest, @Nullable Block whole) {
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);

  /**
   * The query in two parts.
   *
   * @param facts what holds for the query's rows
   * @throws Mismatch if the view does not answer one of them
   */
  static UnionMatch of(Block query, Facts facts, Candidate candidate, LeafMapping mapping)
      throws Mismatch {
    List<Expr> missing = missing(query, facts, candidate, mapping);
    Group group = query.group();
    if (group == null) {
      return of(query, query, missing, candidate, mapping, null);
    }
    try {
      return grouped(query, facts, group.calls(), missing, candidate, mapping);
    } catch (Mismatch e) {
      return grouped(query, facts, parts(group.calls()), missing, candidate, mapping);
    }
  }

  private static UnionMatch grouped(
      Block query,
      Facts facts,
      List<Group.Call> calls,
      List<Expr> missing,
      Candidate candidate,
      LeafMapping mapping)
      throws Mismatch {
    Group group = query.group();
    if (group == null) {
      throw new AssertionError("must group");
    }
    Group part = new Group(group.keys(), calls, false, List.of());
    List<Expr> columns = new ArrayList<>();
    for (int i = 0; i < part.width(); i++) {
      columns.add(part.column(i));
    }
    Block each = new Block(query.leaves(), query.columns(), query.conjuncts(), part, columns);
    return of(query, each, missing, candidate, mapping, whole(query, facts, part, missing));
  }

  private static UnionMatch of(
      Block query,
      Block each,
      List<Expr> missing,
      Candidate candidate,
      LeafMapping mapping,
      @Nullable Block whole)
      throws Mismatch {
    Block with = each;
    for (Expr predicate : missing) {
      with = with.with(predicate);
    }
    Facts known = new Facts(query.columns(), with.predicates());
    BlockMatch.Result kept = BlockMatch.match(with, known, candidate, mapping);
    // What the view's rows are known to be, such as not NULL, is not known of the others.
    Block rest = each.with(denied(missing, new Facts(query.columns(), query.predicates())));
    return new UnionMatch(kept.block(), kept.guards(), rest, whole);
  }

  /** What the view asks of rows and the query doesn't. */
  private static List<Expr> missing(
      Block query, Facts facts, Candidate candidate, LeafMapping mapping) throws Mismatch {
    List<Expr> missing = new ArrayList<>();
    if (!mapping.isOnto() || !candidate.presence().isEmpty()) {
      throw new Mismatch("joins more tables");
    }
    for (Expr predicate : candidate.block().predicates()) {
      for (Expr part :
          Facts.parts(mapping.translated(predicate, candidate.block(), query.columns()))) {
        if (!facts.imply(part)) {
          if (!Predicates.isMovable(part) || query.columns().onlyLeaf(part) < 0) {
            throw new Mismatch("keeps only some of the pairs of rows");
          }
          missing.add(part);
        }
      }
    }
    if (missing.isEmpty()) {
      throw new Mismatch("lacks no rows");
    }
    return missing;
  }

  /** That one of the predicates is not TRUE, so that a key may find the rows where that can be. */
  private static Expr denied(List<Expr> predicates, Facts facts) {
    Expr only = predicates.get(0);
    if (predicates.size() == 1
        && only instanceof Comparison comparison
        && facts.isNotNull(comparison.left())
        && facts.isNotNull(comparison.right())) {
      return Exprs.compare(comparison.operator().negated(), comparison.left(), comparison.right());
    }
    return Exprs.not(Exprs.isTrue(Exprs.and(predicates)));
  }

  /** Calls from which those of the query can be computed over several groups. */
  private static List<Group.Call> parts(List<Group.Call> calls) {
    Set<Group.Call> parts = new LinkedHashSet<>();
    for (Group.Call call : calls) {
      if (call.function() == AggregateFunction.AVG && !call.distinct()) {
        Expr argument = call.arguments().get(0);
        parts.add(Group.Call.of(AggregateFunction.SUM, argument, Rollup.sumType(argument.type())));
        parts.add(Group.Call.of(AggregateFunction.COUNT, argument, BIGINT));
      } else {
        parts.add(call);
      }
    }
    return List.copyOf(parts);
  }

  /**
   * The query over its two parts, as over a view that keeps groups of all rows, those of the two
   * parts apart.
   */
  private static Block whole(Block query, Facts facts, Group part, List<Expr> missing)
      throws Mismatch {
    List<Expr> keys = new ArrayList<>(part.keys());
    keys.add(Exprs.isTrue(Exprs.and(missing)));
    Group group = new Group(keys, part.calls(), false, List.of());
    List<Expr> outputs = new ArrayList<>();
    for (int i = 0; i < part.width(); i++) {
      outputs.add(group.column(i < part.keys().size() ? i : i + 1));
    }
    Block parts = new Block(query.leaves(), query.columns(), query.conjuncts(), group, outputs);
    Candidate both = new Candidate(viewOf(outputs), parts, List.of());
    Block over = BlockMatch.match(query, facts, both, LeafMapping.all(query, parts).get(0)).block();
    if (over.leaves().size() != 1 || over.leaves().get(0).countColumn() != null) {
      throw new Mismatch("keeps no groups that come together again");
    }
    return over;
  }

  /** A view that nobody made, with columns of these types. */
  private static View viewOf(List<Expr> outputs) {
    List<Column> columns = new ArrayList<>();
    for (Expr output : outputs) {
      columns.add(new Column(columns.size(), "c" + columns.size(), output.type(), null, null));
    }
    return new View(
        Integer.MAX_VALUE,
        new QualifiedName("", "both parts"),
        columns,
        View.Kind.INCREMENTAL,
        "",
        "",
        Set.of(),
        null,
        -1,
        View.OnError.REFUSE,
        null);
  }

  /** The type of the rows of both parts, if that isn't the query's. */
  @Nullable RowType partType() {
    return whole == null
        ? null
        : Objects.requireNonNull(whole.leaves().get(0).relation()).rowType();
  }

  /** The query over the union of both parts; null if that is the query. */
  @Nullable Block over(PlanNode union) {
    if (whole == null) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < union.operator().outputType().size(); i++) {
      names.add(Leaf.columnName(i));
    }
    return new Block(
        List.of(Leaf.of("both parts", union, names)),
        whole.columns(),
        whole.conjuncts(),
        whole.group(),
        whole.outputs());
  }
}
