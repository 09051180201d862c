package io.millrace.engine.catalog;

import java.util.Locale;

/** A schema and a name as written; equal without regard to case. */
public record QualifiedName(String schema, String name) {
  /** The two names in lower case: what catalogs are keyed by. */
  public String key() {
    return schema.toLowerCase(Locale.ROOT) + "." + name.toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QualifiedName that && key().equals(that.key());
  }

  @Override
  public int hashCode() {
    return key().hashCode();
  }

  @Override
  public String toString() {
    return "public".equalsIgnoreCase(schema) ? name : schema + "." + name;
  }
}
