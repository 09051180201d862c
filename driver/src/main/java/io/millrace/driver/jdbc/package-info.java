/**
 * The JDBC driver, on Avatica.
 *
 * <p>Every object is safe to close twice and from another thread. Errors of the engine become
 * {@link java.sql.SQLException} with the same SQLSTATE here, once.
 */
@NullMarked
package io.millrace.driver.jdbc;

import org.jspecify.annotations.NullMarked;
