/**
 * Reports of a run: as text, JSON and a page, and its line in the ledger. {@link
 * io.millrace.sqllogictest.report.RunReport} holds what they tell.
 */
@NullMarked
package io.millrace.sqllogictest.report;

import org.jspecify.annotations.NullMarked;
