package io.millrace.engine.commit;

import io.millrace.storage.zset.ZSet;
import io.millrace.storage.zset.ZSetBuilder;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The payload of a delta record: the net change of each table.
 *
 * <p>Format, big-endian: byte 1 (format); int number of tables; for each int table id, int number
 * of rows; for each row long weight, int length, the row's bytes.
 */
final class DeltaCodec {
  private static final byte FORMAT = 1;

  private DeltaCodec() {}

  static byte[] encode(Map<Integer, ZSet> deltas) {
    int size = 5;
    for (ZSet delta : deltas.values()) {
      size = Math.addExact(size, 8);
      for (int i = 0; i < delta.size(); i++) {
        size = Math.addExact(size, 12 + delta.row(i).length);
      }
    }
    ByteBuffer out = ByteBuffer.allocate(size).put(FORMAT).putInt(deltas.size());
    deltas.forEach(
        (tableId, delta) -> {
          out.putInt(tableId).putInt(delta.size());
          for (int i = 0; i < delta.size(); i++) {
            byte[] row = delta.row(i);
            out.putLong(delta.weight(i)).putInt(row.length).put(row);
          }
        });
    return out.array();
  }

  static Map<Integer, ZSet> decode(byte[] payload) {
    ByteBuffer in = ByteBuffer.wrap(payload);
    byte format = in.get();
    if (format != FORMAT) {
      throw new AssertionError("delta record format must be " + FORMAT + " but was " + format);
    }
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
}
