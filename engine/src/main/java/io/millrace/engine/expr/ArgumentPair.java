package io.millrace.engine.expr;

/** The cells of a row that an aggregate of two columns takes, neither of them NULL. */
record ArgumentPair(Object first, Object second) {}
