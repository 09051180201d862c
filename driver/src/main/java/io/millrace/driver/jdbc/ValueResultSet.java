package io.millrace.driver.jdbc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The getters by number, each a reading of the cell that {@link #cell} gives.
 *
 * <p>What a value can be read as is decided in {@link NumberCells}, {@link TextCells}, {@link
 * DateTimeCells} and {@link ObjectCells}.
 */
abstract class ValueResultSet extends LabelledResultSet {
  ValueResultSet(StatementSignature signature, ResultSetMetaData metaData) throws SQLException {
    super(signature, metaData);
  }

  /**
   * The value of a column, from 1, of the current row; null for NULL.
   *
   * @throws SQLException 24000 if there is no current row, 07009 if there is no such column
   */
  abstract @Nullable Object cell(int column) throws SQLException;

  private <T> @Nullable T read(int column, Class<T> type) throws SQLException {
    Object value = cell(column);
    return value == null ? null : ObjectCells.as(value, type);
  }

  private long integer(int column, long least, long greatest, String type) throws SQLException {
    Object value = cell(column);
    return value == null ? 0 : NumberCells.integer(value, least, greatest, type);
  }

  @Override
  public @Nullable String getString(int column) throws SQLException {
    Object value = cell(column);
    return value == null ? null : TextCells.text(value);
  }

  @Override
  public @Nullable String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    Object value = cell(column);
    return value != null && NumberCells.truth(value);
  }

  @Override
  public byte getByte(int column) throws SQLException {
    return (byte) integer(column, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
  }

  @Override
  public short getShort(int column) throws SQLException {
    return (short) integer(column, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
  }

  @Override
  public int getInt(int column) throws SQLException {
    return (int) integer(column, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
  }

  @Override
  public long getLong(int column) throws SQLException {
    return integer(column, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT");
  }

  @Override
  public float getFloat(int column) throws SQLException {
    Object value = cell(column);
    return value == null ? 0 : NumberCells.single(value, "REAL");
  }

  @Override
  public double getDouble(int column) throws SQLException {
    Object value = cell(column);
    return value == null ? 0 : NumberCells.real(value, "DOUBLE");
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
    return read(column, BigDecimal.class);
  }

  @Override
  @Deprecated
  public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(column);
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public byte @Nullable [] getBytes(int column) throws SQLException {
    return read(column, byte[].class);
  }

  @Override
  public @Nullable Date getDate(int column) throws SQLException {
    return getDate(column, null);
  }

  @Override
  public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
    Object value = cell(column);
    return value == null ? null : DateTimeCells.sqlDate(value, calendar);
  }

  @Override
  public @Nullable Time getTime(int column) throws SQLException {
    return getTime(column, null);
  }

  @Override
  public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
    Object value = cell(column);
    return value == null ? null : DateTimeCells.sqlTime(value, calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column) throws SQLException {
    return getTimestamp(column, null);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar)
      throws SQLException {
    Object value = cell(column);
    return value == null ? null : DateTimeCells.sqlTimestamp(value, calendar);
  }

  @Override
  public @Nullable InputStream getAsciiStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  @Deprecated
  public @Nullable InputStream getUnicodeStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public @Nullable InputStream getBinaryStream(int column) throws SQLException {
    return read(column, InputStream.class);
  }

  @Override
  public @Nullable Reader getCharacterStream(int column) throws SQLException {
    return read(column, Reader.class);
  }

  @Override
  public @Nullable Reader getNCharacterStream(int column) throws SQLException {
    return getCharacterStream(column);
  }

  @Override
  public @Nullable Clob getClob(int column) throws SQLException {
    return read(column, Clob.class);
  }

  @Override
  public @Nullable NClob getNClob(int column) throws SQLException {
    return read(column, NClob.class);
  }

  @Override
  public @Nullable Blob getBlob(int column) throws SQLException {
    return read(column, Blob.class);
  }

  @Override
  public @Nullable Array getArray(int column) throws SQLException {
    return read(column, Array.class);
  }

  @Override
  public @Nullable Object getObject(int column) throws SQLException {
    Object value = cell(column);
    return value == null ? null : ObjectCells.standard(value);
  }

  @Override
  public @Nullable Object getObject(int column, Map<String, Class<?>> map) throws SQLException {
    return getObject(column);
  }

  @Override
  public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
    return read(column, type);
  }

  private static SQLException noSuchType(String type) {
    return SqlErrors.notSupported(type, "Use getString or getObject.");
  }

  @Override
  public @Nullable Ref getRef(int column) throws SQLException {
    throw noSuchType("REF");
  }

  @Override
  public @Nullable URL getURL(int column) throws SQLException {
    throw noSuchType("DATALINK");
  }

  @Override
  public @Nullable RowId getRowId(int column) throws SQLException {
    throw noSuchType("ROWID");
  }

  @Override
  public @Nullable SQLXML getSQLXML(int column) throws SQLException {
    throw noSuchType("XML");
  }
}
