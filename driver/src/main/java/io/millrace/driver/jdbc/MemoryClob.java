package io.millrace.driver.jdbc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;

/** A text behind the {@link Clob} interface: a copy, so writing to it changes no row. */
final class MemoryClob implements NClob {
  private final StringBuilder text;

  MemoryClob(String text) {
    this.text = new StringBuilder(text);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  @Override
  public long length() {
    return text.length();
  }

  @Override
  public String getSubString(long position, int length) throws SQLException {
    int from = MemoryBlob.offset(position, text.length());
    MemoryBlob.checkLength(length);
    return text.substring(from, (int) Math.min((long) from + length, text.length()));
  }

  @Override
  public Reader getCharacterStream() {
    return new StringReader(text.toString());
  }

  @Override
  public Reader getCharacterStream(long position, long length) throws SQLException {
    MemoryBlob.checkLength(length);
    return new StringReader(getSubString(position, (int) length));
  }

  @Override
  public InputStream getAsciiStream() {
    return new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public long position(String pattern, long start) throws SQLException {
    int found = text.indexOf(pattern, MemoryBlob.offset(start, text.length()));
    return found < 0 ? -1 : found + 1L;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    MemoryBlob.checkLength(pattern.length());
    return position(pattern.getSubString(1, (int) pattern.length()), start);
  }

  @Override
  public int setString(long position, String written) throws SQLException {
    int at = MemoryBlob.offset(position, text.length());
    text.replace(at, Math.min(at + written.length(), text.length()), written);
    return written.length();
  }

  @Override
  public int setString(long position, String written, int offset, int length) throws SQLException {
    return setString(position, written.substring(offset, offset + length));
  }

  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    int at = MemoryBlob.offset(position, text.length());
    return new ByteArrayOutputStream() {
      @Override
      public void close() {
        String written = toString(StandardCharsets.US_ASCII);
        text.replace(at, Math.min(at + written.length(), text.length()), written);
      }
    };
  }

  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    int at = MemoryBlob.offset(position, text.length());
    return new StringWriter() {
      @Override
      public void close() {
        String written = toString();
        text.replace(at, Math.min(at + written.length(), text.length()), written);
      }
    };
  }

  @Override
  public void truncate(long length) throws SQLException {
    MemoryBlob.checkLength(length);
    text.setLength((int) Math.min(length, text.length()));
  }

  @Override
  public void free() {
    text.setLength(0);
  }
}
