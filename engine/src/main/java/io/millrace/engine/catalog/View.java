package io.millrace.engine.catalog;

import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A view. Immutable; equal only to itself. */
public final class View implements Relation {
  private final int id;
  private final QualifiedName name;
  private final List<Column> columns;
  private final Kind kind;
  private final String sql;
  private final String defaultSchema;
  private final Set<Integer> dependencies;
  private final @Nullable StoredCircuit circuit;
  private final int mapId;
  private final OnError onError;
  private final @Nullable String suspension;
  private final boolean isForRewriting;
  private final List<Index> indexes;
  private final List<KeyFormat> indexFormats;
  private final RowType rowType;
  private final List<Integer> columnIds;

  /**
   * @param kind PLAIN is expanded where it is named; INCREMENTAL keeps its rows by a circuit
   * @param sql the defining query as written
   * @param defaultSchema the schema in which names of {@code sql} are resolved
   * @param dependencies ids of the relations it reads directly
   * @param circuit the compiled circuit in stored form, or null for a plain view
   * @param mapId the map with its contents (row → weight), or -1
   * @param onError what becomes of a commit that the view cannot follow
   * @param suspension why nothing is kept for an incremental view now, or null if it is kept
   */
  public View(
      int id,
      QualifiedName name,
      List<Column> columns,
      Kind kind,
      String sql,
      String defaultSchema,
      Set<Integer> dependencies,
      @Nullable StoredCircuit circuit,
      int mapId,
      OnError onError,
      @Nullable String suspension) {
    this(
        id,
        name,
        columns,
        kind,
        sql,
        defaultSchema,
        dependencies,
        circuit,
        mapId,
        onError,
        suspension,
        true,
        List.of());
  }

