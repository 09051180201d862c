/**
 * The commit pipeline: net, check, tick, log, apply, publish.
 *
 * <p>One pipeline per database; nothing else writes to a store. A commit is published as a whole,
 * or nothing of it has happened. Nothing here calls back up into sessions.
 */
@NullMarked
package io.millrace.engine.commit;

import org.jspecify.annotations.NullMarked;
