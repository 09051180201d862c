package io.millrace.sqllogictest.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RulesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.test | query | /x/",
        "a.test | query | /x/ | ",
        "a.test | query | x | why",
        "a.test:3 | query | /x/ | why",
        "skip everything",
      })
  void aRuleWithoutAReasonOrAPatternIsNone(String line) {
    assertThatThrownBy(() -> Rules.read(new BufferedReader(new StringReader(line))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(line);
  }

  @Test
  void oursCanBeRead() throws IOException {
    Rules.ours();
  }
}
