package io.millrace.driver.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every block of the README is run, and what it shows is what comes out. */
class ReadmeTest {
  private record Block(String language, String text) {}

  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path folder;

  private static String readme() throws IOException {
    return Files.readString(ROOT.resolve("README.md"));
  }

  private static List<Block> blocks(String language) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(readme());
    while (matcher.find()) {
      if (matcher.group(1).equals(language)) {
        blocks.add(new Block(matcher.group(1), matcher.group(2)));
      }
    }
    return blocks;
  }

  /** The blocks of SQL, by their number, and of the text below each. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 2"})
  void theTranscriptShowsWhatTheConsolePrints(int sql, int text) throws IOException {
    Path script = folder.resolve("readme.sql");
    Files.writeString(script, blocks("sql").get(sql).text());
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int status =
        Main.run(
            List.of("-f", script.toString()),
            false,
            new ByteArrayInputStream(new byte[0]),
            new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                false));

    assertThat(status).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).replace("\r\n", "\n"))
        .isEqualTo(blocks("text").get(text).text());
  }

  @Test
  void theExamplePrintsWhatStandsBelowIt() throws Exception {
    Path source = folder.resolve("Example.java");
    Files.writeString(source, blocks("java").get(0).text());
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), source.toString());
    assertThat(compiled).isZero();

    PrintStream console = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      loader
          .loadClass("Example")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(console);
    }

    assertThat(out.toString(StandardCharsets.UTF_8).replace("\r\n", "\n"))
        .isEqualTo(blocks("text").get(1).text());
  }

  @Test
  void theMavenSnippetNamesThisVersion() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    Matcher version = Pattern.compile("<version>(.*?)</version>").matcher(pom);
    assertThat(version.find()).isTrue();

    assertThat(blocks("xml").get(0).text())
        .contains("<artifactId>millrace-driver</artifactId>")
        .contains("<version>" + version.group(1) + "</version>");
  }

  @Test
  void theUrlFormsOpen() throws IOException, SQLException {
    for (String url :
        List.of(
            "jdbc:millrace:mem:readme",
            "jdbc:millrace:mem:",
            "jdbc:millrace:file:" + folder.resolve("one"),
            "jdbc:millrace:" + folder.resolve("two") + "?durability=normal")) {
      try (var connection = DriverManager.getConnection(url)) {
        assertThat(connection.isValid(1)).isTrue();
      }
    }
    assertThat(readme()).contains("`jdbc:millrace:mem:NAME`", "`jdbc:millrace:file:PATH`");
  }

  @Test
  void theCommandsAreThoseThatContinuousIntegrationRuns() throws IOException {
    List<String> commands = blocks("sh").stream().map(block -> block.text().strip()).toList();

    assertThat(commands.get(0)).endsWith("java -jar driver/target/millrace.jar tour");
    assertThat(Files.readString(ROOT.resolve(".ci/run"))).contains("mvn -B -ntp verify");
    assertThat(commands.get(1)).isEqualTo("mvn -B verify");
  }
}
