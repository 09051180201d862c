package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The names of constraints, unique in their table, and of indexes, unique in their schema. */
final class ConstraintNames {
  private ConstraintNames() {}

  /**
   * The name that was given, or one made of the table, some columns and a word.
   *
   * @throws DatabaseException 42710 if the given one is taken
   */
  static String of(Table table, @Nullable String given, List<Integer> columns, String word) {
    return of(table, given, base(table, columns, word));
  }

  private static String of(Table table, @Nullable String given, String base) {
    requireFree(table, given);
    String name = given == null ? base : given;
    Set<String> taken = taken(table);
    for (int number = 1; taken.contains(key(name)); number++) {
      name = base + number;
    }
    return name;
  }

  /** The name of a CHECK; those without one are numbered from 1. */
  static String ofCheck(Table table, @Nullable String given) {
    requireFree(table, given);
    Set<String> taken = taken(table);
    int number = table.checks().size() + 1;
    String name = given;
    while (name == null || (given == null && taken.contains(key(name)))) {
      name = table.name().name() + "_check" + number++;
    }
    return name;
  }

  /**
   * The same for an index.
   *
   * @throws DatabaseException 42P07 if the given one is taken
   */
  static QualifiedName ofIndex(
      Catalog catalog, Table table, @Nullable String given, List<Integer> columns, String word) {
    String schema = table.name().schema();
    String base = given == null ? base(table, columns, word) : given;
    QualifiedName name = new QualifiedName(schema, base);
    Set<String> taken = taken(table);
    int number = 1;
    while (catalog.relationOfIndex(name).isPresent()
        || (given == null && taken.contains(key(name.name())))) {
      if (given != null) {
        throw ErrorCode.DUPLICATE_INDEX.exception(name);
      }
      name = new QualifiedName(schema, base + number++);
    }
    return name;
  }

  /** Refuses a name that a constraint of the table has. */
  static void requireFree(Table table, @Nullable String given) {
    if (given != null && taken(table).contains(key(given))) {
      throw ErrorCode.DUPLICATE_CONSTRAINT.exception(table.name(), given);
    }
  }

  private static String base(Table table, List<Integer> columns, String word) {
    List<String> names = columns.stream().map(i -> table.columns().get(i).name()).toList();
    return table.name().name() + "_" + String.join("_", names) + "_" + word;
  }

  private static Set<String> taken(Table table) {
    Set<String> taken = new TreeSet<>();
    if (table.primaryKeyName() != null) {
      taken.add(key(table.primaryKeyName()));
    }
    table.checks().forEach(check -> taken.add(key(check.name())));
    table.foreignKeys().forEach(key -> taken.add(key(key.name())));
    table.indexes().stream()
        .filter(index -> index.constraint() && index.unique())
        .forEach(index -> taken.add(key(index.name().name())));
    return taken;
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
