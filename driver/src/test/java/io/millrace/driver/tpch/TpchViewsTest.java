package io.millrace.driver.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real input at scale 0.01: {@link TpchExample} in a process of its own, killed and taken up again.
 */
class TpchViewsTest {
  private static final int TRANSACTIONS = 200;
  private static final String SCALE = System.getProperty("millrace.tpch.scale", "0.01");

  @TempDir private Path folder;

  @Test
  void viewsEqualTheirQueriesAfterAKillInTheMiddleOfTheRun() throws Exception {
    Path database = folder.resolve("tpch");

    int acknowledged = runAndKillAfter(database, 90);

    try (Connection connection = DriverManager.getConnection("jdbc:millrace:file:" + database)) {
      assertThat(transactions(connection)).isGreaterThanOrEqualTo(acknowledged);
      assertThat(TpchViews.differing(connection, TpchViews.QUERIES)).isEmpty();
    }
    TpchExample.main(new String[] {database.toString(), SCALE, String.valueOf(TRANSACTIONS - 90)});
  }

  private static int runAndKillAfter(Path database, int transaction)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                TpchExample.class.getName(),
                database.toString(),
                SCALE,
                String.valueOf(TRANSACTIONS))
            .redirectErrorStream(true)
            .start();
    StringBuilder output = new StringBuilder();
    int acknowledged = 0;
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null && acknowledged < transaction) {
        output.append(line).append('\n');
        if (line.startsWith("transaction ")) {
          acknowledged = Integer.parseInt(line.substring("transaction ".length()));
        } else {
          System.out.println(line);
        }
        line = lines.readLine();
      }
    }
    process.destroyForcibly().waitFor();
    assertThat(acknowledged).as("the child's output: %s", output).isEqualTo(transaction);
    return acknowledged;
  }

  private static int transactions(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT transactions FROM progress")) {
      result.next();
      return result.getInt(1);
    }
  }
}
