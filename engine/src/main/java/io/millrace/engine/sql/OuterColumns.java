package io.millrace.engine.sql;

import io.millrace.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.ListScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlQualified;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Marks the columns of enclosing queries in a grouped one: they are constants there, but Calcite
 * asks that they be grouped by, too.
 *
 * <p>An aggregate of nothing but such columns belongs to the enclosing query, which groups by it;
 * Calcite has no place for it there, so it is refused.
 */
final class OuterColumns extends SqlShuttle {
  private final MillraceValidator validator;
  private final SelectScope scope;
  private final SqlNameMatcher matcher;
  private final Set<String> aliases = new HashSet<>();

  /** Whether names may mean what the select list calls so. */
  private boolean aliased;

  private OuterColumns(MillraceValidator validator, SelectScope scope) {
    this.validator = validator;
    this.scope = scope;
    this.matcher = validator.getCatalogReader().nameMatcher();
  }

  /**
   * Marks them in a query whose names have not been resolved yet.
   *
   * @throws io.millrace.engine.error.DatabaseException 0A000, with line and column, for an
   *     aggregate of an enclosing query
   */
  static void mark(MillraceValidator validator, SqlSelect select) {
    SelectScope scope = validator.getRawSelectScope(select);
    if (scope != null && isNested(scope) && validator.isAggregate(select)) {
      new OuterColumns(validator, scope).mark(select);
    }
  }

  private static boolean isNested(SelectScope scope) {
    SqlValidatorScope outer = scope.getParent();
    while (outer instanceof DelegatingScope delegating) {
      if (outer instanceof ListScope list && !list.getChildren().isEmpty()) {
        return true;
      }
      outer = delegating.getParent();
    }
    return false;
  }

