package io.millrace.engine.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The operators and functions that SQL text can name: our own, then the standard's, then those of
 * other databases. Thread-safe.
 *
 * <p>The last are loaded when a function is called that the standard does not have: their class
 * builds hundreds of objects, which a first statement need not wait for.
 */
final class FunctionTable implements SqlOperatorTable {
  static final FunctionTable INSTANCE = new FunctionTable();

  private FunctionTable() {}

  @Override
  public void lookupOperatorOverloads(
      SqlIdentifier name,
      @Nullable SqlFunctionCategory category,
      SqlSyntax syntax,
      List<SqlOperator> operators,
      SqlNameMatcher matcher) {
    int before = operators.size();
    OwnFunctions.TABLE.lookupOperatorOverloads(name, category, syntax, operators, matcher);
    if (operators.size() > before) {
      return;
    }
    SqlStdOperatorTable.instance()
        .lookupOperatorOverloads(name, category, syntax, operators, matcher);
    // Without a category the validator asks whether a column's name is a function without
    // parentheses; no library function is.
    if (operators.size() == before && !(syntax == SqlSyntax.FUNCTION && category == null)) {
      LibraryFunctions.TABLE.lookupOperatorOverloads(name, category, syntax, operators, matcher);
    }
  }

  @Override
  public List<SqlOperator> getOperatorList() {
    List<SqlOperator> all = new ArrayList<>(OwnFunctions.TABLE.getOperatorList());
    all.addAll(SqlStdOperatorTable.instance().getOperatorList());
    all.addAll(LibraryFunctions.TABLE.getOperatorList());
    return all;
  }
}
