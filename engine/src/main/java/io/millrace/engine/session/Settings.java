package io.millrace.engine.session;

import io.millrace.engine.error.ErrorCode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A session's settings: what SET changes and SHOW shows. Thread-safe. */
final class Settings {
  /** A setting, its default, and what is allowed. */
  enum Setting {
    /** Whether queries are answered from views that they don't name; forced, whatever it costs. */
    REWRITE("on", "on, off or force"),

    /**
     * A diagnostic: off plans statements, from then on, without any step that is not needed, and
     * evaluates each correlated subquery row by row. The answers must be the same.
     */
    OPTIMIZER("on", "on or off"),
    QUERY_TIMEOUT("0", "a number of milliseconds, 0 for none"),
    SNAPSHOT_TIMEOUT("600000", "a number of milliseconds, 0 for never"),
    TIME_ZONE("UTC", "a time zone such as UTC or Europe/Warsaw"),
    SCHEMA("public", "a schema"),
    ISOLATION("repeatable_read", "read_committed, repeatable_read or serializable");

    private final String defaultValue;
    private final String expected;

    Setting(String defaultValue, String expected) {
      this.defaultValue = defaultValue;
      this.expected = expected;
    }

    String defaultValue() {
      return defaultValue;
    }

    String expected() {
      return expected;
    }

    String settingName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Map<Setting, String> values = new ConcurrentHashMap<>();

  Settings() {
    for (Setting setting : Setting.values()) {
      values.put(setting, setting.defaultValue);
    }
  }

  /** The names of all settings. */
  static List<String> names() {
    return Arrays.stream(Setting.values()).map(Setting::settingName).toList();
  }

  /**
   * The setting of a name, without regard to case.
   *
   * @throws io.millrace.engine.error.DatabaseException 42704
   */
  static Setting find(String name) {
    for (Setting setting : Setting.values()) {
      if (setting.name().equalsIgnoreCase(name)) {
        return setting;
      }
    }
    throw ErrorCode.UNKNOWN_SETTING.exception(name);
  }

  /** The value of a setting that is a number of milliseconds. */
  long millis(Setting setting) {
    return Long.parseLong(get(setting));
  }

  String get(Setting setting) {
    return values.getOrDefault(setting, setting.defaultValue);
  }

  /**
   * Sets a setting; null means its default.
   *
   * @throws io.millrace.engine.error.DatabaseException 22023
   */
  void set(Setting setting, @Nullable String value) {
    values.put(setting, value == null ? setting.defaultValue : checked(setting, value.strip()));
  }

  private static String checked(Setting setting, String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    return switch (setting) {
      case REWRITE, OPTIMIZER ->
          switch (lower) {
            case "on", "true" -> "on";
            case "off", "false" -> "off";
            case "force" -> {
              if (setting != Setting.REWRITE) {
                throw invalid(setting, value);
              }
              yield "force";
            }
            default -> throw invalid(setting, value);
          };
      case QUERY_TIMEOUT, SNAPSHOT_TIMEOUT -> String.valueOf(millis(setting, value));
      case TIME_ZONE -> zone(value);
      case SCHEMA -> value;
      case ISOLATION -> isolation(value).name().toLowerCase(Locale.ROOT);
    };
  }

  static Isolation isolation(String value) {
    String name = value.strip().replace(' ', '_').toUpperCase(Locale.ROOT);
    for (Isolation isolation : Isolation.values()) {
      if (isolation.name().equals(name)) {
        return isolation;
      }
    }
    if (name.equals("READ_UNCOMMITTED")) {
      return Isolation.READ_COMMITTED;
    }
    throw invalid(Setting.ISOLATION, value);
  }

  private static long millis(Setting setting, String value) {
    try {
      long millis = Long.parseLong(value);
      if (millis >= 0) {
        return millis;
      }
    } catch (NumberFormatException e) {
      // Falls through to the same error as a negative number.
    }
    throw invalid(setting, value);
  }

  private static String zone(String value) {
    try {
      return ZoneId.of(value).getId();
    } catch (DateTimeException e) {
      throw invalid(Setting.TIME_ZONE, value);
    }
  }

  private static RuntimeException invalid(Setting setting, String value) {
    return ErrorCode.INVALID_SETTING.exception(setting.settingName(), value, setting.expected);
  }
}
