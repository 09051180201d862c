/**
 * TPC-H data in a file database with incremental views: a runnable example ({@link
 * io.millrace.driver.tpch.TpchExample}) and the integration test over it. Speaks JDBC alone.
 */
@NullMarked
package io.millrace.driver.tpch;

import org.jspecify.annotations.NullMarked;
