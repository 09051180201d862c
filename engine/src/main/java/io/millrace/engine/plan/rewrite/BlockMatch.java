package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.expr.Literal;
import io.millrace.engine.plan.rewrite.Block.Conjunct;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query's block over a view: the view's leaves become one scan of the view, what it doesn't
 * guarantee is filtered, and its groups are made coarser where the query asks for that.
 *
 * <ol>
 *   <li>Each leaf of the view is one of the query, or one that a foreign key proves to change
 *       nothing.
 *   <li>The query's predicates imply all of the view's: no row that the query wants is missing.
 *   <li>Those predicates of the query that the view's don't imply can be computed from the view's
 *       columns: no row too many.
 *   <li>So can the query's outputs; or, where both group, its keys and calls ({@link GroupMatch}).
 * </ol>
 *
 * <p>One object tries one mapping of leaves.
 *
 * <p>Source: Goldstein and Larson, SIGMOD 2001, sections 3.1 to 3.3.
 */
final class BlockMatch {
  private final Block query;
  private final Candidate candidate;
  private final LeafMapping mapping;
  private final Columns columns;
  private final Facts queryFacts;
  private final Facts viewFacts;

  /** The leaves of the result: the view, then the query's others. */
  private final Columns newColumns = new Columns();

  private final List<Integer> staying = new ArrayList<>();
  private final JoinBack joinBack;
  private final List<Expr> guards = new ArrayList<>();

  private BlockMatch(Block query, Facts known, Candidate candidate, LeafMapping mapping)
      throws Mismatch {
    this.query = query;
    this.candidate = candidate;
    this.mapping = mapping;
    this.columns = query.columns();
    List<Expr> joins = mapping.provenEqualities(columns, candidate.block(), query.predicates());
    this.queryFacts = joins.isEmpty() ? known : known.with(joins);
    this.viewFacts = new Facts(columns, guaranteed());
    for (int leaf = 0; leaf < query.leaves().size(); leaf++) {
      if (!mapping.isTaken(leaf)) {
        staying.add(leaf);
      }
    }
    this.joinBack = new JoinBack(this, columns, newColumns, 1 + staying.size());
  }

  /**
   * The query's block over the view.
   *
   * @param known what holds for the query's rows
   * @throws Mismatch if it cannot be computed from the view under this mapping
   */
  static Result match(Block query, Facts known, Candidate candidate, LeafMapping mapping)
      throws Mismatch {
    BlockMatch match = new BlockMatch(query, known, candidate, mapping);
    return new Result(match.run(), match.guards);
  }

  /**
   * The query over the view.
   *
   * @param guards what must be TRUE of the query's parameters
   */
  record Result(Block block, List<Expr> guards) {}

  /** The view's predicates over the query's leaves, all of which the query must imply. */
  private List<Expr> guaranteed() throws Mismatch {
    List<Expr> parts = new ArrayList<>();
    for (Expr predicate : candidate.block().predicates()) {
      for (Expr part : Facts.parts(translated(predicate))) {
        if (!queryFacts.imply(part)) {
          Expr guard = Guard.of(part, queryFacts);
          if (guard == null) {
            throw new Mismatch(() -> "keeps only rows where " + text(part));
          }
          guards.add(guard);
        }
        parts.add(part);
      }
    }
    return parts;
  }

  private Block run() throws Mismatch {
    List<Conjunct> remaining = compensation();
    Group viewGroup = candidate.block().group();
    if (viewGroup == null) {
      return plain(remaining);
    }
    if (query.group() == null) {
      return ungrouped(viewGroup, remaining);
    }
    return new GroupMatch(this, viewGroup, query.group(), remaining).run();
  }

  /** What the view does not guarantee, over the new leaves, in the query's order. */
  private List<Conjunct> compensation() throws Mismatch {
    Expressible before = expressible(viewFacts);
    List<Conjunct> remaining = new ArrayList<>();
    for (Expr presence : candidate.presence()) {
      Expr over = Columns.replace(presence, c -> viewColumn(c.index()));
      remaining.add(Conjunct.of(over));
    }
    for (Conjunct conjunct : query.conjuncts()) {
      int leaf = conjunct.appliedBy();
      if (leaf >= 0 && !mapping.isTaken(leaf)) {
        continue;
      }
      for (Expr part : Facts.parts(conjunct.predicate())) {
        if (!viewFacts.imply(part)) {
          remaining.add(Conjunct.of(require(before, part)));
        }
      }
    }
    return remaining;
  }

  private Block plain(List<Conjunct> remaining) throws Mismatch {
    Expressible after = expressible(queryFacts);
    Group group = query.group();
    if (group == null) {
      return block(viewLeaf(), remaining, null, require(after, query.outputs()));
    }
    List<Group.Call> calls = new ArrayList<>();
    for (Group.Call call : group.calls()) {
      for (Expr argument : call.expressions()) {
        require(after, argument);
      }
      calls.add(call.map(argument -> found(after, argument)));
    }
    Group mapped = new Group(require(after, group.keys()), calls, group.scalar(), group.having());
    return block(viewLeaf(), remaining, mapped, query.outputs());
  }

  /** The rows themselves, from a view that counts them by what the query reads of them. */
  private Block ungrouped(Group viewGroup, List<Conjunct> remaining) throws Mismatch {
    String count = countColumn();
    if (count == null || viewGroup.scalar() || !viewGroup.having().isEmpty()) {
      throw new Mismatch("keeps groups of rows, and the query asks for rows");
    }
    List<Expr> outputs = require(expressible(queryFacts), query.outputs());
    return block(Leaf.repeated(view(), count), remaining, null, outputs);
  }

