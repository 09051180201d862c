package io.millrace.sqllogictest.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SortModeTest {
  private static final List<String> VALUES = List.of("9", "a", "10", "b", "10", "a");

  @Test
  void nosortKeepsTheOrder() {
    assertThat(SortMode.NOSORT.sorted(VALUES, 2)).isEqualTo(VALUES);
  }

  @Test
  void rowsortSortsRowsAsText() {
    assertThat(SortMode.ROWSORT.sorted(VALUES, 2)).containsExactly("10", "a", "10", "b", "9", "a");
  }

  @Test
  void valuesortSortsAllValuesTogether() {
    assertThat(SortMode.VALUESORT.sorted(VALUES, 2))
        .containsExactly("10", "10", "9", "a", "a", "b");
  }
}
