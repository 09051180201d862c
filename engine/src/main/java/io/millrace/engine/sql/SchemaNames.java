package io.millrace.engine.sql;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/**
 * Named things of one kind, found without regard to case and made when first asked for, since a
 * statement names few of the many. One thread at a time.
 */
final class SchemaNames<T> implements Lookup<T> {
  private final Supplier<Set<String>> names;
  private final Function<String, @Nullable T> make;
  private final Map<String, T> made = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /**
   * @param names gives all names, for messages
   * @param make finds a thing by name, without regard to case
   */
  SchemaNames(Supplier<Set<String>> names, Function<String, @Nullable T> make) {
    this.names = names;
    this.make = make;
  }

  @Override
  public @Nullable T get(String name) {
    T known = made.get(name);
    if (known != null) {
      return known;
    }
    T found = make.apply(name);
    if (found != null) {
      made.put(name, found);
    }
    return found;
  }

  @Override
  public @Nullable Named<T> getIgnoreCase(String name) {
    T found = get(name);
    return found == null ? null : new Named<>(name, found);
  }

  @Override
  public Set<String> getNames(LikePattern pattern) {
    return names.get().stream().filter(pattern.matcher()::apply).collect(Collectors.toSet());
  }
}
