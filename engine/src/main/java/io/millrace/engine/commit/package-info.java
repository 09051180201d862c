/**
 * The commit pipeline: net, check, tick, log, apply, publish.
 *
 * <p>One {@link io.millrace.engine.commit.CommitPipeline} per database; nothing else writes to a
 * store. A commit is published as a whole, or nothing of it has happened. {@link
 * io.millrace.engine.commit.DmlRunner} turns a statement into a transaction's changes, {@link
 * io.millrace.engine.commit.Recovery} the log into a state. Nothing here calls back up into
 * sessions.
 */
@NullMarked
package io.millrace.engine.commit;

import org.jspecify.annotations.NullMarked;
