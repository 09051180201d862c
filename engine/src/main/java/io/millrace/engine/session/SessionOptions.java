package io.millrace.engine.session;

import java.util.Map;

/**
 * How to open a session.
 *
 * @param properties by lower-case name: user, durability, read_only, and the initial value of any
 *     setting
 */
public record SessionOptions(Map<String, String> properties) {
  public SessionOptions {
    properties = Map.copyOf(properties);
  }
}
