SqlNode Begin(Span s) :
{
    final SqlNode statement;
}
{
    [ <TRANSACTION> | <WORK> ] statement = TransactionModes(s)
    { return statement; }
}

SqlNode TransactionModes(Span s) :
{
    IsolationLevel isolation = null;
    boolean readOnly = false;
}
{
    [
        (
            <ISOLATION> <LEVEL> isolation = IsolationLevel()
        |
            <READ> ( <ONLY> { readOnly = true; } | <WRITE> { readOnly = false; } )
        )
        (
            [ <COMMA> ]
            (
                <ISOLATION> <LEVEL> isolation = IsolationLevel()
            |
                <READ> ( <ONLY> { readOnly = true; } | <WRITE> { readOnly = false; } )
            )
        )*
    ]
    { return new BeginTransaction(s.end(this), isolation, readOnly); }
}

IsolationLevel IsolationLevel() :
{
}
{
    <SERIALIZABLE> { return IsolationLevel.SERIALIZABLE; }
|   <REPEATABLE> <READ> { return IsolationLevel.REPEATABLE_READ; }
|   <READ>
    (
        <COMMITTED> { return IsolationLevel.READ_COMMITTED; }
    |   <UNCOMMITTED> { return IsolationLevel.READ_UNCOMMITTED; }
    )
}

SqlNode Commit(Span s) :
{
}
{
    [ <TRANSACTION> | <WORK> ] { return new CommitTransaction(s.end(this)); }
}

SqlNode Rollback(Span s) :
{
    SqlIdentifier savepoint = null;
}
{
    [ <TRANSACTION> | <WORK> ]
    [ <TO> [ LOOKAHEAD(2) <SAVEPOINT> ] savepoint = SimpleIdentifier() ]
    { return new RollbackTransaction(s.end(this), savepoint); }
}

SqlNode Savepoint(Span s) :
{
    final SqlIdentifier name;
}
{
    name = SimpleIdentifier() { return new SetSavepoint(s.end(this), name); }
}

SqlNode Release(Span s) :
{
    final SqlIdentifier name;
}
{
    [ LOOKAHEAD(2) <SAVEPOINT> ] name = SimpleIdentifier()
    { return new ReleaseSavepoint(s.end(this), name); }
}
