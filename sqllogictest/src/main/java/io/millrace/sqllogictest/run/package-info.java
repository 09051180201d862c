/**
 * Runs scripts against databases, by {@code java.sql} alone.
 *
 * <p>{@link io.millrace.sqllogictest.run.Suite} runs scripts side by side; a {@link
 * io.millrace.sqllogictest.run.Mode} says what is done with one script; {@link
 * io.millrace.sqllogictest.run.Database} is the fresh database it runs in; {@link
 * io.millrace.sqllogictest.run.ScriptOutcome} is what came out.
 */
@NullMarked
package io.millrace.sqllogictest.run;

import org.jspecify.annotations.NullMarked;
