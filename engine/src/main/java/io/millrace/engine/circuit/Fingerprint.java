package io.millrace.engine.circuit;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * 128 bits of a hash (SHA-256) over a stored form: what has equal fingerprints is equal, in every
 * version and process.
 */
public record Fingerprint(long high, long low) {
  /** The fingerprint of what was written. */
  static Fingerprint of(CircuitWriter written) {
    return of(written.toBytes());
  }

  static Fingerprint of(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      ByteBuffer buffer = ByteBuffer.wrap(digest);
      return new Fingerprint(buffer.getLong(), buffer.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  void write(CircuitWriter out) {
    out.writeLong(high).writeLong(low);
  }
}
