package io.millrace.engine.circuit;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.ExprCodec;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the parts that circuits are stored in: numbers in big-endian order, strings as UTF-8 with
 * their length, lists with their size before them. Equal parts write equal bytes. One thread at a
 * time.
 */
public final class CircuitWriter {
  /** Something that writes itself to a stream. */
  @FunctionalInterface
  public interface Writable {
    void write(DataOutputStream out) throws IOException;
  }

  /** Takes a byte without a lock: numbers are written byte by byte. */
  private static final class Bytes extends ByteArrayOutputStream {
    private static final int FEW = 256;

    Bytes() {
      super(FEW);
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // one thread at a time
    public void write(int value) {
      if (count == buf.length) {
        buf = Arrays.copyOf(buf, 2 * count);
      }
      buf[count++] = (byte) value;
    }
  }

  private final ByteArrayOutputStream bytes = new Bytes();
  private final DataOutputStream out = new DataOutputStream(bytes);

  /** Writes what has its own stored form. */
  public CircuitWriter write(Writable part) {
    try {
      part.write(out);
    } catch (IOException e) {
      throw new AssertionError("an array in memory failed to take bytes", e);
    }
    return this;
  }

  public CircuitWriter writeInt(int value) {
    return write(stream -> stream.writeInt(value));
  }

  public CircuitWriter writeLong(long value) {
    return write(stream -> stream.writeLong(value));
  }

  public CircuitWriter writeBoolean(boolean value) {
    return write(stream -> stream.writeBoolean(value));
  }

  public CircuitWriter writeBytes(byte[] value) {
    writeInt(value.length);
    return write(stream -> stream.write(value));
  }

  public CircuitWriter writeInts(List<Integer> values) {
    writeInt(values.size());
    values.forEach(this::writeInt);
    return this;
  }

  public CircuitWriter writeInts(int... values) {
    writeInt(values.length);
    for (int value : values) {
      writeInt(value);
    }
    return this;
  }

  public CircuitWriter writeRowType(RowType rowType) {
    writeInt(rowType.size());
    rowType.columns().forEach(this::writeType);
    return this;
  }

  private void writeType(ColumnType type) {
    writeInt(type.type().code());
    writeInt(type.precision());
    writeInt(type.scale());
    writeBoolean(type.nullable());
    if (type.type().hasParts()) {
      writeInt(type.parts().size());
      type.parts().forEach(this::writeType);
    }
  }

  public CircuitWriter writeExpr(Expr expr) {
    return write(stream -> ExprCodec.write(expr, stream));
  }

  public CircuitWriter writeExprs(List<Expr> exprs) {
    writeInt(exprs.size());
    exprs.forEach(this::writeExpr);
    return this;
  }

  /** Everything that was written. */
  public byte[] toBytes() {
    return bytes.toByteArray();
  }
}
