package io.millrace.sqllogictest.script;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** What a query's result should be, sorted as its mode says. */
public sealed interface ExpectedResult {
  /** Whether the values of a result, already sorted, are the expected ones. */
  boolean isMetBy(List<String> values);

  /** As it stands in the script. */
  String text();

  /** The values themselves, one a line in the script. */
  record Values(List<String> values) implements ExpectedResult {
    public Values {
      values = List.copyOf(values);
    }

    @Override
    public boolean isMetBy(List<String> actual) {
      return values.equals(actual);
    }

    @Override
    public String text() {
      return String.join("\n", values);
    }
  }

  /** How many values there are, and the MD5 of all of them, each with a line feed behind it. */
  record Hash(int count, String md5) implements ExpectedResult {
    @Override
    public boolean isMetBy(List<String> actual) {
      return actual.size() == count && ExpectedResult.md5(actual).equals(md5);
    }

    @Override
    public String text() {
      return count + " values hashing to " + md5;
    }
  }

  /** Nothing was written down: the query only has to run. */
  record Anything() implements ExpectedResult {
    @Override
    public boolean isMetBy(List<String> actual) {
      return true;
    }

    @Override
    public String text() {
      return "";
    }
  }

  /** The hash of values as scripts write it. */
  static String md5(List<String> values) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      for (String value : values) {
        digest.update(value.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has MD5", e);
    }
  }
}
