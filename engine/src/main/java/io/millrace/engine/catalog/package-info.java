/**
 * The immutable catalog: schemas, tables, views, indexes and stored circuits.
 *
 * <p>A change makes a new catalog; one version of the database has one catalog. Columns are known
 * by stable ids, names only matter where SQL text is read.
 */
@NullMarked
package io.millrace.engine.catalog;

import org.jspecify.annotations.NullMarked;
