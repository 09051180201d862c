package io.millrace.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.sql.SqlStatements;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.h2.Driver;
import org.junit.jupiter.api.Test;

/** The single jar, on a class path with H2, whose packages it holds a copy of. */
final class SingleJarIT {
  private static final Path JAR =
      Path.of(Objects.requireNonNull(System.getProperty("millrace.jar")));

  private static List<String> entries() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      return jar.stream().filter(e -> !e.isDirectory()).map(JarEntry::getName).toList();
    }
  }

  private static URI origin(Class<?> type) throws Exception {
    return type.getProtectionDomain().getCodeSource().getLocation().toURI();
  }

  @Test
  void theTestsRunOnTheJarAndNotOnTheClassesOfTheBuild() throws Exception {
    assertThat(origin(SqlStatements.class)).isEqualTo(JAR.toUri());
  }

  @Test
  void allClassesAreOursOrRenamed() throws Exception {
    assertThat(entries())
        .filteredOn(name -> name.endsWith(".class"))
        .hasSizeGreaterThan(1000)
        .allSatisfy(name -> assertThat(name).startsWith("io/millrace/"));
  }

  @Test
  void noDriverButOursIsAService() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      JarEntry service = jar.getJarEntry("META-INF/services/java.sql.Driver");
      if (service != null) {
        try (InputStream content = jar.getInputStream(service)) {
          assertThat(new String(content.readAllBytes(), StandardCharsets.UTF_8).lines())
              .allSatisfy(line -> assertThat(line).startsWith("io.millrace.driver."));
        }
      }
    }
  }

  @Test
  void licencesAreInTheJar() throws Exception {
    assertThat(entries()).contains("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/THIRD-PARTY");
  }

  @Test
  void h2BesideIsTheRealOne() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT H2VERSION()")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("2.5.252");
    }
    assertThat(origin(Driver.class)).isNotEqualTo(JAR.toUri());
  }

  @Test
  void theRenamedParserParses() {
    assertThat(SqlStatements.parse("CREATE VIEW v AS SELECT 'żółw' AS a FROM t; COMMIT"))
        .hasSize(2);
  }

  @Test
  void theRenamedTerminalIsFound() throws Exception {
    Object provider =
        Class.forName("io.millrace.shaded.org.jline.terminal.spi.TerminalProvider")
            .getMethod("load", String.class)
            .invoke(null, "exec");

    assertThat(provider.getClass().getSimpleName()).isEqualTo("ExecTerminalProvider");
  }
}
