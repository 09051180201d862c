package io.millrace.driver.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleTest {
  private String out = "";
  private String err = "";

  private int run(String input, String... args) {
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new PrintStream(outBytes, false, StandardCharsets.UTF_8),
            new PrintStream(errBytes, false, StandardCharsets.UTF_8),
            false);
    int status =
        Main.run(
            List.of(args),
            false,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            terminal);
    terminal.flush();
    out = outBytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    err = errBytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    return status;
  }

  private static final String TABLE =
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name VARCHAR(20), price DECIMAL(8, 2));"
          + "INSERT INTO t VALUES (1, 'one', 10.50), (22, NULL, NULL);";

  @Test
  void statementsOfTheCommandLineAreRunAndTheirRowsDrawn() {
    int status = run("", "-e", TABLE + "SELECT * FROM t ORDER BY id");

    assertThat(err).isEmpty();
    assertThat(status).isZero();
    assertThat(out)
        .isEqualTo(
            """
            OK
            2 rows changed
            +----+------+-------+
            | id | name | price |
            +----+------+-------+
            |  1 | one  | 10.50 |
            | 22 | NULL |  NULL |
            +----+------+-------+
            2 rows
            """);
  }

  @Test
  void csvQuotesWhatNeedsItAndLeavesNullEmpty() {
    int status =
        run(
            "",
            "--format",
            "csv",
            "-e",
            "CREATE TABLE t (id INTEGER PRIMARY KEY, s VARCHAR(20));"
                + "INSERT INTO t VALUES (1, 'a,\"b'), (2, NULL), (3, '');"
                + "SELECT * FROM t ORDER BY id");

    assertThat(status).isZero();
    assertThat(out).isEqualTo("id,s\r\n1,\"a,\"\"b\"\r\n2,\r\n3,\"\"\r\n");
  }

  @Test
  void anErrorEndsTheRunWithAStatusAndACaret() {
    int status = run("", "-e", "SELECT x FROM t1 WHERE 1 = 1; SELECT 1");

    assertThat(status).isEqualTo(1);
    assertThat(out).isEmpty();
    assertThat(err).startsWith("42P01: ");
  }

  @Test
  void aCaretStandsUnderThePosition() {
    int status = run("", "-e", TABLE + "SELECT wrong\nFROM t");

    assertThat(status).isEqualTo(1);
    assertThat(err).startsWith("42703: ").endsWith("\n  SELECT wrong\n         ^\n");
  }

  @Test
  void standardInputIsReadWithoutAPrompt() {
    int status =
        run(
            "CREATE TABLE t (id INTEGER PRIMARY KEY); -- a comment; with a semicolon\n"
                + "INSERT INTO t\n  VALUES (1);\n.format csv\nSELECT id\nFROM t");

    assertThat(err).isEmpty();
    assertThat(status).isZero();
    assertThat(out).isEqualTo("OK\n1 row changed\nid\r\n1\r\n");
  }

  @Test
  void aFileIsRunAndItsFirstErrorEndsTheRun(@TempDir Path folder) throws IOException {
    Path script = folder.resolve("script.sql");
    Files.writeString(script, TABLE + "\nSELECT * FROM missing;\nDELETE FROM t;\n");

    assertThat(run("", "-f", script.toString())).isEqualTo(1);
    assertThat(out).isEqualTo("OK\n2 rows changed\n");
    assertThat(err).startsWith("42P01");
    assertThat(run("", "-f", folder.resolve("nothing").toString())).isEqualTo(1);
    assertThat(err).startsWith("Cannot read or write");
  }

  @Test
  void commandsDescribeTheDatabase() {
    int status = run(TABLE + "\nCREATE INDEX by_name ON t (name);\n.tables\n.schema T\n.help\n");

    assertThat(err).isEmpty();
    assertThat(status).isZero();
    assertThat(out)
        .contains("public.t  table\n")
        .contains(
            """
            public.t, table
              id INTEGER NOT NULL
              name VARCHAR(20)
              price DECIMAL(8, 2)
              PRIMARY KEY (id)
            """)
        .contains("  INDEX by_name (name)\n")
        .contains(".quit");
  }

  @Test
  void quitLeavesAndAnUnknownCommandFails() {
    assertThat(run(".quit\nSELECT nonsense;\n")).isZero();
    assertThat(run(".nonsense\n")).isEqualTo(1);
    assertThat(err).contains("Unknown command: .nonsense");
    assertThat(run(".schema nothing\n")).isEqualTo(1);
    assertThat(err).contains("There is no table or view nothing");
  }

  @Test
  void timingShowsSeconds() {
    run(".timing on\nCREATE TABLE t (id INTEGER PRIMARY KEY);\n");

    assertThat(out).matches("OK \\(\\d+\\.\\d{3} s\\)\n");
  }

  @Test
  void theCommandLineIsCheckedAndExplained() {
    assertThat(run("", "--help")).isZero();
    assertThat(out).startsWith("Usage: millrace");
    assertThat(run("", "--version")).isZero();
    assertThat(out).startsWith("Millrace ");
    assertThat(run("", "--nonsense")).isEqualTo(2);
    assertThat(err).startsWith("Unknown argument: --nonsense.\nUsage:");
    assertThat(run("", "-e")).isEqualTo(2);
    assertThat(run("", "--format", "xml")).isEqualTo(2);
    assertThat(run("", "jdbc:h2:mem:", "-e", "SELECT 1")).isEqualTo(1);
    assertThat(err).startsWith("08001");
  }

  @Test
  void semicolonsInQuotesAndCommentsDoNotEndAStatement() {
    assertThat(
            StatementSplitter.split(
                "SELECT 'a;b', \"c;d\" /* e;f */ -- g;h\n, 1; ; SELECT 'it''s';-- end\n"))
        .containsExactly("SELECT 'a;b', \"c;d\" /* e;f */ -- g;h\n, 1", "SELECT 'it''s'");
  }

  @Test
  void wideTextsAndLineBreaksKeepTheTableInShape() {
    run("", "-e", "SELECT 'żółw' AS a, 'x\ny' AS b");

    assertThat(out).contains("| żółw | x\\ny |");
  }

  @Test
  void theTourGoesAsItsScriptSays() {
    int status = run("", "tour");

    assertThat(err).isEmpty();
    assertThat(status).isZero();
    assertThat(out)
        .contains("millrace> CREATE INCREMENTAL MATERIALIZED VIEW customer_totals AS")
        .contains("23505: ")
        .contains("22012: ")
        .contains("customer_totals")
        .contains("The tour took ");
  }
}
