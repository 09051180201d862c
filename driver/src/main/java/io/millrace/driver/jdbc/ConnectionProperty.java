package io.millrace.driver.jdbc;

import io.millrace.engine.error.ErrorCode;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The closed list of what a URL or {@link java.util.Properties} may say. Nothing here names a
 * class, a script or a file.
 */
enum ConnectionProperty {
  USER("", "Name that system tables show for the session."),
  PASSWORD("", "Not looked at: an embedded database has no accounts."),
  DURABILITY(
      "full",
      "When a commit is acknowledged: full (after its force), normal (forced within 10 ms), off.",
      "full",
      "normal",
      "off"),
  READ_ONLY("false", "Whether the session refuses to change data.", "true", "false"),
  SCHEMA("public", "Schema in which names without one are looked up."),
  TIME_ZONE("UTC", "Time zone of the session, as in Europe/Warsaw or +02:00."),
  QUERY_TIMEOUT(
      "0", "Milliseconds that a statement may take, unless it has its own limit; 0 for none."),
  SNAPSHOT_TIMEOUT(
      "600000",
      "Milliseconds without a statement after which an open transaction is rolled back, since it"
          + " keeps old data from being freed; 0 for never."),
  ISOLATION(
      "repeatable_read",
      "Isolation of transactions.",
      "read_committed",
      "repeatable_read",
      "serializable"),
  REWRITE(
      "on",
      "Whether queries may be answered from incremental views.",
      "on",
      "off",
      "true",
      "false");

  private final String standard;
  private final String description;

  // List.of gives an immutable list, which its type cannot say.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> choices;

  ConnectionProperty(String standard, String description, String... choices) {
    this.standard = standard;
    this.description = description;
    this.choices = List.of(choices);
  }

  /** The name that a URL uses. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ConnectionProperty named(String name) throws SQLException {
    Optional<ConnectionProperty> found =
        Arrays.stream(values()).filter(p -> p.key().equalsIgnoreCase(name)).findFirst();
    if (found.isEmpty()) {
      String known =
          Arrays.stream(values()).map(ConnectionProperty::key).collect(Collectors.joining(", "));
      throw SqlErrors.of(ErrorCode.UNKNOWN_PROPERTY, name, known);
    }
    return found.get();
  }

  /** The value in its normal spelling. */
  String checked(String value) throws SQLException {
    if (choices.isEmpty()) {
      return value;
    }
    String lower = value.toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
    if (!choices.contains(lower)) {
      throw SqlErrors.of(
          ErrorCode.INVALID_PROPERTY, key(), value, "one of " + String.join(", ", choices));
    }
    return lower;
  }

  DriverPropertyInfo info(@Nullable String value) {
    DriverPropertyInfo info = new DriverPropertyInfo(key(), value == null ? standard : value);
    info.description = description;
    info.choices = choices.isEmpty() ? null : choices.toArray(new String[0]);
    info.required = false;
    return info;
  }
}
