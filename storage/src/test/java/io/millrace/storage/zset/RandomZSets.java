package io.millrace.storage.zset;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Random Z-sets over few rows, so that weights meet and cancel, with a plain map as their twin. */
final class RandomZSets {
  /** A law that is to hold for what this seed gives. */
  interface Law {
    void check(RandomZSets random);
  }

  private static final long FIRST_SEED = Long.getLong("millrace.seed", 1);

  private final Random random;

  private RandomZSets(long seed) {
    random = new Random(seed);
  }

  /** Checks the law for that many seeds, and names the seed if it fails. */
  static void forSeeds(int count, Law law) {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
      try {
        law.check(new RandomZSets(seed));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("fails with -Dmillrace.seed=" + seed, e);
      }
    }
  }

  int number(int below) {
    return random.nextInt(below);
  }

  /** A row of few bytes, or one of more than eight whose first eight decide nothing. */
  byte[] row() {
    byte[] row = new byte[random.nextInt(3) == 0 ? 9 + random.nextInt(2) : random.nextInt(3)];
    for (int i = Math.max(0, row.length - 2); i < row.length; i++) {
      row[i] = (byte) (random.nextInt(4) - 2);
    }
    return row;
  }

  long weight() {
    return random.nextInt(7) - 3L;
  }

  ZSet zset() {
    ZSetBuilder builder = new ZSetBuilder();
    int changes = random.nextInt(40);
    for (int i = 0; i < changes; i++) {
      builder.add(row(), weight());
    }
    return builder.build();
  }

  static Map<byte[], Long> emptyMap() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  static void add(Map<byte[], Long> map, byte[] row, long weight) {
    map.merge(row, weight, Long::sum);
    map.values().removeIf(sum -> sum == 0);
  }
}
