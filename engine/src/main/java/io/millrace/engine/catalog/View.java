package io.millrace.engine.catalog;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A view.
 *
 * @param kind PLAIN is expanded where it is named; INCREMENTAL keeps its rows by a circuit
 * @param sql the defining query as written, with the schema it was written in
 * @param defaultSchema the schema in which names of {@code sql} are resolved
 * @param dependencies ids of the relations it reads directly
 * @param circuit the compiled circuit in stored form, or null for a plain view
 * @param mapId the map with its contents (row → weight), or -1
 */
public record View(
    int id,
    QualifiedName name,
    List<Column> columns,
    Kind kind,
    String sql,
    String defaultSchema,
    Set<Integer> dependencies,
    @Nullable StoredCircuit circuit,
    int mapId)
    implements Relation {

  /** How a view keeps its rows. */
  public enum Kind {
    PLAIN,
    INCREMENTAL
  }

  /**
   * A circuit as the catalog keeps it: nothing is planned again at open.
   *
   * @param bytes the operators and their wiring, written by the circuit package
   * @param traceMapIds the store map of each trace that the circuit keeps, in the circuit's order
   * @param hash of {@code bytes}: equal circuits have equal hashes
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed; circuits are compared by hash
  public record StoredCircuit(byte[] bytes, List<Integer> traceMapIds, long hash) {}
}
