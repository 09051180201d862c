package io.millrace.engine.catalog;

import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.ExprCodec;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a {@link Catalog}: what a catalog record of the log and the image hold.
 *
 * <p>Format 4, big-endian: byte format; int nextId; list of schema names; list of relations. A list
 * is an int count and its elements; a string is an int length and UTF-8 bytes; an optional value is
 * a boolean and the value. A relation is a byte (0 table, 1 view), int id, string schema, string
 * name, list of columns, int mapId, then for a table: list of int primary key, optional string key
 * name, list of indexes, list of checks, int nextColumnId, list of foreign keys; for a view: byte
 * kind, string sql, string default schema, list of int dependencies, optional circuit (bytes, list
 * of int map ids, long hash), byte on error, optional string suspension, boolean for rewriting. A
 * column is int id, string name, type, optional expression, optional string; a type is byte code,
 * int precision, int scale, boolean nullable. A foreign key is string name, list of int columns,
 * int referenced table, list of int referenced columns, byte match (0 SIMPLE, 1 FULL), bytes on
 * delete and on update (0 NO ACTION, 1 RESTRICT).
 *
 * <p>Formats 1 to 4 are still read: 1 and 2 end a table with its nextColumnId, 1 ends a view with
 * its circuit, 2 and 3 with its suspension, 4 before its indexes.
 */
public final class CatalogCodec {
  private static final int FORMAT = 5;
  private static final int OLDEST_FORMAT = 1;

  private CatalogCodec() {}

  /** The catalog in its stored form. */
  public static byte[] encode(Catalog catalog) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      out.writeInt(catalog.nextId());
      writeList(out, List.copyOf(catalog.schemas()), CatalogCodec::writeString);
      writeList(out, List.copyOf(catalog.relations()), CatalogCodec::writeRelation);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The catalog that was encoded. */
  public static Catalog decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int format = in.readByte();
      if (format < OLDEST_FORMAT || format > FORMAT) {
        throw new AssertionError("catalog format must be 1 to " + FORMAT + " but was " + format);
      }
      int nextId = in.readInt();
      List<String> schemas = readList(in, CatalogCodec::readString);
      List<Relation> relations = readList(in, each -> readRelation(each, format));
      return Catalog.restore(schemas, relations, nextId);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeRelation(DataOutputStream out, Relation relation) throws IOException {
    out.writeByte(relation instanceof Table ? 0 : 1);
    out.writeInt(relation.id());
    writeName(out, relation.name());
    writeList(out, relation.columns(), CatalogCodec::writeColumn);
    out.writeInt(relation.mapId());
    if (relation instanceof Table table) {
      writeTable(out, table);
    } else if (relation instanceof View view) {
      writeView(out, view);
    }
  }

  private static Relation readRelation(DataInputStream in, int format) throws IOException {
    boolean isTable = in.readByte() == 0;
    int id = in.readInt();
    QualifiedName name = readName(in);
    List<Column> columns = readList(in, CatalogCodec::readColumn);
    int mapId = in.readInt();
    return isTable
        ? readTable(in, format, id, name, columns, mapId)
        : readView(in, format, id, name, columns, mapId);
  }

  private static void writeTable(DataOutputStream out, Table table) throws IOException {
    writeList(out, table.primaryKey(), DataOutputStream::writeInt);
    writeOptional(out, table.primaryKeyName(), CatalogCodec::writeString);
    writeList(out, table.indexes(), CatalogCodec::writeIndex);
    writeList(out, table.checks(), CatalogCodec::writeCheck);
    out.writeInt(table.nextColumnId());
    writeList(out, table.foreignKeys(), CatalogCodec::writeForeignKey);
  }

  private static Table readTable(
      DataInputStream in, int format, int id, QualifiedName name, List<Column> columns, int mapId)
      throws IOException {
    List<Integer> primaryKey = readList(in, DataInputStream::readInt);
    String primaryKeyName = readOptional(in, CatalogCodec::readString);
    List<Index> indexes = readList(in, CatalogCodec::readIndex);
    List<Table.Check> checks = readList(in, CatalogCodec::readCheck);
    int nextColumnId = in.readInt();
    List<ForeignKey> foreignKeys =
        format < 3 ? List.of() : readList(in, CatalogCodec::readForeignKey);
    return new Table(
            id, name, columns, primaryKey, primaryKeyName, indexes, checks, nextColumnId, mapId)
        .withForeignKeys(foreignKeys);
  }

  private static void writeView(DataOutputStream out, View view) throws IOException {
    out.writeByte(view.kind().code());
    writeString(out, view.sql());
    writeString(out, view.defaultSchema());
    writeList(out, view.dependencies().stream().sorted().toList(), DataOutputStream::writeInt);
    writeOptional(out, view.circuit(), CatalogCodec::writeCircuit);
    out.writeByte(view.onError().code());
    writeOptional(out, view.suspension(), CatalogCodec::writeString);
    out.writeBoolean(view.isForRewriting());
    writeList(out, view.indexes(), CatalogCodec::writeIndex);
  }

  private static View readView(
      DataInputStream in, int format, int id, QualifiedName name, List<Column> columns, int mapId)
      throws IOException {
    View.Kind kind = View.Kind.ofCode(in.readByte());
    String sql = readString(in);
    String defaultSchema = readString(in);
    Set<Integer> dependencies = new HashSet<>(readList(in, DataInputStream::readInt));
    View.StoredCircuit circuit = readOptional(in, CatalogCodec::readCircuit);
    View.OnError onError = format == 1 ? View.OnError.REFUSE : View.OnError.ofCode(in.readByte());
    String suspension = format == 1 ? null : readOptional(in, CatalogCodec::readString);
    boolean isForRewriting = format < 4 || in.readBoolean();
    List<Index> indexes = format < 5 ? List.of() : readList(in, CatalogCodec::readIndex);
    return new View(
            id,
            name,
            columns,
            kind,
            sql,
            defaultSchema,
            dependencies,
            circuit,
            mapId,
            onError,
            suspension)
        .withRewriting(isForRewriting)
        .withIndexes(indexes);
  }

