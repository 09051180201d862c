package io.millrace.engine.sql;

import io.millrace.engine.error.ErrorCode;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.AggregatingScope;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's validator with our rules of assignment: INSERT and UPDATE never get casts here, since
 * an explicit CAST cuts text silently where an assignment must fail (22001). The plan casts
 * instead.
 *
 * <p>One object validates one statement.
 */
final class MillraceValidator extends SqlValidatorImpl {
  private final Set<SqlSelect> distinctOn = Collections.newSetFromMap(new IdentityHashMap<>());

  MillraceValidator(SqlOperatorTable operators, CatalogNames names, SqlValidator.Config config) {
    super(operators, names, MillraceTypeFactory.INSTANCE, config);
  }

  /**
   * Tells the converter to leave the length of text alone, to which it would cut what VALUES gives,
   * and to let NULL through to NOT NULL columns, where the engine refuses it.
   */
  @Override
  public void validateInsert(SqlInsert insert) {
    InsertLiterals.castToColumns(insert, getCatalogReader());
    super.validateInsert(insert);
    setValidatedNodeType(insert, relaxed(getValidatedNodeType(insert)));
  }

  @Override
  protected void validateSelect(SqlSelect select, RelDataType targetRowType) {
    OuterColumns.mark(this, select);
    super.validateSelect(select, targetRowType);
    if (distinctOn.contains(select)) {
      DistinctOn.check(select);
    }
  }

  /** Calcite refuses window functions in HAVING, and takes those of subqueries there for such. */
  @Override
  protected void validateHavingClause(SqlSelect select) {
    RepeatedAliases.qualify(this, select);
    SqlNode having = select.getHaving();
    if (having == null
        || OverCalls.find(having) != null
        || !SqlUtil.containsCall(having, call -> call.getKind() == SqlKind.OVER)) {
      super.validateHavingClause(select);
      return;
    }
    AggregatingScope scope = (AggregatingScope) getSelectScope(select);
    SqlNode expanded = expand(having, scope);
    select.setHaving(expanded);
    inferUnknownTypes(typeFactory.createSqlType(SqlTypeName.BOOLEAN), scope, expanded);
    scope.checkAggregateExpr(expanded, true);
    expanded.validate(this, scope);
    if (!SqlTypeUtil.inBooleanFamily(deriveType(scope, expanded))) {
      throw CalciteErrors.at(
          ErrorCode.INCOMPATIBLE_TYPES.exception("HAVING clause must be a condition"),
          having.getParserPosition());
    }
  }

  private void distinctOn(SqlSelect select, @Nullable SqlNodeList order) {
    DistinctOn.rewrite(select, order);
    distinctOn.add(select);
  }

  /** Turns {@code ARRAY[]} into a function, since Calcite has it as one only. */
  @Override
  protected @Nullable SqlNode performUnconditionalRewrites(
      @Nullable SqlNode node, boolean underFrom) {
    SqlNode plain = node instanceof SqlOrderBy ordered ? OrderedQueries.plain(ordered) : node;
    if (plain instanceof SqlOrderBy ordered && DistinctOn.isIn(ordered.query)) {
      distinctOn((SqlSelect) ordered.query, ordered.orderList);
    } else if (plain instanceof SqlSelect select && DistinctOn.isIn(select)) {
      distinctOn(select, select.getOrderList());
    }
    SqlNode rewritten =
        super.performUnconditionalRewrites(
            AggregateSyntax.rewrite(ArrayQueries.rewrite(DateTrunc.rewrite(plain))), underFrom);
    if (!(rewritten instanceof SqlCall call)) {
      return rewritten;
    }
    if (call.getOperator().equals(SqlStdOperatorTable.MEMBER_OF)) {
      throw CalciteErrors.at(
          ErrorCode.FEATURE_NOT_SUPPORTED.exception("MEMBER OF", "Use ARRAY_CONTAINS."),
          call.getParserPosition());
    }
    return call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR && call.operandCount() == 0
        ? SqlLibraryOperators.ARRAY.createCall(call.getParserPosition())
        : call;
  }

  @Override
  public RelDataType deriveType(SqlValidatorScope scope, SqlNode node) {
    if (node instanceof SqlBasicCall call && ListCasts.isCast(call)) {
      SqlNode operand = call.operand(0);
      boolean known = operand.getKind() != SqlKind.DYNAMIC_PARAM;
      ListCasts.prepare(call, known ? super.deriveType(scope, operand) : unknownType);
    }
    return super.deriveType(scope, node);
  }

  /** Without a column list, fewer values than columns take the first columns; more are an error. */
  @Override
  protected RelDataType getLogicalTargetRowType(RelDataType targetRowType, SqlInsert insert) {
    SqlValidatorNamespace source = getNamespace(insert.getSource());
    int values = source == null ? 0 : source.getRowType().getFieldCount();
    if (insert.getTargetColumnList() == null && values > targetRowType.getFieldCount()) {
      throw CalciteErrors.at(
          ErrorCode.WRONG_COLUMN_COUNT.exception(values, targetRowType.getFieldCount()),
          insert.getSource().getParserPosition());
    }
    return super.getLogicalTargetRowType(targetRowType, insert);
  }

