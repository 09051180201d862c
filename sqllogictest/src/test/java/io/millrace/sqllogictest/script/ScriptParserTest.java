package io.millrace.sqllogictest.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.sqllogictest.script.ScriptRecord.HashThreshold;
import io.millrace.sqllogictest.script.ScriptRecord.Query;
import io.millrace.sqllogictest.script.ScriptRecord.Statement;
import io.millrace.sqllogictest.script.ScriptRecord.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScriptParserTest {
  private static TestScript parse(String text) throws IOException {
    return ScriptParser.parse("x.test", new BufferedReader(new StringReader(text)));
  }

  private static List<String> sql(TestScript script, String dialect) {
    return script.steps(dialect).stream().map(Step::sql).toList();
  }

  @Test
  void aQueryHasTypesSortModeLabelSqlOverLinesAndValues() throws IOException {
    TestScript script =
        parse("# comment\n\nquery IT rowsort same\nSELECT 1,\n  'a'\n----\n1\na\n\nhalt\n");

    Query query = (Query) script.records().get(0);
    assertThat(query.line()).isEqualTo(3);
    assertThat(query.types()).isEqualTo("IT");
    assertThat(query.sort()).isEqualTo(SortMode.ROWSORT);
    assertThat(query.label()).contains("same");
    assertThat(query.sql()).isEqualTo("SELECT 1,\n  'a'");
    assertThat(query.expected()).isEqualTo(new ExpectedResult.Values(List.of("1", "a")));
  }

  @Test
  void blanksAtTheEndOfAValueBelongToIt() throws IOException {
    Query query = (Query) parse("query T  \nSELECT 'a  '  \n----  \na  \n \n").records().get(0);

    assertThat(query.expected()).isEqualTo(new ExpectedResult.Values(List.of("a  ", " ")));
  }

  @Test
  void aHashIsReadAsOne() throws IOException {
    String md5 = "3c13dee48d9356ae19af2515e05e6b54";
    Query query =
        (Query) parse("query I\nSELECT 1\n----\n30 values hashing to " + md5).records().get(0);

    assertThat(query.expected()).isEqualTo(new ExpectedResult.Hash(30, md5));
    assertThat(query.sort()).isEqualTo(SortMode.NOSORT);
  }

  @Test
  void aResultThatIsNotWrittenDownIsAnythingAndAnEmptyOneIsNoRows() throws IOException {
    TestScript script = parse("query I\nSELECT 1\n\nquery I\nSELECT 2\n----\n\n");

    assertThat(((Query) script.records().get(0)).expected())
        .isEqualTo(new ExpectedResult.Anything());
    assertThat(((Query) script.records().get(1)).expected())
        .isEqualTo(new ExpectedResult.Values(List.of()));
  }

  @Test
  void conditionsAreForTheNextRecordAndAllMustHold() throws IOException {
    TestScript script =
        parse(
            """
            onlyif mysql # a comment
            statement ok
            FIRST

            skipif mysql
            skipif oracle
            statement ok
            SECOND

            statement error 22012
            THIRD
            """);

    assertThat(sql(script, "mysql")).containsExactly("FIRST", "THIRD");
    assertThat(sql(script, "oracle")).containsExactly("THIRD");
    assertThat(sql(script, "postgresql")).containsExactly("SECOND", "THIRD");
    Statement third = (Statement) script.records().get(2);
    assertThat(third.fails()).isTrue();
    assertThat(third.sqlState()).contains("22012");
  }

  @Test
  void haltEndsTheScriptForThoseItIsFor() throws IOException {
    TestScript script = parse("statement ok\nA\n\nonlyif mssql\nhalt\n\nstatement ok\nB\n");

    assertThat(sql(script, "mssql")).containsExactly("A");
    assertThat(sql(script, "postgresql")).containsExactly("A", "B");
  }

  @Test
  void theHashThresholdIsARecord() throws IOException {
    TestScript script = parse("hash-threshold 8\n\nstatement ok\r\nA\r\n");

    assertThat(script.records().get(0)).isEqualTo(new HashThreshold(1, List.of(), 8));
    assertThat(script.hashThreshold()).isEqualTo(8);
    assertThat(sql(script, "x")).containsExactly("A");
  }

  @ParameterizedTest
  @CsvSource({
    "'select 1', '\"select\" begins no record'",
    "'statement perhaps\nX', 'ok or error'",
    "'statement ok\n\n', 'no SQL follows'",
    "'query IX\nSELECT 1', 'I, R and T'",
    "'query I sideways\nSELECT 1', 'valuesort'",
    "'query', 'ends too early'",
    "'hash-threshold many', 'a number is expected'",
    "'statement ok\nA\n\nonlyif mysql\n', 'a condition without a record'",
  })
  void whatIsNotTheFormatIsRefusedWithItsLine(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(ScriptSyntaxException.class)
        .hasMessageContaining("x.test:")
        .hasMessageContaining(message);
  }
}
