package io.millrace.engine.sql;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Names that are calls without parentheses, such as CURRENT_DATE: where a column of that name could
 * stand, the validator takes the function. Thread-safe.
 */
public final class NiladicNames {
  private static final Set<String> NAMES = names();

  private NiladicNames() {}

  private static Set<String> names() {
    Set<String> names = new HashSet<>();
    for (List<SqlOperator> table :
        List.of(
            OwnFunctions.TABLE.getOperatorList(),
            SqlStdOperatorTable.instance().getOperatorList())) {
      for (SqlOperator operator : table) {
        SqlSyntax syntax = operator.getSyntax();
        if (syntax == SqlSyntax.FUNCTION_ID || syntax == SqlSyntax.FUNCTION_ID_CONSTANT) {
          names.add(operator.getName().toLowerCase(Locale.ROOT));
        }
      }
    }
    return names;
  }

  /** Whether the name, in any case, may be such a call. */
  public static boolean contains(String name) {
    return NAMES.contains(name.toLowerCase(Locale.ROOT));
  }
}
