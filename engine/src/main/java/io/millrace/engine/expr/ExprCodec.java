package io.millrace.engine.expr;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Expressions in their stored form. Equal expressions write equal bytes.
 *
 * <p>One byte of format version (1), then the root node. A node is a tag byte and what follows it,
 * numbers big-endian:
 *
 * <ol>
 *   <li>column: index int, type
 *   <li>literal: type, value
 *   <li>parameter: index int, type
 *   <li>call: function name text, type, arguments
 *   <li>cast: mode byte (1 explicit, 2 assignment, 3 safe), type, column name value or NULL,
 *       operand
 *   <li>comparison: operator byte, left, right
 *   <li>AND: operands
 *   <li>OR: operands
 *   <li>NOT: operand
 *   <li>IS NULL: negated boolean, operand
 *   <li>IS TRUE: truth boolean, negated boolean, operand
 *   <li>IS DISTINCT: negated boolean, left, right
 *   <li>CASE: type, number of conditions int, conditions, results, last result
 *   <li>COALESCE: type, operands
 *   <li>search: NULL as byte (1 unknown, 2 true, 3 false), operand, number of ranges int, each
 *       lower value or NULL, included boolean, upper value or NULL, included boolean
 * </ol>
 *
 * <p>Several operands are their number as an int, then each. A type is its {@link CellType#code()},
 * precision int, scale byte, nullable boolean, and behind an ARRAY or ROW the number of its parts
 * as an int and their types. Values as in {@link CellCoding}.
 */
public final class ExprCodec {
  private static final int VERSION = 1;

  private static final int COLUMN = 1;
  private static final int LITERAL = 2;
  private static final int PARAMETER = 3;
  private static final int CALL = 4;
  private static final int CAST = 5;
  private static final int COMPARISON = 6;
  private static final int AND = 7;
  private static final int OR = 8;
  private static final int NOT = 9;
  private static final int IS_NULL = 10;
  private static final int IS_TRUTH = 11;
  private static final int IS_DISTINCT = 12;
  private static final int CASE = 13;
  private static final int COALESCE = 14;
  private static final int SEARCH = 15;

  private ExprCodec() {}

  public static void write(Expr expr, DataOutput out) throws IOException {
    out.writeByte(VERSION);
    writeNode(expr, out);
  }

  /**
   * Reads an expression that was written.
   *
   * @throws IOException if this is none, or one of another version
   */
  public static Expr read(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException("expression of format " + version + ", but must be " + VERSION);
    }
    return readNode(in);
  }

  private static void writeNode(Expr expr, DataOutput out) throws IOException {
    if (expr instanceof ColumnRef column) {
      writeLeaf(COLUMN, column.index(), column.type(), out);
    } else if (expr instanceof Parameter parameter) {
      writeLeaf(PARAMETER, parameter.index(), parameter.type(), out);
    } else if (expr instanceof Literal literal) {
      out.writeByte(LITERAL);
      writeType(literal.type(), out);
      CellCoding.write(literal.value(), out);
    } else if (expr instanceof Call call) {
      out.writeByte(CALL);
      CellCoding.writeText(call.function().name(), out);
      writeType(call.type(), out);
      writeAll(call.children(), out);
    } else if (expr instanceof Case choice) {
      out.writeByte(CASE);
      writeType(choice.type(), out);
      out.writeInt(choice.conditions().size());
      writeEach(choice.children(), out);
    } else if (expr instanceof Coalesce coalesce) {
      out.writeByte(COALESCE);
      writeType(coalesce.type(), out);
      writeAll(coalesce.children(), out);
    } else if (expr instanceof Cast cast) {
      writeCast(cast, out);
    } else if (expr instanceof Search search) {
      writeSearch(search, out);
    } else {
      writeCondition(expr, out);
    }
  }

  private static void writeLeaf(int tag, int index, ColumnType type, DataOutput out)
      throws IOException {
    out.writeByte(tag);
    out.writeInt(index);
    writeType(type, out);
  }

  private static void writeCondition(Expr expr, DataOutput out) throws IOException {
    if (expr instanceof Comparison comparison) {
      out.writeByte(COMPARISON);
      out.writeByte(comparison.operator().code());
    } else if (expr instanceof And and) {
      out.writeByte(AND);
      out.writeInt(and.children().size());
    } else if (expr instanceof Or or) {
      out.writeByte(OR);
      out.writeInt(or.children().size());
    } else if (expr instanceof Not) {
      out.writeByte(NOT);
    } else if (expr instanceof IsNull test) {
      out.writeByte(IS_NULL);
      out.writeBoolean(test.negated());
    } else if (expr instanceof IsTruth test) {
      out.writeByte(IS_TRUTH);
      out.writeBoolean(test.truth());
      out.writeBoolean(test.negated());
    } else if (expr instanceof IsDistinct test) {
      out.writeByte(IS_DISTINCT);
      out.writeBoolean(test.negated());
    } else {
      throw new AssertionError("no stored form of " + expr);
    }
    writeEach(expr.children(), out);
  }

  private static void writeCast(Cast cast, DataOutput out) throws IOException {
    out.writeByte(CAST);
    out.writeByte(
        switch (cast.mode()) {
          case EXPLICIT -> 1;
          case ASSIGNMENT -> 2;
          case SAFE -> 3;
        });
    writeType(cast.type(), out);
    CellCoding.write(cast.column(), out);
    writeNode(cast.operand(), out);
  }

  private static void writeSearch(Search search, DataOutput out) throws IOException {
    out.writeByte(SEARCH);
    out.writeByte(
        switch (search.nullAs()) {
          case UNKNOWN -> 1;
          case TRUE -> 2;
          case FALSE -> 3;
        });
    writeNode(search.operand(), out);
    out.writeInt(search.ranges().size());
    for (Search.Range range : search.ranges()) {
      CellCoding.write(range.lower(), out);
      out.writeBoolean(range.lowerIncluded());
      CellCoding.write(range.upper(), out);
      out.writeBoolean(range.upperIncluded());
    }
  }

  private static void writeAll(List<Expr> expressions, DataOutput out) throws IOException {
    out.writeInt(expressions.size());
    writeEach(expressions, out);
  }

  private static void writeEach(List<Expr> expressions, DataOutput out) throws IOException {
    for (Expr expr : expressions) {
      writeNode(expr, out);
    }
  }

  static void writeType(ColumnType type, DataOutput out) throws IOException {
    out.writeByte(type.type().code());
    out.writeInt(type.precision());
    out.writeByte(type.scale());
    out.writeBoolean(type.nullable());
    if (type.type().hasParts()) {
      out.writeInt(type.parts().size());
      for (ColumnType part : type.parts()) {
        writeType(part, out);
      }
    }
  }

  static ColumnType readType(DataInput in) throws IOException {
    CellType type = CellType.ofCode(in.readByte());
    int precision = in.readInt();
    int scale = in.readByte();
    boolean nullable = in.readBoolean();
    List<ColumnType> parts = new ArrayList<>();
    int count = type.hasParts() ? in.readInt() : 0;
    for (int i = 0; i < count; i++) {
      parts.add(readType(in));
    }
    return new ColumnType(type, precision, scale, nullable, parts);
  }

  private static Expr readNode(DataInput in) throws IOException {
    int tag = in.readByte();
    return switch (tag) {
      case COLUMN -> new ColumnRef(in.readInt(), readType(in));
      case PARAMETER -> new Parameter(in.readInt(), readType(in));
      case LITERAL -> readLiteral(in);
      case CALL -> readCall(in);
      case CAST -> readCast(in);
      case COMPARISON ->
          new Comparison(ComparisonOperator.ofCode(in.readByte()), readNode(in), readNode(in));
      case AND -> new And(readAll(in));
      case OR -> new Or(readAll(in));
      case NOT -> new Not(readNode(in));
      case IS_NULL -> readIsNull(in);
      case IS_TRUTH -> readIsTruth(in);
      case IS_DISTINCT -> readIsDistinct(in);
      case CASE -> readCase(in);
      case COALESCE -> readCoalesce(in);
      case SEARCH -> readSearch(in);
      default -> throw new IOException("unknown kind of expression " + tag);
    };
  }

  private static Expr readLiteral(DataInput in) throws IOException {
    ColumnType type = readType(in);
    return new Literal(CellCoding.read(in), type);
  }

  private static Expr readCall(DataInput in) throws IOException {
    String name = CellCoding.readText(in);
    Function function = Functions.find(name);
    if (function == null) {
      throw new IOException("unknown function " + name);
    }
    ColumnType type = readType(in);
    return new Call(function, readAll(in), type);
  }

  private static Expr readCast(DataInput in) throws IOException {
    int code = in.readByte();
    CastMode mode =
        switch (code) {
          case 1 -> CastMode.EXPLICIT;
          case 2 -> CastMode.ASSIGNMENT;
          case 3 -> CastMode.SAFE;
          default -> throw new IOException("unknown mode of cast " + code);
        };
    ColumnType type = readType(in);
    String column = (String) CellCoding.read(in);
    return new Cast(readNode(in), type, mode, column);
  }

  private static Expr readIsNull(DataInput in) throws IOException {
    boolean negated = in.readBoolean();
    return new IsNull(readNode(in), negated);
  }

  private static Expr readIsTruth(DataInput in) throws IOException {
    boolean truth = in.readBoolean();
    boolean negated = in.readBoolean();
    return new IsTruth(readNode(in), truth, negated);
  }

  private static Expr readIsDistinct(DataInput in) throws IOException {
    boolean negated = in.readBoolean();
    return new IsDistinct(readNode(in), readNode(in), negated);
  }

  private static Expr readCase(DataInput in) throws IOException {
    ColumnType type = readType(in);
    int count = in.readInt();
    List<Expr> conditions = readEach(count, in);
    return new Case(conditions, readEach(count, in), readNode(in), type);
  }

  private static Expr readCoalesce(DataInput in) throws IOException {
    ColumnType type = readType(in);
    return new Coalesce(readAll(in), type);
  }

  private static Expr readSearch(DataInput in) throws IOException {
    int code = in.readByte();
    Search.NullAs nullAs =
        switch (code) {
          case 1 -> Search.NullAs.UNKNOWN;
          case 2 -> Search.NullAs.TRUE;
          case 3 -> Search.NullAs.FALSE;
          default -> throw new IOException("unknown meaning of NULL " + code);
        };
    Expr operand = readNode(in);
    int count = in.readInt();
    List<Search.Range> ranges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      @Nullable Object lower = CellCoding.read(in);
      boolean lowerIncluded = in.readBoolean();
      @Nullable Object upper = CellCoding.read(in);
      ranges.add(new Search.Range(lower, lowerIncluded, upper, in.readBoolean()));
    }
    return new Search(operand, ranges, nullAs);
  }

  private static List<Expr> readAll(DataInput in) throws IOException {
    return readEach(in.readInt(), in);
  }

  private static List<Expr> readEach(int count, DataInput in) throws IOException {
    List<Expr> expressions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      expressions.add(readNode(in));
    }
    return expressions;
  }
}
