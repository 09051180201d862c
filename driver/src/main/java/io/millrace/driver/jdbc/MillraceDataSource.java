package io.millrace.driver.jdbc;

import io.millrace.engine.error.ErrorCode;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens a connection at each call; put a pool before it if connections are short-lived.
 *
 * <p>Thread-safe once set up.
 */
public final class MillraceDataSource implements DataSource {
  private volatile @Nullable String url;
  private final Properties properties = new Properties();
  private volatile @Nullable PrintWriter logWriter;
  private volatile int loginTimeoutSeconds;

  /** For frameworks that set the properties one by one. */
  public MillraceDataSource() {}

  public MillraceDataSource(String url) {
    this.url = url;
  }

  public @Nullable String getUrl() {
    return url;
  }

  public void setUrl(String url) {
    this.url = url;
  }

  /** The user that system tables show for the sessions. */
  public void setUser(String user) {
    properties.setProperty(ConnectionProperty.USER.key(), user);
  }

  public @Nullable String getUser() {
    return properties.getProperty(ConnectionProperty.USER.key());
  }

  /**
   * Sets a connection property.
   *
   * @throws SQLException 08001 if there is none of that name, or the value is not one of its
   *     choices
   */
  public void setProperty(String name, String value) throws SQLException {
    ConnectionProperty property = ConnectionProperty.named(name);
    properties.setProperty(property.key(), property.checked(value));
  }

  @Override
  public Connection getConnection() throws SQLException {
    return open(properties);
  }

  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    Properties all = new Properties();
    all.putAll(properties);
    if (user != null) {
      all.setProperty(ConnectionProperty.USER.key(), user);
    }
    return open(all);
  }

  private Connection open(Properties all) throws SQLException {
    String target = url;
    if (target == null || !ConnectionUrl.accepts(target)) {
      throw SqlErrors.of(
          ErrorCode.CONNECTION_FAILED,
          String.valueOf(target),
          "the data source needs a URL that begins with " + ConnectionUrl.PREFIX);
    }
    return MillraceDriver.instance().open(target, all);
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return logWriter;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {
    logWriter = out;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeoutSeconds;
  }

  /** Kept, but without effect: nobody is asked to let us in. */
  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeoutSeconds = seconds;
  }

  @Override
  public Logger getParentLogger() {
    return MillraceDriver.instance().getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return Wrappers.isWrapperFor(this, type);
  }
}
