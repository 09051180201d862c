/**
 * The command line: console, scripts and the tour.
 *
 * <p>Reaches the database through {@code java.sql} like any application.
 */
@NullMarked
package io.millrace.driver.console;

import org.jspecify.annotations.NullMarked;
