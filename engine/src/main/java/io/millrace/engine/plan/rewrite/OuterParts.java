package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.operator.AntiJoin;
import io.millrace.engine.operator.Filter;
import io.millrace.engine.operator.Join;
import io.millrace.engine.operator.JoinKey;
import io.millrace.engine.operator.Map;
import io.millrace.engine.operator.OuterJoin;
import io.millrace.engine.plan.PlanNode;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What else a view is that is an outer join. Its matched rows are the inner join, its unmatched
 * ones the anti-join; they are told apart by a column that no matched row has NULL in. Where no row
 * has two partners, the kept side's rows are all there, each once. And a full join is a left and a
 * right one, of the rows that have a column that the side never has NULL in.
 */
final class OuterParts {
  private final View view;
  private final PlanNode root;
  private final List<Expr> presence;
  private final Catalog catalog;
  private final List<Candidate> candidates = new ArrayList<>();

  /**
   * @param presence which of the view's rows the plan yields
   */
  private OuterParts(View view, PlanNode root, List<Expr> presence, Catalog catalog) {
    this.view = view;
    this.root = root;
    this.presence = presence;
    this.catalog = catalog;
  }

  static List<Candidate> of(View view, PlanNode root, Catalog catalog) {
    OuterParts parts = new OuterParts(view, root, List.of(), catalog);
    PlanNode join = outerJoin(root);
    if (join != null && kind(join) == OuterJoin.Kind.FULL) {
      parts.addHalf(OuterJoin.Kind.LEFT);
      parts.addHalf(OuterJoin.Kind.RIGHT);
    } else {
      parts.addByMatch(join);
      parts.addKeptSides();
    }
    return parts.candidates;
  }

  /** A full join as one that keeps a single side, where a column says that it is there. */
  private void addHalf(OuterJoin.Kind kind) {
    PlanNode half = replaced(root, full -> ofKind(kind, full));
    PlanNode join = Objects.requireNonNull(outerJoin(half));
    for (int i = 0; i < view.columns().size(); i++) {
      int column = source(half, i);
      if (column >= 0
          && !isExtended(join, column)
          && !join.operator().outputType().column(column).nullable()) {
        List<Expr> there = List.of(Exprs.isNotNull(viewColumn(i)));
        candidates.add(new Candidate(view, BlockReader.read(half, catalog), there));
        OuterParts parts = new OuterParts(view, half, there, catalog);
        parts.addByMatch(join);
        parts.addKeptSides();
        candidates.addAll(parts.candidates);
        return;
      }
    }
  }

  /** A full join as another one, the other side filtered by what ON asks of it alone. */
  private static PlanNode ofKind(OuterJoin.Kind kind, PlanNode node) {
    OuterJoin full = (OuterJoin) node.operator();
    int lefts = node.inputs().get(0).operator().outputType().size();
    boolean otherIsLeft = kind == OuterJoin.Kind.RIGHT;
    List<Expr> on = new ArrayList<>();
    List<Expr> filters = new ArrayList<>();
    for (Expr part :
        full.condition() == null ? List.<Expr>of() : BlockReader.conjunctsOf(full.condition())) {
      boolean ofOther = Exprs.columns(part).stream().allMatch(c -> (c < lefts) == otherIsLeft);
      (ofOther ? filters : on).add(part);
    }
    List<PlanNode> inputs = new ArrayList<>(node.inputs());
    int other = otherIsLeft ? 0 : 1;
    RowType type = inputs.get(other).operator().outputType();
    if (!filters.isEmpty()) {
      Expr filter = Exprs.mapColumns(Exprs.and(filters), c -> otherIsLeft ? c : c - lefts);
      inputs.set(other, new PlanNode(new Filter(type, filter), List.of(inputs.get(other))));
    }
    OuterJoin half =
        new OuterJoin(
            kind,
            inputs.get(0).operator().outputType(),
            inputs.get(1).operator().outputType(),
            full.keys(),
            on.isEmpty() ? null : Exprs.and(on));
    return new PlanNode(half, inputs);
  }

  /** The rows with a partner, and those without, if there is a join below maps and filters. */
  private void addByMatch(@Nullable PlanNode join) {
    if (join == null) {
      return;
    }
    Block block = BlockReader.read(replaced(root, OuterParts::matched), catalog);
    Facts facts = new Facts(block.columns(), block.predicates());
    for (int i = 0; i < block.outputs().size(); i++) {
      int column = source(root, i);
      if (column >= 0 && isExtended(join, column) && facts.isNotNull(block.outputs().get(i))) {
        add(block, Exprs.isNotNull(viewColumn(i)));
        PlanNode unmatched = replaced(root, OuterParts::unmatched);
        add(BlockReader.read(unmatched, catalog), Exprs.isNull(viewColumn(i)));
        return;
      }
    }
  }

  private void add(Block block, Expr presenceToo) {
    List<Expr> all = new ArrayList<>(presence);
    all.add(presenceToo);
    candidates.add(new Candidate(view, block, all));
  }

  private Expr viewColumn(int position) {
    return Exprs.column(position, view.columns().get(position).type());
  }

  /** The plan's outer join, below maps and filters; null if it has none there. */
  private static @Nullable PlanNode outerJoin(PlanNode node) {
    if (node.operator() instanceof OuterJoin) {
      return node;
    }
    return isAbove(node) ? outerJoin(node.inputs().get(0)) : null;
  }

