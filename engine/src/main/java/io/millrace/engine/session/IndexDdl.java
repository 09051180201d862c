package io.millrace.engine.session;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.plan.Statement;
import io.millrace.engine.view.Circuits;
import java.util.ArrayList;
import java.util.List;

/**
 * CREATE and DROP INDEX, of tables and of incremental views: from a catalog to the next, or an
 * error and nothing. The commit pipeline does the rest.
 */
final class IndexDdl {
  private final Circuits circuits;

  IndexDdl(Circuits circuits) {
    this.circuits = circuits;
  }

  Catalog create(Catalog catalog, Statement.CreateIndex statement) {
    QualifiedName name = statement.name();
    if (catalog.relationOfIndex(name).isPresent()) {
      if (statement.ifNotExists()) {
        return catalog;
      }
      throw ErrorCode.DUPLICATE_INDEX.exception(name);
    }
    Relation relation = indexed(catalog, statement);
    int next = catalog.nextId();
    Index index =
        new Index(
            next,
            name,
            positions(relation, statement.columns()),
            List.copyOf(statement.descending()),
            statement.unique(),
            false,
            next + 1);
    List<Index> indexes = new ArrayList<>(relation.indexes());
    indexes.add(index);
    return catalog.reserve(2).with(withIndexes(relation, indexes));
  }

  private static List<Integer> positions(Relation relation, List<String> columns) {
    List<Integer> positions = new ArrayList<>();
    for (String column : columns) {
      int position =
          relation.position(column).orElseThrow(() -> ErrorCode.UNDEFINED_COLUMN.exception(column));
      if (positions.contains(position)) {
        throw ErrorCode.DUPLICATE_COLUMN.exception(column);
      }
      positions.add(position);
    }
    return List.copyOf(positions);
  }

  /** The table or the kept view that the index is of. */
  private static Relation indexed(Catalog catalog, Statement.CreateIndex statement) {
    Relation relation = catalog.relation(statement.table()).orElse(null);
    if (!(relation instanceof View view) || view.kind() == View.Kind.PLAIN) {
      return TableDdl.table(catalog, statement.table());
    }
    if (statement.unique()) {
      throw ErrorCode.FEATURE_NOT_SUPPORTED.exception(
          "UNIQUE for an index of view \"" + view.name() + "\"",
          "Leave UNIQUE out, or make a table's columns UNIQUE.");
    }
    ViewDdl.requireMaintained(view, "Nothing can be indexed");
    return view;
  }

  private static Relation withIndexes(Relation relation, List<Index> indexes) {
    return relation instanceof View view
        ? view.withIndexes(indexes)
        : ((Table) relation).withIndexes(indexes);
  }

  Catalog drop(Catalog catalog, Statement.DropIndex statement) {
    QualifiedName name = statement.name();
    Relation relation = catalog.relationOfIndex(name).orElse(null);
    if (relation == null) {
      if (statement.ifExists()) {
        return catalog;
      }
      throw ErrorCode.UNDEFINED_INDEX.exception(name);
    }
    List<Index> indexes = new ArrayList<>(relation.indexes());
    Index index =
        indexes.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    indexes.remove(index);
    Relation without = withIndexes(relation, indexes);
    if (without instanceof Table table) {
      requireUnused(catalog, table, index);
    }
    return catalog.with(without);
  }

  /** Circuits read indexes of tables instead of keeping copies: such an index must stay. */
  private void requireUnused(Catalog catalog, Table without, Index index) {
    String action = "drop index \"" + index.name() + "\"";
    if (index.constraint() && index.unique()) {
      TableDdl.requireNone(action, List.of("constraint \"" + index.name().name() + "\""));
    }
    TableDdl.requireNone(action, IndexUsers.views(catalog, circuits, without));
    List<ForeignKey.Owned> keys = new ArrayList<>(IndexUsers.unserved(without));
    keys.addAll(IndexUsers.withoutUniqueKey(catalog, without));
    TableDdl.requireNone(action, keys.stream().map(IndexUsers::name).distinct().toList());
  }
}
