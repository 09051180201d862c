package io.millrace.driver.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All queries of TPC-H as views at a small scale; {@link TpchSweep} is the same at a larger one.
 */
class TpchQueriesTest {
  private static final double SCALE = 0.01;
  private static final int TRANSACTIONS = 6;

  @TempDir private Path folder;

  @Test
  void everyQueryIsMaintained() throws Exception {
    String url = "jdbc:millrace:file:" + folder.resolve("tpch");
    try (Connection connection = DriverManager.getConnection(url)) {
      TpchTables.create(connection);
      TpchTables.load(connection, SCALE, line -> {});
      for (Map.Entry<String, String> query : TpchQueries.ALL.entrySet()) {
        TpchViews.create(connection, query.getKey(), query.getValue());
      }
      TpchRefresh refresh = new TpchRefresh(connection, SCALE);
      for (int i = 0; i < TRANSACTIONS; i++) {
        refresh.run();
      }
      assertThat(TpchViews.differing(connection, TpchQueries.ALL)).isEmpty();
    }
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(TpchViews.differing(connection, TpchQueries.ALL)).isEmpty();
    }
  }
}
