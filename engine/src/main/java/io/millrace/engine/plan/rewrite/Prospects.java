package io.millrace.engine.plan.rewrite;

import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.plan.rewrite.Block.Conjunct;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be told at a glance of the views that may answer a block: most of many views over one
 * table keep other rows, other columns or join other tables. What it passes over surely does not
 * match; the rest is compared. One thread at a time.
 */
final class Prospects {
  private final Block query;
  private final Facts facts;
  private @Nullable List<Test> tests;

  /** What the query asks of a column of the only leaf of its kind, which equals no other column. */
  record Test(String core, String column, Ranges ranges) {}

  /**
   * @param facts what holds for the query's rows
   */
  Prospects(Block query, Facts facts) {
    this.query = query;
    this.facts = facts;
  }

  /**
   * Whether views that read all of these leaves, and keep a part of a column's values, may match.
   */
  boolean mayMatch(List<String> cores, Candidate.@Nullable Bound bound) {
    for (String core : cores) {
      if (query.leavesOf(core) == 0) {
        return false;
      }
    }
    return bound == null
        || query.leavesOf(bound.core()) != 1
        || facts.mayBeBounded(query.columnOf(bound.core(), bound.column()));
  }

  /** Whether a view, which reads nothing that the query doesn't, may match. */
  boolean mayMatch(Candidate candidate) {
    for (Candidate.Bound bound : candidate.bounds()) {
      if (query.leavesOf(bound.core()) == 1
          && !facts.mayLieWithin(query.columnOf(bound.core(), bound.column()), bound.ranges())) {
        return false;
      }
    }
    return makesTests(candidate);
  }

  /** Whether a view may be able to tell which of its rows the query asks for. */
  boolean makesTests(Candidate candidate) {
    for (Test test : tests()) {
      if (candidate.surelyLacks(test)) {
        return false;
      }
    }
    return true;
  }

  private List<Test> tests() {
    List<Test> known = tests;
    if (known == null) {
      known = new ArrayList<>();
      for (Conjunct conjunct : query.conjuncts()) {
        if (conjunct.appliedBy() == Conjunct.NOBODY) {
          for (Expr part : Facts.parts(conjunct.predicate())) {
            add(RangeTest.of(part, facts::digest), known);
          }
        }
      }
      tests = known;
    }
    return known;
  }

  private void add(@Nullable RangeTest test, List<Test> known) {
    if (test == null
        || test.orNull()
        || !(test.operand() instanceof ColumnRef column)
        || test.ranges().isEverything()
        || !facts.equalTo(column).isEmpty()) {
      return;
    }
    Columns.Key key = query.columns().key(column.index());
    String core = query.leaves().get(key.leaf()).core();
    if (query.leavesOf(core) == 1) {
      known.add(new Test(core, key.name(), test.ranges()));
    }
  }
}
