package io.millrace.sqllogictest.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SelectionTest {
  private final List<ScriptSource> corpus;

  SelectionTest() throws IOException {
    corpus = Corpus.all();
  }

  private static List<String> names(List<ScriptSource> sources) {
    return sources.stream().map(ScriptSource::name).toList();
  }

  @Test
  void theCorpusHasAllOfSqlitesScripts() {
    assertThat(names(corpus)).filteredOn(name -> !name.startsWith("millrace/")).hasSize(622);
  }

  @Test
  void aPatternIsAFolderANameOrStars() throws IOException {
    assertThat(Selection.matching(corpus, List.of("index/between"))).hasSize(13);
    assertThat(names(Selection.matching(corpus, List.of("select1.test"))))
        .containsExactly("select1.test");
    assertThat(names(Selection.matching(corpus, List.of("random/*/slt_good_1.test")))).hasSize(4);
  }

  @Test
  void aPatternThatNamesNothingIsRefused() {
    assertThatThrownBy(() -> Selection.matching(corpus, List.of("select1.test", "nothing")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"nothing\"");
  }

  @Test
  void shardsHaveEachScriptOnce() {
    List<String> together = new ArrayList<>();
    for (int shard = 1; shard <= 7; shard++) {
      together.addAll(names(Selection.shard(corpus, shard, 7)));
    }

    assertThat(together).containsExactlyInAnyOrderElementsOf(names(corpus));
  }

  @Test
  void aSampleHasOfEachGroupAndFollowsItsSeed() {
    Set<String> groups = new HashSet<>();
    corpus.forEach(source -> groups.add(TestScript.group(source.name())));
    List<ScriptSource> sample = Selection.sample(corpus, 60, 7);
    Set<String> sampled = new HashSet<>();
    sample.forEach(source -> sampled.add(TestScript.group(source.name())));

    assertThat(sample).hasSize(60).doesNotHaveDuplicates();
    assertThat(sampled).isEqualTo(groups);
    assertThat(names(Selection.sample(corpus, 60, 7))).isEqualTo(names(sample));
    assertThat(names(Selection.sample(corpus, 60, 8))).isNotEqualTo(names(sample));
    assertThat(Selection.sample(corpus, 100_000, 1)).hasSameSizeAs(corpus);
  }
}
