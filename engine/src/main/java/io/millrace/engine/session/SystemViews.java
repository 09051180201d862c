package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.View;
import io.millrace.engine.circuit.Circuit;
import io.millrace.engine.circuit.CircuitNode;
import io.millrace.engine.circuit.CircuitStatistics;
import io.millrace.engine.circuit.CircuitText;
import io.millrace.engine.circuit.Operator;
import io.millrace.engine.circuit.ServedKey;
import io.millrace.engine.circuit.TraceSlot;
import io.millrace.engine.view.Circuits;
import io.millrace.storage.row.KeyFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of {@code system.views}, {@code system.operators} and {@code system.traces}. */
final class SystemViews {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Catalog catalog;
  private final Circuits circuits;
  private final Rewritings rewritings;
  private final StoredSizes sizes;

  SystemViews(Catalog catalog, Circuits circuits, Rewritings rewritings, StoredSizes sizes) {
    this.catalog = catalog;
    this.circuits = circuits;
    this.rewritings = rewritings;
    this.sizes = sizes;
  }

  List<@Nullable Object[]> views() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Relation relation : catalog.relations()) {
      if (relation instanceof View view) {
        rows.add(view.kind() == View.Kind.PLAIN ? plain(view) : incremental(view));
      }
    }
    return rows;
  }

  /** The suspended ones too. */
  private List<View> incrementalViews() {
    List<View> views = new ArrayList<>();
    for (Relation relation : catalog.relations()) {
      if (relation instanceof View view && view.kind() == View.Kind.INCREMENTAL) {
        views.add(view);
      }
    }
    return views;
  }

  private @Nullable Object[] plain(View view) {
    return SystemRows.row(
        view.name().schema(),
        view.name().name(),
        "plain",
        null,
        null,
        view.sql(),
        dependencies(view),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private @Nullable Object[] incremental(View view) {
    CircuitStatistics statistics = circuits.statistics(view);
    CircuitStatistics.Whole all = statistics.all();
    CircuitStatistics.Whole last = statistics.last();
    StoredSizes.Size contents = sizes.of(view);
    long bytes = contents.bytes();
    for (TraceSlot slot : circuits.of(view).slots()) {
      bytes += sizes.of(view, slot).bytes();
    }
    return SystemRows.row(
        view.name().schema(),
        view.name().name(),
        "incremental",
        view.isSuspended() ? "suspended" : "current",
        view.suspension(),
        view.sql(),
        dependencies(view),
        contents.entries(),
        bytes,
        all.ticks(),
        last.rowsIn(),
        last.rowsOut(),
        all.rowsIn(),
        all.rowsOut(),
        all.nanos() / NANOS_PER_MILLI,
        statistics.lastError(),
        all.refilled(),
        view.isForRewriting(),
        rewritings.uses(view));
  }

  private String dependencies(View view) {
    return view.dependencies().stream()
        .map(id -> catalog.require(id).name().toString())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  List<@Nullable Object[]> operators() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (View view : incrementalViews()) {
      Circuit circuit = circuits.of(view);
      circuit.nodes().forEach(node -> rows.add(operator(view, circuit, node)));
    }
    return rows;
  }

  private @Nullable Object[] operator(View view, Circuit circuit, CircuitNode node) {
    Operator operator = node.operator();
    CircuitStatistics.Node statistics = circuits.statistics(view).node(node.id());
    StoredSizes.Size state = StoredSizes.Size.NONE;
    for (int slot : circuit.slotsReadBy(node.id())) {
      state = state.plus(sizes.of(view, circuit.slots().get(slot)));
    }
    return SystemRows.row(
        view.name().schema(),
        view.name().name(),
        (long) node.id(),
        operator.name(),
        operator.describe(),
        joined(node.inputs()),
        operator.linearity().name().toLowerCase(Locale.ROOT),
        operator.isRecomputed(),
        statistics.rowsIn(),
        statistics.rowsOut(),
        statistics.ticks(),
        statistics.nanos() / NANOS_PER_MILLI,
        state.entries(),
        state.bytes(),
        statistics.probed(),
        statistics.scanned());
  }

  List<@Nullable Object[]> traces() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (View view : incrementalViews()) {
      Circuit circuit = circuits.of(view);
      circuit.slots().forEach(slot -> rows.add(kept(view, circuit, slot)));
      for (int i = 0; i < circuit.served().size(); i++) {
        rows.add(served(view, circuit, i));
      }
    }
    return rows;
  }

  private @Nullable Object[] kept(View view, Circuit circuit, TraceSlot slot) {
    KeyFormat key = slot.key();
    StoredSizes.Size size = sizes.of(view, slot);
    List<Integer> readers =
        circuit.nodes().stream()
            .map(CircuitNode::id)
            .filter(id -> circuit.slotsReadBy(id).contains(slot.id()))
            .toList();
    return SystemRows.row(
        view.name().schema(),
        view.name().name(),
        (long) slot.id(),
        slot.kind().name().toLowerCase(Locale.ROOT),
        (long) slot.node(),
        key == null ? null : CircuitText.columns(key),
        joined(readers),
        null,
        size.entries(),
        size.bytes());
  }

  /** An arrangement that costs nothing, since a table's primary key or index is one already. */
  private @Nullable Object[] served(View view, Circuit circuit, int index) {
    ServedKey served = circuit.served().get(index);
    List<Integer> readers =
        circuit.nodes().stream()
            .map(CircuitNode::id)
            .filter(id -> circuit.servedReadBy(id).contains(index))
            .toList();
    return SystemRows.row(
        view.name().schema(),
        view.name().name(),
        null,
        "arrangement",
        (long) served.node(),
        CircuitText.columns(served.key()),
        joined(readers),
        catalog.require(served.relationId()).name().toString(),
        null,
        null);
  }

  private static String joined(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
