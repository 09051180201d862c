/** The parser that the build makes from the grammar, and what makes it quick. */
@NullMarked
package io.millrace.engine.sql.parser;

import org.jspecify.annotations.NullMarked;
