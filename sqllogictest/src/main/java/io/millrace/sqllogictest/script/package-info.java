/**
 * The {@code .test} format of SQLite's sqllogictest, and where scripts are found.
 *
 * <p>A {@link io.millrace.sqllogictest.script.TestScript} is a list of records, each with the line
 * it stands at and the conditions under which it counts; {@link
 * io.millrace.sqllogictest.script.ScriptParser} reads it. Nothing here runs SQL. The format: <a
 * href="https://www.sqlite.org/sqllogictest/doc/trunk/about.wiki">About Sqllogictest</a>.
 */
@NullMarked
package io.millrace.sqllogictest.script;

import org.jspecify.annotations.NullMarked;
