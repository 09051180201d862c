package io.millrace.engine.commit;

import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The payload of a delta record: the net change of each table, and the views that the commit
 * suspended since they could not follow it.
 *
 * <p>Format, big-endian: byte format; int number of tables; for each int table id, int number of
 * rows; for each row long weight, int length, the row's bytes. That is format 1, of commits that
 * suspend nothing; format 2 goes on with int number of views; for each int view id, int length, the
 * reason as UTF-8.
 */
final class DeltaCodec {
  private static final byte DELTAS = 1;
  private static final byte DELTAS_AND_SUSPENSIONS = 2;

  /**
   * What one commit did.
   *
   * @param deltas the net change of each table
   * @param suspended the views that it suspended, with the reason of each
   */
  record Change(Map<Integer, ZSet> deltas, Map<Integer, String> suspended) {}

  private DeltaCodec() {}

  static byte[] encode(Change change) {
    Map<Integer, ZSet> deltas = change.deltas();
    byte[] suspended = encodeSuspended(change.suspended());
    int size = Math.addExact(5, suspended.length);
    for (ZSet delta : deltas.values()) {
      size = Math.addExact(size, 8);
      for (int i = 0; i < delta.size(); i++) {
        size = Math.addExact(size, 12 + delta.row(i).length);
      }
    }
    byte format = suspended.length == 0 ? DELTAS : DELTAS_AND_SUSPENSIONS;
    ByteBuffer out = ByteBuffer.allocate(size).put(format).putInt(deltas.size());
    deltas.forEach(
        (tableId, delta) -> {
          out.putInt(tableId).putInt(delta.size());
          for (int i = 0; i < delta.size(); i++) {
            byte[] row = delta.row(i);
            out.putLong(delta.weight(i)).putInt(row.length).put(row);
          }
        });
    return out.put(suspended).array();
  }

  private static byte[] encodeSuspended(Map<Integer, String> suspended) {
    if (suspended.isEmpty()) {
      return new byte[0];
    }
    Map<Integer, byte[]> reasons = new LinkedHashMap<>();
    suspended.forEach((id, reason) -> reasons.put(id, reason.getBytes(StandardCharsets.UTF_8)));
    int size = 4 + reasons.values().stream().mapToInt(reason -> 8 + reason.length).sum();
    ByteBuffer out = ByteBuffer.allocate(size).putInt(reasons.size());
    reasons.forEach((id, reason) -> out.putInt(id).putInt(reason.length).put(reason));
    return out.array();
  }

  static Change decode(byte[] payload) {
    ByteBuffer in = ByteBuffer.wrap(payload);
    byte format = in.get();
    if (format != DELTAS && format != DELTAS_AND_SUSPENSIONS) {
      throw new AssertionError("delta record format must be 1 or 2 but was " + format);
    }
    Map<Integer, ZSet> deltas = decodeDeltas(in);
    return new Change(deltas, format == DELTAS ? Map.of() : decodeSuspended(in));
  }

  private static Map<Integer, ZSet> decodeDeltas(ByteBuffer in) {
    Map<Integer, ZSet> deltas = new LinkedHashMap<>();
    int tables = in.getInt();
    for (int t = 0; t < tables; t++) {
      int tableId = in.getInt();
      int rows = in.getInt();
      ZSetBuilder builder = new ZSetBuilder();
      for (int i = 0; i < rows; i++) {
        long weight = in.getLong();
        byte[] row = new byte[in.getInt()];
        in.get(row);
        builder.add(row, weight);
      }
      deltas.put(tableId, builder.build());
    }
    return deltas;
  }

  private static Map<Integer, String> decodeSuspended(ByteBuffer in) {
    Map<Integer, String> suspended = new LinkedHashMap<>();
    int views = in.getInt();
    for (int v = 0; v < views; v++) {
      int id = in.getInt();
      byte[] reason = new byte[in.getInt()];
      in.get(reason);
      suspended.put(id, new String(reason, StandardCharsets.UTF_8));
    }
    return suspended;
  }
}
