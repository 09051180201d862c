package io.millrace.driver.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The command line, taken apart. Immutable. */
record Arguments(Mode mode, String url, List<Script> scripts, OutputFormat format) {
  static final String PRIVATE_MEMORY = "jdbc:millrace:mem:";

  static final String USAGE =
      """
      Usage: millrace [URL] [option...]
             millrace tour

        URL                  jdbc:millrace:mem:NAME or jdbc:millrace:file:PATH;
                             without one a database in memory that ends with the command
        -e "SQL; SQL"        run statements, then exit
        -f FILE              run the statements of a file, then exit
        --format table|csv   how rows are printed
        tour                 show what incremental views do, in a temporary database
        --help, --version

      Without -e and -f statements come from the terminal or from standard input.
      The exit status is 1 if a statement failed, and 2 for a wrong command line.
      """;

  /** What is asked for. */
  enum Mode {
    RUN,
    TOUR,
    HELP,
    VERSION
  }

  /** Statements to run: their text, or the file that holds them. */
  record Script(boolean isFile, String text) {}

  Arguments {
    scripts = List.copyOf(scripts);
  }

  /**
   * Takes the command line apart.
   *
   * @throws IllegalArgumentException what is wrong with it, for the user
   */
  static Arguments parse(List<String> words) {
    Mode mode = Mode.RUN;
    String url = "";
    List<Script> scripts = new ArrayList<>();
    OutputFormat format = OutputFormat.TABLE;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      switch (word) {
        case "-e", "-f" -> scripts.add(new Script(word.equals("-f"), after(words, i++)));
        case "--format" -> format = format(after(words, i++));
        case "--help", "-h", "-?" -> mode = Mode.HELP;
        case "--version" -> mode = Mode.VERSION;
        case "tour" -> mode = Mode.TOUR;
        default -> {
          if (!word.startsWith("jdbc:") || !url.isEmpty()) {
            throw new IllegalArgumentException("Unknown argument: " + word);
          }
          url = word;
        }
      }
    }
    return new Arguments(mode, url.isEmpty() ? PRIVATE_MEMORY : url, scripts, format);
  }

  private static String after(List<String> words, int index) {
    if (index + 1 >= words.size()) {
      throw new IllegalArgumentException(words.get(index) + " needs a value after it");
    }
    return words.get(index + 1);
  }

  static OutputFormat format(String name) {
    for (OutputFormat format : OutputFormat.values()) {
      if (format.name().equals(name.toUpperCase(Locale.ROOT))) {
        return format;
      }
    }
    throw new IllegalArgumentException("Unknown format: " + name + ". Use table or csv");
  }
}
