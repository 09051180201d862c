package io.millrace.driver.generator;

import io.millrace.driver.generator.HistoryGenerator.Event;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What was generated and seen: whether the queries and histories could prove anything. */
final class Statistics {
  private final Map<Construct, Integer> constructs = new EnumMap<>(Construct.class);
  private final Map<Event, Integer> events = new EnumMap<>(Event.class);
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Set<View> nonEmpty = new HashSet<>();
  private final Set<View> changing = new HashSet<>();
  private int views;
  private int comparisons;
  private int changes;
  private int commits;
  private int refusedCommits;
  private int statements;
  private int failedStatements;

  void view(View view) {
    views++;
    view.used().forEach((construct, times) -> constructs.merge(construct, times, Integer::sum));
  }

  void refused(String reason) {
    refusals.merge(reason.replaceAll("\\(line.*?\\)|\\d+", "#"), 1, Integer::sum);
  }

  void events(Map<Event, Integer> more) {
    more.forEach((event, times) -> events.merge(event, times, Integer::sum));
  }

  void statement(boolean succeeded) {
    statements++;
    failedStatements += succeeded ? 0 : 1;
  }

  void commit(boolean accepted) {
    commits++;
    refusedCommits += accepted ? 0 : 1;
  }

  void compared(View view, Bag content, boolean changed) {
    comparisons++;
    if (!content.isEmpty()) {
      nonEmpty.add(view);
    }
    if (changed) {
      changes++;
      changing.add(view);
    }
  }

  int views() {
    return views;
  }

  int refusals() {
    return refusals.values().stream().mapToInt(Integer::intValue).sum();
  }

  Map<Construct, Integer> constructs() {
    return constructs;
  }

  Map<Event, Integer> events() {
    return events;
  }

  /** Share of the views that were not empty all the time. */
  double nonEmptyShare() {
    return (double) nonEmpty.size() / views;
  }

  /** Share of the views that changed in their history. */
  double changingShare() {
    return (double) changing.size() / views;
  }

  @Override
  public String toString() {
    return """
        %d views, %d refused as not supported; %.0f %% not always empty, %.0f %% changing
        %d commits, %d of them refused; %d statements, %d of them failed
        %d comparisons of a view with its query, %d of them after a change of the view
        constructs: %s
        events: %s
        refusals: %s"""
        .formatted(
            views,
            refusals(),
            100 * nonEmptyShare(),
            100 * changingShare(),
            commits,
            refusedCommits,
            statements,
            failedStatements,
            comparisons,
            changes,
            constructs,
            events,
            refusals);
  }
}
