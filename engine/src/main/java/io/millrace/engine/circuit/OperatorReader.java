package io.millrace.engine.circuit;

/** Reads operators back from their stored form; the package of the operators implements it. */
@FunctionalInterface
public interface OperatorReader {
  /** The operator that {@link Operator#write} wrote. */
  Operator read(CircuitReader in);
}
