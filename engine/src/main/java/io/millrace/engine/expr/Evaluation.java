package io.millrace.engine.expr;

import org.jspecify.annotations.Nullable;

/** A function that has been given its arguments. */
@FunctionalInterface
interface Evaluation {
  @Nullable Object evaluate(EvaluationFrame frame);
}