  /** The name of the view's column that says how many rows each group has, or null. */
  @Nullable String countColumn() {
    Group group = candidate.block().group();
    if (group == null) {
      return null;
    }
    for (int i = 0; i < candidate.block().outputs().size(); i++) {
      if (candidate.block().outputs().get(i) instanceof ColumnRef column
          && column.index() >= group.keys().size()
          && countsRows(group.calls().get(column.index() - group.keys().size()))) {
        return columnName(i);
      }
    }
    return null;
  }

  /** Whether the call of the view counts every row. */
  boolean countsRows(Group.Call call) {
    return switch (call.function()) {
      case COUNT ->
          !call.distinct()
              && call.arguments().stream()
                  .allMatch(argument -> viewFacts.isNotNull(translated(argument)));
      default -> false;
    };
  }

  Block block(Leaf first, List<Conjunct> conjuncts, @Nullable Group group, List<Expr> outputs) {
    List<Leaf> leaves = new ArrayList<>(List.of(first));
    staying.forEach(leaf -> leaves.add(query.leaves().get(leaf)));
    leaves.addAll(joinBack.leaves());
    List<Conjunct> all = new ArrayList<>(joinBack.conjuncts());
    all.addAll(conjuncts);
    for (Conjunct conjunct : query.conjuncts()) {
      if (conjunct.appliedBy() >= 0 && staying.contains(conjunct.appliedBy())) {
        all.add(
            new Conjunct(
                Columns.replace(conjunct.predicate(), this::stayingColumn),
                1 + staying.indexOf(conjunct.appliedBy())));
      }
    }
    return new Block(leaves, newColumns, all, group, outputs);
  }

  private Expr stayingColumn(ColumnRef column) {
    Columns.Key key = columns.key(column.index());
    return newColumns.column(1 + staying.indexOf(key.leaf()), key.name(), column.type());
  }

  /** What can be computed where the facts hold. */
  Expressible expressible(Facts facts) {
    Expressible result = new Expressible(facts, joinBack::find);
    addTo(result);
    return result;
  }

  /** Adds what the view and the staying leaves have. */
  void addTo(Expressible result) {
    Block block = candidate.block();
    Group group = block.group();
    for (int i = 0; i < block.outputs().size(); i++) {
      Expr output = block.outputs().get(i);
      if (output instanceof Literal) {
        continue; // a constant is better written than read
      }
      if (group == null) {
        result.add(translated(output), viewColumn(i));
      } else if (Exprs.columns(output).stream().allMatch(c -> c < group.keys().size())) {
        result.add(translated(Exprs.substitute(output, group.keys())), viewColumn(i));
      }
    }
    for (int column = 0; column < columns.size(); column++) {
      Columns.Key key = columns.key(column);
      int place = staying.indexOf(key.leaf());
      if (place >= 0) {
        result.addColumn(
            column,
            columns.column(column),
            newColumns.column(1 + place, key.name(), columns.type(column)));
      }
    }
  }

  /** An expression over the view's leaves as one over the query's. */
  Expr translated(Expr expr) {
    return mapping.translated(expr, candidate.block(), columns);
  }

  List<Expr> require(Expressible from, List<Expr> expressions) throws Mismatch {
    List<Expr> all = new ArrayList<>(expressions.size());
    for (Expr expression : expressions) {
      all.add(require(from, expression));
    }
    return all;
  }

  Expr require(Expressible from, Expr expression) throws Mismatch {
    Expr found = from.find(expression);
    if (found == null) {
      throw new Mismatch(
          () -> {
            int missing = from.missing(expression);
            return missing < 0
                ? "cannot compute " + text(expression)
                : "keeps no column " + columnText(missing);
          });
    }
    return found;
  }

  private static Expr found(Expressible from, Expr expression) {
    Expr found = from.find(expression);
    if (found == null) {
      throw new AssertionError("must be expressible: " + expression);
    }
    return found;
  }

  Facts queryFacts() {
    return queryFacts;
  }

  Facts viewFacts() {
    return viewFacts;
  }

  Candidate candidate() {
    return candidate;
  }

  Block query() {
    return query;
  }

  View view() {
    return candidate.view();
  }

  /** The leaf of the query, by its number, if the view takes its place; else null. */
  @Nullable Leaf takenLeaf(int leaf) {
    boolean taken = leaf < query.leaves().size() && mapping.isTaken(leaf);
    return taken ? query.leaves().get(leaf) : null;
  }

  boolean hasStayingLeaves() {
    return !staying.isEmpty();
  }

  Leaf viewLeaf() {
    return Leaf.of(view());
  }

  String columnName(int position) {
    return Leaf.columnName(view().columnIds().get(position));
  }

  /** A column of the view as a column of the new first leaf. */
  Expr viewColumn(int position) {
    Column column = view().columns().get(position);
    return newColumns.column(0, Leaf.columnName(column.id()), column.type());
  }

  private String text(Expr expr) {
    return ExprText.of(expr, this::columnText);
  }

  private String columnText(int column) {
    Columns.Key key = columns.key(column);
    Leaf leaf =
        key.leaf() < query.leaves().size()
            ? query.leaves().get(key.leaf())
            : candidate.block().leaves().get(mapping.viewLeafOf(key.leaf()));
    return ExprText.column(leaf, key.name());
  }
}
