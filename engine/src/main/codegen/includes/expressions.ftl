/** {@code a::type}, which means CAST(a AS type). */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlDataTypeSpec type;
}
{
    <INFIX_CAST> { checkNonQueryExpression(exprContext); }
    type = DataType()
    {
        list.add(new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.INFIX_CAST, s.pos()));
        list.add(type);
    }
}

/** TEXT: VARCHAR without a limit. */
SqlTypeNameSpec TextTypeName() :
{
}
{
    <TEXT> { return new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, getPos()); }
}

/** ORDER BY behind the last of several arguments. */
void AddOrder(List<SqlNode> list) :
{
    final SqlNodeList order;
}
{
    order = OrderBy(true) { list.add(order); }
}
