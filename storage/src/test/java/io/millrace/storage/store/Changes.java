package io.millrace.storage.store;

import io.millrace.storage.row.RowOrder;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.StateCursor;
import io.millrace.storage.trace.StateTrace;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSetBuilder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Short ways to write changes and to read traces, for the tests of this package. */
final class Changes {
  private Changes() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** A change of weights, from pairs like {@code "a", 1, "b", -1}. */
  static TraceChange add(Object... pairs) {
    ZSetBuilder builder = new ZSetBuilder();
    for (int i = 0; i < pairs.length; i += 2) {
      builder.add(bytes((String) pairs[i]), ((Number) pairs[i + 1]).longValue());
    }
    return new TraceChange.Add(builder.build());
  }

  /** A change of states, from pairs like {@code "a", "1", "b", null}. */
  static TraceChange put(@Nullable String... pairs) {
    TreeMap<byte[], byte @Nullable []> values = new TreeMap<>(RowOrder.COMPARATOR);
    for (int i = 0; i < pairs.length; i += 2) {
      String key = pairs[i];
      String value = pairs[i + 1];
      if (key != null) {
        values.put(bytes(key), value == null ? null : bytes(value));
      }
    }
    return new TraceChange.Put(values);
  }

  /** A delta record with a text as its payload. */
  static LogRecord record(long version, String payload) {
    return new LogRecord(version, 1000 + version, LogRecord.Kind.DELTA, bytes(payload));
  }

  /** All entries of a trace, like {@code a=1 b=-1}. */
  static String text(Trace trace) {
    return text(trace.cursor(new byte[0]));
  }

  static String text(Cursor cursor) {
    StringBuilder text = new StringBuilder();
    while (cursor.next()) {
      text.append(text.isEmpty() ? "" : " ")
          .append(new String(cursor.row(), StandardCharsets.UTF_8))
          .append('=')
          .append(cursor.weight());
    }
    return text.toString();
  }

  static String text(StateTrace trace) {
    return text(trace.cursor(new byte[0]));
  }

  static String text(StateCursor cursor) {
    StringBuilder text = new StringBuilder();
    while (cursor.next()) {
      text.append(text.isEmpty() ? "" : " ")
          .append(new String(cursor.key(), StandardCharsets.UTF_8))
          .append('=')
          .append(new String(cursor.value(), StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  static String text(LogRecord record) {
    return record.version() + ":" + new String(record.payload(), StandardCharsets.UTF_8);
  }
}
