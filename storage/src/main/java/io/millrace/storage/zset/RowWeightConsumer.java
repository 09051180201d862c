package io.millrace.storage.zset;

/** Takes the rows of a Z-set with their weights, one after the other. */
@FunctionalInterface
public interface RowWeightConsumer {
  /** Takes one row and its weight, which is not zero. */
  void accept(byte[] row, long weight);
}
