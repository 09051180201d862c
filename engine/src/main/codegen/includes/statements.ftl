/**
 * A statement that the template does not know, or knows otherwise. SqlStmt() tries it first, with two
 * tokens of lookahead; the first one decides here, so that an error is reported where it is.
 */
SqlNode MillraceStatement() :
{
    final Span s;
    final SqlNode statement;
}
{
    (
        <CREATE> { s = span(); } Decided() statement = Create(s)
    |   <DROP> { s = span(); } Decided() statement = Drop(s)
    |   <ALTER> { s = span(); } Decided() statement = Alter(s)
    |   <TRUNCATE> { s = span(); } Decided() statement = Truncate(s)
    |   <REFRESH> { s = span(); } Decided() statement = Refresh(s)
    |   <VERIFY> { s = span(); } Decided() statement = Verify(s)
    |   <ADVISE> { s = span(); } Decided() statement = Advise(s)
    |   <EXPLAIN> { s = span(); } Decided() statement = Explain(s)
    |   <SET> { s = span(); } Decided() statement = Set(s)
    |   <SHOW> { s = span(); } Decided() statement = Show(s)
    |   <BEGIN> { s = span(); } Decided() statement = Begin(s)
    |   <START> { s = span(); } Decided() <TRANSACTION> statement = TransactionModes(s)
    |   <COMMIT> { s = span(); } Decided() statement = Commit(s)
    |   <ROLLBACK> { s = span(); } Decided() statement = Rollback(s)
    |   <SAVEPOINT> { s = span(); } Decided() statement = Savepoint(s)
    |   <RELEASE> { s = span(); } Decided() statement = Release(s)
    |   <CHECKPOINT> { statement = new Checkpoint(getPos()); }
    |   <SHUTDOWN> { statement = new Shutdown(getPos()); }
    )
    { return statement; }
}

/** Ends a lookahead with success: to JavaCC a production in Java matches anything. */
JAVACODE void Decided() {}

/** A query, perhaps FOR UPDATE. */
SqlNode MillraceQuery() :
{
    final SqlNode query;
    final Token first = getToken(1);
}
{
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    [
        <FOR> <UPDATE> { return new SelectForUpdate(extent(first), query); }
    ]
    { return query; }
}

/** What follows CREATE. */
SqlNode Create(Span s) :
{
    boolean replace = false;
    boolean incremental = false;
    boolean unique = false;
    final SqlNode statement;
}
{
    (
        [ <OR> <REPLACE> { replace = true; } ]
        <VIEW> statement = CreateView(s, replace)
    |
        [ <INCREMENTAL> { incremental = true; } ]
        <MATERIALIZED> <VIEW> statement = CreateMaterializedView(s, incremental)
    |
        <TABLE> statement = CreateTable(s)
    |
        [ <UNIQUE> { unique = true; } ]
        <INDEX> statement = CreateIndex(s, unique)
    |
        <SCHEMA> statement = CreateSchema(s)
    )
    { return statement; }
}

/** What follows DROP. */
SqlNode Drop(Span s) :
{
    boolean materialized = false;
    final boolean ifExists;
    final List<SqlNode> names;
    final SqlIdentifier name;
    final boolean cascade;
}
{
    [ <MATERIALIZED> { materialized = true; } ]
    <VIEW> ifExists = IfExists() name = CompoundTableIdentifier() cascade = Cascade()
    { return new DropView(s.end(this), materialized, ifExists, name, cascade); }
|
    <TABLE> ifExists = IfExists() names = RelationNames() cascade = Cascade()
    { return new DropTable(s.end(this), ifExists, new SqlNodeList(names, s.pos()), cascade); }
|
    <INDEX> ifExists = IfExists() name = CompoundTableIdentifier()
    { return new DropIndex(s.end(this), ifExists, name); }
|
    <SCHEMA> ifExists = IfExists() name = CompoundTableIdentifier() cascade = Cascade()
    { return new DropSchema(s.end(this), ifExists, name, cascade); }
}

/** What follows ALTER. */
SqlNode Alter(Span s) :
{
    final SqlNode statement;
}
{
    (
        statement = AlterMaterializedView(s)
    |
        <TABLE> statement = AlterTable(s)
    )
    { return statement; }
}

/** What follows EXPLAIN; the PLAN FOR of the standard says nothing more. */
SqlNode Explain(Span s) :
{
    boolean analyze = false;
    final SqlNode statement;
    final SqlIdentifier view;
    ExplainCircuit.Format format = ExplainCircuit.Format.TEXT;
}
{
    LOOKAHEAD(2)
    <CIRCUIT> view = CompoundTableIdentifier()
    [
        <AS>
        (
            <TEXT>
        |   <DOT_FORMAT> { format = ExplainCircuit.Format.DOT; }
        |   <JSON> { format = ExplainCircuit.Format.JSON; }
        )
    ]
    { return new ExplainCircuit(s.end(this), view, format); }
|
    [ LOOKAHEAD(2) <PLAN> <FOR> | <ANALYZE> { analyze = true; } ]
    statement = SqlStmt()
    { return new Explain(s.end(this), analyze, statement); }
}

/** What follows SET. */
SqlNode Set(Span s) :
{
    final SqlIdentifier name;
    final SqlNode value;
}
{
    name = CompoundTableIdentifier() ( <EQ> | <TO> )
    (
        <DEFAULT_> { value = null; }
    |   value = SettingValue()
    )
    { return new SetSetting(s.end(this), name, value); }
}

/** The value of a setting or of an option: a literal or a word. */
SqlNode SettingValue() :
{
    final SqlNode value;
}
{
    (
        <ON> { value = new SqlIdentifier(token.image, getPos()); }
    |   LOOKAHEAD(2) value = Literal()
    |   value = SimpleIdentifier()
    )
    { return value; }
}

/** What follows SHOW. */
SqlNode Show(Span s) :
{
    final SqlIdentifier name;
}
{
    <ALL> { return new ShowSetting(s.end(this), null); }
|
    name = CompoundTableIdentifier() { return new ShowSetting(s.end(this), name); }
}

boolean IfNotExists() :
{
}
{
    LOOKAHEAD(2) <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

boolean IfExists() :
{
}
{
    LOOKAHEAD(2) <IF> <EXISTS> { return true; }
|
    { return false; }
}

boolean Cascade() :
{
}
{
    <CASCADE> { return true; }
|
    [ <RESTRICT> ] { return false; }
}

List<SqlNode> RelationNames() :
{
    final List<SqlNode> names = new ArrayList<SqlNode>();
    SqlIdentifier name;
}
{
    name = CompoundTableIdentifier() { names.add(name); }
    (
        LOOKAHEAD(1) <COMMA> name = CompoundTableIdentifier() { names.add(name); }
    )*
    { return names; }
}

/** The extent from {@code first} to the last token read. */
JAVACODE SqlParserPos extent(Token first) {
    final Token last = getToken(0);
    return new SqlParserPos(first.beginLine, first.beginColumn, last.endLine, last.endColumn);
}

/** A query with the extent of its text. */
SqlFragment QueryFragment() :
{
    final Token first = getToken(1);
    final SqlNode query;
}
{
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    { return new SqlFragment(query, extent(first)); }
}

/** An expression with the extent of its text. */
SqlFragment ExpressionFragment() :
{
    final Token first = getToken(1);
    final SqlNode expression;
}
{
    expression = Expression(ExprContext.ACCEPT_SUB_QUERY)
    { return new SqlFragment(expression, extent(first)); }
}
