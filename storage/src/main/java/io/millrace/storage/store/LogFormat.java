package io.millrace.storage.store;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one log record. Big-endian:
 *
 * <pre>
 *  offset size
 *       0    4  length of the whole record, this field included; never 0
 *       4    4  CRC32C of: the segment's salt (8), the version (8), the length (4), then all that follows here
 *       8    8  version
 *      16    8  timeline
 *      24    8  durableUpTo: the highest version that was known to be on the disk when this was written
 *      32    8  wall clock, milliseconds since 1970
 *      40    1  kind: 1 delta, 2 catalog, 3 image
 *      41    …  payload, to the end of the record
 * </pre>
 *
 * <p>After the newest record stand four zero bytes, which the next record overwrites: a length of 0
 * is the end. The salt is random per segment, so that what is left of an earlier use of the file
 * (or of a tail that was dropped) is never a record of this one; the version in the seed catches a
 * record that was copied to another place.
 */
final class LogFormat {
  static final int HEADER_BYTES = 41;
  static final int TERMINATOR_BYTES = 4;

  /** A record as it was read, with what only the log itself needs. */
  record Decoded(LogRecord record, long durableUpTo, int length) {}

  private LogFormat() {}

  /** The record and the terminator behind it. */
  static byte[] encode(LogRecord record, long salt, long timeline, long durableUpTo) {
    int length = Math.addExact(HEADER_BYTES, record.payload().length);
    byte[] bytes = new byte[Math.addExact(length, TERMINATOR_BYTES)];
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    buffer.putInt(length).putInt(0);
    buffer.putLong(record.version()).putLong(timeline).putLong(durableUpTo);
    buffer.putLong(record.clockMillis()).put(code(record.kind())).put(record.payload());
    buffer.putInt(4, checksum(bytes, 0, length, salt, record.version()));
    return bytes;
  }

  /**
   * Whether the bytes at an offset could begin a record of this timeline whose version is above
   * {@code version}: what can be told from the header alone.
   */
  static boolean isPlausible(ByteBuffer buffer, int offset, long timeline, long version) {
    if (buffer.limit() - offset < HEADER_BYTES) {
      return false;
    }
    int kind = buffer.get(offset + 40);
    return buffer.getInt(offset) >= HEADER_BYTES
        && kind >= 1
        && kind <= 3
        && buffer.getLong(offset + 16) == timeline
        && buffer.getLong(offset + 8) > version;
  }

  /** The whole and unharmed record at an offset, or null. */
  static @Nullable Decoded decode(
      ByteBuffer buffer, int offset, long salt, long timeline, long version) {
    if (!isPlausible(buffer, offset, timeline, version)) {
      return null;
    }
    int length = buffer.getInt(offset);
    if (length > buffer.limit() - offset) {
      return null;
    }
    long recordVersion = buffer.getLong(offset + 8);
    int start = buffer.arrayOffset() + offset;
    if (buffer.getInt(offset + 4) != checksum(buffer.array(), start, length, salt, recordVersion)) {
      return null;
    }
    byte[] payload = new byte[length - HEADER_BYTES];
    System.arraycopy(buffer.array(), start + HEADER_BYTES, payload, 0, payload.length);
    LogRecord record =
        new LogRecord(
            recordVersion,
            timeline,
            buffer.getLong(offset + 32),
            kind(buffer.get(offset + 40)),
            payload);
    return new Decoded(record, buffer.getLong(offset + 24), length);
  }

  private static int checksum(byte[] bytes, int start, int length, long salt, long version) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(20).putLong(salt).putLong(version).putInt(length).flip());
    crc.update(bytes, start + 8, length - 8);
    return (int) crc.getValue();
  }

  private static byte code(LogRecord.Kind kind) {
    return switch (kind) {
      case DELTA -> 1;
      case CATALOG -> 2;
      case IMAGE -> 3;
    };
  }

  private static LogRecord.Kind kind(int code) {
    return switch (code) {
      case 1 -> LogRecord.Kind.DELTA;
      case 2 -> LogRecord.Kind.CATALOG;
      case 3 -> LogRecord.Kind.IMAGE;
      default -> throw new AssertionError("kind must be 1 to 3, but was " + code);
    };
  }
}
