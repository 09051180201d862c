/**
 * Runs the SQL logic tests against Millrace and other databases.
 *
 * <p>Sees databases through {@code java.sql} alone; the driver is found by its service entry at run
 * time.
 */
@NullMarked
package io.millrace.sqllogictest;

import org.jspecify.annotations.NullMarked;
