package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.plan.PlanNode;
import io.millrace.engine.plan.PlannerContext;
import io.millrace.engine.plan.RewriteMode;
import io.millrace.engine.plan.Rewriting;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.plan.StatementPlanner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Proposes views for queries.
 *
 * <p>{@link Drafts} says which views might serve; each is written as SQL, made in thought, and
 * matched with the queries by {@link Rewriter} itself: so what is proposed can be created as it
 * stands, and answers what it is said to. Gains are what {@link Cost} estimates of the queries as
 * they run now, over the views that there are, less with the new view. A view is worth its gain for
 * each read of each query, less what a write costs it ({@link DraftSize}), where one changed row is
 * taken to come with each read of a query that it answers.
 *
 * <p>Cost: drafts · queries over the same relations, each a planning without parsing, and the
 * readings of {@link DraftSize}. One thread at a time.
 */
public final class Advisor {
  /** More drafts are not tried; those of queries that are read more often come first. */
  private static final int MOST_DRAFTS = 300;

  /** Less frequent queries are not looked at. */
  private static final int MOST_QUERIES = 200;

  /** What a view must save at a reading of a query, in rows. */
  private static final double LEAST_GAIN = 16;

  /** What it must save, as a share of what the query costs without any proposal. */
  private static final double LEAST_SHARE = 0.1;

  /** More views are not proposed at once. */
  private static final int MOST_PROPOSALS = 20;

  private final List<AskedQuery> queries;
  private final Trial trial;
  private final PlannerContext context;
  private final Catalog catalog;
  private final DraftSize sizes;
  private final double[] before;

  /** Whether a view answers the query now. */
  private final List<List<String>> answered = new ArrayList<>();

  /** The texts of drafts. */
  private final Set<String> tried = new HashSet<>();

  /** The drafts that serve. */
  private final List<Served> served = new ArrayList<>();

  /**
   * A view that serves.
   *
   * @param after the cost of each query with it; that without it where it does not serve
   */
  @SuppressWarnings("ArrayRecordComponent") // made and read here alone
  private record Served(String query, DraftSize.Estimate size, double[] after) {}

  private Advisor(List<AskedQuery> queries, Trial trial, PlannerContext context) {
    this.queries = queries;
    this.trial = trial;
    this.context = context;
    this.catalog = context.catalog();
    this.sizes = new DraftSize(trial, context.rowCounts());
    this.before = new double[queries.size()];
  }

  /** Views that together serve the queries best, the best first, and why others have none. */
  public static List<Advice> together(
      List<AskedQuery> queries, Trial trial, PlannerContext context) {
    List<AskedQuery> often =
        queries.stream()
            .sorted(Comparator.comparingLong(AskedQuery::count).reversed())
            .limit(MOST_QUERIES)
            .toList();
    Advisor advisor = new Advisor(often, trial, context);
    advisor.tryAll();
    List<Advice> advice = advisor.chosen();
    if (queries.size() > MOST_QUERIES) {
      int others = queries.size() - MOST_QUERIES;
      advice.add(Advice.none(others + " queries that are read less often were left out"));
    }
    return advice;
  }

  /** The views that would serve one query, the best first; or why there is none. */
  public static List<Advice> each(AskedQuery query, Trial trial, PlannerContext context) {
    Advisor advisor = new Advisor(List.of(query), trial, context);
    advisor.tryAll();
    List<Served> all = new ArrayList<>(advisor.served);
    all.removeIf(view -> advisor.worth(view, advisor.before) <= 0);
    all.sort(
        Comparator.comparingDouble((Served view) -> advisor.worth(view, advisor.before))
            .reversed());
    List<Advice> advice = new ArrayList<>();
    for (Served view : all.subList(0, Math.min(all.size(), MOST_PROPOSALS))) {
      advice.add(advisor.proposal(view, 1, advisor.before));
    }
    return advice.isEmpty() ? List.of(advisor.whyNone(0)) : advice;
  }

