package io.millrace.storage.zset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Z-sets are a commutative group, and equal a plain map from rows to weights, row by row. */
class ZSetLawsTest {
  private static final int SEEDS = 500;

  private static final byte[] A = {1};
  private static final byte[] B = {2};
  private static final byte[] C = {(byte) 0x80};

  @Test
  void zsetsAreACommutativeGroup() {
    RandomZSets.forSeeds(
        SEEDS,
        random -> {
          ZSet a = random.zset();
          ZSet b = random.zset();
          ZSet c = random.zset();

          assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
          assertThat(a.plus(b)).isEqualTo(b.plus(a)).hasSameHashCodeAs(b.plus(a));
          assertThat(a.plus(ZSet.EMPTY)).isEqualTo(a).isEqualTo(ZSet.EMPTY.plus(a));
          assertThat(a.plus(a.negate())).isEqualTo(ZSet.EMPTY);
          assertThat(a.minus(b)).isEqualTo(a.plus(b.negate()));
          assertThat(ZSet.sum(List.of(a, b, c))).isEqualTo(a.plus(b).plus(c));
          assertThat(a.times(3)).isEqualTo(a.plus(a).plus(a));
          assertThat(a.times(-2)).isEqualTo(a.negate().minus(a));
          assertThat(a.times(0)).isEqualTo(ZSet.EMPTY);
          assertThat(a.positive().plus(a.negative())).isEqualTo(a);
        });
  }

  @Test
  void nettedChangesEqualAPlainMapWeightByWeight() {
    AtomicInteger rows = new AtomicInteger();
    AtomicInteger cancelled = new AtomicInteger();
    ZSetBuilder builder = new ZSetBuilder();
    RandomZSets.forSeeds(
        SEEDS,
        random -> {
          Map<byte[], Long> map = RandomZSets.emptyMap();
          int changes = random.number(400);
          for (int i = 0; i < changes; i++) {
            byte[] row = random.row();
            long weight = random.weight();
            builder.add(row, weight);
            RandomZSets.add(map, row, weight);
            cancelled.addAndGet(map.containsKey(row) ? 0 : 1);
          }
          assertThat(builder.isEmpty()).isEqualTo(map.isEmpty());

          ZSet zset = builder.build();

          assertSame(zset, map);
          assertThat(builder.isEmpty()).isTrue();
          rows.addAndGet(zset.size());
        });
    assertThat(rows).hasValueGreaterThan(SEEDS);
    assertThat(cancelled).hasValueGreaterThan(SEEDS);
  }

  @Test
  void sumsAndDifferencesEqualAPlainMapWeightByWeight() {
    AtomicInteger slices = new AtomicInteger();
    RandomZSets.forSeeds(
        SEEDS,
        random -> {
          ZSet a = random.zset();
          ZSet whole = random.zset();
          int end = random.number(whole.size() + 1);
          ZSet b = whole.slice(random.number(end + 1), end);
          slices.addAndGet(b.isEmpty() ? 0 : 1);
          Map<byte[], Long> sum = RandomZSets.emptyMap();
          Map<byte[], Long> difference = RandomZSets.emptyMap();
          a.forEach((row, weight) -> RandomZSets.add(sum, row, weight));
          difference.putAll(sum);
          b.forEach((row, weight) -> RandomZSets.add(sum, row, weight));
          b.forEach((row, weight) -> RandomZSets.add(difference, row, -weight));

          assertSame(a.plus(b), sum);
          assertSame(a.minus(b), difference);
          assertSame(new ZSetBuilder(1).addAll(a).addAll(b).build(), sum);
        });
    assertThat(slices).hasPositiveValue();
  }

  private static void assertSame(ZSet zset, Map<byte[], Long> map) {
    List<byte[]> rows = new ArrayList<>();
    List<Long> weights = new ArrayList<>();
    zset.forEach(
        (row, weight) -> {
          rows.add(row);
          weights.add(weight);
          assertThat(zset.weight(row)).isEqualTo(weight);
        });
    assertThat(rows).containsExactlyElementsOf(map.keySet());
    assertThat(weights).containsExactlyElementsOf(map.values());
    assertThat(zset.size()).isEqualTo(map.size());
    assertThat(zset.isEmpty()).isEqualTo(map.isEmpty());
  }

