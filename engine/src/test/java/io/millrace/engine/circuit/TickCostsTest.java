package io.millrace.engine.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TickCostsTest {
  private final TickCosts costs = new TickCosts(16, 10, 2, 1000);

  @Test
  void aScanPaysWhenItsStepsAreFewerThanTheDescentsThatItSaves() {
    assertThat(costs.scans(101, 1599)).isTrue();
    assertThat(costs.scans(101, 1600)).isFalse();
    assertThat(costs.scans(1, 0)).isFalse();
    assertThat(costs.scans(1_000_000, ArrangementReader.UNORDERED)).isFalse();
  }

  @Test
  void aRefillPaysWhenFarLessRemainsThanChanges() {
    assertThat(costs.refills(1000, 0, 4999)).isTrue();
    assertThat(costs.refills(1000, 0, 5000)).isFalse();
    assertThat(costs.refills(1000, 499, 0)).isTrue();
    assertThat(costs.refills(1000, 500, 0)).isFalse();
    assertThat(costs.refills(999, 0, 0)).isFalse();
  }
}