  private void tryAll() {
    for (int query = 0; query < queries.size(); query++) {
      noteBefore(query);
    }
    List<ViewDraft> drafts = new ArrayList<>();
    for (AskedQuery query : queries) {
      if (query.plan().volatileFunction() == null && !readsSystem(query)) {
        drafts.addAll(Drafts.of(query.plan().root(), catalog));
      }
    }
    List<ViewDraft> merged = merged(drafts);
    tryDrafts(merged.subList(0, Math.min(merged.size(), MOST_DRAFTS / 2)));
    tryDrafts(drafts);
    for (AskedQuery query : queries) {
      if (!isServed(queries.indexOf(query))) {
        OwnText.of(query).ifPresent(text -> tryOwn(text, query));
      }
    }
  }

  /** Of drafts over the same rows: all of them together, more and more, the most first. */
  private static List<ViewDraft> merged(List<ViewDraft> drafts) {
    Map<String, ViewDraft> byRows = new LinkedHashMap<>();
    List<ViewDraft> merged = new ArrayList<>();
    for (ViewDraft draft : drafts) {
      String rows = draft.mergesOver();
      if (rows != null) {
        ViewDraft known = byRows.get(rows);
        byRows.put(rows, known == null ? draft : known.merged(draft));
        if (known != null) {
          merged.add(0, byRows.getOrDefault(rows, draft));
        }
      }
    }
    return merged;
  }

  private boolean readsSystem(AskedQuery query) {
    return query.plan().relationIds().stream()
        .anyMatch(id -> catalog.require(id) instanceof SystemRelation);
  }

  private void noteBefore(int query) {
    Rewriting now =
        Rewriter.rewrite(queries.get(query).plan(), new Candidates(trial::circuit), on(catalog));
    PlanNode root = now == null ? queries.get(query).plan().root() : now.plan().root();
    before[query] = cost(root, catalog, context);
    answered.add(
        now == null ? List.of() : now.views().stream().map(v -> v.name().toString()).toList());
  }

  private static double cost(PlanNode root, Catalog catalog, PlannerContext context) {
    return new Cost(catalog, context.rowCounts()).of(BlockReader.read(root, catalog));
  }

  private PlannerContext on(Catalog of) {
    return new PlannerContext(
        of, context.defaultSchema(), context.rowCounts(), true, RewriteMode.ON);
  }

  private void tryDrafts(List<ViewDraft> drafts) {
    for (ViewDraft draft : drafts) {
      try {
        String query = DraftSql.of(draft, context.defaultSchema());
        if (tried.size() < MOST_DRAFTS && tried.add(query)) {
          trial.check();
          tryText("", query, sizes.of(draft));
        }
      } catch (ExprSql.Unwritable e) {
        // Then another draft, or the query's own text, has to do.
      }
    }
  }

  private boolean isServed(int query) {
    return served.stream().anyMatch(view -> serves(view, query, before));
  }

  private void tryOwn(OwnText text, AskedQuery query) {
    trial.check();
    tryText(text.columns(), text.query(), sizes.of(query.plan(), catalog));
  }

  /** Makes the view in thought, and keeps it if it serves any query. */
  private void tryText(String columns, String query, DraftSize.Estimate size) {
    Catalog with;
    int id;
    try {
      String name = freeName(1);
      Statement planned = StatementPlanner.plan(statement(name, columns, query), context);
      with = trial.with((Statement.CreateView) planned, catalog);
      id = with.relation(new QualifiedName(context.defaultSchema(), name)).orElseThrow().id();
    } catch (DatabaseException e) {
      // A text that does not mean what it was written for, or a view that cannot be kept.
      return;
    }
    double[] after = after(with, id, size);
    for (int i = 0; i < after.length; i++) {
      if (after[i] < before[i]) {
        served.add(new Served(columns + " AS " + query, size, after));
        return;
      }
    }
  }

  /** What each query costs once the view is there. */
  private double[] after(Catalog with, int id, DraftSize.Estimate size) {
    PlannerContext trying =
        new PlannerContext(
            with,
            context.defaultSchema(),
            relation -> rowCount(relation, id, size),
            true,
            RewriteMode.ON);
    Candidates candidates = new Candidates(trial::circuit);
    double[] after = before.clone();
    for (int i = 0; i < after.length; i++) {
      Rewriting over = Rewriter.rewrite(queries.get(i).plan(), candidates, trying);
      if (over != null && over.views().stream().anyMatch(view -> view.id() == id)) {
        after[i] = Math.min(after[i], cost(over.plan().root(), with, trying));
      }
    }
    return after;
  }