  private static boolean isAbove(PlanNode node) {
    return node.operator() instanceof Map || node.operator() instanceof Filter;
  }

  private static OuterJoin.Kind kind(PlanNode join) {
    return ((OuterJoin) join.operator()).kind();
  }

  /** The plan, which has an outer join, with another plan in place of that. */
  private static PlanNode replaced(PlanNode node, UnaryOperator<PlanNode> other) {
    return isAbove(node)
        ? new PlanNode(node.operator(), List.of(replaced(node.inputs().get(0), other)))
        : other.apply(node);
  }

  /** Which column of the outer join a column of the plan is, or -1. */
  private static int source(PlanNode node, int column) {
    if (node.operator() instanceof Map map) {
      return map.expressions().get(column) instanceof ColumnRef below
          ? source(node.inputs().get(0), below.index())
          : -1;
    }
    return isAbove(node) ? source(node.inputs().get(0), column) : column;
  }

  /** Whether a column of a left or right join is NULL where there is no partner. */
  private static boolean isExtended(PlanNode join, int column) {
    boolean left = column < join.inputs().get(0).operator().outputType().size();
    return left == (kind(join) == OuterJoin.Kind.RIGHT);
  }

  private static PlanNode matched(PlanNode node) {
    OuterJoin outer = (OuterJoin) node.operator();
    RowType left = node.inputs().get(0).operator().outputType();
    RowType right = node.inputs().get(1).operator().outputType();
    Join join =
        new Join(
            List.of(left, right),
            JoinKey.equalities(outer.keys()),
            IntStream.range(0, left.size() + right.size()).toArray());
    PlanNode joined = new PlanNode(join, node.inputs());
    Expr condition = outer.condition();
    return condition == null
        ? joined
        : new PlanNode(new Filter(join.outputType(), condition), List.of(joined));
  }

  /** An outer join by its sides. */
  private record Sides(PlanNode kept, PlanNode other, List<JoinKey> keys, @Nullable Expr on) {
    static Sides of(PlanNode node) {
      OuterJoin outer = (OuterJoin) node.operator();
      PlanNode left = node.inputs().get(0);
      PlanNode right = node.inputs().get(1);
      if (outer.kind() != OuterJoin.Kind.RIGHT) {
        return new Sides(left, right, outer.keys(), outer.condition());
      }
      int lefts = left.operator().outputType().size();
      int rights = right.operator().outputType().size();
      Expr on = outer.condition();
      return new Sides(
          right,
          left,
          JoinKey.swapped(outer.keys()),
          on == null ? null : Exprs.mapColumns(on, c -> c < lefts ? c + rights : c - lefts));
    }
  }

  /** The rows without a partner, NULL in place of one. */
  private static PlanNode unmatched(PlanNode node) {
    Sides sides = Sides.of(node);
    AntiJoin join =
        new AntiJoin(
            sides.kept().operator().outputType(),
            sides.other().operator().outputType(),
            sides.keys(),
            sides.on());
    PlanNode rows = new PlanNode(join, List.of(sides.kept(), sides.other()));
    return withoutPartners((OuterJoin) node.operator(), Bare.whole(rows)).node();
  }

  /**
   * The view's rows by their kept sides: of its outermost join, of the two outermost, and so on.
   */
  private void addKeptSides() {
    for (int joins = 1; ; joins++) {
      int most = joins;
      Bare bare = Bare.of(root, node -> keptSide(node, most));
      if (bare == null) {
        return;
      }
      candidates.add(bare.candidate(view, presence, catalog));
    }
  }

  /** An outer join, and those that its kept side is, without the other sides. */
  private @Nullable Bare keptSide(PlanNode node, int joins) {
    if (!(node.operator() instanceof OuterJoin outer) || outer.kind() == OuterJoin.Kind.FULL) {
      return null;
    }
    Sides sides = Sides.of(node);
    IntStream compared = sides.keys().stream().mapToInt(JoinKey::rightColumn);
    if (!BlockReader.isUnique(sides.other(), compared, catalog)) {
      return null;
    }
    Bare kept =
        joins == 1
            ? Bare.whole(sides.kept())
            : Bare.of(sides.kept(), below -> keptSide(below, joins - 1));
    return kept == null ? null : withoutPartners(outer, kept);
  }

  /** The rows of the kept side with the join's columns, of which the other side's are lost. */
  private static Bare withoutPartners(OuterJoin outer, Bare kept) {
    RowType keptType = kept.node().operator().outputType();
    RowType type = outer.outputType();
    boolean mirrored = outer.kind() == OuterJoin.Kind.RIGHT;
    int first = mirrored ? type.size() - keptType.size() : 0;
    List<Expr> columns = new ArrayList<>();
    List<Boolean> lost = new ArrayList<>();
    for (int i = 0; i < type.size(); i++) {
      int column = i - first;
      boolean isKept = 0 <= column && column < keptType.size();
      columns.add(
          isKept ? Exprs.column(column, keptType.column(column)) : Bare.nothing(type.column(i)));
      lost.add(!isKept || kept.lost().get(column));
    }
    return Bare.of(kept.node(), columns, lost);
  }
}
