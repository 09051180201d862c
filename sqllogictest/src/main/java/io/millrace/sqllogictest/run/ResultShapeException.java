package io.millrace.sqllogictest.run;

/** A result has not the columns that a script says. */
final class ResultShapeException extends Exception {
  private static final long serialVersionUID = 1;

  ResultShapeException(String message) {
    super(message);
  }
}
