package io.millrace.engine.circuit;

/**
 * An operator that could not follow a tick: what it raised is the cause. The commit that ticked
 * ends; nothing was staged that anybody keeps.
 */
public final class OperatorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String operator;
  private final RuntimeException raised;

  OperatorException(Operator operator, RuntimeException raised) {
    super(raised);
    this.operator = (operator.name() + " " + operator.describe()).strip();
    this.raised = raised;
  }

  /** The operator with its expressions, as EXPLAIN CIRCUIT shows it. */
  public String operator() {
    return operator;
  }

  /** What the operator raised. */
  public RuntimeException raised() {
    return raised;
  }
}
