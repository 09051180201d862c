SqlNode CreateTable(Span s) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final List<ColumnDefinition> columns = new ArrayList<ColumnDefinition>();
    final List<TableConstraint> constraints = new ArrayList<TableConstraint>();
}
{
    ifNotExists = IfNotExists()
    name = CompoundTableIdentifier()
    <LPAREN>
    TableElement(columns, constraints)
    ( LOOKAHEAD(1) <COMMA> TableElement(columns, constraints) )*
    <RPAREN>
    { return new CreateTable(s.end(this), ifNotExists, name, columns, constraints); }
}

void TableElement(List<ColumnDefinition> columns, List<TableConstraint> constraints) :
{
}
{
    Constraint(constraints)
|
    Column(columns, constraints)
}

/** A constraint that stands by itself. */
void Constraint(List<TableConstraint> constraints) :
{
    SqlIdentifier name = null;
    final SqlNodeList keys;
    final SqlFragment condition;
}
{
    [ <CONSTRAINT> name = SimpleIdentifier() ]
    (
        <PRIMARY> <KEY> keys = ParenthesizedSimpleIdentifierList()
        { constraints.add(new TableConstraint.Key(name, true, keys)); }
    |
        <UNIQUE> keys = ParenthesizedSimpleIdentifierList()
        { constraints.add(new TableConstraint.Key(name, false, keys)); }
    |
        <CHECK> <LPAREN> condition = ExpressionFragment() <RPAREN>
        { constraints.add(new TableConstraint.Check(name, condition)); }
    |
        <FOREIGN> <KEY> keys = ParenthesizedSimpleIdentifierList()
        References(constraints, name, keys)
    )
}

/** A column; the constraints written beside it become constraints of the table. */
void Column(List<ColumnDefinition> columns, List<TableConstraint> constraints) :
{
    final SqlIdentifier column;
    final SqlDataTypeSpec type;
    boolean notNull = false;
    SqlFragment defaultValue = null;
    SqlFragment condition;
    SqlIdentifier name;
}
{
    column = SimpleIdentifier()
    type = DataType()
    (
        <DEFAULT_> defaultValue = ExpressionFragment()
    |
        { name = null; }
        [ <CONSTRAINT> name = SimpleIdentifier() ]
        (
            <NOT> <NULL> { notNull = true; }
        |
            <NULL> { notNull = false; }
        |
            <PRIMARY> <KEY>
            { constraints.add(new TableConstraint.Key(name, true, SqlNodeList.of(column))); }
        |
            <UNIQUE>
            { constraints.add(new TableConstraint.Key(name, false, SqlNodeList.of(column))); }
        |
            <CHECK> <LPAREN> condition = ExpressionFragment() <RPAREN>
            { constraints.add(new TableConstraint.Check(name, condition)); }
        |
            References(constraints, name, SqlNodeList.of(column))
        )
    )*
    { columns.add(new ColumnDefinition(column, type, notNull, defaultValue)); }
}

void References(List<TableConstraint> constraints, SqlIdentifier name, SqlNodeList keys) :
{
    final SqlIdentifier target;
    SqlNodeList targetKeys = SqlNodeList.EMPTY;
    TableConstraint.Match match = TableConstraint.Match.SIMPLE;
    TableConstraint.Action onDelete = TableConstraint.Action.NO_ACTION;
    TableConstraint.Action onUpdate = TableConstraint.Action.NO_ACTION;
}
{
    <REFERENCES> target = CompoundTableIdentifier()
    [ targetKeys = ParenthesizedSimpleIdentifierList() ]
    [
        <MATCH>
        (
            <SIMPLE>
        |   <FULL> { match = TableConstraint.Match.FULL; }
        |   <PARTIAL> { match = TableConstraint.Match.PARTIAL; }
        )
    ]
    (
        LOOKAHEAD(2)
        <ON> <DELETE> onDelete = ReferentialAction()
    |
        <ON> <UPDATE> onUpdate = ReferentialAction()
    )*
    {
        constraints.add(
            new TableConstraint.ForeignKey(
                name, keys, target, targetKeys, match, onDelete, onUpdate));
    }
}

TableConstraint.Action ReferentialAction() :
{
}
{
    <NO> <ACTION> { return TableConstraint.Action.NO_ACTION; }
|   <RESTRICT> { return TableConstraint.Action.RESTRICT; }
|   <CASCADE> { return TableConstraint.Action.CASCADE; }
|   LOOKAHEAD(2) <SET> <NULL> { return TableConstraint.Action.SET_NULL; }
|   <SET> <DEFAULT_> { return TableConstraint.Action.SET_DEFAULT; }
}

/** What follows ALTER TABLE. */
SqlNode AlterTable(Span s) :
{
    final SqlIdentifier table;
    final List<TableConstraint> constraints = new ArrayList<TableConstraint>();
    final boolean ifExists;
    final SqlIdentifier constraint;
    final boolean cascade;
}
{
    table = CompoundTableIdentifier()
    (
        <ADD> Constraint(constraints)
        { return new AddConstraint(s.end(this), table, constraints.get(0)); }
    |
        <DROP> <CONSTRAINT> ifExists = IfExists() constraint = SimpleIdentifier()
        cascade = Cascade()
        { return new DropConstraint(s.end(this), table, ifExists, constraint, cascade); }
    )
}

SqlNode CreateIndex(Span s, boolean unique) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlIdentifier table;
    final List<IndexColumn> columns = new ArrayList<IndexColumn>();
}
{
    ifNotExists = IfNotExists()
    name = CompoundTableIdentifier()
    <ON> table = CompoundTableIdentifier()
    <LPAREN>
    AddIndexColumn(columns)
    ( LOOKAHEAD(1) <COMMA> AddIndexColumn(columns) )*
    <RPAREN>
    { return new CreateIndex(s.end(this), unique, ifNotExists, name, table, columns); }
}

void AddIndexColumn(List<IndexColumn> columns) :
{
    final SqlIdentifier name;
    boolean descending = false;
}
{
    name = SimpleIdentifier() [ <ASC> | <DESC> { descending = true; } ]
    { columns.add(new IndexColumn(name, descending)); }
}

SqlNode CreateSchema(Span s) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
}
{
    ifNotExists = IfNotExists() name = CompoundTableIdentifier()
    { return new CreateSchema(s.end(this), ifNotExists, name); }
}

SqlNode Truncate(Span s) :
{
    final SqlIdentifier name;
}
{
    [ <TABLE> ] name = CompoundTableIdentifier()
    { return new TruncateTable(s.end(this), name); }
}
