package io.millrace.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plans run over small tables with NULLs and duplicates. The expected rows in {@code queries.test}
 * and {@code windows.test} are those of PostgreSQL 15 over the same tables; each query is a line,
 * its rows follow indented, sorted, numbers rounded to six digits.
 */
class QueryResultsTest {
  record Case(String sql, List<String> rows) {
    @Override
    public String toString() {
      return sql;
    }
  }

  static Stream<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    read("queries.test", cases);
    read("windows.test", cases);
    return cases.stream();
  }

  private static void read(String name, List<Case> cases) throws IOException {
    InputStream file = QueryResultsTest.class.getResourceAsStream(name);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("  ")) {
          cases.get(cases.size() - 1).rows().add(line.substring(2));
        } else if (!line.isBlank()) {
          cases.add(new Case(line, new ArrayList<>()));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aPlanYieldsTheRowsOfTheQueryAsWritten(Case example) {
    List<String> expected = example.rows().stream().sorted().toList();

    assertThat(new MemoryDatabase().rows(example.sql())).isEqualTo(expected);
  }
}
