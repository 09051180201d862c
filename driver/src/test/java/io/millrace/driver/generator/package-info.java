/**
 * Random schemas, queries and transaction histories, and what they are held to: every view equals
 * its query after every commit, and queries give what PostgreSQL gives. Speaks JDBC alone.
 *
 * <p>All that is random comes from {@link io.millrace.driver.generator.Choices}, a list of small
 * numbers in which 0 is always the simplest choice, so a failing query shrinks by shrinking its
 * list. Queries are well typed by construction: whatever makes SQL is asked for a {@link
 * io.millrace.driver.generator.Kind} and answers with text of that kind.
 *
 * <p>A new construct is a constant in {@link io.millrace.driver.generator.Construct} with a query
 * that probes whether the database has it, and one case where its text is made ({@code
 * Expressions}, {@code Predicates}, {@code Subqueries}, {@code FromClauses}, {@code Aggregates},
 * {@code Windows}, {@code QueryGenerator}).
 */
@NullMarked
package io.millrace.driver.generator;

import org.jspecify.annotations.NullMarked;
