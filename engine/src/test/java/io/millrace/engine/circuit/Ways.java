package io.millrace.engine.circuit;

import java.util.Random;

/**
 * Ticks that go a given way whatever it costs: results must not hang on it.
 *
 * @param scan whether every arrangement is read in key order where that is possible
 * @param refill whether every view is filled anew where that is possible
 */
public record Ways(boolean scan, boolean refill) implements TickStrategy {
  public static final Ways PROBE = new Ways(false, false);
  public static final Ways SCAN = new Ways(true, false);
  public static final Ways REFILL = new Ways(false, true);

  @Override
  public boolean scans(long lookups, long entries) {
    return scan;
  }

  @Override
  public boolean refills(long changed, long remaining, long stored) {
    return refill;
  }

  /** Another way each time it is asked. */
  public static TickStrategy random(long seed) {
    Random random = new Random(seed);
    return new TickStrategy() {
      @Override
      public boolean scans(long lookups, long entries) {
        return random.nextBoolean();
      }

      @Override
      public boolean refills(long changed, long remaining, long stored) {
        return random.nextBoolean();
      }
    };
  }
}
