package io.millrace.driver.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Ways to make one thing, with weights; the first is the simplest. One thread at a time. */
final class Options<T> {
  private record Option<T>(int weight, Supplier<T> make) {}

  private final Choices choices;
  private final List<Option<T>> options = new ArrayList<>();
  private int total;

  Options(Choices choices) {
    this.choices = choices;
  }

  Options<T> add(int weight, Supplier<T> make) {
    options.add(new Option<>(weight, make));
    total += weight;
    return this;
  }

  /** Adds the option only where it is possible. */
  Options<T> addIf(boolean possible, int weight, Supplier<T> make) {
    return possible ? add(weight, make) : this;
  }

  boolean isEmpty() {
    return options.isEmpty();
  }

  T choose() {
    int at = choices.below(total);
    for (Option<T> option : options) {
      at -= option.weight();
      if (at < 0) {
        return option.make().get();
      }
    }
    throw new AssertionError("no option at " + at + " of " + total);
  }
}
