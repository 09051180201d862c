package io.millrace.engine.sql;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A small catalog made by hand: tables a (with a key), b and c, one plain view. */
public final class SampleCatalog {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);

  private SampleCatalog() {}

  public static Catalog create() {
    return Catalog.EMPTY
        .with(
            table(
                1,
                "a",
                List.of(0),
                column("id", INTEGER.notNull()),
                column("g", INTEGER),
                column("v", INTEGER),
                column("s", ColumnType.varchar(10)),
                column("Price", ColumnType.decimal(12, 3)),
                column("day", ColumnType.of(CellType.DATE)),
                column("n", INTEGER.notNull(), "41 + 1")))
        .with(
            table(
                2,
                "b",
                List.of(),
                column("g", INTEGER),
                column("w", INTEGER),
                column("t", ColumnType.varchar(10))))
        .with(
            table(
                3,
                "c",
                List.of(),
                column("k", ColumnType.of(CellType.BIGINT)),
                column("x", ColumnType.of(CellType.DOUBLE)),
                column("code", ColumnType.character(5))))
        .with(
            new View(
                4,
                new QualifiedName("public", "totals"),
                List.of(
                    new Column(0, "g", INTEGER, null, null),
                    new Column(1, "total", ColumnType.of(CellType.BIGINT), null, null)),
                View.Kind.PLAIN,
                "SELECT g, SUM(v) FROM a GROUP BY g",
                "public",
                Set.of(1),
                null,
                -1,
                View.OnError.REFUSE,
                null));
  }

  private record Declared(String name, ColumnType type, @Nullable String defaultSql) {}

  private static Declared column(String name, ColumnType type) {
    return new Declared(name, type, null);
  }

  private static Declared column(String name, ColumnType type, String defaultSql) {
    return new Declared(name, type, defaultSql);
  }

  private static Table table(int id, String name, List<Integer> key, Declared... declared) {
    List<Column> columns = new ArrayList<>();
    for (Declared c : declared) {
      columns.add(new Column(columns.size(), c.name(), c.type(), null, c.defaultSql()));
    }
    return new Table(
        id,
        new QualifiedName("public", name),
        columns,
        key,
        key.isEmpty() ? null : name + "_pkey",
        List.of(),
        List.of(),
        columns.size(),
        id);
  }
}