  private static void writeColumn(DataOutputStream out, Column column) throws IOException {
    out.writeInt(column.id());
    writeString(out, column.name());
    writeType(out, column.type());
    writeOptional(out, column.defaultValue(), (o, expr) -> ExprCodec.write(expr, o));
    writeOptional(out, column.defaultSql(), CatalogCodec::writeString);
  }

  private static Column readColumn(DataInputStream in) throws IOException {
    int id = in.readInt();
    String name = readString(in);
    ColumnType type = readType(in);
    Expr defaultValue = readOptional(in, ExprCodec::read);
    String defaultSql = readOptional(in, CatalogCodec::readString);
    return new Column(id, name, type, defaultValue, defaultSql);
  }

  private static void writeIndex(DataOutputStream out, Index index) throws IOException {
    out.writeInt(index.id());
    writeName(out, index.name());
    writeList(out, index.columns(), DataOutputStream::writeInt);
    writeList(out, index.descending(), DataOutputStream::writeBoolean);
    out.writeBoolean(index.unique());
    out.writeBoolean(index.constraint());
    out.writeInt(index.mapId());
  }

  private static Index readIndex(DataInputStream in) throws IOException {
    return new Index(
        in.readInt(),
        readName(in),
        readList(in, DataInputStream::readInt),
        readList(in, DataInputStream::readBoolean),
        in.readBoolean(),
        in.readBoolean(),
        in.readInt());
  }

  private static void writeCheck(DataOutputStream out, Table.Check check) throws IOException {
    writeString(out, check.name());
    ExprCodec.write(check.condition(), out);
    writeString(out, check.sql());
  }

  private static Table.Check readCheck(DataInputStream in) throws IOException {
    return new Table.Check(readString(in), ExprCodec.read(in), readString(in));
  }

  private static void writeForeignKey(DataOutputStream out, ForeignKey key) throws IOException {
    writeString(out, key.name());
    writeList(out, key.columns(), DataOutputStream::writeInt);
    out.writeInt(key.referencedTable());
    writeList(out, key.referencedColumns(), DataOutputStream::writeInt);
    out.writeByte(key.match().code());
    out.writeByte(key.onDelete().code());
    out.writeByte(key.onUpdate().code());
  }

  private static ForeignKey readForeignKey(DataInputStream in) throws IOException {
    return new ForeignKey(
        readString(in),
        readList(in, DataInputStream::readInt),
        in.readInt(),
        readList(in, DataInputStream::readInt),
        ForeignKey.Match.ofCode(in.readByte()),
        ForeignKey.Action.ofCode(in.readByte()),
        ForeignKey.Action.ofCode(in.readByte()));
  }

  private static void writeCircuit(DataOutputStream out, View.StoredCircuit circuit)
      throws IOException {
    out.writeInt(circuit.bytes().length);
    out.write(circuit.bytes());
    writeList(out, circuit.traceMapIds(), DataOutputStream::writeInt);
    out.writeLong(circuit.hash());
  }

  private static View.StoredCircuit readCircuit(DataInputStream in) throws IOException {
    byte[] bytes = in.readNBytes(in.readInt());
    return new View.StoredCircuit(bytes, readList(in, DataInputStream::readInt), in.readLong());
  }

  private static void writeType(DataOutputStream out, ColumnType type) throws IOException {
    out.writeByte(type.type().code());
    out.writeInt(type.precision());
    out.writeInt(type.scale());
    out.writeBoolean(type.nullable());
    if (type.type().hasParts()) {
      writeList(out, type.parts(), CatalogCodec::writeType);
    }
  }

  private static ColumnType readType(DataInputStream in) throws IOException {
    CellType type = CellType.ofCode(in.readByte());
    int precision = in.readInt();
    int scale = in.readInt();
    boolean nullable = in.readBoolean();
    List<ColumnType> parts = type.hasParts() ? readList(in, CatalogCodec::readType) : List.of();
    return new ColumnType(type, precision, scale, nullable, parts);
  }

  private static void writeName(DataOutputStream out, QualifiedName name) throws IOException {
    writeString(out, name.schema());
    writeString(out, name.name());
  }

  private static QualifiedName readName(DataInputStream in) throws IOException {
    return new QualifiedName(readString(in), readString(in));
  }

  private static void writeString(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readString(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), java.nio.charset.StandardCharsets.UTF_8);
  }

  private interface Writer<T> {
    void write(DataOutputStream out, T value) throws IOException;
  }

  private interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  private static <T> void writeList(DataOutputStream out, List<T> values, Writer<T> writer)
      throws IOException {
    out.writeInt(values.size());
    for (T value : values) {
      writer.write(out, value);
    }
  }

  private static <T> List<T> readList(DataInputStream in, Reader<T> reader) throws IOException {
    int count = in.readInt();
    List<T> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(reader.read(in));
    }
    return List.copyOf(values);
  }

  private static <T> void writeOptional(DataOutputStream out, @Nullable T value, Writer<T> writer)
      throws IOException {
    out.writeBoolean(value != null);
    if (value != null) {
      writer.write(out, value);
    }
  }

  private static <T> @Nullable T readOptional(DataInputStream in, Reader<T> reader)
      throws IOException {
    return in.readBoolean() ? reader.read(in) : null;
  }
}
