package io.millrace.driver.jdbc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;

/** A binary value behind the {@link Blob} interface: a copy, so writing to it changes no row. */
final class MemoryBlob implements Blob {
  private byte[] bytes;

  MemoryBlob(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public long length() {
    return bytes.length;
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    int from = offset(position, bytes.length);
    checkLength(length);
    return Arrays.copyOfRange(bytes, from, (int) Math.min((long) from + length, bytes.length));
  }

  static int offset(long position, int length) throws SQLException {
    if (position < 1 || position > length + 1L) {
      throw SqlErrors.invalidArgument(position, "position", "Use 1 to the length plus one.");
    }
    return (int) (position - 1);
  }

  static void checkLength(long length) throws SQLException {
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw SqlErrors.invalidArgument(length, "length", "Use 0 to 2147483647.");
    }
  }

  @Override
  public InputStream getBinaryStream() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    checkLength(length);
    return new ByteArrayInputStream(getBytes(position, (int) length));
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    for (int i = offset(start, bytes.length); i + pattern.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
        return i + 1L;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    checkLength(pattern.length());
    return position(pattern.getBytes(1, (int) pattern.length()), start);
  }

  @Override
  public int setBytes(long position, byte[] written) throws SQLException {
    return setBytes(position, written, 0, written.length);
  }

  @Override
  public int setBytes(long position, byte[] written, int offset, int length) throws SQLException {
    int at = offset(position, bytes.length);
    bytes = Arrays.copyOf(bytes, Math.max(bytes.length, at + length));
    System.arraycopy(written, offset, bytes, at, length);
    return length;
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    int at = offset(position, bytes.length);
    return new ByteArrayOutputStream() {
      @Override
      public void close() {
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length, at + count));
        System.arraycopy(buf, 0, bytes, at, count);
      }
    };
  }

  @Override
  public void truncate(long length) throws SQLException {
    checkLength(length);
    bytes = Arrays.copyOf(bytes, (int) Math.min(length, bytes.length));
  }

  @Override
  public void free() {
    bytes = new byte[0];
  }
}