  @Test
  void manyRowsAreSortedWhateverTheirOrderWas() {
    int count = 5_000;
    ZSet expected = build(count, 1);

    assertThat(expected.size()).isEqualTo(count);
    for (int i = 1; i < count; i++) {
      assertThat(Arrays.compareUnsigned(expected.row(i - 1), expected.row(i))).isNegative();
    }
    assertThat(build(count, count - 1)).isEqualTo(expected);
    assertThat(build(count, 1_777)).isEqualTo(expected);
  }

  /** All numbers below {@code count}, each once, in steps that share no factor with it. */
  private static ZSet build(int count, int step) {
    ZSetBuilder builder = new ZSetBuilder();
    for (int i = 0; i < count; i++) {
      int number = (int) ((long) i * step % count);
      builder.add(new byte[] {(byte) (number >> 8), (byte) number}, number + 1);
    }
    return builder.build();
  }

  @Test
  void weightsAreLookedUpByRow() {
    ZSet zset = new ZSetBuilder().add(B, 5).add(C, 1).add(A, -1).add(B, -2).build();

    assertThat(zset.weight(A)).isEqualTo(-1);
    assertThat(zset.weight(B)).isEqualTo(3);
    assertThat(zset.weight(C)).isEqualTo(1);
    assertThat(zset.weight(new byte[] {3})).isZero();
    assertThat(zset.indexOf(C)).isEqualTo(2);
    assertThat(zset.indexOf(new byte[] {3})).isEqualTo(-3);
    assertThat(zset.totalWeight()).isEqualTo(3);
    assertThat(zset).hasToString("{01: -1, 02: +3, 80: +1}");
    assertThat(ZSet.of(A, 0)).isSameAs(ZSet.EMPTY);
    assertThat(ZSet.of(A, -1)).isEqualTo(zset.negative());
  }

  @Test
  void aBagHasNoNegativeWeight() {
    ZSet zset = new ZSetBuilder().add(A, -1).add(B, 3).build();

    assertThat(zset.isBag()).isFalse();
    assertThat(zset.positive()).isEqualTo(ZSet.of(B, 3));
    assertThat(zset.positive().isBag()).isTrue();
    assertThat(zset.distinct()).isEqualTo(ZSet.of(B, 1));
    assertThat(zset.filter(row -> row[0] == 1)).isEqualTo(ZSet.of(A, -1));
    assertThat(ZSet.EMPTY.isBag()).isTrue();
  }

  @Test
  void weightsNeverWrap() {
    ZSet most = ZSet.of(A, Long.MAX_VALUE);
    ZSet least = ZSet.of(A, Long.MIN_VALUE);

    assertOverflow(() -> most.plus(ZSet.of(A, 1)));
    assertOverflow(() -> least.minus(ZSet.of(A, 1)));
    assertOverflow(() -> ZSet.EMPTY.minus(least));
    assertOverflow(least::negate);
    assertOverflow(() -> most.times(2));
    assertOverflow(() -> most.plus(ZSet.of(B, 1)).totalWeight());
    assertOverflow(() -> new ZSetBuilder().addAll(most).add(A, 1).build());
    assertThat(most.plus(ZSet.of(A, -1))).isEqualTo(ZSet.of(A, Long.MAX_VALUE - 1));
    assertThat(least.minus(least)).isEqualTo(ZSet.EMPTY);
  }

  private static void assertOverflow(Runnable action) {
    assertThatThrownBy(action::run).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void slicesShareRowsAndStayInTheirBounds() {
    ZSet zset = new ZSetBuilder().add(A, 1).add(B, 2).add(C, 3).build();

    ZSet slice = zset.slice(1, 2);

    assertThat(slice).isEqualTo(ZSet.of(B, 2)).isNotEqualTo(ZSet.of(B, 3));
    assertThat(zset.slice(1, 3).slice(1, 2)).isEqualTo(ZSet.of(C, 3));
    assertThat(slice.weight(A)).isZero();
    assertThat(slice.weight(C)).isZero();
    assertThat(slice.times(2)).isEqualTo(ZSet.of(B, 4));
    assertThat(zset.slice(2, 2)).isSameAs(ZSet.EMPTY);
    assertThatThrownBy(() -> slice.slice(0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aClearedBuilderHasForgotten() {
    ZSetBuilder builder = new ZSetBuilder().add(A, 1);
    builder.clear();

    assertThat(builder.add(B, 2).build()).isEqualTo(ZSet.of(B, 2));
  }
}
