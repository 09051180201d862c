SqlNode CreateView(Span s, boolean replace) :
{
    final SqlIdentifier name;
    SqlNodeList columns = SqlNodeList.EMPTY;
    final SqlFragment query;
}
{
    name = CompoundTableIdentifier()
    [ columns = ParenthesizedSimpleIdentifierList() ]
    <AS> query = QueryFragment()
    { return new CreateView(s.end(this), replace, name, columns, query); }
}

SqlNode CreateMaterializedView(Span s, boolean incremental) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    SqlNodeList columns = SqlNodeList.EMPTY;
    List<ViewOption> options = Collections.<ViewOption>emptyList();
    final SqlFragment query;
    boolean withData = true;
}
{
    ifNotExists = IfNotExists()
    name = CompoundTableIdentifier()
    [ columns = ParenthesizedSimpleIdentifierList() ]
    [ options = ViewOptions() ]
    <AS> query = QueryFragment()
    [ <WITH> [ <NO> { withData = false; } ] <DATA> ]
    {
        return new CreateMaterializedView(
            s.end(this), incremental, ifNotExists, name, columns, options, query, withData);
    }
}

List<ViewOption> ViewOptions() :
{
    final List<ViewOption> options = new ArrayList<ViewOption>();
}
{
    <WITH> <LPAREN>
    AddViewOption(options)
    ( LOOKAHEAD(1) <COMMA> AddViewOption(options) )*
    <RPAREN>
    { return options; }
}

void AddViewOption(List<ViewOption> options) :
{
    final SqlIdentifier name;
    final SqlNode value;
}
{
    name = SimpleIdentifier() <EQ> value = SettingValue()
    { options.add(new ViewOption(name, value)); }
}

SqlNode Refresh(Span s) :
{
    final SqlIdentifier name;
}
{
    <MATERIALIZED> <VIEW> name = CompoundTableIdentifier()
    { return new RefreshView(s.end(this), name); }
}

SqlNode Verify(Span s) :
{
    final SqlIdentifier name;
}
{
    <MATERIALIZED> <VIEW> name = CompoundTableIdentifier()
    { return new VerifyView(s.end(this), name); }
}

SqlNode Advise(Span s) :
{
    SqlFragment query = null;
}
{
    <VIEWS> [ <FOR> query = QueryFragment() ]
    { return new AdviseViews(s.end(this), query); }
}

SqlNode AlterMaterializedView(Span s) :
{
    final SqlIdentifier name;
    final AlterView.Action action;
    boolean cascade = false;
}
{
    <MATERIALIZED> <VIEW> name = CompoundTableIdentifier()
    (
        <SUSPEND> cascade = Cascade() { action = AlterView.Action.SUSPEND; }
    |   <RESUME> { action = AlterView.Action.RESUME; }
    )
    { return new AlterView(s.end(this), name, action, cascade); }
}