  private RelDataType relaxed(RelDataType rowType) {
    RelDataTypeFactory.Builder builder = typeFactory.builder();
    for (RelDataTypeField field : rowType.getFieldList()) {
      builder.add(field.getName(), relaxedCell(field.getType()));
    }
    return builder.build();
  }

  private RelDataType relaxedCell(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case CHAR, VARCHAR -> RelTypes.of(ColumnType.of(CellType.VARCHAR));
      case BINARY, VARBINARY -> RelTypes.of(ColumnType.of(CellType.VARBINARY));
      case ARRAY ->
          typeFactory.createTypeWithNullability(
              typeFactory.createArrayType(
                  relaxedCell(Objects.requireNonNull(type.getComponentType())), -1),
              true);
      default -> typeFactory.createTypeWithNullability(type, true);
    };
  }

  /** Lists can also be cast to text. */
  @Override
  public SqlTypeMappingRule getTypeMappingRule() {
    return ListCasts.RULE;
  }

  @Override
  protected RelDataType createTargetRowType(
      SqlValidatorTable table,
      @Nullable SqlNodeList targetColumnList,
      boolean append,
      @Nullable SqlIdentifier targetTableAlias) {
    RelDataType strict =
        super.createTargetRowType(table, targetColumnList, append, targetTableAlias);
    RelDataTypeFactory.Builder builder = typeFactory.builder();
    for (RelDataTypeField field : strict.getFieldList()) {
      builder.add(field.getName(), typeFactory.createTypeWithNullability(field.getType(), true));
    }
    return builder.build();
  }

  /** A text parameter has no length: what is too long for its column is refused with the column. */
  @Override
  protected void inferUnknownTypes(RelDataType inferred, SqlValidatorScope scope, SqlNode node) {
    boolean text = node instanceof SqlDynamicParam && SqlTypeUtil.inCharFamily(inferred);
    super.inferUnknownTypes(
        text ? RelTypes.of(ColumnType.of(CellType.VARCHAR)) : inferred, scope, node);
  }

  @Override
  protected void checkTypeAssignment(
      @Nullable SqlValidatorScope sourceScope,
      SqlValidatorTable table,
      RelDataType sourceRowType,
      RelDataType targetRowType,
      SqlNode query) {
    List<RelDataTypeField> sources = sourceRowType.getFieldList();
    List<RelDataTypeField> targets = targetRowType.getFieldList();
    // An UPDATE's source has whole old rows first; the targets are behind them.
    for (int i = 0; i < Math.min(sources.size(), targets.size()); i++) {
      RelDataType source = sources.get(i).getType();
      RelDataType target = targets.get(i).getType();
      if (!isAssignable(source, target)) {
        SqlNode node = expression(query, i, sources.size());
        if (node instanceof SqlDynamicParam) {
          continue;
        }
        SqlParserPos position = node.getParserPosition();
        throw ErrorCode.DATATYPE_MISMATCH
            .exception(
                "The value for column \"" + targets.get(i).getName() + "\"",
                TypeNames.of(source),
                TypeNames.of(target))
            .at(position.getLineNum(), position.getColumnNum());
      }
    }
  }

  /** Text is assigned to and from everything; else the two must be of one kind. */
  private static boolean isAssignable(RelDataType source, RelDataType target) {
    SqlTypeName from = source.getSqlTypeName();
    SqlTypeName to = target.getSqlTypeName();
    if (from == SqlTypeName.ARRAY && to == SqlTypeName.ARRAY) {
      return isAssignable(
          Objects.requireNonNull(source.getComponentType()),
          Objects.requireNonNull(target.getComponentType()));
    }
    if (from == SqlTypeName.NULL
        || from == SqlTypeName.UNKNOWN
        || from == SqlTypeName.ANY
        || from == to) {
      return true;
    }
    if (to == SqlTypeName.ARRAY || from == SqlTypeName.ARRAY) {
      return false;
    }
    if (SqlTypeUtil.isCharacter(source)) {
      return !SqlTypeUtil.isBinary(target);
    }
    if (SqlTypeUtil.isCharacter(target)) {
      return !SqlTypeUtil.isBinary(source);
    }
    if (SqlTypeUtil.isNumeric(source)) {
      return SqlTypeUtil.isNumeric(target);
    }
    if (SqlTypeUtil.isDatetime(source) && SqlTypeUtil.isDatetime(target)) {
      return isTimeOfDay(from) == isTimeOfDay(to) || from.getFamily() == SqlTypeFamily.TIMESTAMP;
    }
    return from.getFamily() == to.getFamily();
  }

  private static boolean isTimeOfDay(SqlTypeName type) {
    return switch (type) {
      case TIME, TIME_TZ, TIME_WITH_LOCAL_TIME_ZONE -> true;
      default -> false;
    };
  }

  /** The i-th expression of what is assigned, or the next node around it that has a position. */
  private static SqlNode expression(SqlNode query, int i, int count) {
    if (query instanceof SqlInsert insert) {
      return expression(insert.getSource(), i, count);
    }
    if (query instanceof SqlUpdate update) {
      SqlNodeList values = update.getSourceExpressionList();
      int first = count - values.size();
      return i >= first ? values.get(i - first) : query;
    }
    if (query instanceof SqlSelect select && select.getSelectList().size() == count) {
      return select.getSelectList().get(i);
    }
    return query;
  }
}
