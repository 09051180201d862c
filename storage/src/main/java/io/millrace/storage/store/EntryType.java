package io.millrace.storage.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/**
 * Byte strings as MVStore keys and values, ordered by unsigned bytes.
 *
 * <p>Stored as the length (a variable-length integer), then the bytes.
 */
final class EntryType extends BasicDataType<byte[]> {
  static final EntryType INSTANCE = new EntryType();

  private static final int ARRAY_HEADER_BYTES = 16;

  private EntryType() {}

  @Override
  public int compare(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right);
  }

  @Override
  public int binarySearch(byte[] key, Object storage, int size, int initialGuess) {
    byte[][] keys = (byte[][]) storage;
    int low = 0;
    int high = size - 1;
    int probe = initialGuess > 0 && initialGuess <= size ? initialGuess - 1 : high >>> 1;
    while (low <= high) {
      int order = Arrays.compareUnsigned(key, keys[probe]);
      if (order == 0) {
        return probe;
      }
      if (order > 0) {
        low = probe + 1;
      } else {
        high = probe - 1;
      }
      probe = (low + high) >>> 1;
    }
    return ~low;
  }

  /** Honest heap bytes: page splits, the dirty estimate and the cache all go by this figure. */
  @Override
  public int getMemory(byte[] entry) {
    return ARRAY_HEADER_BYTES + ((entry.length + 7) & ~7);
  }

  /** Exact sums cost little here, and an average would be wrong for mixed lengths. */
  @Override
  public boolean isMemoryEstimationAllowed() {
    return false;
  }

  @Override
  public void write(WriteBuffer buffer, byte[] entry) {
    buffer.putVarInt(entry.length).put(entry);
  }

  @Override
  public byte[] read(ByteBuffer buffer) {
    byte[] entry = new byte[DataUtils.readVarInt(buffer)];
    buffer.get(entry);
    return entry;
  }

  @Override
  public byte[][] createStorage(int size) {
    return new byte[size][];
  }
}
