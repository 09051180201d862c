package io.millrace.driver.rewrite;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.driver.rewrite.RewritePairs.Answer;
import io.millrace.driver.rewrite.RewritePairs.Pair;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table of driver/docs/rewriting.md says what the pairs of {@link RewritePairsTest} say. */
final class RewritingDocsTest {
  private static final Path DOCUMENT = Path.of("docs", "rewriting.md");

  @Test
  void theTableSaysWhatThePairsSay() throws IOException {
    String text = Files.readString(DOCUMENT, StandardCharsets.UTF_8);

    assertThat(text.lines().filter(line -> line.startsWith("|")).collect(joining("\n")))
        .isEqualTo(String.join("\n", table()));
  }

  private static List<String> table() {
    Map<String, List<Pair>> kinds = new LinkedHashMap<>();
    RewritePairsTest.pairs()
        .forEach(pair -> kinds.computeIfAbsent(pair.kind(), kind -> new ArrayList<>()).add(pair));
    List<String> lines = new ArrayList<>();
    lines.add(
        "| Kind | Answered | Answered with the tables | Not answered: the rows would differ"
            + " | Not answered yet |");
    lines.add("|---|---|---|---|---|");
    kinds.forEach(
        (kind, pairs) ->
            lines.add(
                "| **%s** | %s | %s | %s | %s |"
                    .formatted(
                        kind,
                        names(pairs, Answer.YES),
                        names(pairs, Answer.PARTLY),
                        names(pairs, Answer.NO),
                        names(pairs, Answer.NOT_YET))));
    return lines;
  }

  private static String names(Collection<Pair> pairs, Answer answer) {
    return pairs.stream()
        .filter(pair -> pair.answer() == answer)
        .map(Pair::name)
        .distinct()
        .collect(joining("; "));
  }
}
