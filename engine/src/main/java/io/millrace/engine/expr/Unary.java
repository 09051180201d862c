package io.millrace.engine.expr;

import org.jspecify.annotations.Nullable;

/** A function of one cell that is not null. */
@FunctionalInterface
interface Unary {
  @Nullable Object apply(Object a);
}
