package io.millrace.sqllogictest.run;

import java.util.List;

/** The modes by their names. */
public final class Modes {
  /** As many views as a database has at most. */
  private static final int VIEWS = 200;

  private static final List<Mode> ALL =
      List.of(
          new QueryMode(),
          new BatchMode("view", VIEWS, new ViewCheck()),
          new BatchMode("rewrite", 2 * VIEWS, new RewriteCheck()));

  private Modes() {}

  /**
   * The mode of a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists them
   */
  public static Mode of(String name) {
    for (Mode mode : ALL) {
      if (mode.name().equals(name)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "--mode is "
            + String.join(" or ", ALL.stream().map(Mode::name).toList())
            + ", not \""
            + name
            + "\"");
  }
}
