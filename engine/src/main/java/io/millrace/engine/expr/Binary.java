package io.millrace.engine.expr;

import org.jspecify.annotations.Nullable;

/** A function of two cells that are not null. */
@FunctionalInterface
interface Binary {
  @Nullable Object apply(Object a, Object b);
}
