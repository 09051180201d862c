package io.millrace.sqllogictest.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResultReaderTest {
  @ParameterizedTest
  @CsvSource({
    "1.0005, 1.000",
    "2.5, 2.500",
    "-0.0001, -0.000",
    "0.0625, 0.062",
    "1e20, 100000000000000000000.000"
  })
  void numbersHaveThreeDigitsOfTheirExactValue(double value, String text) {
    assertThat(ResultReader.threeDigits(value)).isEqualTo(text);
  }

  @Test
  void textIsPrintable() {
    assertThat(ResultReader.text("")).isEqualTo("(empty)");
    assertThat(ResultReader.text("a\tb\u007f")).isEqualTo("a@b@");
    assertThat(ResultReader.text("zażółć")).isEqualTo("zażółć");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "I, 7, 7",
        "I, CAST(NULL AS INTEGER), NULL",
        "I, 7.9, 7",
        "I, 1 = 1, 1",
        "I, \"'12abc'\", 12",
        "I, \"'abc'\", 0",
        "I, CAST(NULL AS VARCHAR), NULL",
        "R, 1, 1.000",
        "R, CAST(NULL AS DOUBLE), NULL",
        "T, 42, 42",
        "T, \"''\", (empty)",
        "T, CAST(NULL AS VARCHAR), NULL",
      })
  void aColumnIsReadAsItsTypeSays(String type, String expression, String expected)
      throws SQLException, ResultShapeException {
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:");
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT " + expression)) {
      assertThat(ResultReader.read(rows, type)).containsExactly(expected);
    }
  }
}
