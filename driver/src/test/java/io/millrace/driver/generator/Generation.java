package io.millrace.driver.generator;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** What is shared while one query is generated. One thread at a time, for one query. */
final class Generation {
  private final Choices choices;
  private final Dialect dialect;
  private final Set<Construct> available;
  private final List<Source> sources;
  private final Map<Construct, Integer> used = new EnumMap<>(Construct.class);
  private static final Set<Construct> WINDOWS =
      EnumSet.range(Construct.ROW_NUMBER, Construct.QUALIFY);

  private int withoutWindows;
  private int budget;
  private int aliases;
  private boolean mayFail;

  /**
   * @param sources the tables and views of the database
   * @param budget about how many constructs a query may have
   */
  Generation(
      Choices choices,
      Dialect dialect,
      Set<Construct> available,
      List<Source> sources,
      int budget) {
    this.choices = choices;
    this.dialect = dialect;
    this.available = available;
    this.sources = new ArrayList<>(sources);
    this.budget = budget;
  }

  Choices choices() {
    return choices;
  }

  Dialect dialect() {
    return dialect;
  }

  List<Source> sources() {
    return sources;
  }

  /** How often each construct was used. */
  Map<Construct, Integer> used() {
    return used;
  }

  boolean has(Construct construct) {
    return available.contains(construct);
  }

  /** True if the construct is there and there is room for it. */
  boolean may(Construct construct) {
    return budget > 0 && has(construct) && !(withoutWindows > 0 && WINDOWS.contains(construct));
  }

  /** Makes something in which no window may stand. */
  String withoutWindows(Supplier<String> make) {
    withoutWindows++;
    try {
      return make.get();
    } finally {
      withoutWindows--;
    }
  }

  boolean hasRoom() {
    return budget > 0;
  }

  /** Notes that a construct was used. */
  void use(Construct construct) {
    used.merge(construct, 1, Integer::sum);
    budget--;
  }

  /** Notes the use of a construct once in {@code times}, if there is room for it. */
  boolean sometimes(Construct construct, int times) {
    if (may(construct) && choices.oneIn(times)) {
      use(construct);
      return true;
    }
    return false;
  }

  <T> Options<T> options() {
    return new Options<>(choices);
  }

  String alias() {
    aliases++;
    return "r" + aliases;
  }

  /** Whether expressions may fail for some rows. */
  boolean mayFail() {
    return mayFail;
  }

  void letFail() {
    mayFail = true;
  }
}
