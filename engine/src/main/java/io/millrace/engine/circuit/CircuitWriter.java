package io.millrace.engine.circuit;

import java.io.DataOutput;

/** Writes operators in their stored form. One thread at a time. */
public final class CircuitWriter {
  private final DataOutput out;

  CircuitWriter(DataOutput out) {
    this.out = out;
  }

  /** Where the bytes go. */
  DataOutput out() {
    return out;
  }
}