  private View(
      int id,
      QualifiedName name,
      List<Column> columns,
      Kind kind,
      String sql,
      String defaultSchema,
      Set<Integer> dependencies,
      @Nullable StoredCircuit circuit,
      int mapId,
      OnError onError,
      @Nullable String suspension,
      boolean isForRewriting,
      List<Index> indexes) {
    this.id = id;
    this.name = name;
    this.columns = List.copyOf(columns);
    this.kind = kind;
    this.sql = sql;
    this.defaultSchema = defaultSchema;
    this.dependencies = Set.copyOf(dependencies);
    this.circuit = circuit;
    this.mapId = mapId;
    this.onError = onError;
    this.suspension = suspension;
    this.isForRewriting = isForRewriting;
    this.indexes = List.copyOf(indexes);
    this.rowType = Relation.typeOf(columns);
    this.indexFormats = indexes.stream().map(index -> index.keyFormat(rowType)).toList();
    this.columnIds = columns.stream().map(Column::id).toList();
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public QualifiedName name() {
    return name;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public int mapId() {
    return mapId;
  }

  @Override
  public RowType rowType() {
    return rowType;
  }

  @Override
  public List<Integer> columnIds() {
    return columnIds;
  }

  @Override
  public List<Index> indexes() {
    return indexes;
  }

  @Override
  public List<KeyFormat> indexFormats() {
    return indexFormats;
  }

  public Kind kind() {
    return kind;
  }

  /** The defining query as written. */
  public String sql() {
    return sql;
  }

  /** The schema in which names of {@link #sql} are resolved. */
  public String defaultSchema() {
    return defaultSchema;
  }

  /** Ids of the relations it reads directly. */
  public Set<Integer> dependencies() {
    return dependencies;
  }

  /** The compiled circuit in stored form, or null for a plain view. */
  public @Nullable StoredCircuit circuit() {
    return circuit;
  }

  /** What becomes of a commit that the view cannot follow. */
  public OnError onError() {
    return onError;
  }

  /**
   * Whether nothing is kept for this incremental view now: no commit ticks it, it has no maps, and
   * reading it evaluates its query.
   */
  public boolean isSuspended() {
    return suspension != null;
  }

  /** Why the view is suspended, or null if it is not. */
  public @Nullable String suspension() {
    return suspension;
  }

  /** Whether its rows are kept and every commit that concerns it must tick it. */
  public boolean isMaintained() {
    return kind == Kind.INCREMENTAL && suspension == null;
  }

  /** Whether queries that don't name it may be answered from it while it is kept. */
  public boolean isForRewriting() {
    return isForRewriting;
  }

  /** The same view, to be taken for queries that don't name it or not. */
  public View withRewriting(boolean forRewriting) {
    return with(circuit, mapId, suspension, forRewriting, indexes);
  }

  /** The same view with other indexes. */
  public View withIndexes(List<Index> newIndexes) {
    return with(circuit, mapId, suspension, isForRewriting, newIndexes);
  }

  /** This incremental view with nothing kept for it. */
  public View suspended(String reason) {
    return with(circuit, mapId, reason);
  }

  /** Why a view is suspended that reads this one, when this one is. */
  public String followersReason() {
    return "with view \"" + name + "\", which it reads";
  }

  /** The number of maps that its circuit, its contents and its indexes need. */
  public int mapCount() {
    return circuit == null ? 0 : 1 + circuit.traceMapIds().size() + indexes.size();
  }

  /**
   * This incremental view to be kept in new maps, which are still to be filled: {@link #mapCount()}
   * ids from {@code firstMapId} on.
   */
  public View refilledIn(int firstMapId) {
    if (circuit == null) {
      throw new AssertionError("view " + name + " must have a circuit");
    }
    int nextMapId = firstMapId + 1;
    List<Integer> traces = new ArrayList<>();
    for (int i = 0; i < circuit.traceMapIds().size(); i++) {
      traces.add(nextMapId++);
    }
    List<Index> filled = new ArrayList<>();
    for (Index index : indexes) {
      filled.add(index.in(nextMapId++));
    }
    StoredCircuit kept = new StoredCircuit(circuit.bytes(), List.copyOf(traces), circuit.hash());
    return with(kept, firstMapId, null, isForRewriting, filled);
  }

  /** This incremental view with the maps that its circuit's traces are kept in, in its order. */
  public View keptIn(List<Integer> traceMapIds) {
    if (circuit == null || traceMapIds.size() != circuit.traceMapIds().size()) {
      throw new AssertionError("view " + name + " must have " + traceMapIds.size() + " traces");
    }
    return with(
        new StoredCircuit(circuit.bytes(), List.copyOf(traceMapIds), circuit.hash()),
        mapId,
        suspension);
  }

  private View with(
      @Nullable StoredCircuit newCircuit, int newMapId, @Nullable String newSuspension) {
    return with(newCircuit, newMapId, newSuspension, isForRewriting, indexes);
  }

  private View with(
      @Nullable StoredCircuit newCircuit,
      int newMapId,
      @Nullable String newSuspension,
      boolean forRewriting,
      List<Index> newIndexes) {
    return new View(
        id,
        name,
        columns,
        kind,
        sql,
        defaultSchema,
        dependencies,
        newCircuit,
        newMapId,
        onError,
        newSuspension,
        forRewriting,
        newIndexes);
  }

  /** The maps that its circuit's traces are kept in; none for a plain view. */
  public List<Integer> traceMapIds() {
    return circuit == null ? List.of() : circuit.traceMapIds();
  }

  /** The ids of all maps that are kept for it. */
  public List<Integer> mapIds() {
    if (circuit == null || isSuspended()) {
      return List.of();
    }
    List<Integer> maps = new ArrayList<>(circuit.traceMapIds());
    maps.add(mapId);
    indexes.forEach(index -> maps.add(index.mapId()));
    return maps;
  }

  /**
   * What becomes of a commit that a view cannot follow. The code is part of stored catalogs and
   * never changes.
   */
  public enum OnError {
    /** The commit is refused. */
    REFUSE(0),
    /** The view is suspended in the same commit. */
    SUSPEND(1);

    private final int code;

    OnError(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    static OnError ofCode(int code) {
      return code == REFUSE.code ? REFUSE : SUSPEND;
    }
  }

  /** How a view keeps its rows. The code is part of stored catalogs and never changes. */
  public enum Kind {
    PLAIN(0),
    INCREMENTAL(1);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    static Kind ofCode(int code) {
      return code == PLAIN.code ? PLAIN : INCREMENTAL;
    }
  }

  /**
   * A circuit as the catalog keeps it: nothing is planned again at open.
   *
   * @param bytes the operators and their wiring, written by the circuit package
   * @param traceMapIds the store map of each trace that the circuit keeps, in the circuit's order;
   *     views whose traces hold the same name the same map
   * @param hash of {@code bytes}: equal circuits have equal hashes
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed; circuits are compared by hash
  public record StoredCircuit(byte[] bytes, List<Integer> traceMapIds, long hash) {}
}
