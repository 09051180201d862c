package io.millrace.sqllogictest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command line, taken apart. Immutable. */
record Arguments(
    List<String> urls,
    String mode,
    String dialect,
    int shard,
    int shards,
    Optional<Integer> sample,
    long seed,
    int queries,
    int jobs,
    int timeoutSeconds,
    Optional<Path> rules,
    Optional<Path> report,
    Optional<Path> ledger,
    boolean lists,
    boolean helps,
    List<String> patterns) {
  static final String USAGE =
      """
      Usage: java -jar millrace-sqllogictest.jar [option...] [FILE or PATTERN...]

        FILE, PATTERN    scripts: files, or names in the corpus such as index/between,
                         random/*/slt_good_1.test or millrace/types; all without any
        --url URL        the database, jdbc:millrace:mem: without one; {db} stands for the name
                         of each script's database. Given several times: the same scripts on
                         each, and a table
        --mode MODE      query (as written), view (each query an incremental view that exists
                         before the rows), rewrite (half of the queries as views for the rest)
        --shard I/N      the I-th of N parts of the scripts
        --sample N       N scripts, spread over the groups
        --seed S         which ones; 1 without it
        --queries N      N queries of each script at most, spread over it
        --jobs N         scripts at a time; as many as there are processors without it
        --timeout S      seconds after which a statement is given up; 120 without it, 0 for never
        --dialect NAME   what onlyif and skipif take the database for; postgresql without it
        --rules FILE     what is not run and why; those for Millrace come with the runner
        --report FOLDER  write report.txt, report.json and report.html
        --ledger FILE    add a line about the run
        --list           print the names of the scripts
        --help

      The exit status is 0 if nothing failed, 1 if something did, 2 for a wrong command line.
      """;

  Arguments {
    urls = List.copyOf(urls);
    patterns = List.copyOf(patterns);
  }

  /**
   * Takes the command line apart.
   *
   * @throws IllegalArgumentException what is wrong with it, for the user
   */
  static Arguments parse(String... words) {
    Builder builder = new Builder();
    for (int i = 0; i < words.length; i++) {
      String word = words[i];
      if (!word.startsWith("--")) {
        builder.patterns.add(word);
      } else if (!builder.flag(word)) {
        if (i + 1 == words.length) {
          throw new IllegalArgumentException(word + " is no option, or needs something behind it");
        }
        builder.option(word, words[++i]);
      }
    }
    return builder.build();
  }

  /** Collects what the words say. */
  private static final class Builder {
    private final List<String> urls = new ArrayList<>();
    private final List<String> patterns = new ArrayList<>();
    private String mode = "query";
    private String dialect = "postgresql";
    private int shard = 1;
    private int shards = 1;
    private Optional<Integer> sample = Optional.empty();
    private long seed = 1;
    private int queries = Integer.MAX_VALUE;
    private int jobs = Runtime.getRuntime().availableProcessors();
    private int timeoutSeconds = 120;
    private Optional<Path> rules = Optional.empty();
    private Optional<Path> report = Optional.empty();
    private Optional<Path> ledger = Optional.empty();
    private boolean lists;
    private boolean helps;

    boolean flag(String word) {
      lists |= word.equals("--list");
      helps |= word.equals("--help");
      return word.equals("--list") || word.equals("--help");
    }

    void option(String word, String value) {
      switch (word) {
        case "--url" -> urls.add(value);
        case "--mode" -> mode = value;
        case "--dialect" -> dialect = value;
        case "--shard" -> shard(value);
        case "--sample" -> sample = Optional.of(number(word, value, 1));
        case "--seed" -> seed = number(word, value, 0);
        case "--queries" -> queries = number(word, value, 1);
        case "--jobs" -> jobs = number(word, value, 1);
        case "--timeout" -> timeoutSeconds = number(word, value, 0);
        case "--rules" -> rules = Optional.of(Path.of(value));
        case "--report" -> report = Optional.of(Path.of(value));
        case "--ledger" -> ledger = Optional.of(Path.of(value));
        default -> throw new IllegalArgumentException(word + " is no option");
      }
    }

    private void shard(String value) {
      String[] parts = value.split("/", -1);
      if (parts.length != 2) {
        throw new IllegalArgumentException("--shard is I/N, not \"" + value + "\"");
      }
      shard = number("--shard", parts[0], 1);
      shards = number("--shard", parts[1], shard);
    }

    private static int number(String word, String value, int least) {
      try {
        int number = Integer.parseInt(value);
        if (number >= least) {
          return number;
        }
      } catch (NumberFormatException e) {
        // The same message serves.
      }
      throw new IllegalArgumentException(
          word + " needs a whole number from " + least + ", not \"" + value + "\"");
    }

    Arguments build() {
      return new Arguments(
          urls.isEmpty() ? List.of("jdbc:millrace:mem:") : urls,
          mode,
          dialect,
          shard,
          shards,
          sample,
          seed,
          queries,
          jobs,
          timeoutSeconds,
          rules,
          report,
          ledger,
          lists,
          helps,
          patterns);
    }
  }

  /** Which scripts are run, in a few words. */
  String selection() {
    String chosen = patterns.isEmpty() ? "all" : String.join(" ", patterns);
    String sampled = sample.map(count -> ", sample " + count + " seed " + seed).orElse("");
    String thinned = queries == Integer.MAX_VALUE ? "" : ", " + queries + " queries each";
    return chosen + sampled + thinned + (shards == 1 ? "" : ", shard " + shard + "/" + shards);
  }
}
