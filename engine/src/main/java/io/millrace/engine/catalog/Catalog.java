package io.millrace.engine.catalog;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All relations and indexes of a database at one version. Immutable and thread-safe; each change
 * returns a new catalog that shares the rest.
 *
 * <p>Ids of relations, indexes and maps come from one counter and are never used again.
 */
public final class Catalog {
  /** The schema of names without one. */
  public static final String DEFAULT_SCHEMA = "public";

  /** A catalog with the default schema and nothing in it; map 0 is the store's own. */
  public static final Catalog EMPTY =
      new Catalog(new TreeSet<>(List.of(DEFAULT_SCHEMA)), new TreeMap<>(), 16);

  private static final Map<String, Relation> SYSTEM_BY_NAME =
      SystemRelation.all().stream().collect(toUnmodifiableMap(r -> r.name().key(), r -> r));

  private static final Map<Integer, Relation> SYSTEM_BY_ID =
      SystemRelation.all().stream().collect(toUnmodifiableMap(Relation::id, r -> r));

  private final SortedSet<String> schemas;
  private final SortedMap<String, Relation> byName;
  private final Map<Integer, Relation> byId;
  private final Map<Integer, List<ForeignKey.Owned>> references;
  private final int nextId;

  /** Found when first asked for, which every commit and query does. */
  private volatile @Nullable List<View> maintained;

  private Catalog(SortedSet<String> schemas, SortedMap<String, Relation> byName, int nextId) {
    this.schemas = Collections.unmodifiableSortedSet(schemas);
    this.byName = Collections.unmodifiableSortedMap(byName);
    this.nextId = nextId;
    Map<Integer, Relation> ids = new HashMap<>();
    byName.values().forEach(relation -> ids.put(relation.id(), relation));
    this.byId = ids;
    this.references = references(byName.values());
  }

  private static Map<Integer, List<ForeignKey.Owned>> references(Collection<Relation> relations) {
    Map<Integer, List<ForeignKey.Owned>> references = new HashMap<>();
    for (Relation relation : relations) {
      if (relation instanceof Table table) {
        for (ForeignKey key : table.foreignKeys()) {
          references
              .computeIfAbsent(key.referencedTable(), id -> new ArrayList<>())
              .add(new ForeignKey.Owned(table, key));
        }
      }
    }
    return references;
  }

  static Catalog restore(Collection<String> schemas, Collection<Relation> relations, int nextId) {
    SortedMap<String, Relation> byName = new TreeMap<>();
    relations.forEach(relation -> byName.put(relation.name().key(), relation));
    return new Catalog(new TreeSet<>(schemas), byName, nextId);
  }

  /** The schemas' names in lower case, without those of the database itself. */
  public SortedSet<String> schemas() {
    return schemas;
  }

  /** All relations but the system's, ordered by schema and name. */
  public Collection<Relation> relations() {
    return byName.values();
  }

  public Optional<Relation> relation(QualifiedName name) {
    String key = name.key();
    return Optional.ofNullable(byName.getOrDefault(key, SYSTEM_BY_NAME.get(key)));
  }

  public Optional<Relation> relation(int id) {
    return Optional.ofNullable(id < 0 ? SYSTEM_BY_ID.get(id) : byId.get(id));
  }

  /** The relation with that id, which must be there. */
  public Relation require(int id) {
    return relation(id)
        .orElseThrow(
            () -> new AssertionError("relation " + id + " must be in the catalog but is not"));
  }

  /** The table or view that has an index of that name, if any. */
  public Optional<Relation> relationOfIndex(QualifiedName index) {
    return byName.values().stream()
        .filter(relation -> relation.indexes().stream().anyMatch(i -> i.name().equals(index)))
        .findFirst();
  }

  /** The foreign keys that refer to a table, its own among them. */
  public List<ForeignKey.Owned> references(int tableId) {
    return Collections.unmodifiableList(references.getOrDefault(tableId, List.of()));
  }

  /** The views that read a relation directly, ordered by id. */
  public List<View> dependents(int relationId) {
    List<View> views = new ArrayList<>();
    for (Relation relation : byName.values()) {
      if (relation instanceof View view && view.dependencies().contains(relationId)) {
        views.add(view);
      }
    }
    views.sort((a, b) -> Integer.compare(a.id(), b.id()));
    return views;
  }

  /**
   * The incremental views whose rows are kept, so all but the suspended ones; a view comes after
   * everything that it reads.
   */
  public List<View> maintainedViews() {
    List<View> known = maintained;
    if (known == null) {
      known = findMaintained();
      maintained = known;
    }
    return known;
  }

  private List<View> findMaintained() {
    List<View> views = new ArrayList<>();
    for (Relation relation : byName.values()) {
      if (relation instanceof View view && view.isMaintained()) {
        views.add(view);
      }
    }
    // An id is younger than all it depends on, so the order of ids is an order of dependency.
    views.sort((a, b) -> Integer.compare(a.id(), b.id()));
    return List.copyOf(views);
  }

  /** The maintained views that read a view, directly or through others, in that order. */
  public List<View> followers(View view) {
    Set<Integer> reached = new HashSet<>(Set.of(view.id()));
    List<View> followers = new ArrayList<>();
    for (View each : maintainedViews()) {
      if (!Collections.disjoint(each.dependencies(), reached)) {
        reached.add(each.id());
        followers.add(each);
      }
    }
    return followers;
  }

  /** This catalog with views suspended, by id with the reason of each. */
  public Catalog suspended(Map<Integer, String> reasons) {
    Catalog result = this;
    for (Map.Entry<Integer, String> each : reasons.entrySet()) {
      if (require(each.getKey()) instanceof View view) {
        result = result.with(view.suspended(each.getValue()));
      }
    }
    return result;
  }

  /** The id that the next {@link #reserve} hands out. */
  public int nextId() {
    return nextId;
  }

  /** This catalog with {@code count} ids taken from {@link #nextId} on. */
  public Catalog reserve(int count) {
    return new Catalog(schemas, byName, nextId + count);
  }

  /** This catalog with no id below {@code least} left to hand out. */
  public Catalog reserveBelow(int least) {
    return least <= nextId ? this : new Catalog(schemas, byName, least);
  }

  /** This catalog with a relation added, or replaced by one with the same name. */
  public Catalog with(Relation relation) {
    SortedMap<String, Relation> names = new TreeMap<>(byName);
    names.put(relation.name().key(), relation);
    return new Catalog(schemas, names, nextId);
  }

  /** This catalog without a relation. */
  public Catalog without(Relation relation) {
    SortedMap<String, Relation> names = new TreeMap<>(byName);
    names.remove(relation.name().key());
    return new Catalog(schemas, names, nextId);
  }

  public Catalog withSchema(String schema) {
    SortedSet<String> more = new TreeSet<>(schemas);
    more.add(schema);
    return new Catalog(more, byName, nextId);
  }

  public Catalog withoutSchema(String schema) {
    SortedSet<String> fewer = new TreeSet<>(schemas);
    fewer.remove(schema);
    return new Catalog(fewer, byName, nextId);
  }
}
