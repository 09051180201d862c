package io.millrace.sqllogictest.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Which scripts are run. */
public final class Selection {
  private Selection() {}

  /**
   * Those that a pattern names, in the order of their names; all if there is no pattern. A pattern
   * is the file of a script, or a name in the corpus in which {@code *} stands for any characters,
   * or a folder of it.
   *
   * @throws IllegalArgumentException for a pattern that names nothing
   */
  public static List<ScriptSource> matching(List<ScriptSource> corpus, List<String> patterns)
      throws IOException {
    if (patterns.isEmpty()) {
      return corpus;
    }
    Map<String, ScriptSource> chosen = new TreeMap<>();
    for (String pattern : patterns) {
      int before = chosen.size();
      Pattern names = names(pattern);
      boolean known = false;
      for (ScriptSource source : corpus) {
        if (names.matcher(source.name()).matches()) {
          chosen.put(source.name(), source);
          known = true;
        }
      }
      if (!known && Files.isRegularFile(Path.of(pattern))) {
        chosen.put(pattern, Corpus.file(Path.of(pattern)));
        known = chosen.size() > before;
      }
      if (!known) {
        throw new IllegalArgumentException(
            "\"" + pattern + "\" is no script, and no pattern of one, such as index/between/*");
      }
    }
    return List.copyOf(chosen.values());
  }

  private static Pattern names(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (String part : pattern.split("\\*", -1)) {
      regex.append(regex.length() == 0 ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.compile(regex + "(/.*)?");
  }

  /**
   * So many scripts, spread over the groups as these share the corpus, each group having one at
   * least while there are enough; which ones, the seed decides.
   */
  public static List<ScriptSource> sample(List<ScriptSource> sources, int count, long seed) {
    Map<String, List<ScriptSource>> groups = new TreeMap<>();
    for (ScriptSource source : sources) {
      groups
          .computeIfAbsent(TestScript.group(source.name()), group -> new ArrayList<>())
          .add(source);
    }
    Random random = new Random(seed);
    groups.values().forEach(group -> Collections.shuffle(group, random));
    List<ScriptSource> chosen = new ArrayList<>();
    while (chosen.size() < Math.min(count, sources.size())) {
      chosen.add(mostWanting(groups, chosen));
    }
    chosen.sort(Comparator.comparing(ScriptSource::name));
    return chosen;
  }

  /** The next script of the group that has the smallest share of its scripts chosen. */
  private static ScriptSource mostWanting(
      Map<String, List<ScriptSource>> groups, List<ScriptSource> chosen) {
    String wanting = "";
    double least = 1;
    int taken = 0;
    for (Map.Entry<String, List<ScriptSource>> group : groups.entrySet()) {
      int has = 0;
      for (ScriptSource source : chosen) {
        has += TestScript.group(source.name()).equals(group.getKey()) ? 1 : 0;
      }
      double share = (double) has / group.getValue().size();
      if (share < least) {
        wanting = group.getKey();
        least = share;
        taken = has;
      }
    }
    return groups.getOrDefault(wanting, List.of()).get(taken);
  }

  /** The scripts of shard i of n, i from 1: every n-th, so that each has its part of all groups. */
  public static List<ScriptSource> shard(List<ScriptSource> sources, int shard, int shards) {
    List<ScriptSource> chosen = new ArrayList<>();
    for (int i = shard - 1; i < sources.size(); i += shards) {
      chosen.add(sources.get(i));
    }
    return chosen;
  }
}
