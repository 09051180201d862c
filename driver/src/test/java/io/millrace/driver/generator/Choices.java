package io.millrace.driver.generator;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The decisions behind something random, as numbers, recorded so that they can be made again.
 *
 * <p>0 is the simplest choice everywhere, and replayed choices go on with 0 when they run out: a
 * shorter or smaller list makes a simpler thing that is as well formed. One thread at a time.
 */
public final class Choices {
  private final int[] given;
  private final @Nullable Random random;
  private int[] made = new int[64];
  private int size;

  private Choices(int[] given, @Nullable Random random) {
    this.given = given;
    this.random = random;
  }

  public static Choices random(long seed) {
    return new Choices(new int[0], new Random(seed));
  }

  public static Choices replay(int[] made) {
    return new Choices(made.clone(), null);
  }

  /** All choices up to now. */
  public int[] made() {
    return Arrays.copyOf(made, size);
  }

  /** A number from 0 to {@code bound - 1}. */
  public int below(int bound) {
    int choice = 0;
    if (size < given.length) {
      choice = Math.min(given[size], bound - 1);
    } else if (random != null) {
      choice = random.nextInt(bound);
    }
    if (size == made.length) {
      made = Arrays.copyOf(made, 2 * size);
    }
    made[size] = choice;
    size++;
    return choice;
  }

  /** True once in {@code times}; false is the simple choice. */
  public boolean oneIn(int times) {
    return below(times) == times - 1;
  }

  /** One of these; the first is the simplest. */
  public <T> T of(List<T> options) {
    return options.get(below(options.size()));
  }
}
