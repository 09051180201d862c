/**
 * The life of a view: fill, tap, suspend, verify, depend.
 *
 * <p>The content of an incremental view at a version is its query over the tables at that version.
 * What a tick does is the circuit's business; this package decides when one exists and whether it
 * counts.
 */
@NullMarked
package io.millrace.engine.view;

import org.jspecify.annotations.NullMarked;
