/**
 * Parses, validates and converts SQL; the only package that touches Calcite's parser.
 *
 * <p>Text comes in as one string of statements; each leaves as a tree of the parser's nodes with
 * positions kept. The grammar is generated from {@code src/main/codegen} into {@code sql.parser}.
 */
@NullMarked
package io.millrace.engine.sql;

import org.jspecify.annotations.NullMarked;
