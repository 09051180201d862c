package io.millrace.engine.expr;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The table of scalar functions, by stable name. Its entries stand in one file per theme. */
public final class Functions {
  private static final Map<String, Function> BY_NAME =
      byName(
          Arithmetic.FUNCTIONS,
          MathFunctions.FUNCTIONS,
          TextFunctions.FUNCTIONS,
          TextParts.FUNCTIONS,
          LikeFunctions.FUNCTIONS,
          DateFunctions.FUNCTIONS,
          ZoneFunctions.FUNCTIONS,
          ChoiceFunctions.FUNCTIONS,
          ListFunctions.FUNCTIONS,
          ListSearches.FUNCTIONS,
          SessionFunctions.FUNCTIONS,
          Summaries.FUNCTIONS);

  private Functions() {}

  @SafeVarargs
  private static Map<String, Function> byName(List<Function>... themes) {
    Map<String, Function> table = new TreeMap<>();
    for (List<Function> theme : themes) {
      for (Function function : theme) {
        if (table.put(function.name(), function) != null) {
          throw new AssertionError("two functions are called " + function.name());
        }
      }
    }
    return Map.copyOf(table);
  }

  /** The function of this name; null if there is none. */
  public static @Nullable Function find(String name) {
    return BY_NAME.get(name);
  }

  /** All functions, ordered by name. */
  public static Collection<Function> all() {
    return new ArrayList<>(new TreeMap<>(BY_NAME).values());
  }

  /** The function that must be there. */
  static Function get(String name) {
    Function function = BY_NAME.get(name);
    if (function == null) {
      throw new AssertionError("no function is called " + name);
    }
    return function;
  }
}
