package io.millrace.sqllogictest.script;

/** A script is not in the format; the message says where and what. */
public final class ScriptSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ScriptSyntaxException(String script, int line, String message) {
    super(script + ":" + line + ": " + message);
  }
}
