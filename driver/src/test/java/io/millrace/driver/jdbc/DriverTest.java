package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.failure;
import static io.millrace.driver.jdbc.Databases.rows;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Arrays;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverTest {
  private static Connection connect(String url, String... properties) throws SQLException {
    Properties info = new Properties();
    for (int i = 0; i < properties.length; i += 2) {
      info.setProperty(properties[i], properties[i + 1]);
    }
    return DriverManager.getConnection(url, info);
  }

  @Test
  void theServiceLoaderFindsTheDriver() {
    assertThat(ServiceLoader.load(Driver.class))
        .anyMatch(driver -> driver instanceof MillraceDriver);
  }

  @Test
  void aForeignUrlGivesNull() throws SQLException {
    MillraceDriver driver = new MillraceDriver();

    assertThat(driver.acceptsURL("jdbc:h2:mem:x")).isFalse();
    assertThat(driver.connect("jdbc:h2:mem:x", new Properties())).isNull();
    assertThat(driver.connect("jdbc:millraces:mem:x", new Properties())).isNull();
    assertThat(driver.acceptsURL("jdbc:millrace:mem:x")).isTrue();
  }

  @Test
  void connectionsThatNameTheSameMemoryShareIt() throws SQLException {
    try (Connection a = connect("jdbc:millrace:mem:shared_by_name");
        Connection b = connect("jdbc:millrace:mem:shared_by_name")) {
      run(a, "CREATE TABLE t (id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (7)");

      assertThat(rows(b, "SELECT id FROM t")).containsExactly("7");
    }
  }

  @Test
  void namedMemoryOutlivesItsConnections() throws SQLException {
    try (Connection a = connect("jdbc:millrace:mem:outlives")) {
      run(a, "CREATE TABLE t (id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (7)");
    }
    try (Connection b = connect("jdbc:millrace:mem:outlives")) {
      assertThat(rows(b, "SELECT id FROM t")).containsExactly("7");
    }
  }

  @Test
  void memoryWithoutANameIsPrivateToItsConnection() throws SQLException {
    try (Connection a = connect("jdbc:millrace:mem:");
        Connection b = connect("jdbc:millrace:mem:")) {
      run(a, "CREATE TABLE t (id INTEGER PRIMARY KEY)");

      failure(SQLException.class, "42P01", () -> rows(b, "SELECT id FROM t"));
    }
  }

  @Test
  void aFolderIsOpenedWithAndWithoutItsKind(@TempDir Path folder) throws SQLException {
    String path = folder.resolve("db").toString();
    try (Connection a = connect("jdbc:millrace:file:" + path)) {
      run(a, "CREATE TABLE t (id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (7)");
    }
    try (Connection b = connect("jdbc:millrace:" + path)) {
      assertThat(rows(b, "SELECT id FROM t")).containsExactly("7");
    }
  }

  @Test
  void anUnknownPropertyIsAnErrorThatNamesTheKnown() {
    for (String url :
        new String[] {"jdbc:millrace:mem:?nonsense=1", "jdbc:millrace:mem:x?user=a&nonsense=1"}) {
      Throwable error =
          failure(SQLNonTransientConnectionException.class, "08001", () -> connect(url));

      assertThat(error).hasMessageContainingAll("nonsense", "durability", "isolation");
    }
    failure(
        SQLNonTransientConnectionException.class,
        "08001",
        () -> connect("jdbc:millrace:mem:", "httpclient_factory", "x.Y"));
  }

  @Test
  void aValueThatIsNoneOfTheChoicesIsAnErrorThatNamesThem() {
    assertThat(
            failure(
                SQLNonTransientConnectionException.class,
                "08001",
                () -> connect("jdbc:millrace:mem:?durability=maybe")))
        .hasMessageContainingAll("durability", "maybe", "full, normal, off");
  }

  @Test
  void aUrlThatNamesNoDatabaseIsRefused() {
    for (String url :
        new String[] {
          "jdbc:millrace:",
          "jdbc:millrace:file:",
          "jdbc:millrace://localhost:1234/",
          "jdbc:millrace:memory:x",
          "jdbc:millrace:mem:x?user"
        }) {
      failure(SQLNonTransientConnectionException.class, "08001", () -> connect(url));
    }
  }

  @Test
  void thePropertiesOfTheUrlWinAndAreDecoded() throws SQLException {
    try (Connection connection =
        connect("jdbc:millrace:mem:?user=a%26b&isolation=read-committed", "user", "loser")) {
      assertThat(connection.getMetaData().getUserName()).isEqualTo("a&b");
    }
    assertThat(
            ConnectionUrl.parse("jdbc:millrace:mem:x?time_zone=+02:00", new Properties())
                .properties())
        .containsEntry("time_zone", "+02:00");
  }

  @Test
  void aPropertyThatIsNoStringCounts() throws SQLException {
    Properties info = new Properties();
    info.put("query_timeout", 30);

    assertThat(ConnectionUrl.parse("jdbc:millrace:mem:x", info).properties())
        .containsEntry("query_timeout", "30");
  }

  @Test
  void userAndPasswordOfTheDriverManagerAreAccepted() throws SQLException {
    try (Connection connection =
        DriverManager.getConnection("jdbc:millrace:mem:", "ada", "secret")) {
      assertThat(connection.getMetaData().getUserName()).isEqualTo("ada");
    }
  }

  @Test
  void thePropertyInfoListsEveryPropertyWithItsChoices() throws SQLException {
    DriverPropertyInfo[] infos =
        new MillraceDriver().getPropertyInfo("jdbc:millrace:mem:x?durability=off", null);

    assertThat(Arrays.stream(infos).map(info -> info.name))
        .containsExactly(
            "user",
            "password",
            "durability",
            "read_only",
            "schema",
            "time_zone",
            "query_timeout",
            "snapshot_timeout",
            "isolation",
            "rewrite");
    assertThat(infos[2].value).isEqualTo("off");
    assertThat(infos[2].choices).containsExactly("full", "normal", "off");
    assertThat(infos[2].description).isNotBlank();
    assertThat(infos[8].value).isEqualTo("repeatable_read");
  }

  @Test
  void aDataSourceOpensConnectionsAndRefusesUnknownProperties() throws SQLException {
    MillraceDataSource source = new MillraceDataSource("jdbc:millrace:mem:");
    source.setProperty("isolation", "serializable");
    try (Connection connection = source.getConnection("ada", "secret")) {
      assertThat(connection.getMetaData().getUserName()).isEqualTo("ada");
    }
    failure(SQLNonTransientConnectionException.class, "08001", () -> source.setProperty("x", "y"));
    source.setUrl("jdbc:h2:mem:");
    failure(SQLNonTransientConnectionException.class, "08001", source::getConnection);
  }
}