  private long rowCount(Relation relation, int id, DraftSize.Estimate size) {
    return relation.id() == id
        ? Math.round(Math.ceil(size.rows()))
        : context.rowCounts().applyAsLong(relation);
  }

  /** What a view is worth, given what each query costs with the views that are chosen already. */
  private double worth(Served view, double[] costs) {
    double worth = 0;
    for (int i = 0; i < costs.length; i++) {
      if (serves(view, i, costs)) {
        double gain = costs[i] - view.after()[i];
        worth += queries.get(i).count() * (gain - view.size().rowsPerWrite());
      }
    }
    return worth;
  }

  /** Whether a query gains by a view what is worth a view: estimates are rough. */
  private boolean serves(Served view, int query, double[] costs) {
    double gain = costs[query] - view.after()[query];
    return gain >= Math.max(LEAST_GAIN, LEAST_SHARE * before[query]);
  }

  /** Takes the view that is worth most, then the one that is worth most beside it, and so on. */
  private List<Advice> chosen() {
    List<Advice> advice = new ArrayList<>();
    double[] costs = before.clone();
    while (advice.size() < MOST_PROPOSALS) {
      double[] now = costs;
      Served best =
          served.stream()
              .max(
                  Comparator.comparingDouble((Served view) -> worth(view, now))
                      .thenComparing(view -> -view.query().length()))
              .filter(view -> worth(view, now) > 0)
              .orElse(null);
      if (best == null) {
        break;
      }
      advice.add(proposal(best, advice.size() + 1, costs));
      costs = costs.clone();
      for (int i = 0; i < costs.length; i++) {
        costs[i] = Math.min(costs[i], best.after()[i]);
      }
    }
    for (int i = 0; i < costs.length; i++) {
      if (costs[i] >= before[i]) {
        advice.add(whyNone(i));
      }
    }
    return advice;
  }

  private Advice proposal(Served view, int number, double[] costs) {
    long answers = 0;
    double reads = 0;
    double readsBefore = 0;
    double readsAfter = 0;
    for (int i = 0; i < costs.length; i++) {
      if (serves(view, i, costs)) {
        long count = queries.get(i).count();
        answers++;
        reads += count;
        readsBefore += count * costs[i];
        readsAfter += count * view.after()[i];
      }
    }
    return new Advice(
        statement(freeName(number), "", "").replace(" AS ", "") + view.query(),
        answers,
        Math.round(readsBefore / reads),
        Math.round(readsAfter / reads),
        Math.round(Math.ceil(view.size().rowsPerWrite())),
        Math.round(Math.ceil(view.size().rows())),
        "");
  }

  private static String statement(String name, String columns, String query) {
    return "CREATE INCREMENTAL MATERIALIZED VIEW " + name + columns + " AS " + query;
  }

  /** The n-th name of our own that no relation has. */
  private String freeName(int number) {
    int found = 0;
    for (int i = 1; ; i++) {
      String name = "advised_" + i;
      if (catalog.relation(new QualifiedName(context.defaultSchema(), name)).isEmpty()
          && ++found == number) {
        return name;
      }
    }
  }

  private Advice whyNone(int query) {
    AskedQuery asked = queries.get(query);
    return Advice.none(reason(asked, answered.get(query)) + ": " + asked.sql().strip());
  }

  private String reason(AskedQuery asked, List<String> views) {
    Set<Integer> relations = asked.plan().relationIds();
    if (asked.plan().volatileFunction() != null) {
      return "No view can keep " + asked.plan().volatileFunction() + ", which is not deterministic";
    }
    if (relations.isEmpty()) {
      return "It reads no table";
    }
    if (readsSystem(asked)) {
      return "System relations change without a commit";
    }
    if (!views.isEmpty()) {
      return "It reads " + String.join(", ", views) + " already, and no view serves it better";
    }
    return "No view that can be written down is worth its upkeep";
  }
}
