package io.millrace.engine.plan.rewrite;

import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.Relation;
import io.millrace.engine.expr.ColumnRef;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.plan.rewrite.ExprSql.Unwritable;
import io.millrace.engine.sql.SqlStatements;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** The SQL text of a draft: relations and columns by their names, quoted where they need it. */
final class DraftSql {
  private final ViewDraft draft;
  private final String defaultSchema;
  private final boolean isQualified;
  private final ExprSql expressions;
  private final Set<String> taken = new HashSet<>();

  private DraftSql(ViewDraft draft, String defaultSchema) {
    this.draft = draft;
    this.defaultSchema = defaultSchema;
    this.isQualified = namesCollide();
    this.expressions = new ExprSql(this::column);
  }

  /**
   * The query of a draft, each column with a name.
   *
   * @throws Unwritable if one of its expressions has no SQL text
   */
  static String of(ViewDraft draft, String defaultSchema) throws Unwritable {
    return new DraftSql(draft, defaultSchema).query();
  }

  private String query() throws Unwritable {
    List<String> keys = new ArrayList<>();
    List<String> outputs = new ArrayList<>();
    for (Expr key : draft.keys()) {
      String text = expressions.of(key);
      keys.add(text);
      outputs.add(named(text, keyName(key), key instanceof ColumnRef && !isQualified));
    }
    List<String> calls = new ArrayList<>();
    for (Group.Call call : draft.calls()) {
      String text = CallSql.of(call, expressions);
      calls.add(text);
      outputs.add(named(text, callName(call), false));
    }
    StringBuilder sql = new StringBuilder("SELECT ").append(String.join(", ", outputs));
    sql.append(" FROM ").append(from());
    if (!draft.predicates().isEmpty()) {
      sql.append(" WHERE ").append(expressions.all(draft.predicates()));
    }
    if (draft.kind() == ViewDraft.Kind.GROUPS) {
      sql.append(" GROUP BY ").append(String.join(", ", keys));
    }
    if (!draft.having().isEmpty()) {
      List<String> columns = new ArrayList<>(keys);
      columns.addAll(calls);
      sql.append(" HAVING ").append(new ExprSql(columns::get).all(draft.having()));
    }
    return sql.toString();
  }

  private String named(String text, String name, boolean isItself) {
    String free = name;
    for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
      free = name + "_" + i;
    }
    return isItself && free.equals(name) ? text : text + " AS " + quoted(free);
  }

  private String keyName(Expr key) {
    return key instanceof ColumnRef column ? plainName(column.index()) : "value_of";
  }

  private String callName(Group.Call call) {
    String name = call.function().name().toLowerCase(Locale.ROOT);
    if (call.arguments().isEmpty()) {
      return "row_count";
    }
    return call.arguments().get(0) instanceof ColumnRef column
        ? name + "_" + plainName(column.index())
        : name + "_of";
  }

  private String from() {
    List<String> from = new ArrayList<>();
    for (int leaf = 0; leaf < draft.leaves().size(); leaf++) {
      Relation relation = relation(leaf);
      String name = quoted(relation.name().name());
      if (!relation.name().schema().equalsIgnoreCase(defaultSchema)) {
        name = quoted(relation.name().schema()) + "." + name;
      }
      from.add(isQualified ? name + " AS " + alias(leaf) : name);
    }
    return String.join(", ", from);
  }

  private static String alias(int leaf) {
    return "t" + (leaf + 1);
  }

  private Relation relation(int leaf) {
    return Objects.requireNonNull(draft.leaves().get(leaf).relation(), "a draft is over relations");
  }

  /** Whether a column's name alone does not say whose it is. */
  private boolean namesCollide() {
    Set<String> seen = new HashSet<>();
    for (int leaf = 0; leaf < draft.leaves().size(); leaf++) {
      for (Column column : relation(leaf).columns()) {
        if (!seen.add(column.name().toLowerCase(Locale.ROOT))) {
          return true;
        }
      }
    }
    return false;
  }

  private String column(int number) {
    String name = quoted(plainName(number));
    return isQualified ? alias(draft.columns().key(number).leaf()) + "." + name : name;
  }

  private String plainName(int number) {
    Columns.Key key = draft.columns().key(number);
    for (Column column : relation(key.leaf()).columns()) {
      if (Leaf.columnName(column.id()).equals(key.name())) {
        return column.name();
      }
    }
    throw new AssertionError("a relation must have column " + key.name());
  }

  /** A name as SQL text. */
  static String quoted(String name) {
    return SqlStatements.isPlainName(name) ? name : "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
