package io.millrace.storage.store;

import java.nio.ByteBuffer;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/**
 * Weights as MVStore values.
 *
 * <p>Stored as a variable-length integer of the zigzag form (0, −1, 1, −2, … become 0, 1, 2, 3, …),
 * so that the usual weights take one byte; in memory those are the shared boxes of {@link
 * Long#valueOf(long)}.
 */
final class WeightType extends BasicDataType<Long> {
  static final WeightType INSTANCE = new WeightType();

  private static final int BOX_BYTES = 24;

  private WeightType() {}

  @Override
  public int compare(Long left, Long right) {
    return left.compareTo(right);
  }

  @Override
  public int getMemory(Long weight) {
    return weight >= Byte.MIN_VALUE && weight <= Byte.MAX_VALUE ? 0 : BOX_BYTES;
  }

  @Override
  public boolean isMemoryEstimationAllowed() {
    return false;
  }

  @Override
  public void write(WriteBuffer buffer, Long weight) {
    buffer.putVarLong((weight << 1) ^ (weight >> 63));
  }

  @Override
  public Long read(ByteBuffer buffer) {
    long zigzag = DataUtils.readVarLong(buffer);
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  @Override
  public Long[] createStorage(int size) {
    return new Long[size];
  }
}
