package io.millrace.engine.view;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitBuilder;
import io.millrace.engine.circuit.KeyedAccess;
import io.millrace.engine.circuit.ServedKey;
import io.millrace.engine.circuit.ServedKeys;
import io.millrace.engine.circuit.Source;
import io.millrace.engine.circuit.SourceColumns;
import io.millrace.engine.plan.PlanNode;
import io.millrace.storage.row.KeyFormat;
import io.millrace.storage.row.RowType;
import java.util.IdentityHashMap;

/**
 * Algorithm 4.1 of the DBSP paper from the plan on: a node of the plan is a node of the circuit.
 */
public final class ViewCompiler {
  private final CircuitBuilder builder = new CircuitBuilder();
  private final IdentityHashMap<PlanNode, Integer> built = new IdentityHashMap<>();

  private ViewCompiler() {}

  /** The circuit of a plan; arrangements that tables of the catalog have stored are not copied. */
  public static Circuit compile(PlanNode root, Catalog catalog) {
    ViewCompiler compiler = new ViewCompiler();
    int sink = compiler.add(root);
    return compiler.builder.build(sink, servedBy(catalog));
  }

  /** Says which keys the primary keys and indexes of a catalog's tables serve. */
  public static ServedKeys servedBy(Catalog catalog) {
    return (source, key) -> {
      return catalog.require(source.relationId()) instanceof Table table
          && isServed(source, key, table);
    };
  }

  /** Whether a table still serves a key that a circuit reads from it. */
  public static boolean isServed(Circuit circuit, ServedKey served, Table table) {
    Source source = (Source) circuit.nodes().get(served.node()).operator();
    return isServed(source, served.key(), table);
  }

  private static boolean isServed(Source source, KeyFormat key, Table table) {
    RowType rowType = table.rowType();
    SourceColumns columns = new SourceColumns(source.columnIds(), rowType, table.columnIds());
    return KeyedAccess.find(table, columns.keyOfRelation(key)).isPresent();
  }

  private int add(PlanNode node) {
    Integer known = built.get(node);
    if (known != null) {
      return known;
    }
    int[] inputs = node.inputs().stream().mapToInt(this::add).toArray();
    int id = builder.add(node.operator(), inputs);
    built.put(node, id);
    return id;
  }
}
