package io.millrace.storage.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The first 512 bytes of a log segment. Big-endian:
 *
 * <pre>
 *  offset size
 *       0    8  magic
 *       8    4  format number
 *      12    1  length n of the product version, up to 100
 *      13    n  product version that wrote the segment, UTF-8
 *     128    8  number of the segment, as in its file name
 *     136    8  salt, random
 *     144    8  timeline of all its records
 *     152    8  previousVersion: the highest version before this segment
 *     160    1  1 if every acknowledged record was forced first, else 0
 *     161    4  CRC32C of all that stands before
 *     256    8  closing mark: the highest version when the log was closed in order
 *     264    4  CRC32C of the salt and the closing mark
 *     512       the first record
 * </pre>
 *
 * <p>Magic, format number and product version keep their places in every later format, so that an
 * old build can say what it met. The header is on the disk before the file gets its name.
 *
 * @param number the number of the segment
 * @param salt the random seed of its checksums
 * @param timeline the timeline of its records
 * @param previousVersion the highest version before it: the segment before ends there, whatever
 *     else its file holds
 * @param forcedFirst whether acknowledged records were forced first
 */
record SegmentHeader(
    long number, long salt, long timeline, long previousVersion, boolean forcedFirst) {

  static final int BYTES = 512;

  /** The line ends and the high bit show a file that was copied as text. */
  private static final byte[] MAGIC = {(byte) 0x8d, 'M', 'R', 'L', '\r', '\n', 0x1a, '\n'};

  private static final int CHECKSUM_AT = 161;
  private static final int CLOSING_MARK_AT = 256;
  private static final int CLOSING_MARK_BYTES = 12;
  private static final int MAX_PRODUCT_BYTES = 100;

  byte[] encode() {
    byte[] bytes = new byte[BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    byte[] product = Product.version().getBytes(StandardCharsets.UTF_8);
    int length = Math.min(product.length, MAX_PRODUCT_BYTES);
    buffer.put(MAGIC).putInt(Product.FORMAT).put((byte) length).put(product, 0, length);
    buffer.position(128);
    buffer.putLong(number).putLong(salt).putLong(timeline).putLong(previousVersion);
    buffer.put((byte) (forcedFirst ? 1 : 0)).putInt(checksum(bytes, CHECKSUM_AT));
    return bytes;
  }

  /**
   * Reads and checks the header of a segment.
   *
   * @throws StoreException 08001 if its format is unknown, XX001 if it is damaged
   */
  static SegmentHeader read(Path path, long number, RandomAccessFile file) throws IOException {
    byte[] bytes = new byte[BYTES];
    if (file.length() < BYTES) {
      throw damaged(path);
    }
    file.seek(0);
    file.readFully(bytes);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (!Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw damaged(path);
    }
    int format = buffer.getInt(8);
    if (format != Product.FORMAT) {
      int length = Math.min(Byte.toUnsignedInt(bytes[12]), MAX_PRODUCT_BYTES);
      String product = new String(bytes, 13, length, StandardCharsets.UTF_8);
      Product.requireReadable(path.toString(), format, product);
    }
    if (buffer.getInt(CHECKSUM_AT) != checksum(bytes, CHECKSUM_AT)
        || buffer.getLong(128) != number) {
      throw damaged(path);
    }
    return new SegmentHeader(
        number,
        buffer.getLong(136),
        buffer.getLong(144),
        buffer.getLong(152),
        buffer.get(160) == 1);
  }

  private static StoreException damaged(Path path) {
    return new StoreException(
        StoreException.CORRUPT, "The header of the log segment " + path + " is damaged");
  }

  /** Notes that the log ends at a version and was closed in order; the caller forces the file. */
  void writeClosingMark(RandomAccessFile file, long version) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(CLOSING_MARK_BYTES);
    buffer.putLong(version).putInt(markChecksum(version));
    file.seek(CLOSING_MARK_AT);
    file.write(buffer.array());
  }

  /** The version at which the log was closed in order, or −1 if it was not. */
  long closedAt(RandomAccessFile file) throws IOException {
    byte[] bytes = new byte[CLOSING_MARK_BYTES];
    file.seek(CLOSING_MARK_AT);
    file.readFully(bytes);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long version = buffer.getLong(0);
    return buffer.getInt(8) == markChecksum(version) ? version : -1;
  }

  private int markChecksum(long version) {
    byte[] bytes = ByteBuffer.allocate(16).putLong(salt).putLong(version).array();
    return checksum(bytes, bytes.length);
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
