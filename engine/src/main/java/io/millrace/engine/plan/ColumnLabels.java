package io.millrace.engine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * The names of a query's columns, in the case in which they were written; two columns may have the
 * same name.
 *
 * <p>Validation writes columns as the catalog has them, and numbers the second {@code g} of {@code
 * SELECT * FROM a JOIN b}. So what was written is noted before, by its place in the text.
 */
final class ColumnLabels {
  private record Place(int line, int column) {
    static Place of(SqlNode node) {
      SqlParserPos position = node.getParserPosition();
      return new Place(position.getLineNum(), position.getColumnNum());
    }
  }

  private final Map<Place, String> written = new HashMap<>();

  /** Notes the names that a query, not validated yet, gives its columns. */
  ColumnLabels(SqlNode query) {
    SqlSelect select = select(query);
    if (select != null) {
      for (SqlNode item : select.getSelectList()) {
        if (item instanceof SqlIdentifier column && !column.isStar()) {
          written.put(Place.of(item), Util.last(column.names));
        }
      }
    }
  }

  private static @Nullable SqlSelect select(SqlNode query) {
    if (query instanceof SqlOrderBy ordered) {
      return select(ordered.query);
    }
    if (query instanceof SqlWith with) {
      return select(with.body);
    }
    return query instanceof SqlSelect select ? select : null;
  }

  /** The names of the validated query's columns. */
  List<String> of(SqlNode validQuery, RelRoot root) {
    List<String> labels = new ArrayList<>(root.fields.rightList());
    SqlSelect select = select(validQuery);
    if (select == null || select.getSelectList().size() != labels.size()) {
      return labels;
    }
    for (int i = 0; i < labels.size(); i++) {
      SqlNode item = select.getSelectList().get(i);
      SqlIdentifier column = column(item);
      if (column != null) {
        labels.set(i, written.getOrDefault(Place.of(item), Util.last(column.names)));
      }
    }
    return labels;
  }

  /** The column that an item is, unless the query itself gave it an alias: behind the column. */
  private static @Nullable SqlIdentifier column(SqlNode item) {
    if (item instanceof SqlIdentifier column) {
      return column;
    }
    if (item.getKind() == SqlKind.AS
        && item instanceof SqlCall alias
        && alias.operand(0) instanceof SqlIdentifier column
        && Place.of(alias.operand(1)).equals(Place.of(column))) {
      return column;
    }
    return null;
  }
}
