package io.millrace.sqllogictest.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.sqllogictest.script.ScriptRecord;
import io.millrace.sqllogictest.script.ScriptRecord.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
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
        "a.test:x | query | /x/ | why",
        "a.test:3-4-5 | query | /x/ | why",
        " a.test:3",
        "skip everything",
      })
  void aRuleWithoutAReasonOrAPatternIsNone(String line) {
    assertThatThrownBy(() -> Rules.read(new BufferedReader(new StringReader(line))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(line);
  }

  @Test
  void aRuleHasFurtherPlacesBelow() throws IOException {
    Rules rules =
        Rules.read(
            new BufferedReader(
                new StringReader(
                    """
                    a.test:3 | query | /x/ | first
                      b*.test:4-5

                    # A remark.
                      c.test
                    a.test:3 | query, view | // | second
                    """)));

    assertThat(reason(rules, "a.test", 3)).contains("first");
    assertThat(reason(rules, "a.test", 4)).isEmpty();
    assertThat(reason(rules, "bcd.test", 5)).contains("first");
    assertThat(reason(rules, "bcd.test", 6)).isEmpty();
    assertThat(reason(rules, "c.test", 70)).contains("first");
    assertThat(rules.reason("a.test", "view", step(3))).contains("second");
  }

  private static Step step(int line) {
    return new ScriptRecord.Statement(line, List.of(), "DROP x", false, Optional.empty());
  }

  private static Optional<String> reason(Rules rules, String script, int line) {
    return rules.reason(script, "query", step(line));
  }

  @Test
  void oursCanBeRead() throws IOException {
    Rules.ours();
  }
}
