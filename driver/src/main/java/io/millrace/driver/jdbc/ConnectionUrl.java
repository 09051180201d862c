package io.millrace.driver.jdbc;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.session.DatabaseLocation;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a URL and its properties say, checked:
 *
 * <pre>
 * jdbc:millrace:mem:NAME     in memory, shared by name within the process; no name: private
 * jdbc:millrace:file:PATH    a folder; jdbc:millrace:PATH is the same
 * ?name=value&amp;name=value     properties, percent-encoded where they hold &amp; or %
 * </pre>
 *
 * <p>A property of the URL wins over one of the {@link Properties}.
 */
record ConnectionUrl(DatabaseLocation location, Map<String, String> properties) {
  static final String PREFIX = "jdbc:millrace:";

  private static final String MEMORY = "mem:";
  private static final String FILE = "file:";
  private static final Pattern SCHEME = Pattern.compile("^[A-Za-z]{2,}:.*", Pattern.DOTALL);

  static boolean accepts(@Nullable String url) {
    return url != null && url.startsWith(PREFIX);
  }

  static ConnectionUrl parse(String url, @Nullable Properties info) throws SQLException {
    String rest = url.substring(PREFIX.length());
    int query = rest.indexOf('?');
    Map<String, String> properties = new LinkedHashMap<>();
    putAll(properties, info);
    if (query >= 0) {
      putAll(properties, url, rest.substring(query + 1));
      rest = rest.substring(0, query);
    }
    return new ConnectionUrl(location(url, rest), properties);
  }

  private static DatabaseLocation location(String url, String rest) throws SQLException {
    if (rest.startsWith("//")) {
      throw failed(url, "this version has no server; use jdbc:millrace:file:PATH or mem:NAME");
    }
    if (rest.startsWith(MEMORY)) {
      return new DatabaseLocation(DatabaseLocation.Kind.MEMORY, rest.substring(MEMORY.length()));
    }
    String path = rest.startsWith(FILE) ? rest.substring(FILE.length()) : rest;
    if (path.isEmpty()) {
      throw failed(url, "it names no database; use jdbc:millrace:file:PATH or mem:NAME");
    }
    if (!rest.startsWith(FILE) && SCHEME.matcher(path).matches()) {
      throw failed(url, "its kind is unknown; use file: or mem: after " + PREFIX);
    }
    if (path.startsWith("~/")) {
      path = Path.of(System.getProperty("user.home", "."), path.substring(2)).toString();
    }
    return new DatabaseLocation(DatabaseLocation.Kind.FILE, path);
  }

  private static SQLException failed(String url, String why) {
    int query = url.indexOf('?');
    return SqlErrors.of(
        ErrorCode.CONNECTION_FAILED, query < 0 ? url : url.substring(0, query), why);
  }

  private static void putAll(Map<String, String> properties, @Nullable Properties info)
      throws SQLException {
    if (info == null) {
      return;
    }
    for (String name : info.stringPropertyNames()) {
      put(properties, name, String.valueOf(info.getProperty(name)));
    }
    // Values that are no strings (true, 30) are invisible to stringPropertyNames.
    for (Map.Entry<Object, Object> entry : info.entrySet()) {
      if (!(entry.getValue() instanceof String)) {
        put(properties, entry.getKey().toString(), entry.getValue().toString());
      }
    }
  }

  private static void putAll(Map<String, String> properties, String url, String query)
      throws SQLException {
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw failed(url, "\"" + pair + "\" is not of the form name=value");
      }
      put(
          properties,
          decode(url, pair.substring(0, equals)),
          decode(url, pair.substring(equals + 1)));
    }
  }

  private static void put(Map<String, String> properties, String name, String value)
      throws SQLException {
    ConnectionProperty property = ConnectionProperty.named(name);
    properties.put(property.key(), property.checked(value));
  }

  private static String decode(String url, String text) throws SQLException {
    try {
      // A plus sign is itself: +02:00 is a time zone.
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw failed(url, "\"" + text + "\" is not percent-encoded");
    }
  }
}
