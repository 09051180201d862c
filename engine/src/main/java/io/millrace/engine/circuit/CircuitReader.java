package io.millrace.engine.circuit;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.ExprCodec;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what {@link CircuitWriter} wrote. One thread at a time.
 *
 * <p>Every method throws a DatabaseException with XX001 where the bytes end too early or make no
 * sense.
 */
public final class CircuitReader {
  /** Something that is read from a stream. */
  @FunctionalInterface
  public interface Reading<T> {
    T read(DataInputStream in) throws IOException;
  }

  private final DataInputStream in;

  public CircuitReader(byte[] bytes) {
    in = new DataInputStream(new ByteArrayInputStream(bytes));
  }

  /** Reads what has its own stored form. */
  public <T> T read(Reading<T> part) {
    try {
      return part.read(in);
    } catch (IOException e) {
      throw ErrorCode.CORRUPTED
          .exception("The catalog", "a circuit", "its bytes end too early")
          .causedBy(e);
    }
  }

  /** An error for bytes that make no sense. */
  public RuntimeException corrupted(String why) {
    return ErrorCode.CORRUPTED.exception("The catalog", "a circuit", why);
  }

  public int readInt() {
    return read(DataInputStream::readInt);
  }

  public long readLong() {
    return read(DataInputStream::readLong);
  }

  public boolean readBoolean() {
    return read(DataInputStream::readBoolean);
  }

  public byte[] readBytes() {
    int length = readSize();
    return read(stream -> stream.readNBytes(length));
  }

  /** The size of a list, which can't be more than there are bytes left. */
  public int readSize() {
    int size = readInt();
    int left = read(DataInputStream::available);
    if (size < 0 || size > left) {
      throw corrupted("a list of " + size + " elements in " + left + " bytes");
    }
    return size;
  }

  public List<Integer> readIntList() {
    int size = readSize();
    List<Integer> values = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      values.add(readInt());
    }
    return values;
  }

  public int[] readInts() {
    return readIntList().stream().mapToInt(Integer::intValue).toArray();
  }

  public RowType readRowType() {
    return RowType.of(readTypes());
  }

  private List<ColumnType> readTypes() {
    int size = readSize();
    List<ColumnType> types = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      CellType type = CellType.ofCode(readInt());
      int precision = readInt();
      int scale = readInt();
      boolean nullable = readBoolean();
      List<ColumnType> parts = type.hasParts() ? readTypes() : List.of();
      types.add(new ColumnType(type, precision, scale, nullable, parts));
    }
    return types;
  }

  public Expr readExpr() {
    return read(ExprCodec::read);
  }

  public List<Expr> readExprs() {
    int size = readSize();
    List<Expr> exprs = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      exprs.add(readExpr());
    }
    return exprs;
  }
}
