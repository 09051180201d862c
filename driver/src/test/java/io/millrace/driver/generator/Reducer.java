package io.millrace.driver.generator;

import io.millrace.driver.generator.HistoryGenerator.Transaction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes a scenario that goes wrong smaller, as long as it goes wrong in the same way: views,
 * transactions and statements are left out, queries remade from fewer and smaller choices.
 */
public final class Reducer {
  private final String signature;
  private int runs;

  /**
   * @param signature of the fault
   * @param runs how often the scenario may be run
   */
  Reducer(String signature, int runs) {
    this.signature = signature;
    this.runs = runs;
  }

  Scenario reduced(Scenario failing) {
    Scenario scenario = failing;
    if (fails(scenario.with(scenario.views()))) {
      scenario = fewerViews(scenario);
      scenario = shorter(scenario);
      scenario = simpler(scenario);
      scenario = fewerViews(shorter(scenario));
    }
    return scenario;
  }

  private boolean fails(@Nullable Scenario scenario) {
    if (runs <= 0 || scenario == null) {
      return false;
    }
    runs--;
    try {
      Fault fault = scenario.run();
      return fault != null && fault.signature().equals(signature);
    } catch (SQLException | RuntimeException | AssertionError e) {
      return false;
    }
  }

  private Scenario fewerViews(Scenario scenario) {
    return scenario.with(fewer(scenario.views(), views -> fails(scenario.with(views))));
  }

  private Scenario shorter(Scenario scenario) {
    Scenario least =
        scenario.withHistory(
            fewer(scenario.history(), history -> fails(scenario.withHistory(history))));
    for (int i = 0; i < least.history().size(); i++) {
      Scenario before = least;
      int at = i;
      Transaction transaction = least.history().get(i);
      List<String> statements =
          fewer(transaction.statements(), fewer -> fails(with(before, at, fewer)));
      least = with(least, at, statements);
    }
    return least;
  }

  private static Scenario with(Scenario scenario, int at, List<String> statements) {
    List<Transaction> history = new ArrayList<>(scenario.history());
    history.set(at, new Transaction(statements, history.get(at).commit()));
    return scenario.withHistory(history);
  }

  private Scenario simpler(Scenario scenario) {
    Scenario least = scenario;
    for (int i = least.views().size() - 1; i >= 0; i--) {
      Scenario before = least;
      int at = i;
      View view = least.views().get(i);
      int[] choices =
          fewerChoices(view.made(), made -> fails(remade(before, at, view.remade(made))));
      least = remade(least, at, view.remade(choices));
    }
    return least;
  }

  private static Scenario remade(Scenario scenario, int at, View view) {
    List<View> views = new ArrayList<>(scenario.views());
    views.set(at, view);
    return scenario.with(views);
  }

  /** Fewer elements for which this is still true: halves, quarters, … are left out. */
  public static <T> List<T> fewer(List<T> all, Predicate<List<T>> fails) {
    List<T> least = new ArrayList<>(all);
    for (int chunk = Math.max(1, least.size() / 2); chunk > 0; chunk /= 2) {
      for (int from = 0; from + chunk <= least.size(); ) {
        List<T> fewer = new ArrayList<>(least);
        fewer.subList(from, from + chunk).clear();
        if (fails.test(fewer)) {
          least = fewer;
        } else {
          from += chunk;
        }
      }
    }
    return least;
  }

  /** Fewer, then smaller choices for which this is still true. */
  public static int[] fewerChoices(int[] all, Predicate<int[]> fails) {
    List<Integer> boxed = new ArrayList<>();
    for (int choice : all) {
      boxed.add(choice);
    }
    List<Integer> least = fewer(boxed, choices -> fails.test(unboxed(choices)));
    for (int i = 0; i < least.size(); i++) {
      int old = least.get(i);
      if (old > 0) {
        least.set(i, 0);
        if (!fails.test(unboxed(least))) {
          least.set(i, old);
        }
      }
    }
    return unboxed(least);
  }

  private static int[] unboxed(List<Integer> choices) {
    return choices.stream().mapToInt(Integer::intValue).toArray();
  }
}
