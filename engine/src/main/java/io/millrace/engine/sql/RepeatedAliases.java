package io.millrace.engine.sql;

import java.util.Set;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Qualifies the columns in HAVING whose name several items of the select list have, too: a column
 * goes before an item, but Calcite calls the name ambiguous before it looks for one.
 */
final class RepeatedAliases extends SqlShuttle {
  private final SqlValidatorScope scope;
  private final Set<String> repeated;

  private RepeatedAliases(SqlValidatorScope scope, Set<String> repeated) {
    this.scope = scope;
    this.repeated = repeated;
  }

  /** Does so in a query whose FROM is validated. */
  static void qualify(MillraceValidator validator, SqlSelect select) {
    SqlNode having = select.getHaving();
    if (having == null) {
      return;
    }
    SqlValidatorScope scope = validator.getRawSelectScope(select);
    Set<String> repeated = repeated(select, validator.getCatalogReader().nameMatcher());
    if (scope != null && !repeated.isEmpty()) {
      select.setHaving(having.accept(new RepeatedAliases(scope, repeated)));
    }
  }

  private static Set<String> repeated(SqlSelect select, SqlNameMatcher matcher) {
    Set<String> once = matcher.createSet();
    Set<String> repeated = matcher.createSet();
    for (SqlNode item : select.getSelectList()) {
      if (item.getKind() == SqlKind.AS) {
        String alias = ((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple();
        if (!once.add(alias)) {
          repeated.add(alias);
        }
      }
    }
    return repeated;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    return call.isA(SqlKind.QUERY) ? call : super.visit(call);
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier id) {
    if (!id.isSimple() || !repeated.contains(id.getSimple())) {
      return id;
    }
    try {
      return scope.fullyQualify(id).identifier;
    } catch (CalciteContextException e) {
      // No column has the name; validation says so where it meets it.
      return id;
    }
  }
}
