package io.millrace.benchmark;

import io.millrace.storage.store.Store;
import io.millrace.storage.trace.Cursor;
import io.millrace.storage.trace.Trace;
import io.millrace.storage.trace.TraceChange;
import io.millrace.storage.zset.ZSetBuilder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An arrangement looked up key by key, ascending, against one walk over all of it. {@code lookUp}
 * does 10,000 descents and {@code walk} as many steps as there are entries.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgs = "-Xmx4g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls fill() before anything else
public class LookupBenchmark {
  private static final int MAP = 1;
  private static final int LOOKUPS = 10_000;
  private static final int KEY_BYTES = 4;

  @Param({"10000", "100000", "1000000"})
  private int entries;

  private byte[][] keys;
  private Trace trace;

  @Setup
  public void fill() {
    ZSetBuilder rows = new ZSetBuilder(entries);
    keys = new byte[LOOKUPS][];
    for (int i = 0; i < entries; i++) {
      byte[] entry =
          ByteBuffer.allocate(24).putInt(7 * i).putLong(31L * i).putLong(i).putInt(i).array();
      rows.add(entry, 1);
      int stride = entries / LOOKUPS;
      if (i % stride == 0) {
        keys[i / stride] = Arrays.copyOf(entry, KEY_BYTES);
      }
    }
    Store store = Store.inMemory();
    store.apply(MAP, new TraceChange.Add(rows.build()));
    trace = store.cut(1).trace(MAP);
  }

  @Benchmark
  public long lookUp() {
    long sum = 0;
    for (byte[] key : keys) {
      sum += sum(trace.cursor(key));
    }
    return sum;
  }

  @Benchmark
  public long walk() {
    return sum(trace.cursor(new byte[0]));
  }

  private static long sum(Cursor cursor) {
    long sum = 0;
    while (cursor.next()) {
      sum += cursor.weight() + cursor.row().length;
    }
    return sum;
  }
}