  private void mark(SqlSelect select) {
    List<SqlNode> items = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      SqlNode marked = item.accept(this);
      boolean isColumn = item instanceof SqlIdentifier && Marker.OUTER.isOn(marked);
      items.add(isColumn ? named((SqlIdentifier) item, marked) : marked);
      if (item.getKind() == SqlKind.AS) {
        aliases.add(key(((SqlCall) item).operand(1)));
      }
    }
    select.setSelectList(new SqlNodeList(items, select.getSelectList().getParserPosition()));
    aliased = true;
    select.setGroupBy((SqlNodeList) marked(select.getGroup()));
    select.setHaving(marked(select.getHaving()));
    select.setQualify(marked(select.getQualify()));
    select.setOrderBy((SqlNodeList) marked(select.getOrderList()));
  }

  private @Nullable SqlNode marked(@Nullable SqlNode node) {
    return node == null ? null : node.accept(this);
  }

  private static String key(SqlIdentifier name) {
    return Util.last(name.names).toLowerCase(Locale.ROOT);
  }

  /** The column keeps its name. */
  private static SqlNode named(SqlIdentifier column, SqlNode marked) {
    SqlIdentifier name = new SqlIdentifier(Util.last(column.names), column.getParserPosition());
    return SqlStdOperatorTable.AS.createCall(column.getParserPosition(), marked, name);
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier id) {
    if (id.isStar() || (aliased && id.isSimple() && aliases.contains(key(id)))) {
      return id;
    }
    SqlQualified column = qualified(id, scope);
    return column != null && scopeOf(column, scope) != scope
        ? Marker.OUTER.on(column.identifier)
        : id;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY)) {
      return call;
    }
    if (isAggregate(call)) {
      checkLevel(call);
      return call;
    }
    if (call.getKind() == SqlKind.OVER) {
      return overWindow(call);
    }
    CallCopyingArgHandler handler = new CallCopyingArgHandler(call, false);
    call.getOperator().acceptCall(this, call, true, handler);
    return handler.result();
  }

  /** The function is no aggregate of this query, but there may be some in its arguments. */
  private SqlNode overWindow(SqlCall call) {
    SqlCall function = call.operand(0);
    CallCopyingArgHandler handler = new CallCopyingArgHandler(function, false);
    function.getOperator().acceptCall(this, function, true, handler);
    SqlNode window = call.operand(1).accept(this);
    return call.getOperator().createCall(call.getParserPosition(), handler.result(), window);
  }

  private @Nullable SqlQualified qualified(SqlIdentifier id, SqlValidatorScope from) {
    if (validator.makeNullaryCall(id) != null) {
      return null;
    }
    try {
      return from.fullyQualify(id);
    } catch (CalciteContextException e) {
      if (!isAt(e, id.getParserPosition())) {
        // One of FROM, which is validated now; a relation without a type must not be met again.
        throw e;
      }
      // Validation says so where it meets the name.
      return null;
    }
  }

  private static boolean isAt(CalciteContextException e, SqlParserPos position) {
    return e.getPosLine() == position.getLineNum()
        && e.getPosColumn() >= position.getColumnNum()
        && e.getPosColumn() <= position.getEndColumnNum();
  }

  private @Nullable SqlValidatorScope scopeOf(SqlQualified column, SqlValidatorScope from) {
    SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
    from.resolve(column.prefix(), matcher, false, resolved);
    return resolved.count() == 1 ? resolved.only().scope : from;
  }

  private boolean isAggregate(SqlCall call) {
    return switch (call.getKind()) {
      case FILTER, WITHIN_GROUP, WITHIN_DISTINCT, IGNORE_NULLS, RESPECT_NULLS ->
          call.operand(0) instanceof SqlCall inner && isAggregate(inner);
      default -> isAggregate(call.getOperator());
    };
  }

  /** An operator may not have been looked up yet. */
  private boolean isAggregate(SqlOperator operator) {
    if (operator instanceof SqlFunction function
        && function.getFunctionType().isUserDefinedNotSpecificFunction()) {
      List<SqlOperator> found = new ArrayList<>();
      SqlIdentifier name = new SqlIdentifier(function.getName(), SqlParserPos.ZERO);
      validator
          .getOperatorTable()
          .lookupOperatorOverloads(
              name, function.getFunctionType(), function.getSyntax(), found, matcher);
      return found.stream().anyMatch(SqlOperator::isAggregator);
    }
    return operator.isAggregator();
  }

  private void checkLevel(SqlCall aggregate) {
    Level level = new Level();
    aggregate.accept(level);
    if (level.outer && !level.own) {
      throw CalciteErrors.at(
          ErrorCode.FEATURE_NOT_SUPPORTED.exception(
              "An aggregate of columns of an enclosing query alone",
              "Aggregate in a derived table there."),
          aggregate.getParserPosition());
    }
  }

  /** Whose columns an aggregate reads, in subqueries in its arguments too. */
  private final class Level extends SqlBasicVisitor<Void> {
    private final List<SqlValidatorScope> scopes = new ArrayList<>(List.of(scope));
    boolean own;
    boolean outer;

    @Override
    public Void visit(SqlIdentifier id) {
      SqlValidatorScope from = Util.last(scopes);
      SqlQualified column = id.isStar() ? null : qualified(id, from);
      if (column != null) {
        int depth = scopes.indexOf(scopeOf(column, from));
        own |= depth == 0;
        outer |= depth < 0;
      }
      return super.visit(id);
    }

    @Override
    public Void visit(SqlCall call) {
      if (call instanceof SqlSelect select && validator.getRawSelectScope(select) != null) {
        scopes.add(validator.getRawSelectScope(select));
        for (SqlNode clause : select.getOperandList()) {
          if (clause != null && clause != select.getFrom()) {
            clause.accept(this);
          }
        }
        scopes.remove(scopes.size() - 1);
        return null;
      }
      call.getOperator().acceptCall(this, call, true, ArgHandlerImpl.instance());
      return null;
    }
  }
}
