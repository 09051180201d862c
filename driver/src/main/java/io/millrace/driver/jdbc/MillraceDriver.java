package io.millrace.driver.jdbc;

import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.session.Database;
import io.millrace.engine.session.Session;
import io.millrace.engine.session.SessionOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.DriverVersion;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver for {@code jdbc:millrace:} URLs; the service loader finds it, so an application
 * only names a URL.
 *
 * <p>Thread-safe.
 */
public final class MillraceDriver extends UnregisteredDriver {
  private static final MillraceDriver INSTANCE = new MillraceDriver();

  static {
    INSTANCE.register();
  }

  static final String PRODUCT = "Millrace";

  /** Called by the service loader. */
  public MillraceDriver() {}

  static MillraceDriver instance() {
    return INSTANCE;
  }

  @Override
  protected void register() {
    try {
      DriverManager.registerDriver(this);
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  protected AvaticaFactory createFactory() {
    return new DriverFactory();
  }

  @Override
  protected DriverVersion createDriverVersion() {
    String version = version();
    int major = numberAt(version, 0);
    int minor = numberAt(version, 1);
    return new DriverVersion(
        PRODUCT + " JDBC driver", version, PRODUCT, version, false, major, minor, major, minor);
  }

  /** The version in the manifest of the jar; outside a jar 0.0.0. */
  public static String version() {
    String version = MillraceDriver.class.getPackage().getImplementationVersion();
    return version == null ? "0.0.0" : version;
  }

  private static int numberAt(String version, int index) {
    String[] parts = version.split("[.-]", -1);
    return index < parts.length && parts[index].matches("\\d{1,6}")
        ? Integer.parseInt(parts[index])
        : 0;
  }

  @Override
  protected String getConnectStringPrefix() {
    return ConnectionUrl.PREFIX;
  }

  @Override
  public boolean acceptsURL(@Nullable String url) throws SQLException {
    return ConnectionUrl.accepts(url);
  }

  /**
   * Opens or joins a database.
   *
   * @return null for the URL of another driver
   * @throws SQLException 08001 for a URL or property that is wrong, or a database that cannot be
   *     opened
   */
  @Override
  public @Nullable Connection connect(@Nullable String url, @Nullable Properties info)
      throws SQLException {
    if (url == null || !ConnectionUrl.accepts(url)) {
      return null;
    }
    return open(url, info);
  }

  DriverConnection open(String url, @Nullable Properties info) throws SQLException {
    ConnectionUrl parsed = ConnectionUrl.parse(url, info);
    Map<String, String> properties = new HashMap<>(parsed.properties());
    properties.remove(ConnectionProperty.PASSWORD.key());
    try {
      Session session =
          Database.connect(parsed.location(), new SessionOptions(Map.copyOf(properties)));
      return new DriverConnection(this, factory, url, session);
    } catch (DatabaseException e) {
      throw SqlErrors.of(e);
    }
  }

  /** All properties, with what the URL and {@code info} say of them, defaults and choices. */
  @Override
  public DriverPropertyInfo[] getPropertyInfo(@Nullable String url, @Nullable Properties info)
      throws SQLException {
    Map<String, String> given =
        url != null && ConnectionUrl.accepts(url)
            ? ConnectionUrl.parse(url, info).properties()
            : Map.of();
    ConnectionProperty[] all = ConnectionProperty.values();
    DriverPropertyInfo[] infos = new DriverPropertyInfo[all.length];
    for (int i = 0; i < all.length; i++) {
      infos[i] = all[i].info(given.get(all[i].key()));
    }
    return infos;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("io.millrace");
  }

  @Override
  public Meta createMeta(AvaticaConnection connection) {
    return new DriverMeta(connection);
  }
}
